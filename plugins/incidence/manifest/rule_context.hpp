// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "layout_roles.hpp"
#include "manifest.hpp"
#include "rules.hpp"

namespace coldcore::manifest {

using Strings = std::vector<std::string>;

/// What the checks of rules share: the manifest, look-ups in it, and where findings go.
class RuleContext {
 public:
  RuleContext(const Manifest& manifest, std::vector<Finding>& findings);

 protected:
  void report(const Node& node, int number, std::string what, std::string remedy);
  void report(const Text& text, int number, std::string what, std::string remedy);
  bool full() const { return findings_.size() >= kMostFindings; }

  template <class Action>
  void for_each_variant(Action action) {
    for (const SparseArray& array : manifest_.sparse_arrays) {
      for (const Variant& variant : array.variants) action(array, variant);
    }
  }

  /// The sparse array of this name, nullptr if there is none.
  const SparseArray* sparse(const std::string& name) const;
  /// The sparse array with a buffer of this name, nullptr if there is none.
  const SparseArray* owner(const std::string& buffer) const;
  bool is_array(const std::string& name) const { return arrays_.contains(name); }
  bool is_parameter(const std::string& name) const { return parameters_.contains(name); }

  const Manifest& manifest_;

 private:
  std::vector<Finding>& findings_;
  std::set<std::string> arrays_;
  std::set<std::string> parameters_;
  std::map<std::string, const SparseArray*> sparse_;
  std::map<std::string, const SparseArray*> owners_;
};

/// "a, b, c".
std::string listed(const Strings& names);

/// For messages, in quotes and cut.
std::string quoted_text(std::string_view text);

Strings role_names(const Format& format);
Strings dtype_names();
Strings format_names();

/// Rules 1 to 11, in the contract's order.
void check_contract_rules(const Manifest& manifest, std::vector<Finding>& findings);

/// Rules 15 and up.
void check_later_rules(const Manifest& manifest, std::vector<Finding>& findings);

}  // namespace coldcore::manifest
