// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "npy_file.hpp"
#include "output_lock.hpp"
#include "problem.hpp"
#include "sparse_arguments.hpp"
#include "sparse_manifest.hpp"

namespace coldcore::cli {
namespace {

namespace fs = std::filesystem;
using UnpackJson = nlohmann::ordered_json;

/// A folder that takes its name when all that belongs in it is there. FileError.
class StagedFolder {
 public:
  explicit StagedFolder(fs::path path)
      : path_(std::move(path)), staged_(path_.parent_path() / fmt::format(".{}.part", name())) {
    if (fs::symlink_status(path_).type() != fs::file_type::not_found) {
      throw search::InputError(
          fmt::format("{} exists: choose another name with -o", path_.string()));
    }
    lock_.emplace(path_);
    std::error_code ignored;
    fs::remove_all(staged_, ignored);  // Left by a run that was killed.
    if (::mkdir(staged_.c_str(), 0777) != 0) search::fail_on_file("write", path_);
  }
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  ~StagedFolder() {
    std::error_code ignored;
    if (!staged_.empty()) fs::remove_all(staged_, ignored);
  }

  const fs::path& staged() const { return staged_; }

  void commit() {
    // Whatever took the name meanwhile stays: a folder replaces empty folders only.
    if (::rename(staged_.c_str(), path_.c_str()) != 0) search::fail_on_file("write", path_);
    staged_.clear();
  }

 private:
  std::string name() const { return path_.filename().string(); }

  fs::path path_;
  fs::path staged_;
  std::optional<search::OutputLock> lock_;  // Two runs would mix what they stage.
};

/// "buffers/" names the same folder as "buffers".
fs::path folder_named(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

std::string shape_text(const Argument& argument) {
  if (!argument.shape) return "?";
  return fmt::format("[{}]", fmt::join(*argument.shape, ", "));
}

std::string file_name(const Argument& argument, bool raw) {
  return argument.declared.name + (raw ? ".bin" : ".npy");
}

UnpackJson argument_json(const Argument& argument, const SparseUnpackCommand& command) {
  UnpackJson json{{"name", argument.declared.name},
                  {"kind", argument.declared.pointer ? "ptr" : "scalar"},
                  {"dtype", argument.declared.dtype},
                  {"const", argument.declared.is_const}};
  if (!argument.declared.pointer) {
    const std::string text = scalar_text(argument);
    const UnpackJson value = UnpackJson::parse(text, nullptr, false);
    json["value"] = value.is_discarded() ? UnpackJson(text) : value;  // JSON has no "inf".
    return json;
  }
  if (!argument.role.empty()) json["array"] = argument.array;
  if (!argument.role.empty()) json["role"] = argument.role;
  if (!argument.declared.is_const) json["role"] = "output";
  json["shape"] = argument.shape ? UnpackJson(*argument.shape) : UnpackJson(nullptr);
  json["bytes"] = argument.shape ? UnpackJson(argument.bytes) : UnpackJson(nullptr);
  if (!command.out.empty() && argument.data != nullptr)
    json["file"] = file_name(argument, command.raw);
  return json;
}

UnpackJson list_json(const ArgumentList& list, const SparseUnpackCommand& command) {
  UnpackJson json{{"kernel", list.binding.kernel},
                  {"configuration", list.binding.configuration},
                  {"symbol", list.binding.symbol},
                  {"bytes", list.bytes()}};
  json["args"] = UnpackJson::array();
  for (const Argument& argument : list.arguments)
    json["args"].push_back(argument_json(argument, command));
  return json;
}

std::string json_text(const UnpackJson& json) {
  return json.dump(-1, ' ', false, UnpackJson::error_handler_t::replace) + "\n";
}

void write_buffers(const ArgumentList& list, const SparseUnpackCommand& command) {
  StagedFolder folder(folder_named(command.out));
  for (const Argument& argument : list.arguments) {
    if (argument.data == nullptr) continue;
    const fs::path path = folder.staged() / file_name(argument, command.raw);
    const matrix::ArrayView array{
        argument.declared.dtype,
        *argument.shape,
        {static_cast<const char*>(argument.data), static_cast<std::size_t>(argument.bytes)}};
    (command.raw ? matrix::write_raw : matrix::write_npy)(path, array);
  }
  search::write_file_atomically(folder.staged() / "arguments.json",
                                json_text(list_json(list, command)));
  folder.commit();
}

void print_list(const ArgumentList& list) {
  fmt::print("{}\n", list.binding.symbol);
  fmt::print("{:>3}  {:<16} {:<10} {:<10} {:<24} {:>16}\n", "", "name", "role", "dtype", "shape",
             "bytes");
  int number = 0;
  for (const Argument& argument : list.arguments) {
    const manifest::Arg& declared = argument.declared;
    ++number;
    if (!declared.pointer) {
      const bool is_size = declared.role == manifest::ArgRole::kSymbol;
      fmt::print("{:>3}  {:<16} {:<10} {:<10} = {}\n", number, declared.name,
                 is_size ? "size" : "scalar", declared.dtype, scalar_text(argument));
      continue;
    }
    const std::string role = !argument.role.empty() ? argument.role
                             : declared.is_const    ? "input"
                                                    : "output";
    fmt::print("{:>3}  {:<16} {:<10} {:<10} {:<24} {:>16}\n", number, declared.name, role,
               declared.dtype, shape_text(argument),
               argument.shape ? grouped(argument.bytes) : "?");
  }
}

}  // namespace

int run(const SparseUnpackCommand& command) {
  const manifest::Manifest spec = valid_manifest(command.inputs.manifest);
  const manifest::Binding binding =
      binding_of(spec, command.inputs.manifest, command.inputs.configuration);
  const KnownSizes sizes = known_sizes(spec, command.inputs);
  const LogicalInputs inputs = logical_inputs(spec, binding.configuration, command.inputs, sizes);
  const ArgumentList list = bind_arguments(spec, binding, command.inputs, sizes, inputs);
  if (!command.out.empty()) write_buffers(list, command);
  if (command.json) {
    fmt::print("{}", json_text(list_json(list, command)));
  } else {
    print_list(list);
  }
  return kExitCover;
}

}  // namespace coldcore::cli
