// SPDX-License-Identifier: Apache-2.0
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "yaml_tree.hpp"

namespace coldcore::manifest {
namespace {

using enum Severity;

constexpr std::array kRules = {
    Rule{1, "known format", kError},
    Rule{2, "required roles", kError},
    Rule{3, "numeric dtype", kError},
    Rule{4, "dtype of indices", kError},
    Rule{5, "every sparse array has a format", kError},
    Rule{6, "declared format", kError},
    Rule{7, "one sparse format", kError},
    Rule{8, "known configuration", kError},
    Rule{9, "logical names in array_args", kError},
    Rule{10, "distinct configurations", kError},
    Rule{11, "buffer names", kError},
    Rule{12, "kind of value", kError},
    Rule{13, "keys once", kError},
    Rule{14, "misspelt key", kError},
    Rule{15, "roles once", kError},
    Rule{16, "roles of the format", kWarning},
    Rule{17, "shapes and dtypes are given", kError},
    Rule{18, "extents", kError},
    Rule{19, "number of extents", kWarning},
    Rule{20, "buffers once", kError},
    Rule{21, "arrays of a configuration", kError},
    Rule{22, "a configuration", kError},
    Rule{23, "sparse arrays are passed", kError},
    Rule{24, "arguments once", kError},
    Rule{25, "outputs are passed", kError},
    Rule{26, "sparse arrays are read-only", kError},
    Rule{27, "usable names", kError},
    Rule{28, "array or symbol", kError},
    Rule{29, "buffers of input_args", kError},
    Rule{30, "order of input_args", kWarning},
    Rule{31, "other dtypes", kError},
    Rule{32, "symbols with a value", kWarning},
    Rule{33, "kernel name", kError},
};

}  // namespace

const Rule& rule(int number) { return kRules.at(static_cast<std::size_t>(number - 1)); }

Finding finding_at(const Node& node, int number, std::string what, std::string remedy) {
  return {number,        rule(number).severity, node.line,        node.column,
          path_of(node), std::move(what),       std::move(remedy)};
}

const Finding* first_error(const std::vector<Finding>& findings) {
  const auto found = std::ranges::find(findings, Severity::kError, &Finding::severity);
  return found == findings.end() ? nullptr : &*found;
}

std::string describe(const Finding& finding, const std::string& file) {
  return fmt::format(
      "{}:{}:{}: {}{}rule {} ({}): {}{}: {}", file, finding.line, finding.column, finding.path,
      finding.path.empty() ? "" : ": ", finding.rule, rule(finding.rule).name,
      finding.severity == Severity::kWarning ? "warning: " : "", finding.what, finding.remedy);
}

}  // namespace coldcore::manifest
