// SPDX-License-Identifier: Apache-2.0
#include "sparse_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <span>
#include <utility>

#include "available_memory.hpp"
#include "layout_roles.hpp"
#include "problem.hpp"
#include "shape_expression.hpp"
#include "sparse_elements.hpp"
#include "sparse_layouts.hpp"

namespace coldcore::cli {
namespace {

using layouts::Format;
using layouts::Layout;
using search::InputError;

std::string_view dtype_name(std::int32_t dtype) {
  switch (dtype) {
    case COLDCORE_LAYOUT_INT32:
      return "int32";
    case COLDCORE_LAYOUT_INT64:
      return "int64";
    case COLDCORE_LAYOUT_FLOAT32:
      return "float32";
    default:
      return "float64";
  }
}

std::int64_t elements_of(const std::vector<std::int64_t>& shape, const std::string& name) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (!__builtin_mul_overflow(elements, extent, &elements)) continue;
    throw InputError(fmt::format("{} has more than 2^63 - 1 elements", name));
  }
  return elements;
}

void require_memory(std::int64_t bytes, const std::string& name) {
  const std::int64_t available = search::available_memory();
  if (bytes <= available) return;
  throw search::MemoryError(
      fmt::format("{} takes {} bytes of memory, but {} are available", name, bytes, available));
}

/// All buffers of a variant that hold indices are int32.
bool has_narrow_indices(const manifest::Variant& variant) {
  return std::ranges::all_of(variant.buffers, [](const manifest::Buffer& buffer) {
    return !manifest::is_index_role(buffer.role.value) || buffer.dtype.value == "int32";
  });
}

class ListMaker {
 public:
  ListMaker(const manifest::Manifest& spec, const manifest::Binding& binding,
            const SparseInputOptions& options, const KnownSizes& sizes, const LogicalInputs& inputs)
      : spec_(spec), options_(options), known_(sizes), inputs_(inputs) {
    list_.binding = binding;
    all_known_ = sizes.given;
    all_known_.insert(sizes.otherwise.begin(), sizes.otherwise.end());
  }

  ArgumentList make() {
    for (const manifest::Arg& declared : list_.binding.args) {
      list_.arguments.push_back(Argument{declared, "", "", {}, 0, 0, nullptr, {}});
    }
    for (const manifest::SparseArray& array : spec_.sparse_arrays) bind_sparse(array);
    for (Argument& argument : list_.arguments) note_dense_file(argument);
    const Sizes sizes = solve_sizes(facts_, needed_sizes(), sizes_given(), known_.otherwise);
    for (Argument& argument : list_.arguments) {
      if (argument.declared.pointer) {
        if (argument.role.empty()) bind_dense(argument, sizes);
      } else {
        bind_scalar(argument, sizes);
      }
    }
    check_given_names(sizes);
    return std::move(list_);
  }

 private:
  // --- Sparse arrays

  const manifest::Variant& variant_of(const manifest::SparseArray& array) const {
    const auto& configuration = *spec_.find_configuration(list_.binding.configuration);
    return *array.find(configuration.find(array.name.value)->format.value);
  }

  void bind_sparse(const manifest::SparseArray& array) {
    const manifest::Variant& variant = variant_of(array);
    note_logical_sizes(array);
    const Layout& layout = layout_of(array, variant);
    facts_.push_back(
        {array.name.value, texts_of(array.logical_shape), {layout.rows(), layout.cols()}, {}});
    for (const manifest::Buffer& buffer : variant.buffers)
      bind_buffer(array, variant, buffer, layout);
  }

  void note_logical_sizes(const manifest::SparseArray& array) {
    const Layout& rows = inputs_.sparse.at(array.name.value);
    const std::int64_t shape[] = {rows.rows(), rows.cols()};
    for (std::size_t i = 0; i < array.logical_shape.size() && i < 2; ++i) {
      logical_sizes_[array.logical_shape[i].value] = shape[i];
    }
  }

  const Layout& layout_of(const manifest::SparseArray& array, const manifest::Variant& variant) {
    const Layout& rows = inputs_.sparse.at(array.name.value);
    const layouts::Options options = layout_options(variant, rows.rows());
    list_.layouts.push_back(laid_out([&] {
      const Format format = layouts::format_of(variant.format.value);
      const bool same_type = rows.value() == value_dtype_of(variant);
      return same_type ? rows.convert(format, options) : widened(rows).convert(format, options);
    }));
    return list_.layouts.back();
  }

  /// float32 values as float64, for a kernel that takes no others.
  static Layout widened(const Layout& rows) {
    const auto narrow = rows.elements<float>("data");
    const std::vector<double> values(narrow.begin(), narrow.end());
    return Layout::from_csr(rows.cols(), rows.elements<std::int64_t>("indptr"),
                            rows.elements<std::int64_t>("indices"), std::span<const double>(values),
                            Format::kCsr);
  }

