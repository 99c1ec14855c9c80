// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "matrix_market_reader.hpp"
#include "matrix_market_writer.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::matrix;

namespace {

struct Rows {
  std::int64_t cols;
  std::vector<std::int64_t> indptr;
  std::vector<std::int64_t> indices;
  std::vector<double> values;

  RowsView view() const { return {cols, indptr, indices, values}; }
};

std::string text_of(const Rows& rows) {
  const TemporaryFolder folder;
  write_matrix_market(folder / "m", rows.view());
  return content_of(folder / "m");
}

}  // namespace

TEST_CASE("a matrix is written row by row in the shortest words") {
  CHECK(text_of({4, {0, 2, 2, 3}, {0, 2, 3}, {0.1, 20, -1.5e-300}}) ==
        "%%MatrixMarket matrix coordinate real general\n3 4 3\n1 1 0.1\n1 3 20\n3 4 -1.5e-300\n");
}

TEST_CASE("without values it is a pattern") {
  CHECK(text_of({4, {0, 1, 2}, {1, 3}, {}}) ==
        "%%MatrixMarket matrix coordinate pattern general\n2 4 2\n1 2\n2 4\n");
}

TEST_CASE("a matrix without entries is written too") {
  CHECK(text_of({7, {0, 0, 0}, {}, {}}) ==
        "%%MatrixMarket matrix coordinate real general\n2 7 0\n");
  CHECK(text_of({0, {0}, {}, {}}) == "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
}

TEST_CASE("every double comes back bit by bit") {
  std::mt19937_64 random(11);
  Rows rows{1000, {0}, {}, {}};
  // More text than a piece of the writer: the border between pieces is crossed.
  for (int r = 0; r < 120; ++r) {
    for (std::int64_t c = 0; c < 1000; ++c) {
      double value = std::bit_cast<double>(random());
      if (std::isnan(value)) value = std::numeric_limits<double>::infinity();
      rows.indices.push_back(c);
      rows.values.push_back(value);
    }
    rows.indptr.push_back(static_cast<std::int64_t>(rows.indices.size()));
  }
  const TemporaryFolder folder;
  write_matrix_market(folder / "m", rows.view());
  const CooMatrix read = read_matrix_market(folder / "m");
  REQUIRE(read.value.size() == rows.values.size());
  CHECK(read.col == rows.indices);
  std::size_t different = 0;
  for (std::size_t i = 0; i < read.value.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(read.value[i]) != std::bit_cast<std::uint64_t>(rows.values[i]))
      ++different;
    if (read.row[i] != static_cast<std::int64_t>(i / 1000)) ++different;
  }
  CHECK(different == 0);
}

TEST_CASE("what cannot be written leaves what was there") {
  const TemporaryFolder folder;
  const Rows rows{1, {0, 1}, {0}, {1}};
  CHECK_THROWS_AS(write_matrix_market(folder / "absent/m", rows.view()),
                  coldcore::search::FileError);
  std::filesystem::create_directory(folder / "m");
  CHECK_THROWS_AS(write_matrix_market(folder / "m", rows.view()), coldcore::search::FileError);
  CHECK(folder.file_count() == 1);
}
