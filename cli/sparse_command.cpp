// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "binding.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "problem.hpp"
#include "render.hpp"
#include "rules.hpp"
#include "sparse_manifest.hpp"

namespace coldcore::cli {
namespace {

using manifest::Finding;
using manifest::Manifest;
using manifest::Severity;
using FindingsJson = nlohmann::ordered_json;

/// Everything, or the first error, or the warnings of a manifest without one.
std::vector<Finding> findings_to_show(const std::vector<Finding>& findings, bool all) {
  const Finding* const error = manifest::first_error(findings);
  if (all || error == nullptr) return findings;
  return {*error};
}

FindingsJson finding_json(const Finding& finding) {
  return {{"rule", finding.rule},
          {"name", manifest::rule(finding.rule).name},
          {"severity", finding.severity == Severity::kError ? "error" : "warning"},
          {"line", finding.line},
          {"column", finding.column},
          {"path", finding.path},
          {"what", finding.what},
          {"remedy", finding.remedy}};
}

void print_findings_json(const SparseValidateCommand& command, bool valid,
                         const std::vector<Finding>& findings) {
  FindingsJson json{{"file", command.file}, {"valid", valid}};
  json["findings"] = FindingsJson::array();
  for (const Finding& finding : findings) json["findings"].push_back(finding_json(finding));
  // A file's name may be no UTF-8.
  fmt::print("{}\n", json.dump(-1, ' ', false, FindingsJson::error_handler_t::replace));
}

void say_findings(const SparseValidateCommand& command, const std::vector<Finding>& shown,
                  std::size_t count) {
  for (const Finding& finding : shown) {
    std::string line = manifest::describe(finding, command.file);
    if (shown.size() < count) line += fmt::format(" (--all shows all {})", count);
    say(line);
  }
}

void print_valid(const SparseValidateCommand& command, const Manifest& read) {
  const auto arrays = static_cast<std::int64_t>(read.sparse_arrays.size());
  const auto configurations = static_cast<std::int64_t>(read.configurations.size());
  fmt::print("{}: valid: kernel {}, {}, {}\n", command.file, read.kernel,
             counted(arrays, "sparse array"), counted(configurations, "configuration"));
}

/// Writes a file that is not there yet.
void write_new_file(const std::string& path, const std::string& content) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    throw search::InputError(fmt::format("{} exists: choose another name with -o", path));
  }
  if (descriptor < 0) search::fail_on_file("write", path);
  const ssize_t written = ::write(descriptor, content.data(), content.size());
  const int reason = written < 0 ? errno : ENOSPC;
  if (::close(descriptor) == 0 && written == static_cast<ssize_t>(content.size())) return;
  ::unlink(path.c_str());
  errno = reason;
  search::fail_on_file("write", path);
}

}  // namespace

int run(const SparseValidateCommand& command) {
  const Manifest read = manifest_of(command.file);
  const std::vector<Finding> findings = manifest::validate(read);
  const bool valid = manifest::first_error(findings) == nullptr;
  const std::vector<Finding> shown = findings_to_show(findings, command.all);
  if (command.json) {
    print_findings_json(command, valid, shown);
  } else {
    say_findings(command, shown, findings.size());
    if (valid) print_valid(command, read);
  }
  return valid ? kExitCover : kExitBadInput;
}

int run(const SparseBindingCommand& command) {
  const manifest::Binding binding =
      binding_of(valid_manifest(command.file), command.file, command.configuration);
  if (command.json) {
    fmt::print("{}\n", manifest::binding_json(binding));
  } else {
    fmt::print("{}", manifest::prototype(binding, *manifest::language_by_name(command.language)));
  }
  return kExitCover;
}

int run(const SparseStubCommand& command) {
  const manifest::Binding binding =
      binding_of(valid_manifest(command.file), command.file, command.configuration);
  const std::string text = manifest::stub(binding, *manifest::language_by_name(command.language));
  if (command.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_new_file(command.out, text);
    fmt::print("{} written to {}\n", binding.symbol, command.out);
  }
  return kExitCover;
}

}  // namespace coldcore::cli
