// SPDX-License-Identifier: Apache-2.0
//
// The rules of the manifest contract.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rule_context.hpp"

namespace coldcore::manifest {
namespace {

Strings configuration_names(const Manifest& manifest) {
  Strings names;
  for (const Configuration& c : manifest.configurations) names.push_back(shown(c.name.value));
  return names;
}

bool is_sparse_format(const std::string& name) {
  return name != kDense && find_format(name) != nullptr;
}

class ContractRules : RuleContext {
 public:
  using RuleContext::RuleContext;

  void check() {
    for_each_variant([this](const SparseArray&, const Variant& v) { check_variant(v); });
    check_configurations();
    check_distributions();
    check_logical_names();
    for_each_variant([this](const SparseArray& a, const Variant& v) { check_buffer_names(a, v); });
  }

 private:
  // --- Rules 1 to 4 ---

  void check_variant(const Variant& variant) {
    const Format* const format = find_format(variant.format.value);
    if (format == nullptr) {
      return report(variant.format, 1, quoted_text(variant.format.value) + " is no format",
                    "take one of " + listed(format_names()));
    }
    check_required_roles(variant, *format);
    for (const Buffer& buffer : variant.buffers) check_buffer_dtype(buffer);
  }

  void check_required_roles(const Variant& variant, const Format& format) {
    Strings missing;
    for (const Role& role : format.roles) {
      const bool there = std::ranges::any_of(variant.buffers, [&role](const Buffer& buffer) {
        return buffer.role.given() && buffer.role.value == role.name;
      });
      if (!there) missing.emplace_back(role.name);
    }
    if (missing.empty()) return;
    report(variant.format, 2,
           fmt::format("no buffer has the role {}; {} needs {}", fmt::join(missing, " or "),
                       format.name, listed(role_names(format))),
           "add a buffer for it");
  }

  void check_buffer_dtype(const Buffer& buffer) {
    if (!buffer.dtype.given()) return;
    if (find_dtype(buffer.dtype.value) == nullptr) {
      return report(buffer.dtype, 3, quoted_text(buffer.dtype.value) + " is no numeric dtype",
                    "take one of " + listed(dtype_names()));
    }
    const std::string& dtype = buffer.dtype.value;
    if (buffer.role.given() && is_index_role(buffer.role.value) && dtype != "int32" &&
        dtype != "int64") {
      report(buffer.dtype, 4,
             fmt::format("{} holds indices and cannot be {}", buffer.role.value, dtype),
             "make it int32 or int64");
    }
  }

  // --- Rules 5 to 7 and 10, then 8, 9 and 11 ---

  void check_configurations() {
    std::map<std::map<std::string, std::string>, const Configuration*> known;
    for (const Configuration& configuration : manifest_.configurations) {
      if (full()) return;
      check_configuration(configuration);
      std::map<std::string, std::string> formats;
      for (const Choice& choice : configuration.choices) {
        formats.emplace(choice.array.value, choice.format.value);
      }
      const auto [first, fresh] = known.emplace(std::move(formats), &configuration);
      if (fresh) continue;
      report(configuration.name, 10,
             "it chooses the formats that " + quoted_text(first->second->name.value) + " chooses",
             "remove one of the two, or change a format");
    }
  }

  void check_configuration(const Configuration& configuration) {
    for (const SparseArray& array : manifest_.sparse_arrays) {
      if (configuration.find(array.name.value) != nullptr) continue;
      report(configuration.name, 5, "it chooses no format for " + quoted_text(array.name.value),
             fmt::format("add {}: FORMAT", shown(array.name.value)));
    }
    std::set<std::string> used;
    for (const Choice& choice : configuration.choices) {
      check_declared(choice);
      if (is_sparse_format(choice.format.value)) used.insert(choice.format.value);
    }
    if (used.size() < 2) return;
    report(configuration.name, 7,
           fmt::format("it mixes the sparse formats {}", fmt::join(used, ", ")),
           "take one format, or dense beside it");
  }

  void check_declared(const Choice& choice) {
    const SparseArray* const array = sparse(choice.array.value);
    if (array == nullptr || array->find(choice.format.value) != nullptr) return;
    Strings declared;
    for (const Variant& variant : array->variants) declared.push_back(shown(variant.format.value));
    report(choice.format, 6,
           fmt::format("{} has no variant {}", quoted_text(choice.array.value),
                       quoted_text(choice.format.value)),
           declared.empty() ? "declare one" : "declare it, or take one of " + listed(declared));
  }

  void check_distributions() {
    for (const Distribution& distribution : manifest_.distributions) {
      if (!distribution.configuration.given()) {
        report(distribution.name, 8, "it names no configuration",
               "add configuration: " + a_configuration());
      } else if (manifest_.find_configuration(distribution.configuration.value) == nullptr) {
        report(distribution.configuration, 8,
               "there is no configuration " + quoted_text(distribution.configuration.value),
               "take " + a_configuration());
      }
    }
  }

  std::string a_configuration() const {
    return manifest_.configurations.empty() ? "NAME and declare it under configurations"
                                            : "one of " + listed(configuration_names(manifest_));
  }

  void check_logical_names() {
    for (const Text& name : manifest_.array_args) {
      const SparseArray* const array = owner(name.value);
      if (array == nullptr || sparse(name.value) != nullptr) continue;
      report(name, 9,
             fmt::format("{} is a buffer of {}", quoted_text(name.value),
                         quoted_text(array->name.value)),
             fmt::format("name the logical array, {}", shown(array->name.value)));
    }
  }

  void check_buffer_names(const SparseArray& array, const Variant& variant) {
    for (const Buffer& buffer : variant.buffers) {
      if (!buffer.role.given()) continue;
      const std::string expected = array.name.value + "_" + buffer.role.value;
      if (!buffer.name.given()) {
        report(*buffer.node, 11, "the buffer has no name", "add name: " + shown(expected));
      } else if (buffer.name.value != expected) {
        report(buffer.name, 11,
               fmt::format("{} is not <logical>_<role>", quoted_text(buffer.name.value)),
               "name it " + shown(expected));
      }
    }
  }
};

}  // namespace

void check_contract_rules(const Manifest& manifest, std::vector<Finding>& findings) {
  ContractRules(manifest, findings).check();
}

}  // namespace coldcore::manifest
