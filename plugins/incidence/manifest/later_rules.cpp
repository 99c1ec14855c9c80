// SPDX-License-Identifier: Apache-2.0
//
// What the ecosystem's loader takes without a word, and what cannot be meant.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "binding.hpp"
#include "rule_context.hpp"
#include "shape_expression.hpp"

namespace coldcore::manifest {
namespace {

constexpr std::size_t kLongestName = 63;  // Fortran takes no more.

class LaterRules : RuleContext {
 public:
  using RuleContext::RuleContext;

  void check() {
    for_each_variant([this](const SparseArray&, const Variant& v) { check_roles(v); });
    check_given();
    for_each_variant([this](const SparseArray&, const Variant& v) { check_shapes(v); });
    check_declared_extents();
    check_buffers_once();
    check_wiring();
    check_arguments();
    check_names();
    check_input_args();
    check_other_dtypes();
    check_symbol_values();
    check_kernel_name();
  }

 private:
  // --- Rules 15 to 20 ---

  void check_roles(const Variant& variant) {
    const Format* const format = find_format(variant.format.value);
    std::map<std::string_view, const Buffer*> seen;
    for (const Buffer& buffer : variant.buffers) {
      if (!buffer.role.given()) {
        report(*buffer.node, 15, "the buffer has no role", "say which it is, role: ...");
        continue;
      }
      const auto [first, fresh] = seen.emplace(buffer.role.value, &buffer);
      if (!fresh) {
        report(buffer.role, 15,
               fmt::format("line {} has a buffer for {} already", first->second->role.node->line,
                           quoted_text(buffer.role.value)),
               "remove one");
      } else if (format != nullptr && format->find(buffer.role.value) == nullptr) {
        report(buffer.role, 16,
               fmt::format("{} has no role {}, and kernels get the buffer all the same",
                           format->name, quoted_text(buffer.role.value)),
               "its roles are " + listed(role_names(*format)));
      }
    }
  }

  void check_given() {
    for (const SparseArray& array : manifest_.sparse_arrays) {
      if (array.shape_node == nullptr) {
        report(array.name, 17, "it has no logical_shape, so kernels would not learn its size",
               "add logical_shape: [ROWS, COLUMNS]");
      }
      for (const Variant& variant : array.variants) {
        for (const Buffer& buffer : variant.buffers) check_given(buffer);
      }
    }
  }

  void check_given(const Buffer& buffer) {
    if (buffer.shape_node == nullptr) {
      report(*buffer.node, 17, "the buffer has no shape", "add shape: [...]");
    }
    if (!buffer.dtype.given() && buffer.node->find("dtype") == nullptr) {
      report(*buffer.node, 17, "the buffer has no dtype", "add dtype: ...");
    }
  }

  /// A text is a sequence of characters to the ecosystem's loader: "nnz" has the shape (n, n, z).
  void check_list(const Node* shape) {
    if (shape == nullptr || shape->kind != NodeKind::kScalar) return;
    report(*shape, 18,
           fmt::format("the shape is a text, {}, and would be taken letter by letter",
                       quoted_text(shape->text)),
           fmt::format("write a list, [{}]", shown(shape->text)));
  }

  void check_extents(const Texts& shape) {
    for (const Text& extent : shape) {
      if (is_yaml_bool(extent)) {
        report(extent, 18, fmt::format("YAML takes {} for a truth value", extent.value),
               "quote it");
      } else if (const std::string why = complaint_about_extent(extent.value); !why.empty()) {
        report(extent, 18, fmt::format("{} is no extent: {}", quoted_text(extent.value), why),
               "write numbers and symbols with + - * / // %");
      }
    }
  }

  void check_shapes(const Variant& variant) {
    const Format* const format = find_format(variant.format.value);
    for (const Buffer& buffer : variant.buffers) {
      check_list(buffer.shape_node);
      check_extents(buffer.shape);
      const Role* const role = format == nullptr ? nullptr : format->find(buffer.role.value);
      const auto extents = static_cast<int>(buffer.shape.size());
      if (role == nullptr || role->rank == 0 || buffer.shape_node == nullptr ||
          buffer.shape_node->kind != NodeKind::kList || extents == role->rank) {
        continue;
      }
      report(*buffer.shape_node, 19,
             fmt::format("{} extent{} where {} of {} has {}", extents, extents == 1 ? "" : "s",
                         role->name, format->name, role->rank),
             "see the format's buffers");
    }
  }

