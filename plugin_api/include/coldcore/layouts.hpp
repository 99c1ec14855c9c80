// SPDX-License-Identifier: Apache-2.0
//
// coldcore/layouts.hpp - layouts.h for C++20: ownership, spans, exceptions. Header-only over the C
// ABI, so that exceptions begin in the caller's code and no C++ type crosses the border. Shapes,
// conventions and errors are those of layouts.h.
#pragma once

#include <coldcore/layouts.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coldcore::layouts {

/// A failed call: its COLDCORE_LAYOUT_E_* code and its line.
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& line) : std::runtime_error(line), code_(code) {}
  int code() const noexcept { return code_; }

 private:
  int code_;
};

enum class Format : int {
  kCsr = COLDCORE_LAYOUT_CSR,
  kCsc = COLDCORE_LAYOUT_CSC,
  kCoo = COLDCORE_LAYOUT_COO,
  kDia = COLDCORE_LAYOUT_DIA,
  kEll = COLDCORE_LAYOUT_ELL,
  kBcsr = COLDCORE_LAYOUT_BCSR,
  kJds = COLDCORE_LAYOUT_JDS,
  kSellCSigma = COLDCORE_LAYOUT_SELL_C_SIGMA,
  kPackedBanded = COLDCORE_LAYOUT_PACKED_BANDED,
  kDense = COLDCORE_LAYOUT_DENSE,
  kBcoo = COLDCORE_LAYOUT_BCOO
};

/// All of them.
inline constexpr Format kFormats[] = {Format::kCsr,   Format::kCsc,        Format::kCoo,
                                      Format::kDia,   Format::kEll,        Format::kBcsr,
                                      Format::kJds,   Format::kSellCSigma, Format::kPackedBanded,
                                      Format::kDense, Format::kBcoo};

enum class Dtype : int {
  kInt32 = COLDCORE_LAYOUT_INT32,
  kInt64 = COLDCORE_LAYOUT_INT64,
  kFloat32 = COLDCORE_LAYOUT_FLOAT32,
  kFloat64 = COLDCORE_LAYOUT_FLOAT64
};

template <class T>
constexpr Dtype dtype_of() {
  static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
                    std::is_same_v<T, float> || std::is_same_v<T, double>,
                "elements are int32_t, int64_t, float or double");
  if (std::is_same_v<T, std::int32_t>) return Dtype::kInt32;
  if (std::is_same_v<T, std::int64_t>) return Dtype::kInt64;
  return std::is_same_v<T, float> ? Dtype::kFloat32 : Dtype::kFloat64;
}

/// The options with their defaults: Options o; o.index = COLDCORE_LAYOUT_INT32;
struct Options : coldcore_layout_options {
  Options() : coldcore_layout_options{} { struct_size = sizeof(coldcore_layout_options); }
};

/// Throws Error with the line of the call that answered `code`. Returns other answers.
inline int checked(int code) {
  if (code < 0) throw Error(code, coldcore_layout_last_error());
  return code;
}

inline std::string_view name(Format format) {
  return coldcore_layout_format_name(static_cast<int>(format));
}

/// The format of this name. Throws Error.
inline Format format_of(const std::string& name) {
  return static_cast<Format>(checked(coldcore_layout_format_of(name.c_str())));
}

/// For adopt: a caller's array as the buffer of a role.
template <class T>
coldcore_layout_buffer buffer(const char* role, std::span<const T> data,
                              std::initializer_list<std::int64_t> shape) {
  if (shape.size() > 3) {
    throw Error(COLDCORE_LAYOUT_E_BUFFER, "a buffer has at most 3 dimensions");
  }
  coldcore_layout_buffer result{};
  result.role = role;
  result.dtype = static_cast<std::int32_t>(dtype_of<T>());
  for (const std::int64_t extent : shape) result.shape[result.rank++] = extent;
  result.data = data.data();
  result.bytes = static_cast<std::int64_t>(data.size_bytes());
  return result;
}

template <class T>
coldcore_layout_buffer buffer(const char* role, const std::vector<T>& data) {
  return buffer(role, std::span<const T>(data), {static_cast<std::int64_t>(data.size())});
}

template <class T>
coldcore_layout_buffer buffer(const char* role, const std::vector<T>& data,
                              std::initializer_list<std::int64_t> shape) {
  return buffer(role, std::span<const T>(data), shape);
}

/// Owns a coldcore_layout. Movable; empty by default and after a move, when only get() may be
/// called.
class Layout {
 public:
  Layout() = default;

  /// Takes over what the C ABI made.
  explicit Layout(coldcore_layout* layout) : layout_(layout) {}

  /// coldcore_layout_from_coo; the three arrays have one length.
  template <class I, class V>
  static Layout from_coo(std::int64_t rows, std::int64_t cols, std::span<const I> row,
                         std::span<const I> col, std::span<const V> data, Format format,
                         const Options& options = {}) {
    need(row.size() == col.size() && row.size() == data.size(),
         "from_coo: row, col and data differ in length");
    coldcore_layout* made = nullptr;
    checked(coldcore_layout_from_coo(rows, cols, static_cast<std::int64_t>(data.size()),
                                     static_cast<int>(dtype_of<I>()), row.data(), col.data(),
                                     static_cast<int>(dtype_of<V>()), data.data(),
                                     static_cast<int>(format), &options, &made));
    return Layout(made);
  }

