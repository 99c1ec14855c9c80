// SPDX-License-Identifier: Apache-2.0
#include "binding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "layout_roles.hpp"
#include "shape_expression.hpp"

namespace coldcore::manifest {
namespace {

std::vector<std::string> values_of(const Texts& texts) {
  std::vector<std::string> values;
  for (const Text& text : texts) values.push_back(text.value);
  return values;
}

bool looks_whole(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

/// What a value given in the manifest is passed as: whole numbers and truth values as int64.
std::string_view dtype_of_value(const Text& value) {
  if (!value.given() || value.node->quoted) return kDefaultDtype;
  return looks_whole(value.value) || is_yaml_bool(value) ? kSymbolDtype : kDefaultDtype;
}

class BindingMaker {
 public:
  BindingMaker(const Manifest& spec, const Configuration* configuration)
      : spec_(spec), configuration_(configuration) {}

  Binding make() {
    binding_.kernel = spec_.kernel;
    binding_.configuration = configuration_ == nullptr ? "" : configuration_->name.value;
    binding_.symbol = symbol_of(spec_, configuration_);
    for (const Text& name : spec_.array_args) add_array(name.value);
    for (const std::string& name : scalar_names()) add_scalar(name);
    for (const std::string& name : symbols_) add_symbol(name);
    const auto before = [](const Arg& a, const Arg& b) { return a.name < b.name; };
    std::ranges::sort(pointers_, before);
    std::ranges::sort(scalars_, before);
    std::ranges::sort(binding_.packed, {}, &PackedGroup::logical);
    binding_.args = std::move(pointers_);
    binding_.args.insert(binding_.args.end(), scalars_.begin(), scalars_.end());
    return std::move(binding_);
  }

 private:
  const Variant* chosen_variant(const SparseArray& array) const {
    const Choice* const choice =
        configuration_ == nullptr ? nullptr : configuration_->find(array.name.value);
    return choice == nullptr ? nullptr : array.find(choice->format.value);
  }

  void add_array(const std::string& name) {
    const SparseArray* const array = spec_.find_sparse(name);
    if (array == nullptr) return add_dense(name);
    take_symbols(values_of(array->logical_shape));
    const Variant* const variant = chosen_variant(*array);
    if (variant == nullptr) return;
    if (variant->format.value == kDense) return add_stored_densely(*array, *variant);
    add_packed(*array, *variant);
  }

  void add_packed(const SparseArray& array, const Variant& variant) {
    PackedGroup group{array.name.value, {}, variant.format.value};
    for (const Buffer& buffer : variant.buffers) {
      group.members.push_back(buffer.name.value);
      pointers_.push_back(pointer_to(buffer, buffer.name.value, array, variant));
    }
    std::ranges::sort(group.members);
    binding_.packed.push_back(std::move(group));
  }

  /// One pointer under the logical name, like any other dense array.
  void add_stored_densely(const SparseArray& array, const Variant& variant) {
    for (const Buffer& buffer : variant.buffers) {
      if (buffer.role.value != "data") continue;
      pointers_.push_back(pointer_to(buffer, array.name.value, array, variant));
    }
  }

  Arg pointer_to(const Buffer& buffer, const std::string& name, const SparseArray& array,
                 const Variant& variant) {
    Arg arg;
    arg.name = name;
    arg.pointer = true;
    arg.dtype = buffer.dtype.value;
    arg.shape = values_of(buffer.shape);
    const Format* const format = find_format(variant.format.value);
    const Role* const role = format == nullptr ? nullptr : format->find(buffer.role.value);
    arg.what = fmt::format("{} ({}), {}", array.name.value, variant.format.value,
                           role == nullptr ? buffer.role.value : role->what);
    take_symbols(*arg.shape);
    return arg;
  }

  void add_dense(const std::string& name) {
    const Declaration* const declared = spec_.find_declaration(name);
    Arg arg;
    arg.name = name;
    arg.pointer = true;
    arg.dtype = declared && declared->dtype.given() ? declared->dtype.value : kDefaultDtype;
    arg.is_const = !contains(spec_.output_args, name);
    if (!arg.is_const) arg.role = ArgRole::kOutput;
    arg.what = arg.is_const ? "dense input" : "dense output, filled by the kernel";
    if (declared != nullptr && declared->shape_node != nullptr) {
      arg.shape = values_of(declared->shape);
      take_symbols(*arg.shape);
    }
    pointers_.push_back(std::move(arg));
  }

  void take_symbols(const std::vector<std::string>& shape) {
    for (const std::string& extent : shape) {
      for (std::string& symbol : symbols_of_extent(extent)) symbols_.insert(std::move(symbol));
    }
  }

  /// Of input_args what is neither an array nor a buffer of any variant nor a size; without
  /// input_args, what init declares as a scalar.
  std::vector<std::string> scalar_names() const {
    std::set<std::string> names;
    for (const Text& name : spec_.input_args) names.insert(name.value);
    if (spec_.input_args_node == nullptr) {
      for (const Declaration& declared : spec_.declarations) {
        if (declared.value.given()) names.insert(declared.name.value);
      }
    }
    std::vector<std::string> scalars;
    for (const std::string& name : names) {
      const bool array = contains(spec_.array_args, name) || spec_.owner_of_buffer(name) != nullptr;
      if (!array && !symbols_.contains(name)) scalars.push_back(name);
    }
    return scalars;
  }

  void add_scalar(const std::string& name) {
    const Declaration* const declared = spec_.find_declaration(name);
    const Text* const parameter = spec_.parameter_value(name);
    Arg arg;
    arg.name = name;
    arg.dtype = kDefaultDtype;
    arg.what = "scalar";
    if (declared != nullptr && declared->dtype.given()) {
      arg.dtype = declared->dtype.value;
    } else if (declared != nullptr && declared->value.given()) {
      arg.dtype = dtype_of_value(declared->value);
    } else if (parameter != nullptr) {
      arg.dtype = dtype_of_value(*parameter);
      if (arg.dtype == kSymbolDtype) arg.role = ArgRole::kSymbol;
      if (arg.dtype == kSymbolDtype) arg.what = "size";
    }
    scalars_.push_back(std::move(arg));
  }

  void add_symbol(const std::string& name) {
    Arg arg;
    arg.name = name;
    arg.dtype = kSymbolDtype;
    arg.role = ArgRole::kSymbol;
    arg.what = "size";
    scalars_.push_back(std::move(arg));
  }

  const Manifest& spec_;
  const Configuration* configuration_;
  Binding binding_;
  std::vector<Arg> pointers_;
  std::vector<Arg> scalars_;
  std::set<std::string> symbols_;
};

const Configuration* chosen_configuration(const Manifest& spec,
                                          std::optional<std::string_view> name) {
  if (!name) return spec.configurations.empty() ? nullptr : &spec.configurations.front();
  if (const Configuration* found = spec.find_configuration(*name)) return found;
  std::vector<std::string> names;
  for (const Configuration& configuration : spec.configurations) {
    names.push_back(shown(configuration.name.value));
  }
  throw ManifestError(fmt::format("there is no configuration \"{}\": {}", shown(*name),
                                  names.empty()
                                      ? "the manifest has none"
                                      : fmt::format("it is one of {}", fmt::join(names, ", "))));
}

}  // namespace

std::string symbol_of(const Manifest& spec, const Configuration* configuration) {
  std::string symbol = spec.symbol;
  if (configuration != nullptr) symbol += "_" + configuration->name.value;
  symbol += "_fp64";
  std::ranges::transform(symbol, symbol.begin(), [](unsigned char c) {
    return static_cast<char>(c < 0x80 ? std::tolower(c) : c);
  });
  return symbol;
}

Binding binding_from_spec(const Manifest& spec, std::optional<std::string_view> configuration) {
  return BindingMaker(spec, chosen_configuration(spec, configuration)).make();
}

}  // namespace coldcore::manifest
