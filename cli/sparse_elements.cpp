// SPDX-License-Identifier: Apache-2.0
#include "sparse_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "problem.hpp"

namespace coldcore::cli {
namespace {

/// An IEEE 754 binary16 as its bits.
struct Half {
  std::uint16_t bits;
};

double to_double(Half half) {
  const int exponent = half.bits >> 10 & 0x1f;
  const int fraction = half.bits & 0x3ff;
  const double sign = half.bits >> 15 != 0 ? -1 : 1;
  if (exponent == 0x1f) {
    const double special = fraction == 0 ? std::numeric_limits<double>::infinity()
                                         : std::numeric_limits<double>::quiet_NaN();
    return std::copysign(special, sign);
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(fraction + 0x400, exponent - 25);
}

/// Rounds to the nearest, ties to even, as nearbyint does in the mode that programs start with.
Half to_half(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const double size = std::abs(value);
  if (std::isnan(value)) return {static_cast<std::uint16_t>(sign | 0x7e00)};
  if (size >= 65520) return {static_cast<std::uint16_t>(sign | 0x7c00)};
  int exponent = 0;
  std::frexp(size, &exponent);
  exponent = std::max(exponent, -13);  // Below 2^-14 numbers are as far apart as just above it.
  const double steps = std::nearbyint(std::ldexp(size, 11 - exponent));
  // Carries into the exponent by itself where rounding reaches the next power of two.
  const int bits = (exponent + 13) * 0x400 + static_cast<int>(steps);
  return {static_cast<std::uint16_t>(sign | (size == 0 ? 0 : bits))};
}

template <class T>
constexpr bool kIsComplex =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// Calls `use` with a T of the type named.
template <class Use>
auto with_type_named(std::string_view dtype, const Use& use) {
  if (dtype == "float64") return use(double());
  if (dtype == "float32") return use(float());
  if (dtype == "int64") return use(std::int64_t());
  if (dtype == "int32") return use(std::int32_t());
  if (dtype == "int16") return use(std::int16_t());
  if (dtype == "int8") return use(std::int8_t());
  if (dtype == "uint64") return use(std::uint64_t());
  if (dtype == "uint32") return use(std::uint32_t());
  if (dtype == "uint16") return use(std::uint16_t());
  if (dtype == "uint8") return use(std::uint8_t());
  if (dtype == "float16") return use(Half());
  if (dtype == "complex64") return use(std::complex<float>());
  if (dtype == "complex128") return use(std::complex<double>());
  throw std::invalid_argument("no element type: " + std::string(dtype));
}

template <class To>
bool fits(std::int64_t value) {
  return std::in_range<To>(value);
}

/// Whole, and in the range of To; the limits are exact doubles or, above 2^53, rounded up, hence
/// the comparison with less than.
template <class To>
bool fits(double value) {
  return value == std::floor(value) &&
         value >= static_cast<double>(std::numeric_limits<To>::min()) &&
         value < std::ldexp(1.0, std::numeric_limits<To>::digits);
}

/// From is std::int64_t or double. False if it does not fit.
template <class To, class From>
bool store(From value, To& to) {
  if constexpr (std::is_integral_v<To>) {
    if (!fits<To>(value)) return false;
    to = static_cast<To>(value);
  } else if constexpr (std::is_same_v<To, Half>) {
    to = to_half(static_cast<double>(value));
  } else if constexpr (kIsComplex<To>) {
    to = static_cast<typename To::value_type>(value);
  } else {
    to = static_cast<To>(value);
  }
  return true;
}

template <class To, class From>
std::vector<std::byte> converted_to(const From* from, std::int64_t count, std::string_view dtype,
                                    std::string_view name) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * sizeof(To));
  To* const to = reinterpret_cast<To*>(bytes.data());
  for (std::int64_t i = 0; i < count; ++i) {
    // Whole numbers by int64, so that none of them is rounded on the way.
    using Via = std::conditional_t<std::is_integral_v<From>, std::int64_t, double>;
    if (store(static_cast<Via>(from[i]), to[i])) continue;
    throw search::InputError(
        fmt::format("{} is {}, which cannot hold {} (position {})", name, dtype, from[i], i));
  }
  return bytes;
}

template <class T>
void push_doubles(std::vector<double>& numbers, T value) {
  if constexpr (kIsComplex<T>) {
    numbers.push_back(value.real());
    numbers.push_back(value.imag());
  } else if constexpr (std::is_same_v<T, Half>) {
    numbers.push_back(to_double(value));
  } else {
    numbers.push_back(static_cast<double>(value));
  }
}

template <class T>
T random_element(search::Rng& rng) {
  const auto real = [&rng] { return 2 * rng.unit() - 1; };
  if constexpr (std::is_integral_v<T>) {
    const auto low = std::is_signed_v<T> ? -8 : 0;
    return static_cast<T>(low + static_cast<int>(rng.below(16)));
  } else if constexpr (kIsComplex<T>) {
    const auto first = static_cast<typename T::value_type>(real());
    return {first, static_cast<typename T::value_type>(real())};
  } else if constexpr (std::is_same_v<T, Half>) {
    return to_half(real());
  } else {
    return static_cast<T>(real());
  }
}

}  // namespace

std::int64_t element_bytes(std::string_view dtype) {
  return with_type_named(dtype, [](auto zero) { return static_cast<std::int64_t>(sizeof(zero)); });
}

bool is_real_dtype(std::string_view dtype) { return dtype.starts_with("float"); }

bool is_whole_dtype(std::string_view dtype) {
  return dtype.starts_with("int") || dtype.starts_with("uint");
}

double unit_roundoff(std::string_view dtype) {
  if (dtype == "float16") return 0x1p-11;
  if (dtype == "float32" || dtype == "complex64") return 0x1p-24;
  return is_whole_dtype(dtype) ? 0 : 0x1p-53;
}

std::vector<std::byte> converted(std::string_view from, const void* data, std::int64_t count,
                                 std::string_view to, std::string_view name) {
  return with_type_named(to, [&](auto target) -> std::vector<std::byte> {
    using To = decltype(target);
    const auto take = [&](auto source) {
      return converted_to<To>(static_cast<const decltype(source)*>(data), count, to, name);
    };
    if (from == "int32") return take(std::int32_t());
    if (from == "int64") return take(std::int64_t());
    return from == "float32" ? take(float()) : take(double());
  });
}

std::vector<double> as_doubles(std::string_view dtype, const void* data, std::int64_t count) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  with_type_named(dtype, [&](auto zero) {
    const auto* const elements = static_cast<const decltype(zero)*>(data);
    for (std::int64_t i = 0; i < count; ++i) push_doubles(numbers, elements[i]);
  });
  return numbers;
}

void fill_at_random(search::Rng& rng, std::string_view dtype, void* data, std::int64_t count) {
  with_type_named(dtype, [&](auto zero) {
    using Element = decltype(zero);
    auto* const elements = static_cast<Element*>(data);
    for (std::int64_t i = 0; i < count; ++i) elements[i] = random_element<Element>(rng);
  });
}

}  // namespace coldcore::cli
