// SPDX-License-Identifier: Apache-2.0
//
// One product-space cell and one incidence cell open in one process, looked up as a host does it:
// the same problem in both, calls interleaved, one answer.
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <coldcore/sparse.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <vector>

namespace {

class Library {
 public:
  explicit Library(const char* variable)
      : handle_(dlopen(getenv(variable), RTLD_NOW | RTLD_LOCAL)) {
    INFO(variable);
    REQUIRE(handle_ != nullptr);
  }
  template <class Function>
  Function* function(const char* name) const {
    void* found = dlsym(handle_, name);
    INFO(name);
    REQUIRE(found != nullptr);
    return reinterpret_cast<Function*>(found);
  }

 private:
  void* handle_;
};

#define LOOK_UP(library, name) decltype(::name)* name = library.function<decltype(::name)>(#name)

struct Core {
  Library library{"COLDCORE_TEST_CORE"};
  LOOK_UP(library, coldcore_plugin_load);
  LOOK_UP(library, dct_init3);
  LOOK_UP(library, dct_free);
  LOOK_UP(library, dct_transform);
  LOOK_UP(library, dct_ball_update);
  LOOK_UP(library, dct_set_mu);
  LOOK_UP(library, dct_get_mu);
  LOOK_UP(library, dct_count_deficit);
  LOOK_UP(library, dct_map_extract64);
};

struct Incidence {
  Library library{"COLDCORE_TEST_INCIDENCE"};
  LOOK_UP(library, sparse_init);
  LOOK_UP(library, sparse_free);
  LOOK_UP(library, sparse_field);
  LOOK_UP(library, sparse_ball_update);
  LOOK_UP(library, sparse_set_mu);
  LOOK_UP(library, sparse_get_mu);
  LOOK_UP(library, sparse_count_deficit);
  LOOK_UP(library, sparse_map_extract);
};

constexpr int kAxes[4] = {3, 4, 2, 5};
constexpr int kWords = 3 * 4 * 2 * 5;
constexpr int kBall = 1 + 2 + 3 + 1 + 4;

int distance(int a, int b) {
  int differing = 0;
  for (const int size : kAxes) {
    differing += a % size != b % size ? 1 : 0;
    a /= size;
    b /= size;
  }
  return differing;
}

/// Row u: the words at Hamming distance at most 1.
std::vector<std::int32_t> balls() {
  std::vector<std::int32_t> inc;
  for (int u = 0; u < kWords; ++u) {
    for (int x = 0; x < kWords; ++x) {
      if (distance(u, x) <= 1) inc.push_back(x);
    }
  }
  return inc;
}

void open(const Core& core, const Incidence& incidence) {
  const coldcore_plugin* family = nullptr;
  REQUIRE(core.coldcore_plugin_load("hamming", &family) == DCT_OK);
  std::vector<std::uint64_t> table(kBall);
  REQUIRE(family->table(4, kAxes, 1, table.data(), kBall) == kBall);
  REQUIRE(core.dct_init3(family->id, 4, kAxes, 1, table.data(), kBall, kWords, nullptr, 0, 0, 0) ==
          DCT_OK);
  const std::vector<std::int32_t> inc = balls();
  REQUIRE(inc.size() == std::size_t{kWords} * kBall);
  REQUIRE(incidence.sparse_init(kWords, kBall, kWords, inc.data(), 0, kWords, nullptr, nullptr) ==
          SPARSE_OK);
}

void check_same_field(const Core& core, const Incidence& incidence, int role) {
  REQUIRE(core.dct_transform(role + 1, 1) == DCT_OK);
  REQUIRE(incidence.sparse_field(role) == SPARSE_OK);
  std::vector<std::int64_t> words(kWords), candidates(kWords);
  std::vector<std::int32_t> core_values(kWords), values(kWords);
  REQUIRE(core.dct_map_extract64(0, words.data(), core_values.data(), kWords) == kWords);
  REQUIRE(incidence.sparse_map_extract(0, candidates.data(), values.data(), kWords) == kWords);
  CHECK(words == candidates);
  CHECK(core_values == values);
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a cell of each engine, changed in turns, give the same fields") {
    const Core core;
    const Incidence incidence;
    open(core, incidence);
    std::mt19937_64 random(3);
    for (int step = 0; step < 60; ++step) {
      CAPTURE(step);
      const int mu = 1 + step / 20;
      REQUIRE(core.dct_set_mu(mu) == DCT_OK);
      const long long word = static_cast<long long>(random() % kWords);
      REQUIRE(core.dct_ball_update(&word, 1, 1) == DCT_OK);
      REQUIRE(incidence.sparse_set_mu(mu) == SPARSE_OK);
      REQUIRE(incidence.sparse_ball_update(&word, 1, 1) == SPARSE_OK);
      CHECK(core.dct_count_deficit() == incidence.sparse_count_deficit());
      check_same_field(core, incidence, 0);
      check_same_field(core, incidence, 1);
      if (step % 3 != 0) continue;
      REQUIRE(incidence.sparse_ball_update(&word, 1, -1) == SPARSE_OK);
      REQUIRE(core.dct_ball_update(&word, 1, -1) == DCT_OK);
    }
    CHECK(core.dct_get_mu() == 3);
    CHECK(core.dct_free() == DCT_OK);
    CHECK(incidence.sparse_get_mu() == 3);
    CHECK(incidence.sparse_count_deficit() > 0);
    CHECK(incidence.sparse_free() == SPARSE_OK);
  }

  TEST_CASE("they differ where the state does") {
    const Core core;
    const Incidence incidence;
    open(core, incidence);
    const long long word = 7;
    REQUIRE(core.dct_ball_update(&word, 1, 1) == DCT_OK);
    CHECK(core.dct_count_deficit() == kWords - kBall);
    CHECK(incidence.sparse_count_deficit() == kWords);
    REQUIRE(incidence.sparse_set_mu(2) == SPARSE_OK);
    CHECK(core.dct_get_mu() == 1);
    CHECK(core.dct_free() == DCT_OK);
    CHECK(incidence.sparse_free() == SPARSE_OK);
  }
}