  template <class I, class V>
  static Layout from_coo(std::int64_t rows, std::int64_t cols, const std::vector<I>& row,
                         const std::vector<I>& col, const std::vector<V>& data, Format format,
                         const Options& options = {}) {
    return from_coo(rows, cols, std::span<const I>(row), std::span<const I>(col),
                    std::span<const V>(data), format, options);
  }

  /// coldcore_layout_from_csr; indptr has one element more than there are rows.
  template <class I, class V>
  static Layout from_csr(std::int64_t cols, std::span<const I> indptr, std::span<const I> indices,
                         std::span<const V> data, Format format, const Options& options = {}) {
    need(!indptr.empty(),
         "from_csr: indptr has no element, but it has one more than there are rows");
    need(indices.size() == data.size(), "from_csr: indices and data differ in length");
    coldcore_layout* made = nullptr;
    checked(coldcore_layout_from_csr(
        static_cast<std::int64_t>(indptr.size()) - 1, cols, static_cast<std::int64_t>(data.size()),
        static_cast<int>(dtype_of<I>()), indptr.data(), indices.data(),
        static_cast<int>(dtype_of<V>()), data.data(), static_cast<int>(format), &options, &made));
    return Layout(made);
  }

  template <class I, class V>
  static Layout from_csr(std::int64_t cols, const std::vector<I>& indptr,
                         const std::vector<I>& indices, const std::vector<V>& data, Format format,
                         const Options& options = {}) {
    return from_csr(cols, std::span<const I>(indptr), std::span<const I>(indices),
                    std::span<const V>(data), format, options);
  }

  /// coldcore_layout_adopt without a copy: the arrays must outlive the layout, unchanged.
  static Layout borrow(Format format, std::int64_t rows, std::int64_t cols,
                       std::span<const coldcore_layout_buffer> buffers,
                       const Options& options = {}) {
    return adopt(format, rows, cols, buffers, 0, options);
  }

  /// coldcore_layout_adopt with a copy.
  static Layout copy(Format format, std::int64_t rows, std::int64_t cols,
                     std::span<const coldcore_layout_buffer> buffers, const Options& options = {}) {
    return adopt(format, rows, cols, buffers, 1, options);
  }

  Layout convert(Format format, const Options& options = {}) const {
    coldcore_layout* made = nullptr;
    checked(coldcore_layout_convert(get(), static_cast<int>(format), &options, &made));
    return Layout(made);
  }

  /// Throws Error if the buffers are no longer what the format asks for.
  void check(std::int64_t memory_limit = 0) const {
    checked(coldcore_layout_check(get(), memory_limit));
  }

  coldcore_layout_info info() const {
    coldcore_layout_info result{};
    result.struct_size = sizeof(result);
    checked(coldcore_layout_get_info(get(), &result));
    return result;
  }

  Format format() const { return static_cast<Format>(info().format); }
  Dtype index() const { return static_cast<Dtype>(info().index); }
  Dtype value() const { return static_cast<Dtype>(info().value); }
  std::int64_t rows() const { return info().rows; }
  std::int64_t cols() const { return info().cols; }

  /// All buffers in the order of the format's table. They live as long as the layout.
  std::vector<coldcore_layout_buffer> buffers() const {
    std::vector<coldcore_layout_buffer> result(
        static_cast<std::size_t>(checked(coldcore_layout_buffers(get(), nullptr, 0))));
    checked(coldcore_layout_buffers(get(), result.data(), static_cast<int>(result.size())));
    return result;
  }

  coldcore_layout_buffer buffer(const char* role) const {
    coldcore_layout_buffer result{};
    checked(coldcore_layout_buffer_of(get(), role, &result));
    return result;
  }

  /// The elements of a buffer. Throws Error if they have another type.
  template <class T>
  std::span<const T> elements(const char* role) const {
    const coldcore_layout_buffer found = buffer(role);
    need(found.dtype == static_cast<int>(dtype_of<T>()), "elements: the buffer has another type");
    return {static_cast<const T*>(found.data), static_cast<std::size_t>(found.bytes) / sizeof(T)};
  }

  const coldcore_layout* get() const { return layout_.get(); }

 private:
  struct Free {
    void operator()(coldcore_layout* layout) const noexcept { coldcore_layout_free(layout); }
  };

  static void need(bool condition, const char* otherwise) {
    if (!condition) throw Error(COLDCORE_LAYOUT_E_ARGUMENT, otherwise);
  }

  static Layout adopt(Format format, std::int64_t rows, std::int64_t cols,
                      std::span<const coldcore_layout_buffer> buffers, int copy,
                      const Options& options) {
    coldcore_layout* made = nullptr;
    checked(coldcore_layout_adopt(static_cast<int>(format), rows, cols, buffers.data(),
                                  static_cast<int>(buffers.size()), copy, &options, &made));
    return Layout(made);
  }

  std::unique_ptr<coldcore_layout, Free> layout_;
};

}  // namespace coldcore::layouts