  layouts::Options layout_options(const manifest::Variant& variant, std::int64_t rows) const {
    layouts::Options options;
    options.index = has_narrow_indices(variant) ? COLDCORE_LAYOUT_INT32 : COLDCORE_LAYOUT_INT64;
    options.block_rows = options_.block_rows.value_or(0);
    options.block_cols = options_.block_cols.value_or(0);
    options.slice_rows = options_.slice_rows.value_or(0);
    options.sigma = options_.sigma.value_or(0);
    for (const manifest::Buffer& buffer : variant.buffers) {
      const bool is_blocks = buffer.role.value == "data" && buffer.shape.size() == 3;
      if (is_blocks && options.block_rows == 0) options.block_rows = known_extent(buffer.shape[1]);
      if (is_blocks && options.block_cols == 0) options.block_cols = known_extent(buffer.shape[2]);
      const bool is_slices = buffer.role.value == "slice_ptr" && buffer.shape.size() == 1;
      if (is_slices && options.slice_rows == 0) {
        options.slice_rows = rows_of_slice(buffer.shape[0].value, rows);
      }
    }
    return options;
  }

  /// 0 where the extent is not known yet.
  std::int64_t known_extent(const manifest::Text& extent) const {
    const auto shape = shape_by({extent.value}, all_known_);
    return shape ? shape->front() : 0;
  }

  /// A known size that makes "(M + SR - 1) // SR + 1" the length of the starts of slices of so many
  /// rows; 0 if there is none.
  std::int64_t rows_of_slice(const std::string& extent, std::int64_t rows) const {
    Sizes sizes = all_known_;
    for (const auto& [name, value] : logical_sizes_) sizes[name] = value;
    for (const std::string& symbol : manifest::symbols_of_extent(extent)) {
      const auto size = all_known_.find(symbol);
      const bool usable = size != all_known_.end() && size->second >= 1;
      if (!usable || logical_sizes_.contains(symbol)) continue;
      const auto length = shape_by({extent}, sizes);
      if (length && length->front() == (rows + size->second - 1) / size->second + 1) {
        return size->second;
      }
    }
    return 0;
  }

  void bind_buffer(const manifest::SparseArray& array, const manifest::Variant& variant,
                   const manifest::Buffer& buffer, const Layout& layout) {
    const bool dense = variant.format.value == manifest::kDense;
    const std::string& name = dense ? array.name.value : buffer.name.value;
    Argument* const argument = find_argument(name);
    if (argument == nullptr) return;
    const coldcore_layout_buffer found =
        laid_out([&] { return layout.buffer(buffer.role.value.c_str()); });
    argument->array = array.name.value;
    argument->role = buffer.role.value;
    argument->shape.emplace(found.shape, found.shape + found.rank);
    argument->elements = elements_of(*argument->shape, name);
    argument->bytes = argument->elements * element_bytes(argument->declared.dtype);
    argument->data = in_declared_type(*argument, found);
    facts_.push_back({name, texts_of(buffer.shape), *argument->shape, hints_of(layout)});
  }

  const void* in_declared_type(const Argument& argument, const coldcore_layout_buffer& found) {
    const std::string_view type = dtype_name(found.dtype);
    if (type == argument.declared.dtype) return found.data;
    require_memory(argument.bytes, argument.declared.name);
    list_.converted.push_back(converted(type, found.data, argument.elements,
                                        argument.declared.dtype, argument.declared.name));
    return list_.converted.back().data();
  }

  static std::vector<std::int64_t> hints_of(const Layout& layout) {
    const coldcore_layout_info info = layout.info();
    if (layout.format() == Format::kSellCSigma) return {info.slice_rows};
    if (layout.format() == Format::kPackedBanded) return {info.lbound, info.ubound};
    return {};
  }

  // --- Dense arrays

  /// The shape of an array from a file says what its symbols are.
  void note_dense_file(const Argument& argument) {
    const auto file = inputs_.dense.find(argument.declared.name);
    if (file == inputs_.dense.end() || !argument.declared.shape) return;
    std::vector<std::int64_t> shape{file->second.rows, file->second.cols};
    facts_.push_back({argument.declared.name, *argument.declared.shape, std::move(shape), {}});
  }

  void bind_dense(Argument& argument, const Sizes& sizes) {
    const auto file = inputs_.dense.find(argument.declared.name);
    if (argument.declared.shape) {
      argument.shape = shape_by(*argument.declared.shape, sizes);
    } else if (file != inputs_.dense.end()) {
      argument.shape.emplace({file->second.rows, file->second.cols});
    }
    if (!argument.shape) return;
    argument.elements = elements_of(*argument.shape, argument.declared.name);
    if (__builtin_mul_overflow(argument.elements, element_bytes(argument.declared.dtype),
                               &argument.bytes)) {
      throw InputError(fmt::format("{} has more than 2^63 - 1 bytes", argument.declared.name));
    }
    if (file == inputs_.dense.end()) return;
    require_memory(argument.bytes, argument.declared.name);
    list_.converted.push_back(converted("float64", file->second.values.data(), argument.elements,
                                        argument.declared.dtype, argument.declared.name));
    argument.data = list_.converted.back().data();
  }

