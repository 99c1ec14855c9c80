// SPDX-License-Identifier: Apache-2.0
#include "kit.hpp"

#include <cstdio>
#include <memory>

using coldcore::conformance::CheckOptions;

namespace {

constexpr double kTimeout =
    20;  // Enough for a sanitizer on a busy machine; the one that hangs takes it.

std::string read_back(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, got);
  return text;
}

}  // namespace

std::vector<std::string> KitReport::ids(const std::string& verdict) const {
  std::vector<std::string> ids;
  for (const auto& test : document["cases"]) {
    if (test["verdict"] == verdict) ids.push_back(test["id"]);
  }
  return ids;
}

std::string KitReport::bad() const {
  std::string bad;
  for (const auto& test : document["cases"]) {
    if (test["verdict"] != "fail" && test["verdict"] != "crash") continue;
    if (!bad.empty()) bad += ' ';
    bad += test["id"].get<std::string>();
  }
  return bad;
}

nlohmann::json KitReport::find(const std::string& id) const {
  for (const auto& test : document["cases"]) {
    if (test["id"] == id) return test;
  }
  return {};
}

std::string kit_output(const CheckOptions& options, int& exit_code) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  exit_code = coldcore::conformance::run_plugin_check(options, file.get());
  return read_back(file.get());
}

std::string plugin_path(const std::string& name) {
  return std::string(BAD_PLUGINS_DIR) + "/" + name + ".so";
}

KitReport check_plugin(const std::string& name, std::vector<std::string> cases) {
  CheckOptions options;
  options.file = plugin_path(name);
  options.cases = std::move(cases);
  options.json = true;
  options.timeout_s = name == "hangs" ? 2 : kTimeout;
  KitReport report;
  report.document = nlohmann::json::parse(kit_output(options, report.exit_code));
  return report;
}
