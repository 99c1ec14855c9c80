// SPDX-License-Identifier: Apache-2.0
#include "shape_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace coldcore::manifest {
namespace {

constexpr int kDeepestExtent = 32;
constexpr std::size_t kLongestExtent = 500;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_function(std::string_view name) { return name == "min" || name == "max"; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

using Value = std::optional<std::int64_t>;

Value floor_quotient(std::int64_t a, std::int64_t b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// A sign is one of + - * / % and 'q' for //.
Value combined(char sign, Value left, Value right) {
  if (!left || !right) return std::nullopt;
  std::int64_t value = 0;
  bool overflow = false;
  if (sign == '+') overflow = __builtin_add_overflow(*left, *right, &value);
  if (sign == '-') overflow = __builtin_sub_overflow(*left, *right, &value);
  if (sign == '*') overflow = __builtin_mul_overflow(*left, *right, &value);
  if (overflow) return std::nullopt;
  if (sign == '+' || sign == '-' || sign == '*') return value;
  const Value quotient = floor_quotient(*left, *right);
  if (sign == 'q' || !quotient) return quotient;
  const std::int64_t rest = *left - *quotient * *right;
  if (sign == '%') return rest;
  return rest == 0 ? quotient : std::nullopt;
}

/// Recursive descent over sums, products, signs and parentheses; remembers the first complaint.
class ExtentParser {
 public:
  explicit ExtentParser(std::string_view text, SymbolValue symbol_value = nullptr)
      : text_(text), symbol_value_(std::move(symbol_value)) {}

  std::string complaint() {
    value();
    return complaint_;
  }

  /// Of the whole, if it has no complaint.
  Value value() {
    const Value whole = sum(0);
    skip_blanks();
    if (complaint_.empty() && at_ < text_.size()) complain();
    return complaint_.empty() ? whole : std::nullopt;
  }

 private:
  void complain() {
    if (!complaint_.empty()) return;
    complaint_ = at_ < text_.size()
                     ? fmt::format("unexpected '{}' at position {}", text_[at_], at_ + 1)
                     : "it ends where a number or a symbol is missing";
    if (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x80) {
      complaint_ = fmt::format("unexpected character at position {}", at_ + 1);
    }
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// The sign of a product, or 0.
  char take_product_sign() {
    if (take('*')) return '*';
    if (take('%')) return '%';
    if (!take('/')) return 0;
    if (at_ >= text_.size() || text_[at_] != '/') return '/';
    ++at_;
    return 'q';
  }

  char take_sum_sign() { return take('+') ? '+' : take('-') ? '-' : '\0'; }

  Value sum(int depth) {
    Value left = product(depth);
    while (complaint_.empty()) {
      const char sign = take_sum_sign();
      if (sign == 0) break;
      left = combined(sign, left, product(depth));
    }
    return left;
  }

  Value product(int depth) {
    Value left = factor(depth);
    while (complaint_.empty()) {
      const char sign = take_product_sign();
      if (sign == 0) break;
      left = combined(sign, left, factor(depth));
    }
    return left;
  }

  Value factor(int depth) {
    bool negative = false;
    while (take('-')) negative = !negative;
    const Value operand = operand_at_cursor(depth);
    return negative ? combined('-', 0, operand) : operand;
  }

  Value operand_at_cursor(int depth) {
    skip_blanks();
    Value inner;
    if (depth > kDeepestExtent) {
      complaint_ = "it is nested too deep";
    } else if (take('(')) {
      inner = sum(depth + 1);
      if (complaint_.empty() && !take(')')) complain();
    } else if (at_ < text_.size() && is_digit(text_[at_])) {
      inner = number();
    } else if (at_ < text_.size() && is_letter(text_[at_])) {
      inner = symbol(depth);
    } else {
      complain();
    }
    return inner;
  }

  Value number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ < text_.size() && is_letter(text_[at_])) complain();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
    return error == std::errc() ? Value(value) : std::nullopt;
  }

  Value symbol(int depth) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (is_function(name)) return extremum(name == "min", depth);
    return symbol_value_ ? symbol_value_(name) : std::nullopt;
  }

  Value extremum(bool least, int depth) {
    if (!take('(')) {
      complain();
      return std::nullopt;
    }
    Value extreme = sum(depth + 1);
    while (complaint_.empty() && take(',')) {
      const Value next = sum(depth + 1);
      const bool known = extreme && next;
      if (!known) extreme = std::nullopt;
      if (known && (least ? *next < *extreme : *next > *extreme)) extreme = next;
    }
    if (complaint_.empty() && !take(')')) complain();
    return extreme;
  }

  std::string_view text_;
  SymbolValue symbol_value_;
  std::size_t at_ = 0;
  std::string complaint_;
};

/// Whether one pair of parentheses encloses everything.
bool is_enclosed(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int depth = 0;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return false;
  }
  return depth == 1;
}

}  // namespace

std::string complaint_about_extent(std::string_view text) {
  if (trimmed(text).empty()) return "it is empty";
  if (text.size() > kLongestExtent) return fmt::format("it has more than {} bytes", kLongestExtent);
  return ExtentParser(text).complaint();
}

std::optional<std::int64_t> value_of_extent(std::string_view text,
                                            const SymbolValue& symbol_value) {
  if (!complaint_about_extent(text).empty()) return std::nullopt;
  return ExtentParser(text, symbol_value).value();
}

std::vector<std::string> symbols_of_extent(std::string_view text) {
  std::vector<std::string> symbols;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    const std::string word(text.substr(at, end - at));
    if (!word.empty() && is_letter(word[0]) && !is_function(word)) symbols.push_back(word);
    at = std::max(end, at + 1);
  }
  return symbols;
}

std::vector<std::string> extents_of_tuple(std::string_view text) {
  text = trimmed(text);
  if (is_enclosed(text)) text = trimmed(text.substr(1, text.size() - 2));
  std::vector<std::string> extents;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '(') ++depth;
    if (at < text.size() && text[at] == ')') --depth;
    if (at < text.size() && (text[at] != ',' || depth > 0)) continue;
    const std::string_view extent = trimmed(text.substr(begin, at - begin));
    // "(N,)" has one extent; a gap between two commas is left for the complaint.
    if (!extent.empty() || at < text.size()) extents.emplace_back(extent);
    begin = at + 1;
  }
  return extents;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace coldcore::manifest
