// SPDX-License-Identifier: Apache-2.0
//
// Sizes around the portions in which fields are scanned, and values at the ends of their types.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "cpu/extract.hpp"
#include "cpu/fields.hpp"
#include "cpu/grain.hpp"
#include "cpu/kernels.hpp"
#include "cpu/reduce.hpp"
#include "settings.hpp"
#include "thread_pool.hpp"

using namespace coldcore::core;

namespace {

const std::vector<std::int64_t> kSizes = {
    1, 2, 63, 1000, 1024, 1025, kScanGrain - 1, kScanGrain, kScanGrain + 1, 3 * kScanGrain + 17};

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();

std::vector<std::uint16_t> random_counts(std::int64_t size) {
  std::mt19937 random(3);
  std::vector<std::uint16_t> counts(size);
  for (auto& count : counts) count = static_cast<std::uint16_t>(random() % 5);
  counts.back() = 65535;
  return counts;
}

std::vector<std::int32_t> random_field(std::int64_t size) {
  std::mt19937 random(4);
  std::vector<std::int32_t> field(size);
  for (auto& value : field) value = static_cast<std::int32_t>(random() % 40) - 5;
  return field;
}

template <class Test>
void for_each_size(Test&& test) {
  for (std::int32_t isa = 0; isa <= read_settings().isa; ++isa) {
    prepare_kernels(isa);
    for (const int threads : {1, 3}) {
      prepare_pool(threads);
      for (const std::int64_t size : kSizes) {
        CAPTURE(isa);
        CAPTURE(threads);
        CAPTURE(size);
        test(size);
      }
    }
  }
}

}  // namespace

TEST_CASE("counting words of one multiplicity") {
  for_each_size([](std::int64_t size) {
    const auto counts = random_counts(size);
    for (const std::uint16_t target : std::vector<std::uint16_t>{0, 3, 65535}) {
      CHECK(count_equal(counts.data(), size, target) ==
            std::count(counts.begin(), counts.end(), target));
    }
  });
}

TEST_CASE("the deficit, also where every word lacks all of the largest mu") {
  for_each_size([](std::int64_t size) {
    const auto counts = random_counts(size);
    for (const std::uint16_t mu : std::vector<std::uint16_t>{1, 3, 65535}) {
      std::int64_t expected = 0;
      for (const std::uint16_t count : counts) expected += std::max(0, mu - count);
      CHECK(sum_deficit(counts.data(), size, mu) == expected);
    }
    const std::vector<std::uint16_t> zero(size);
    CHECK(sum_deficit(zero.data(), size, 65535) == 65535 * size);
  });
}

TEST_CASE("the largest value, wherever it stands and below zero too") {
  for_each_size([](std::int64_t size) {
    std::vector<std::int32_t> field(size, -7);
    CHECK(largest(field.data(), size) == -7);
    for (const std::int64_t place : {std::int64_t{0}, size / 2, size - 1}) {
      field[place] = kLargest;
      CHECK(largest(field.data(), size) == kLargest);
      field[place] = -7;
    }
  });
}

TEST_CASE("the histogram bins as documented and clips to the last bin") {
  for_each_size([](std::int64_t size) {
    auto field = random_field(size);
    field[0] = kLargest;
    for (const int nbins : {1, 3, 10, 4096}) {
      for (const std::int32_t vmax : {1, 7, 34, kLargest}) {
        std::vector<std::int32_t> expected(nbins);
        for (const std::int64_t v : field) {
          if (v > 0) ++expected[std::min<std::int64_t>((v - 1) * nbins / vmax, nbins - 1)];
        }
        std::vector<std::int32_t> bins(nbins, -1);
        histogram(field.data(), size, vmax, bins);
        CHECK(bins == expected);
      }
    }
  });
}

TEST_CASE("extraction gives the first hits in ascending order and the true number") {
  for_each_size([](std::int64_t size) {
    const auto field = random_field(size);
    for (const std::int32_t threshold : {-100, 0, 30, 34, 35}) {
      std::vector<std::int64_t> hits;
      for (std::int64_t x = 0; x < size; ++x) {
        if (field[x] >= threshold) hits.push_back(x);
      }
      for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{5}, size}) {
        std::vector<std::uint32_t> idx(size, 77);
        std::vector<std::int32_t> val(size, 77);
        const std::int64_t found =
            extract(field.data(), size, threshold, idx.data(), val.data(), limit);
        REQUIRE(found == std::ssize(hits));
        const std::int64_t stored = std::min(found, limit);
        for (std::int64_t i = 0; i < stored; ++i) {
          REQUIRE(idx[i] == hits[i]);
          REQUIRE(val[i] == field[hits[i]]);
        }
        CHECK(std::all_of(idx.begin() + stored, idx.end(), [](auto v) { return v == 77; }));
        CHECK(std::all_of(val.begin() + stored, val.end(), [](auto v) { return v == 77; }));
      }
    }
  });
}

TEST_CASE("owners are charged for words that are covered once") {
  for_each_size([](std::int64_t size) {
    const auto counts = random_counts(size);
    std::vector<std::int32_t> owner(size);
    for (std::int64_t x = 0; x < size; ++x) owner[x] = static_cast<std::int32_t>(x % 11);
    std::vector<std::int32_t> expected(11);
    for (std::int64_t x = 0; x < size; ++x) expected[owner[x]] += counts[x] == 1;
    std::vector<std::int32_t> out(11);
    count_owned(counts.data(), owner.data(), size, out.data());
    CHECK(out == expected);
  });
}

TEST_CASE("fields are filled from counts and from words") {
  for_each_size([](std::int64_t size) {
    auto counts = random_counts(size);
    std::vector<std::int32_t> field(size, -1);
    fill_indicator(counts.data(), size, {1, 2}, field.data());
    for (std::int64_t x = 0; x < size; ++x) {
      REQUIRE(field[x] == (counts[x] == 1 || counts[x] == 2 ? 1 : 0));
    }
    const std::vector<std::int64_t> words = {size - 1, 0, size - 1};
    fill_multiplicities(words, size, field.data());
    for (std::int64_t x = 0; x < size; ++x) {
      REQUIRE(field[x] == std::count(words.begin(), words.end(), x));
    }
    clear_counts(counts.data(), size);
    CHECK(counts == std::vector<std::uint16_t>(size));
  });
}
