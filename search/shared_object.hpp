// SPDX-License-Identifier: Apache-2.0
//
// Object files whose functions are bound by look-up, because nothing may link them.
#pragma once

#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace coldcore::search {

/// No usable engine or module: the message names the file and what is missing from it.
class EngineLoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An object file that stays loaded until the process ends: unloading a library that has loaded
/// others and owns threads is where hosts crash.
class SharedObject {
 public:
  /// `role` and `name` are for messages: "engine", "libcoldcore". A file without a folder is looked
  /// for in the system's. Throws EngineLoadError.
  SharedObject(const std::filesystem::path& file, std::string role, std::string name);

  /// Null where the symbol is absent.
  template <class Function>
  void bind_optional(const char* symbol, Function*& out) const {
    out = library_.has(symbol) ? &library_.get<Function>(symbol) : nullptr;
  }
  /// Throws EngineLoadError where the symbol is absent.
  template <class Function>
  void bind(const char* symbol, Function*& out) const {
    bind_optional(symbol, out);
    if (out == nullptr) refuse(symbol);
  }

 private:
  [[noreturn]] void refuse(const char* symbol) const;

  const boost::dll::shared_library& library_;
  std::filesystem::path file_;
  std::string role_;
  std::string name_;
};

/// The first of the files that exists, given relative to the folder of the running program; empty
/// if none does.
std::filesystem::path find_beside_program(std::initializer_list<const char*> relative);

}  // namespace coldcore::search