  void check_declared_extents() {
    for (const SparseArray& array : manifest_.sparse_arrays) {
      check_list(array.shape_node);
      check_extents(array.logical_shape);
      if (array.shape_node == nullptr || array.shape_node->kind != NodeKind::kList ||
          array.logical_shape.size() == 2) {
        continue;
      }
      report(*array.shape_node, 19,
             fmt::format("a matrix has 2 extents, not {}", array.logical_shape.size()),
             "write [ROWS, COLUMNS]");
    }
    for (const Declaration& declaration : manifest_.declarations) check_extents(declaration.shape);
  }

  void check_buffers_once() {
    std::map<std::string, std::pair<const SparseArray*, const Text*>> first_of;
    for_each_variant([&](const SparseArray& array, const Variant& variant) {
      std::set<std::string> here;
      for (const Buffer& buffer : variant.buffers) {
        if (!buffer.name.given()) continue;
        const std::string& name = buffer.name.value;
        const auto& first = first_of.emplace(name, std::pair(&array, &buffer.name)).first->second;
        if (here.insert(name).second && first.first == &array && sparse(name) == nullptr) continue;
        report(buffer.name, 20,
               sparse(name) != nullptr ? quoted_text(name) + " is a sparse array, too"
                                       : fmt::format("line {} has a buffer {} already",
                                                     first.second->node->line, quoted_text(name)),
               "give each buffer a name of its own");
      }
    });
  }

  // --- Rules 21 to 26 ---

  void check_wiring() {
    for (const Configuration& configuration : manifest_.configurations) {
      for (const Choice& choice : configuration.choices) {
        if (sparse(choice.array.value) != nullptr) continue;
        report(choice.array, 21,
               fmt::format("there is no {} under sparse_layouts", quoted_text(choice.array.value)),
               "declare it, or remove the entry");
      }
    }
    if (!manifest_.sparse_arrays.empty() && manifest_.configurations.empty()) {
      report(manifest_.sparse_arrays.front().name, 22,
             "there are sparse arrays and no configuration, so no kernel comes of them",
             "add configurations: {NAME: {ARRAY: FORMAT}}");
    }
    for (const SparseArray& array : manifest_.sparse_arrays) {
      if (array.variants.empty()) {
        report(array.name, 22, "it has no variant, so no configuration can choose one",
               "add variants: {FORMAT: {buffers: [...]}}");
      }
      if (is_array(array.name.value)) continue;
      report(array.name, 23, "it is not in array_args, so kernels would not get it",
             fmt::format("add {} to array_args", shown(array.name.value)));
    }
  }

  void check_arguments() {
    for (const Texts* list :
         {&manifest_.input_args, &manifest_.array_args, &manifest_.output_args}) {
      std::set<std::string_view> seen;
      for (const Text& name : *list) {
        if (seen.insert(name.value).second) continue;
        report(name, 24, quoted_text(name.value) + " is in this list already", "remove one");
      }
    }
    for (const Text& name : manifest_.output_args) {
      if (sparse(name.value) != nullptr || owner(name.value) != nullptr) {
        report(name, 26,
               quoted_text(name.value) + " is sparse, and sparse arrays are passed to be read only",
               "write to a dense array");
      } else if (!is_array(name.value)) {
        report(name, 25,
               quoted_text(name.value) + " is not in array_args, so kernels would not get it",
               fmt::format("add {} to array_args", shown(name.value)));
      }
    }
  }

  // --- Rules 27 to 33 ---

  void check_name(const Text& name, std::string_view of_what) {
    if (is_yaml_bool(name)) {
      report(name, 27, fmt::format("YAML takes {} for a truth value", name.value), "quote it");
    } else if (!is_identifier(name.value) || name.value.size() > kLongestName) {
      report(name, 27, fmt::format("{} cannot name {}", quoted_text(name.value), of_what),
             "take a letter or _, then at most 62 letters, digits and _");
    } else if (name.value == kWorkspace || name.value == kWorkspaceSize) {
      report(name, 27, quoted_text(name.value) + " is the name of a reserved argument",
             "take another");
    }
  }

