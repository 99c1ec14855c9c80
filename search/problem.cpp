// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

#include <coldcore/plugin.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace coldcore::search {
namespace {

constexpr std::int64_t kMaxWords = std::int64_t{1} << 40;
constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

/// Reads axes text from left to right and remembers where it is.
class AxesReader {
 public:
  explicit AxesReader(std::string_view text) : text_(text) {}

  std::vector<int> read() {
    std::vector<int> axes;
    do {
      read_term(axes);
    } while (take(','));
    if (at_ < text_.size()) complain(at_, "expected ',' or '^' or the end");
    return axes;
  }

 private:
  void read_term(std::vector<int>& axes) {
    const std::size_t begin = at_;
    const int size = read_number("an axis size");
    if (size < 2 || size > COLDCORE_MAX_AXIS) {
      complain(begin, fmt::format("an axis size has to be 2..{}", COLDCORE_MAX_AXIS));
    }
    const std::size_t exponent_at = at_ + 1;
    const int repeat = take('^') ? read_number("an exponent") : 1;
    if (repeat < 1) complain(exponent_at, "an exponent has to be at least 1");
    if (axes.size() + static_cast<std::size_t>(repeat) > COLDCORE_MAX_N) {
      complain(begin, fmt::format("there may be at most {} axes", COLDCORE_MAX_N));
    }
    axes.insert(axes.end(), static_cast<std::size_t>(repeat), size);
  }

  int read_number(std::string_view what) {
    const std::size_t begin = at_;
    int value = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      value =
          std::min(10 * value + (text_[at_++] - '0'), 1'000'000);  // Past any limit: no overflow.
    }
    if (at_ == begin) complain(begin, fmt::format("expected {}", what));
    return value;
  }

  bool take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void complain(std::size_t at, std::string_view what) const {
    throw InputError(
        fmt::format("axes \"{}\": character {}: {} (axes look like 3^6 or 3^4,2^3 or 3,3,4)", text_,
                    at + 1, what));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<int> parse_axes(std::string_view text) {
  std::vector<int> axes = AxesReader(text).read();
  space_size(axes);
  return axes;
}

std::string format_axes(std::span<const int> axes) {
  std::string text;
  for (std::size_t begin = 0; begin < axes.size();) {
    std::size_t end = begin + 1;
    while (end < axes.size() && axes[end] == axes[begin]) ++end;
    if (!text.empty()) text += ',';
    text += std::to_string(axes[begin]);
    if (end - begin > 1) text += '^' + std::to_string(end - begin);
    begin = end;
  }
  return text;
}

std::int64_t space_size(std::span<const int> axes) {
  std::int64_t size = 1;
  for (const int axis : axes) {
    size *= axis;  // Below 2^40 * 16: no overflow before the check.
    if (size > kMaxWords) {
      throw InputError(fmt::format("axes {}: the space has more than 2^40 = {} words",
                                   format_axes(axes), kMaxWords));
    }
  }
  return size;
}

std::string describe(const Problem& problem) {
  std::string text =
      fmt::format("{} {} R={}", problem.family, format_axes(problem.axes), problem.radius);
  if (problem.mu != 1) text += fmt::format(" mu={}", problem.mu);
  if (problem.distinct) text += " distinct";
  return text;
}

std::string format_word(std::int64_t index, std::span<const int> axes) {
  std::string text;
  for (const int axis : axes) {
    text += kDigits[static_cast<std::size_t>(index % axis)];
    index /= axis;
  }
  return text;
}

std::optional<int> base36_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return std::nullopt;
}

}  // namespace coldcore::search