  // --- Scalars and sizes

  std::set<std::string> needed_sizes() const {
    std::set<std::string> needed;
    for (const Argument& argument : list_.arguments) {
      if (argument.declared.role == manifest::ArgRole::kSymbol)
        needed.insert(argument.declared.name);
    }
    return needed;
  }

  /// Of what --set gives the sizes; the rest are scalars.
  Sizes sizes_given() const {
    Sizes given;
    for (const auto& [name, value] : known_.given) {
      if (is_size(name)) given.emplace(name, value);
    }
    return given;
  }

  bool is_size(std::string_view name) const {
    const auto is_it = [name](const Argument& argument) {
      return argument.declared.role == manifest::ArgRole::kSymbol && argument.declared.name == name;
    };
    return std::ranges::any_of(list_.arguments, is_it);
  }

  void bind_scalar(Argument& argument, const Sizes& sizes) const {
    if (argument.declared.role == manifest::ArgRole::kSymbol) {
      argument.scalar = converted("int64", &sizes.find(argument.declared.name)->second, 1,
                                  argument.declared.dtype, argument.declared.name);
      return;
    }
    const std::string text = scalar_source(argument.declared.name);
    std::int64_t whole = 0;
    const char* const end = text.data() + text.size();
    const auto [whole_stop, whole_error] = std::from_chars(text.data(), end, whole);
    if (whole_error == std::errc() && whole_stop == end) {
      argument.scalar =
          converted("int64", &whole, 1, argument.declared.dtype, argument.declared.name);
      return;
    }
    double real = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, real);
    if (error != std::errc() || stop != end) {
      throw InputError(
          fmt::format("{} is \"{}\", which is no number", argument.declared.name, text));
    }
    argument.scalar =
        converted("float64", &real, 1, argument.declared.dtype, argument.declared.name);
  }

  std::string scalar_source(const std::string& name) const {
    const auto given = known_.given_texts.find(name);
    if (given != known_.given_texts.end()) return given->second;
    const manifest::Declaration* const declared = spec_.find_declaration(name);
    const manifest::Text* text =
        declared != nullptr && declared->value.given() ? &declared->value : nullptr;
    if (text == nullptr) text = spec_.parameter_value(name);
    if (text == nullptr) {
      throw InputError(
          fmt::format("nothing says what the scalar {} is: --set {}=NUMBER", name, name));
    }
    if (manifest::is_yaml_bool(*text)) return is_true(text->value) ? "1" : "0";
    return text->value;
  }

  static bool is_true(std::string_view text) {
    return text.starts_with('y') || text.starts_with('Y') || text.starts_with('t') ||
           text.starts_with('T') || text == "on" || text == "On" || text == "ON";
  }

  void check_given_names(const Sizes& sizes) const {
    for (const auto& [name, text] : known_.given_texts) {
      const Argument* const argument = list_.find(name);
      const bool known = argument != nullptr && !argument->declared.pointer;
      if (known && !(is_size(name) && !known_.given.contains(name))) continue;
      if (known) throw InputError(fmt::format("--set {}={}: a size is a whole number", name, text));
      if (sizes.contains(name)) continue;
      throw InputError(fmt::format("--set {}: {} has no size and no scalar of this name", name,
                                   options_.manifest));
    }
  }

  // --- Helpers

  static std::vector<std::string> texts_of(const manifest::Texts& texts) {
    std::vector<std::string> values;
    for (const manifest::Text& text : texts) values.push_back(text.value);
    return values;
  }

  Argument* find_argument(std::string_view name) {
    const auto found = std::ranges::find_if(list_.arguments, [name](const Argument& argument) {
      return argument.declared.name == name;
    });
    return found == list_.arguments.end() ? nullptr : &*found;
  }

  const manifest::Manifest& spec_;
  const SparseInputOptions& options_;
  const KnownSizes& known_;
  const LogicalInputs& inputs_;
  Sizes all_known_;
  Sizes logical_sizes_;
  std::vector<ShapeFact> facts_;
  ArgumentList list_;
};

}  // namespace

const Argument* ArgumentList::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      arguments, [name](const Argument& argument) { return argument.declared.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

std::int64_t ArgumentList::bytes() const {
  std::int64_t sum = 0;
  for (const Argument& argument : arguments) sum += argument.bytes;
  return sum;
}

ArgumentList bind_arguments(const manifest::Manifest& spec, const manifest::Binding& binding,
                            const SparseInputOptions& options, const KnownSizes& sizes,
                            const LogicalInputs& inputs) {
  return ListMaker(spec, binding, options, sizes, inputs).make();
}

std::string scalar_text(const Argument& argument) {
  const std::string& dtype = argument.declared.dtype;
  if (dtype == "int64") {
    std::int64_t value = 0;
    std::memcpy(&value, argument.scalar.data(), sizeof value);
    return std::to_string(value);
  }
  const std::vector<double> parts = as_doubles(dtype, argument.scalar.data(), 1);
  return parts.size() == 1 ? fmt::format("{}", parts[0])
                           : fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace coldcore::cli