  void check_names() {
    for (const Text& name : manifest_.array_args) check_name(name, "an argument");
    for (const Text& name : manifest_.input_args) {
      if (!is_array(name.value)) check_name(name, "an argument");
    }
    for (const Configuration& configuration : manifest_.configurations) {
      check_name(configuration.name, "a configuration");
    }
    for_each_variant([this](const SparseArray&, const Variant& variant) {
      for (const Buffer& buffer : variant.buffers) {
        if (buffer.name.given()) check_name(buffer.name, "an argument");
        check_symbols(buffer.shape);
      }
    });
    for (const SparseArray& array : manifest_.sparse_arrays) check_symbols(array.logical_shape);
    for (const Text& name : manifest_.array_args) {
      if (const Declaration* d = manifest_.find_declaration(name.value)) check_symbols(d->shape);
    }
  }

  void check_symbols(const Texts& shape) {
    for (const Text& extent : shape) {
      if (!complaint_about_extent(extent.value).empty()) continue;
      for (const std::string& symbol : symbols_of_extent(extent.value))
        check_symbol(extent, symbol);
    }
  }

  void check_symbol(const Text& extent, const std::string& symbol) {
    if (symbol == kWorkspace || symbol == kWorkspaceSize || symbol.size() > kLongestName) {
      report(extent, 27, quoted_text(symbol) + " cannot be a size symbol", "take another name");
    } else if (is_array(symbol) || sparse(symbol) || owner(symbol)) {
      report(extent, 28, quoted_text(symbol) + " is a size symbol here, and an array",
             "rename one of the two");
    }
  }

  /// The configured variants' buffers of an array, if the Python kernel takes it by its buffers.
  void check_buffers_of(const SparseArray& array) {
    Strings given;
    const Text* first = nullptr;
    for (const Text& name : manifest_.input_args) {
      if (owner(name.value) != &array || sparse(name.value) != nullptr) continue;
      if (first == nullptr) first = &name;
      given.push_back(name.value);
    }
    if (given.empty()) return;
    std::ranges::sort(given);
    Strings wanted;
    for (const Configuration& configuration : manifest_.configurations) {
      const Choice* const choice = configuration.find(array.name.value);
      const Variant* const variant = choice ? array.find(choice->format.value) : nullptr;
      if (variant == nullptr) continue;
      Strings members;
      for (const Buffer& buffer : variant->buffers) members.push_back(buffer.name.value);
      std::ranges::sort(members);
      if (members == given) return;
      if (wanted.empty()) wanted = members;
    }
    if (wanted.empty()) return;
    report(*first, 29,
           fmt::format("the buffers of {} listed here are those of no configuration",
                       quoted_text(array.name.value)),
           "list " + listed(wanted));
  }

  void check_leak(const Text& name) {
    if (owner(name.value) != nullptr || is_array(name.value)) return;
    if (name.value.size() > kLongestName) return;  // Rule 27 has that.
    const std::size_t bar = name.value.find('_');
    for (std::size_t at = bar; at != std::string::npos; at = name.value.find('_', at + 1)) {
      if (sparse(name.value.substr(0, at)) == nullptr || is_parameter_or_scalar(name.value))
        continue;
      return report(name, 29,
                    quoted_text(name.value) + " is no buffer and would be passed as a scalar",
                    "name a buffer of a variant, or declare it under init.scalars");
    }
  }

  bool is_parameter_or_scalar(const std::string& name) const {
    const Declaration* const declaration = manifest_.find_declaration(name);
    return is_parameter(name) ||
           (declaration != nullptr && (declaration->value.given() || declaration->dtype.given()));
  }

  void check_input_args() {
    for (const SparseArray& array : manifest_.sparse_arrays) check_buffers_of(array);
    for (const Text& name : manifest_.input_args) check_leak(name);
    check_order();
  }

  /// Where buffers are listed, the Python call is meant to be the native one.
  void check_order() {
    Strings buffers;
    Strings dense;
    Strings scalars;
    for (const Text& name : manifest_.input_args) {
      if (owner(name.value) != nullptr && sparse(name.value) == nullptr) {
        buffers.push_back(name.value);
      } else if (is_array(name.value)) {
        dense.push_back(name.value);
      } else {
        scalars.push_back(name.value);
      }
    }
    if (buffers.empty()) return;
    Strings order;
    for (Strings* part : {&buffers, &dense, &scalars}) {
      std::ranges::sort(*part);
      order.insert(order.end(), part->begin(), part->end());
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i] == manifest_.input_args[i].value) continue;
      return report(manifest_.input_args[i], 30,
                    fmt::format("{} stands where {} is expected: buffers, then dense arrays, then "
                                "scalars, each sorted",
                                quoted_text(manifest_.input_args[i].value), quoted_text(order[i])),
                    "list " + shown(listed(order)));
    }
  }

