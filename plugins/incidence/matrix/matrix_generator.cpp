// SPDX-License-Identifier: Apache-2.0
#include "matrix_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "available_memory.hpp"
#include "distinct_numbers.hpp"
#include "problem.hpp"
#include "rng.hpp"

namespace coldcore::matrix {
namespace {

using search::InputError;
__extension__ using Wide = __int128;

/// Places and values have streams of their own, so that a change of one leaves the other.
constexpr std::uint64_t kValueStream = 0x76616c7565730000;

struct Interval {
  std::int64_t first;
  std::int64_t end;

  std::int64_t size() const { return std::max<std::int64_t>(end - first, 0); }
};

/// The columns where a row may have entries.
Interval places_in_row(const MatrixRecipe& recipe, std::int64_t row) {
  std::int64_t first = 0;
  std::int64_t end = recipe.cols;
  if (recipe.distribution == Distribution::kBanded) {
    first = std::max<std::int64_t>(row - recipe.lower, 0);
    end = std::min(row + recipe.upper + 1, recipe.cols);
  } else if (recipe.distribution == Distribution::kDiagonal) {
    first = row;
    end = std::min(row + 1, recipe.cols);
  }
  if (recipe.positive_definite) end = std::min(end, row);
  return {first, end};
}

std::int64_t widest_row(const MatrixRecipe& recipe) {
  if (recipe.distribution == Distribution::kDiagonal) return 1;
  if (recipe.distribution == Distribution::kUniform) return recipe.cols;
  return std::min(recipe.lower + recipe.upper + 1, recipe.cols);
}

void check_sizes(const MatrixRecipe& recipe) {
  for (const auto& [value, what] : {std::pair{recipe.rows, "rows"},
                                    {recipe.cols, "columns"},
                                    {recipe.lower, "diagonals below the main one"},
                                    {recipe.upper, "diagonals above the main one"}}) {
    if (value >= 0 && value <= kMostRows) continue;
    throw InputError(
        fmt::format("the number of {} is {}, but has to be 0..{}", what, value, kMostRows));
  }
}

void check_shape(const MatrixRecipe& recipe) {
  if (!recipe.positive_definite) return;
  if (recipe.rows != recipe.cols) {
    throw InputError(
        fmt::format("a positive definite matrix is square, not {} x {}", recipe.rows, recipe.cols));
  }
  if (recipe.distribution == Distribution::kBanded && recipe.lower != recipe.upper) {
    throw InputError(
        fmt::format("a symmetric matrix has as many diagonals above the main one as "
                    "below it, not {} and {}",
                    recipe.lower, recipe.upper));
  }
}

void check_counts(const MatrixRecipe& recipe, std::int64_t places) {
  if (recipe.entries && recipe.per_row) {
    throw InputError("entries in all and entries per row exclude each other");
  }
  if (recipe.entries && (*recipe.entries < 0 || *recipe.entries > places)) {
    throw InputError(
        fmt::format("{} entries, but there are 0..{} places for them", *recipe.entries, places));
  }
  const std::int64_t widest = widest_row(recipe);
  if (recipe.per_row && (*recipe.per_row < 0 || *recipe.per_row > widest)) {
    throw InputError(fmt::format("{} entries per row, but a row has 0..{} places for them",
                                 *recipe.per_row, widest));
  }
}

/// All rows' sizes added up, without a walk through rows that nobody has memory for.
Wide count_places(const MatrixRecipe& recipe) {
  const Wide rows = recipe.rows;
  if (recipe.distribution == Distribution::kUniform) {
    return recipe.positive_definite ? rows * (rows - 1) / 2 : rows * recipe.cols;
  }
  if (recipe.distribution == Distribution::kDiagonal) {
    return recipe.positive_definite ? 0 : std::min(recipe.rows, recipe.cols);
  }
  // A diagonal at column - row = d has the rows max(0, -d) .. min(rows, cols - d) - 1. Those left
  // of d columns are counted by what is cut off a whole triangle.
  const auto left_of = [&recipe](Wide d) {  // Places with column - row < d.
    Wide count = 0;
    // Row r has min(cols, max(0, r + d)) of them: 0, then growing by one a row, then cols.
    const Wide begin = std::clamp<Wide>(-d, 0, recipe.rows);
    const Wide full = std::clamp<Wide>(recipe.cols - d, 0, recipe.rows);
    if (full > begin) count += (begin + d + full - 1 + d) * (full - begin) / 2;
    count += (recipe.rows - std::max(begin, full)) * recipe.cols;
    return count;
  };
  const Wide upper = recipe.positive_definite ? -1 : recipe.upper;
  return left_of(upper + 1) - left_of(-Wide{recipe.lower});
}

class Generator {
 public:
  explicit Generator(const MatrixRecipe& recipe)
      : recipe_(recipe),
        places_(recipe.seed),
        values_(recipe.seed ^ kValueStream),
        magnitudes_(recipe.positive_definite ? static_cast<std::size_t>(recipe.rows) : 0) {
    matrix_.rows = recipe.rows;
    matrix_.cols = recipe.cols;
  }

