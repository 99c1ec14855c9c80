// SPDX-License-Identifier: Apache-2.0
#include "shape_expression.hpp"

#include <fmt/format.h>

#include <algorithm>

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

/// Recursive descent over sums, products, signs and parentheses; remembers the first complaint.
class ExtentParser {
 public:
  explicit ExtentParser(std::string_view text) : text_(text) {}

  std::string complaint() {
    sum(0);
    skip_blanks();
    if (complaint_.empty() && at_ < text_.size()) complain();
    return complaint_;
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

  bool take_product_sign() {
    if (take('*') || take('%')) return true;
    if (!take('/')) return false;
    if (at_ < text_.size() && text_[at_] == '/') ++at_;
    return true;
  }

  void sum(int depth) {
    product(depth);
    while (complaint_.empty() && (take('+') || take('-'))) product(depth);
  }

  void product(int depth) {
    factor(depth);
    while (complaint_.empty() && take_product_sign()) factor(depth);
  }

  void factor(int depth) {
    while (take('-')) {
    }
    skip_blanks();
    if (depth > kDeepestExtent) {
      complaint_ = "it is nested too deep";
    } else if (take('(')) {
      sum(depth + 1);
      if (complaint_.empty() && !take(')')) complain();
    } else if (at_ < text_.size() && is_digit(text_[at_])) {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      if (at_ < text_.size() && is_letter(text_[at_])) complain();
    } else if (at_ < text_.size() && is_letter(text_[at_])) {
      symbol(depth);
    } else {
      complain();
    }
  }

  void symbol(int depth) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    if (!is_function(text_.substr(begin, at_ - begin))) return;
    if (!take('(')) return complain();
    do {
      sum(depth + 1);
    } while (complaint_.empty() && take(','));
    if (complaint_.empty() && !take(')')) complain();
  }

  std::string_view text_;
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