  void check_other_dtypes() {
    for (const SparseArray& array : manifest_.sparse_arrays) {
      check_dtype(array.default_dtype);
      for (const Variant& variant : array.variants) {
        for (const Buffer& buffer : variant.buffers) check_bound(variant, buffer);
      }
    }
    for (const Declaration& declaration : manifest_.declarations) {
      check_dtype(declaration.dtype);
      const Dtype* const dtype = find_dtype(declaration.dtype.value);
      const bool scalar = declaration.shape_node == nullptr && !is_array(declaration.name.value);
      if (!scalar || dtype == nullptr || dtype->kind != NumberKind::kWhole ||
          dtype->name == kSymbolDtype) {
        continue;
      }
      report(declaration.dtype, 31,
             fmt::format("a whole number is passed as int64, not {}", dtype->name),
             "make it int64");
    }
  }

  void check_dtype(const Text& dtype) {
    if (!dtype.given() || find_dtype(dtype.value) != nullptr) return;
    report(dtype, 31, quoted_text(dtype.value) + " is no numeric dtype",
           "take one of " + listed(dtype_names()));
  }

  void check_bound(const Variant& variant, const Buffer& buffer) {
    const Format* const format = find_format(variant.format.value);
    const Role* const role = format == nullptr ? nullptr : format->find(buffer.role.value);
    const Dtype* const dtype = find_dtype(buffer.dtype.value);
    if (role == nullptr || role->kind != RoleKind::kBound || dtype == nullptr ||
        dtype->kind == NumberKind::kWhole) {
      return;
    }
    report(buffer.dtype, 31,
           fmt::format("{} counts diagonals and cannot be {}", role->name, dtype->name),
           "make it int64");
  }

  /// A symbol that no set of parameters has a value for is often a slip of the pen.
  void check_symbol_values() {
    if (!manifest_.has_parameters) return;
    std::set<std::string> said;
    const auto check_shape = [this, &said](const Texts& shape) {
      for (const Text& extent : shape) {
        for (const std::string& symbol : symbols_of_extent(extent.value)) {
          if (is_parameter(symbol) || !said.insert(symbol).second) continue;
          report(extent, 32,
                 fmt::format("{} is passed as a size, and no set of parameters has it",
                             quoted_text(symbol)),
                 "add it to parameters, unless the format decides it");
        }
      }
    };
    for (const SparseArray& array : manifest_.sparse_arrays) {
      check_shape(array.logical_shape);
      for (const Variant& variant : array.variants) {
        if (!is_configured(array, variant)) continue;
        for (const Buffer& buffer : variant.buffers) check_shape(buffer.shape);
      }
    }
    for (const Text& name : manifest_.array_args) {
      if (const Declaration* d = manifest_.find_declaration(name.value)) check_shape(d->shape);
    }
  }

  bool is_configured(const SparseArray& array, const Variant& variant) const {
    return std::ranges::any_of(manifest_.configurations, [&](const Configuration& configuration) {
      const Choice* const choice = configuration.find(array.name.value);
      return choice != nullptr && choice->format.value == variant.format.value;
    });
  }

  void check_kernel_name() {
    check_kernel_name(manifest_.kernel, manifest_.kernel_text, "short_name");
    if (manifest_.symbol_text.given()) {
      check_kernel_name(manifest_.symbol, manifest_.symbol_text, "module_name");
    }
    const Node& root = *manifest_.document.root();
    for (const Configuration& configuration : manifest_.configurations) {
      const std::string symbol = symbol_of(manifest_, &configuration);
      if (symbol.size() <= kLongestName) continue;
      report(manifest_.symbol_text.given() ? *manifest_.symbol_text.node : root, 33,
             fmt::format("the symbol {} has more than the 63 letters that Fortran takes",
                         shown(symbol)),
             "shorten module_name or the configuration's name");
    }
  }

  void check_kernel_name(const std::string& name, const Text& text, std::string_view key) {
    if (is_identifier(name) && name[0] != '_') return;
    report(text.given() ? *text.node : *manifest_.document.root(), 33,
           fmt::format("{} cannot name a kernel", quoted_text(name)),
           fmt::format("give a {} of letters, digits and _", key));
  }
};

}  // namespace

void check_later_rules(const Manifest& manifest, std::vector<Finding>& findings) {
  LaterRules(manifest, findings).check();
}

}  // namespace coldcore::manifest
