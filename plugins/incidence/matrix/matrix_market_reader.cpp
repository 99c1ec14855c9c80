// SPDX-License-Identifier: Apache-2.0
#include "matrix_market_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "available_memory.hpp"
#include "text_lines.hpp"

namespace coldcore::matrix {
namespace {

enum class Field { kReal, kInteger, kPattern };
enum class Symmetry { kGeneral, kSymmetric, kSkew };

constexpr std::string_view kBanner = "%%matrixmarket";
constexpr std::string_view kObjects[] = {"matrix"};
constexpr std::string_view kStorages[] = {"coordinate", "array"};
constexpr std::string_view kFields[] = {"real", "integer", "pattern"};
constexpr std::string_view kSymmetries[] = {"general", "symmetric", "skew-symmetric"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string lower_case(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

/// For a message: the beginning of a word, with what is not printed as '?'.
std::string shown_word(std::string_view word) {
  std::string text(word.substr(0, 40));
  const auto is_odd = [](char c) { return c <= ' ' || c > '~'; };
  std::ranges::replace_if(text, is_odd, '?');
  return text;
}

/// The words of the lines of a file that are neither blank nor comments.
class Words {
 public:
  explicit Words(const std::filesystem::path& path) : lines_(path) {}

  bool next_line() {
    while (next_raw_line()) {
      if (!at_end() && line_[at_] != '%') return true;
    }
    return false;
  }

  /// The same of any line.
  bool next_raw_line() {
    if (!lines_.next(line_)) return false;
    at_ = 0;
    skip_blanks();
    return true;
  }

  bool at_end() const { return at_ == line_.size(); }

  std::string_view word() const {
    std::size_t end = at_;
    while (end < line_.size() && !is_blank(line_[end])) ++end;
    return line_.substr(at_, end - at_);
  }

  void skip_word() {
    at_ += word().size();
    skip_blanks();
  }

  std::int64_t most_bytes() const { return lines_.most_bytes(); }

  [[noreturn]] void complain(std::string_view what) const {
    lines_.complain(static_cast<std::int64_t>(at_) + 1, what);
  }

  /// The number of the word given in a list of them.
  std::size_t take_one_of(std::span<const std::string_view> known, const char* what) {
    const auto found = std::ranges::find(known, lower_case(word()));
    if (found == known.end()) {
      complain_about_word(fmt::format("{} ({})", what, fmt::join(known, ", ")));
    }
    skip_word();
    return static_cast<std::size_t>(found - known.begin());
  }

  std::int64_t take_whole(std::int64_t low, std::int64_t high, const char* what) {
    std::int64_t value = 0;
    const std::errc error = parse(value, what, false);
    if (error != std::errc() || value < low || value > high) {
      complain(fmt::format("{} is {}, but has to be {}..{}", what, shown_word(word()), low, high));
    }
    advance();
    return value;
  }

  double take_integer() {
    std::int64_t value = 0;
    const std::errc error = parse(value, "a whole number", true);
    const auto number = static_cast<double>(value);
    const bool exact = error == std::errc() && std::abs(number) < 0x1p63 &&
                       static_cast<std::int64_t>(number) == value;
    if (!exact) complain(fmt::format("a double does not hold {} exactly", shown_word(word())));
    advance();
    return number;
  }

  double take_real() {
    double value = 0;
    if (parse(value, "a number", true) != std::errc()) value = beyond_range();
    advance();
    return value;
  }

  void expect_end_of_line() const {
    if (!at_end()) {
      complain(fmt::format("\"{}\" where the line should end", shown_word(word())));
    }
  }

  [[noreturn]] void complain_about_word(std::string_view expected) const {
    if (at_end()) complain(fmt::format("the line ends where {} is expected", expected));
    complain(fmt::format("\"{}\" where {} is expected", shown_word(word()), expected));
  }

 private:
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }

  /// Reads the word at the cursor, which stays; stop_ is its end. Complains if it is no number.
  template <class Number>
  std::errc parse(Number& value, const char* what, bool plus_allowed) {
    const char* const end = line_.data() + line_.size();
    const char* begin = line_.data() + at_;
    if (plus_allowed && end - begin > 1 && begin[0] == '+' && begin[1] != '-') ++begin;
    const auto [stop, error] = std::from_chars(begin, end, value);
    const bool whole_word = stop == end || is_blank(*stop);
    if (error == std::errc::invalid_argument || !whole_word) complain_about_word(what);
    stop_ = static_cast<std::size_t>(stop - line_.data());
    return error;
  }

  void advance() {
    at_ = stop_;
    skip_blanks();
  }

  /// from_chars tells numbers that are too large and numbers that are nearly 0 by the same code.
  double beyond_range() const {
    const double value = std::strtod(std::string(word()).c_str(), nullptr);
    if (std::isinf(value))
      complain(fmt::format("{} is too large for a double", shown_word(word())));
    return value;
  }

  TextLines lines_;
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t stop_ = 0;
};

class MarketReader {
 public:
  explicit MarketReader(const std::filesystem::path& path) : path_(path), words_(path) {}

  CooMatrix read() {
    read_banner();
    read_size();
    if (array_) {
      read_array();
    } else {
      read_coordinates();
    }
    if (words_.next_line()) {
      words_.complain(fmt::format("a line more than the {} that are announced", announced_));
    }
    return std::move(matrix_);
  }

 private:
  void read_banner() {
    if (!words_.next_raw_line() || lower_case(words_.word()) != kBanner) {
      words_.complain("a Matrix Market file begins with \"%%MatrixMarket matrix\"");
    }
    words_.skip_word();
    words_.take_one_of(kObjects, "an object");
    array_ = words_.take_one_of(kStorages, "a format") == 1;
    refuse("complex", "a complex matrix: values are real here");
    if (array_) refuse("pattern", "a pattern has no values, so it is no array");
    field_ = static_cast<Field>(words_.take_one_of(kFields, "a field"));
    refuse("hermitian", "a hermitian matrix: values are real here");
    if (field_ == Field::kPattern) refuse("skew-symmetric", "a pattern has no signs to be skew");
    symmetry_ = static_cast<Symmetry>(words_.take_one_of(kSymmetries, "a symmetry"));
    words_.expect_end_of_line();
  }

  void refuse(std::string_view word, const char* why) const {
    if (lower_case(words_.word()) == word) words_.complain(why);
  }

  void read_size() {
    if (!words_.next_line()) words_.complain("the file ends before the line of the size");
    matrix_.rows = words_.take_whole(0, kMostRows, "the number of rows");
    if (symmetry_ == Symmetry::kGeneral) {
      matrix_.cols = words_.take_whole(0, kMostRows, "the number of columns");
    } else {
      matrix_.cols = words_.take_whole(matrix_.rows, matrix_.rows,
                                       "the number of columns of a symmetric matrix");
    }
    announced_ =
        array_ ? values_of_array() : words_.take_whole(0, kMostRows, "the number of entries");
    refuse_if_file_is_short();
    words_.expect_end_of_line();
    take_memory();
  }

  std::int64_t values_of_array() const {
    __extension__ using Count = __int128;
    const Count rows = matrix_.rows;
    Count values = rows * matrix_.cols;
    if (symmetry_ == Symmetry::kSymmetric) values = rows * (rows + 1) / 2;
    if (symmetry_ == Symmetry::kSkew) values = rows > 0 ? rows * (rows - 1) / 2 : 0;
    if (values > kMostRows) {
      words_.complain(fmt::format("an array of {} x {} has more than {} values", matrix_.rows,
                                  matrix_.cols, kMostRows));
    }
    return static_cast<std::int64_t>(values);
  }

  /// So that no memory is taken for entries that cannot be there: "1 1" and an end of line, or a
  /// digit and one.
  void refuse_if_file_is_short() const {
    const std::int64_t shortest = array_ ? 2 : 4;
    if (announced_ <= words_.most_bytes() / shortest + 1) return;
    words_.complain(fmt::format("the size announces {} {}, and the file is too short for them",
                                announced_, noun()));
  }

  void take_memory() {
    const std::int64_t stored = symmetry_ == Symmetry::kGeneral ? announced_ : 2 * announced_;
    const std::int64_t bytes = stored * kBytesPerEntry;
    const std::int64_t available = search::available_memory();
    if (bytes > available) {
      throw search::MemoryError(
          fmt::format("{}: {} {} take {} bytes of memory, but {} are available", path_.string(),
                      stored, noun(), bytes, available));
    }
    matrix_.reserve(static_cast<std::size_t>(stored));
  }

  const char* noun() const { return array_ ? "values" : "entries"; }

  void read_coordinates() {
    const bool lower_only = symmetry_ != Symmetry::kGeneral;
    const std::int64_t above = symmetry_ == Symmetry::kSkew ? 1 : 0;
    for (std::int64_t i = 0; i < announced_; ++i) {
      expect_line(i);
      const std::int64_t row = words_.take_whole(1, matrix_.rows, "the row");
      const std::int64_t most = lower_only ? row - above : matrix_.cols;
      const std::int64_t col = words_.take_whole(
          1, most, lower_only ? "the column, in the lower triangle," : "the column");
      add(row - 1, col - 1, field_ == Field::kPattern ? 1.0 : take_value());
      words_.expect_end_of_line();
    }
  }

  void read_array() {
    std::int64_t done = 0;
    for (std::int64_t col = 0; col < matrix_.cols; ++col) {
      std::int64_t row = symmetry_ == Symmetry::kGeneral ? 0 : col;
      if (symmetry_ == Symmetry::kSkew) ++row;
      for (; row < matrix_.rows; ++row) {
        expect_line(done++);
        const double value = take_value();
        if (value != 0) add(row, col, value);
        words_.expect_end_of_line();
      }
    }
  }

  double take_value() {
    return field_ == Field::kInteger ? words_.take_integer() : words_.take_real();
  }

  void add(std::int64_t row, std::int64_t col, double value) {
    matrix_.add(row, col, value);
    if (symmetry_ == Symmetry::kGeneral || row == col) return;
    matrix_.add(col, row, symmetry_ == Symmetry::kSkew ? -value : value);
  }

  void expect_line(std::int64_t done) {
    if (words_.next_line()) return;
    words_.complain(fmt::format("the file ends after {} of {} {}", done, announced_, noun()));
  }

  const std::filesystem::path& path_;
  Words words_;
  bool array_ = false;
  Field field_ = Field::kReal;
  Symmetry symmetry_ = Symmetry::kGeneral;
  std::int64_t announced_ = 0;  ///< Entries or values that the file lists.
  CooMatrix matrix_;
};

}  // namespace

CooMatrix read_matrix_market(const std::filesystem::path& path) {
  return MarketReader(path).read();
}

}  // namespace coldcore::matrix
