// SPDX-License-Identifier: Apache-2.0
//
// Thousands of small matrices: every format, and every ordered pair of formats, against the oracle.
#include <map>
#include <random>

#include "oracle.hpp"

using namespace layouts_test;

namespace {

using Random = std::mt19937_64;

std::int64_t pick(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

struct Given {
  Oracle oracle;
  I64 row;
  I64 col;
  I64 value;
};

void give(Given& given, std::int64_t i, std::int64_t j, std::int64_t v) {
  given.oracle.add(i, j, v);
  given.row.push_back(i);
  given.col.push_back(j);
  given.value.push_back(v);
}

// Anywhere; several in one place and zeros among them.
void give_scattered(Given& given, Random& random, std::int64_t count) {
  if (given.oracle.rows == 0 || given.oracle.cols == 0) return;
  for (std::int64_t k = 0; k < count; ++k) {
    give(given, pick(random, 0, given.oracle.rows - 1), pick(random, 0, given.oracle.cols - 1),
         pick(random, -3, 3));
  }
}

void give_band(Given& given, Random& random) {
  const std::int64_t lower = pick(random, -2, 3);
  const std::int64_t upper = pick(random, -lower, 3);
  for (std::int64_t i = 0; i < given.oracle.rows; ++i) {
    for (std::int64_t j = 0; j < given.oracle.cols; ++j) {
      if (j - i >= -lower && j - i <= upper) give(given, i, j, pick(random, -2, 3));
    }
  }
}

void give_dense_row(Given& given, Random& random) {
  if (given.oracle.rows == 0) return;
  const std::int64_t i = pick(random, 0, given.oracle.rows - 1);
  for (std::int64_t j = 0; j < given.oracle.cols; ++j) give(given, i, j, pick(random, 1, 5));
}

Given random_matrix(Random& random) {
  static constexpr std::pair<int, int> kMost[] = {{9, 9}, {3, 14}, {14, 3}, {1, 9}, {9, 1}, {1, 1}};
  const auto [most_rows, most_cols] = kMost[pick(random, 0, 5)];
  const std::int64_t least = pick(random, 0, 9) == 0 ? 0 : 1;
  const std::int64_t rows = pick(random, least, most_rows);
  const std::int64_t cols = pick(random, least, most_cols);
  Given given{Oracle(rows, cols), {}, {}, {}};
  switch (pick(random, 0, 5)) {
    case 0:
      break;  // No entries.
    case 1:
      give_band(given, random);
      break;
    case 2:
      give_dense_row(given, random);
      [[fallthrough]];
    case 3:
      give_scattered(given, random, pick(random, 0, 5));
      break;
    default:
      give_scattered(given, random, pick(random, 0, rows * cols));
      break;
  }
  return given;
}

template <class I, class V>
Coordinates<I, V> shuffled(const Given& given, Random& random) {
  std::vector<std::size_t> order(given.row.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::shuffle(order.begin(), order.end(), random);
  Coordinates<I, V> out{given.oracle.rows, given.oracle.cols, {}, {}, {}};
  for (const std::size_t k : order) {
    out.row.push_back(static_cast<I>(given.row[k]));
    out.col.push_back(static_cast<I>(given.col[k]));
    out.data.push_back(static_cast<V>(given.value[k]));
  }
  return out;
}

template <class I>
Options random_options(Random& random) {
  Options options;
  options.index = static_cast<std::int32_t>(coldcore::layouts::dtype_of<I>());
  options.block_rows = pick(random, 0, 4);
  options.block_cols = pick(random, 0, 4);
  options.sorted_blocks = static_cast<std::int32_t>(pick(random, 0, 1));
  options.slice_rows = pick(random, 0, 5);
  options.sigma = pick(random, 0, 10);
  return options;
}

// What a layout is checked for by itself: its definition, its own check, and a layout adopted from
// its buffers.
template <class I, class V>
void check_layout(const Layout& layout, const Oracle& expected) {
  CAPTURE(std::string(name(layout.format())));
  REQUIRE(layout.index() == coldcore::layouts::dtype_of<I>());
  CHECK((Reader<I, V>(layout).read() == expected));
  CHECK_NOTHROW(layout.check());
}

Options parameters_of(const Layout& layout) {
  const coldcore_layout_info info = layout.info();
  Options options;
  options.index = info.index;
  options.sorted_blocks = info.sorted_blocks;
  options.slice_rows = info.slice_rows;
  options.sigma = info.sigma;
  return options;
}

void check_adopted(const Layout& layout) {
  auto buffers = layout.buffers();
  std::reverse(buffers.begin(), buffers.end());  // They come in any order.
  const Options options = parameters_of(layout);
  const Layout borrowed =
      Layout::borrow(layout.format(), layout.rows(), layout.cols(), buffers, options);
  const Layout copied =
      Layout::copy(layout.format(), layout.rows(), layout.cols(), buffers, options);
  CHECK(borrowed.info().borrowed == 1);
  CHECK(copied.info().borrowed == 0);
  CHECK(same_buffers(layout, borrowed));
  CHECK(same_buffers(layout, copied));
  CHECK(same_buffers(layout.convert(Format::kCsr), borrowed.convert(Format::kCsr)));
}

// All formats in index type From, all conversions of them to index type To.
template <class From, class To, class V>
void check_matrix(const Given& given, Random& random) {
  const Coordinates<From, V> coordinates = shuffled<From, V>(given, random);
  const Options from = random_options<From>(random);
  const Options to = random_options<To>(random);
  const Oracle plain = given.oracle.without_zeros();
  const auto kept = given.oracle.template coordinates<To, V>();
  const auto dropped = plain.template coordinates<To, V>();
  for (const Format source : kFormats) {
    const Layout layout = coordinates.as(source, from);
    check_layout<From, V>(layout, keeps_zeros(source) ? given.oracle : plain);
    check_adopted(layout);
    for (const Format target : kFormats) {
      CAPTURE(std::string(name(source)));
      CAPTURE(std::string(name(target)));
      const Layout converted = layout.convert(target, to);
      const Layout direct = (keeps_zeros(source) ? kept : dropped).as(target, to);
      CHECK(same_buffers(converted, direct));
      if (source == Format::kCsr) {
        check_layout<To, V>(converted, keeps_zeros(target) ? given.oracle : plain);
      }
    }
  }
}

// The canonical rows, from the oracle alone.
template <class I, class V>
void check_canonical(const Given& given, Random& random) {
  const Layout csr = shuffled<I, V>(given, random).as(Format::kCsr);
  const auto expected = given.oracle.template coordinates<I, V>();
  CHECK(elements<I>(csr, "indices") == expected.col);
  CHECK(elements<V>(csr, "data") == expected.data);
  std::vector<I> starts(static_cast<std::size_t>(given.oracle.rows) + 1, 0);
  for (const I i : expected.row) ++starts[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  CHECK(elements<I>(csr, "indptr") == starts);
}

// The same entries as compressed rows, in the order given within a row.
template <class I, class V>
void check_from_csr(const Given& given) {
  std::vector<I> starts{0};
  std::vector<I> indices;
  std::vector<V> data;
  for (std::int64_t i = 0; i < given.oracle.rows; ++i) {
    for (std::size_t k = 0; k < given.row.size(); ++k) {
      if (given.row[k] != i) continue;
      indices.push_back(static_cast<I>(given.col[k]));
      data.push_back(static_cast<V>(given.value[k]));
    }
    starts.push_back(static_cast<I>(indices.size()));
  }
  const auto expected = given.oracle.template coordinates<I, V>();
  for (const Format format : kFormats) {
    CHECK(same_buffers(Layout::from_csr(given.oracle.cols, starts, indices, data, format),
                       expected.as(format)));
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("random matrices through all pairs of formats, from and to both index widths") {
    Random random(20240607);
    for (int round = 0; round < 750; ++round) {
      CAPTURE(round);
      check_matrix<std::int32_t, std::int32_t, float>(random_matrix(random), random);
      check_matrix<std::int32_t, std::int64_t, double>(random_matrix(random), random);
      check_matrix<std::int64_t, std::int32_t, double>(random_matrix(random), random);
      check_matrix<std::int64_t, std::int64_t, float>(random_matrix(random), random);
    }
  }

  TEST_CASE("random matrices have the canonical rows of the oracle") {
    Random random(7);
    for (int round = 0; round < 2000; ++round) {
      CAPTURE(round);
      const Given given = random_matrix(random);
      check_canonical<std::int32_t, double>(given, random);
      check_canonical<std::int64_t, float>(given, random);
      check_from_csr<std::int32_t, float>(given);
      check_from_csr<std::int64_t, double>(given);
    }
  }

  TEST_CASE("long and short rows in no order are sorted, and summed in the order given") {
    // 2^24 and 1 in float32: another order of the same summands has another sum.
    Random random(3);
    for (const std::int64_t rows : {1, 7, 60, 3000}) {
      for (const std::int64_t cols : {1, 2, 255, 256, 257, 65536, 65537, 5000000}) {
        CAPTURE(rows);
        CAPTURE(cols);
        std::map<std::pair<std::int64_t, std::int64_t>, float> expected;
        Coordinates<std::int64_t, float> matrix{rows, cols, {}, {}, {}};
        const std::int64_t used = pick(random, 1, std::min<std::int64_t>(cols, 200));
        for (int k = 0; k < 4000; ++k) {
          const std::int64_t i = pick(random, 0, rows - 1);
          const std::int64_t j = cols - 1 - pick(random, 0, used - 1) * ((cols - 1) / used);
          const float value = pick(random, 0, 2) == 0 ? 16777216.0F : 1.0F;
          matrix.row.push_back(i);
          matrix.col.push_back(j);
          matrix.data.push_back(value);
          expected[{i, j}] += value;
        }
        I64 row;
        I64 col;
        F32 data;
        for (const auto& [place, value] : expected) {
          row.push_back(place.first);
          col.push_back(place.second);
          data.push_back(value);
        }
        const Layout coo = matrix.as(Format::kCoo);
        CHECK(elements<std::int64_t>(coo, "row") == row);
        CHECK(elements<std::int64_t>(coo, "col") == col);
        CHECK(elements<float>(coo, "data") == data);
      }
    }
  }
}
