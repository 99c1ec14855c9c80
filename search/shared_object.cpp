// SPDX-License-Identifier: Apache-2.0
#include "shared_object.hpp"

#include <fmt/format.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <list>
#include <system_error>
#include <utility>

namespace coldcore::search {

namespace {

namespace dll = boost::dll;

const dll::shared_library& open_for_good(const std::filesystem::path& file,
                                         const std::string& role) {
  static auto& kept = *new std::list<dll::shared_library>;
  auto mode = dll::load_mode::rtld_now | dll::load_mode::rtld_local;
  if (!file.has_parent_path()) mode |= dll::load_mode::search_system_folders;
  try {
    return kept.emplace_back(file, mode);
  } catch (const std::exception& error) {
    throw EngineLoadError(
        fmt::format("cannot load the {} {}: {}", role, file.string(), error.what()));
  }
}

}  // namespace

SharedObject::SharedObject(const std::filesystem::path& file, std::string role, std::string name)
    : library_(open_for_good(file, role)),
      file_(file),
      role_(std::move(role)),
      name_(std::move(name)) {}

void SharedObject::refuse(const char* symbol) const {
  throw EngineLoadError(fmt::format("the {} {} lacks the symbol {}: it is not a {} of this version",
                                    role_, file_.string(), symbol, name_));
}

std::filesystem::path find_beside_program(std::initializer_list<const char*> relative) {
  const std::filesystem::path folder = dll::program_location().parent_path();
  for (const char* path : relative) {
    const std::filesystem::path file = folder / path;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return file.lexically_normal();
  }
  return {};
}

}  // namespace coldcore::search
