// SPDX-License-Identifier: Apache-2.0
#include "rule_context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace coldcore::manifest {

RuleContext::RuleContext(const Manifest& manifest, std::vector<Finding>& findings)
    : manifest_(manifest), findings_(findings) {
  for (const Text& name : manifest.array_args) arrays_.insert(name.value);
  for (const Text& name : manifest.parameters) parameters_.insert(name.value);
  for (const SparseArray& array : manifest.sparse_arrays) sparse_.emplace(array.name.value, &array);
  for_each_variant([this](const SparseArray& array, const Variant& variant) {
    for (const Buffer& buffer : variant.buffers) {
      if (buffer.name.given()) owners_.emplace(buffer.name.value, &array);
    }
  });
}

void RuleContext::report(const Node& node, int number, std::string what, std::string remedy) {
  // Warnings leave the last place to an error, which must not go unnoticed.
  const bool warning = rule(number).severity == Severity::kWarning;
  if (full() || (warning && findings_.size() + 1 == kMostFindings)) return;
  findings_.push_back(finding_at(node, number, std::move(what), std::move(remedy)));
}

void RuleContext::report(const Text& text, int number, std::string what, std::string remedy) {
  report(*text.node, number, std::move(what), std::move(remedy));
}

const SparseArray* RuleContext::sparse(const std::string& name) const {
  const auto found = sparse_.find(name);
  return found == sparse_.end() ? nullptr : found->second;
}

const SparseArray* RuleContext::owner(const std::string& buffer) const {
  const auto found = owners_.find(buffer);
  return found == owners_.end() ? nullptr : found->second;
}

std::string listed(const Strings& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string quoted_text(std::string_view text) { return fmt::format("\"{}\"", shown(text)); }

Strings role_names(const Format& format) {
  Strings names;
  for (const Role& role : format.roles) names.emplace_back(role.name);
  return names;
}

Strings dtype_names() {
  Strings names;
  for (const Dtype& dtype : dtypes()) names.emplace_back(dtype.name);
  return names;
}

Strings format_names() {
  Strings names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  return names;
}

std::vector<Finding> validate(const Manifest& manifest) {
  std::vector<Finding> findings = manifest.structure;
  check_contract_rules(manifest, findings);
  check_later_rules(manifest, findings);
  return findings;
}

}  // namespace coldcore::manifest