  CooMatrix make(std::int64_t capacity) {
    matrix_.reserve(static_cast<std::size_t>(capacity));
    if (recipe_.entries) {
      add_entries_anywhere();
    } else {
      for (std::int64_t row = 0; row < recipe_.rows; ++row) add_row(row);
    }
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(magnitudes_.size()); ++i) {
      matrix_.add(i, i, magnitudes_[static_cast<std::size_t>(i)] + (1 + values_.unit()));
    }
    return std::move(matrix_);
  }

 private:
  /// Places are numbered row by row.
  void add_entries_anywhere() {
    const auto all = static_cast<std::uint64_t>(places_of(recipe_));
    std::int64_t row = 0;
    std::int64_t before = 0;  // Places of the rows above.
    Interval places = places_in_row(recipe_, 0);
    const auto wanted = static_cast<std::uint64_t>(*recipe_.entries);
    for (const std::uint64_t number : numbers_.draw(places_, all, wanted)) {
      const auto place = static_cast<std::int64_t>(number);
      while (place - before >= places.size()) {
        before += places.size();
        places = places_in_row(recipe_, ++row);
      }
      add(row, places.first + (place - before));
    }
  }

  void add_row(std::int64_t row) {
    const Interval places = places_in_row(recipe_, row);
    const std::int64_t wanted = std::min(recipe_.per_row.value_or(places.size()), places.size());
    if (wanted == places.size()) {
      for (std::int64_t col = places.first; col < places.end; ++col) add(row, col);
      return;
    }
    const auto& drawn = numbers_.draw(places_, static_cast<std::uint64_t>(places.size()),
                                      static_cast<std::uint64_t>(wanted));
    for (const std::uint64_t number : drawn) {
      add(row, places.first + static_cast<std::int64_t>(number));
    }
  }

  void add(std::int64_t row, std::int64_t col) {
    const double value = 2 * values_.unit() - 1;
    matrix_.add(row, col, value);
    if (!recipe_.positive_definite) return;
    matrix_.add(col, row, value);
    magnitudes_[static_cast<std::size_t>(row)] += std::abs(value);
    magnitudes_[static_cast<std::size_t>(col)] += std::abs(value);
  }

  const MatrixRecipe& recipe_;
  search::Rng places_;
  search::Rng values_;
  DistinctNumbers numbers_;
  std::vector<double> magnitudes_;  ///< Sum of each row off the diagonal, if that is needed.
  CooMatrix matrix_;
};

/// At most so many entries will be drawn. Saturates far above what any memory holds.
std::int64_t most_entries(const MatrixRecipe& recipe, std::int64_t places) {
  if (recipe.entries) return *recipe.entries;
  if (!recipe.per_row) return places;
  const Wide most = Wide{*recipe.per_row} * recipe.rows;
  return static_cast<std::int64_t>(std::min<Wide>(most, places));
}

/// What is stored for so many drawn entries, after the bytes of everything were found to be there.
std::int64_t capacity_for(const MatrixRecipe& recipe, std::int64_t drawn) {
  const Wide stored = recipe.positive_definite ? 2 * Wide{drawn} + recipe.rows : Wide{drawn};
  // Whoever wants the matrix by rows needs 8 bytes a row too.
  const Wide in_draw = recipe.entries ? *recipe.entries : recipe.per_row.value_or(0);
  const Wide bytes = stored * kBytesPerEntry + Wide{recipe.rows} * 8 + 48 * in_draw;
  const std::int64_t available = search::available_memory();
  if (bytes > available) {
    const auto shown =
        static_cast<std::int64_t>(std::min<Wide>(bytes, std::numeric_limits<std::int64_t>::max()));
    throw search::MemoryError(
        fmt::format("a matrix of {} x {} with {} entries takes {} bytes of memory, but {} are "
                    "available",
                    recipe.rows, recipe.cols, static_cast<std::int64_t>(stored), shown, available));
  }
  return static_cast<std::int64_t>(stored);
}

}  // namespace

std::optional<Distribution> distribution_by_name(std::string_view name) {
  if (name == "uniform") return Distribution::kUniform;
  if (name == "banded") return Distribution::kBanded;
  if (name == "diagonal") return Distribution::kDiagonal;
  return std::nullopt;
}

std::int64_t places_of(const MatrixRecipe& recipe) {
  check_sizes(recipe);
  check_shape(recipe);
  const Wide places = count_places(recipe);
  if (places > std::numeric_limits<std::int64_t>::max()) {
    throw InputError(
        fmt::format("a matrix of {} x {} has more than 2^63 - 1 places: make it "
                    "smaller",
                    recipe.rows, recipe.cols));
  }
  return static_cast<std::int64_t>(places);
}

CooMatrix generate_matrix(const MatrixRecipe& recipe) {
  const std::int64_t places = places_of(recipe);
  check_counts(recipe, places);
  return Generator(recipe).make(capacity_for(recipe, most_entries(recipe, places)));
}

}  // namespace coldcore::matrix
