// SPDX-License-Identifier: Apache-2.0
#include "matrix_market_writer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

#include "atomic_file.hpp"

namespace coldcore::matrix {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

/// The text of a matrix, piece by piece.
class MarketText {
 public:
  explicit MarketText(const RowsView& matrix) : matrix_(matrix) {
    piece_ = fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                         matrix.values.empty() && !matrix.indices.empty() ? "pattern" : "real",
                         matrix.rows(), matrix.cols, matrix.indices.size());
  }

  /// "" at the end; valid until the next call.
  std::string_view next() {
    if (given_) piece_.clear();
    given_ = true;
    while (entry_ < matrix_.indices.size() && piece_.size() < kPiece) add_entry();
    return piece_;
  }

 private:
  void add_entry() {
    while (matrix_.indptr[row_ + 1] <= static_cast<std::int64_t>(entry_)) ++row_;
    append(static_cast<std::int64_t>(row_) + 1);
    piece_ += ' ';
    append(matrix_.indices[entry_] + 1);
    if (!matrix_.values.empty()) {
      piece_ += ' ';
      append(matrix_.values[entry_]);
    }
    piece_ += '\n';
    ++entry_;
  }

  template <class Number>
  void append(Number number) {
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number);
    piece_.append(text, end);
  }

  const RowsView& matrix_;
  std::string piece_;
  bool given_ = false;
  std::size_t row_ = 0;
  std::size_t entry_ = 0;
};

}  // namespace

void write_matrix_market(const std::filesystem::path& path, const RowsView& matrix) {
  MarketText text(matrix);
  search::write_file_atomically(path, [&text] { return text.next(); });
}

}  // namespace coldcore::matrix
