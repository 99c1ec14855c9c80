// SPDX-License-Identifier: Apache-2.0
//
// Third-party families, whose steps, storage and sources differ from those of the family that comes
// with the program; and one that fails on demand.
#include <dlfcn.h>

#include "comparison.hpp"
#include "known_cell.hpp"

using namespace contract_test;

namespace {

/// The balls by the plugin's own definition, which each test family states in two lines.
reference::Balls balls_of(const coldcore_plugin& plugin, const reference::Space& space,
                          int radius) {
  return reference::Balls(space, [&](std::span<const int> u, std::span<const int> x) {
    const int n = static_cast<int>(u.size());
    return plugin.covers(n, space.axes().data(), radius, u.data(), x.data()) == 1;
  });
}

void compare_family(const std::string& name) {
  const std::vector<Axes> shapes{{2}, {9}, {16, 2}, {3, 4}, {5, 5, 2}, {2, 3, 4, 3}, {7, 6, 5}};
  Random random(41);
  for (const Axes& axes : shapes) {
    for (int radius = 1; radius <= 3; ++radius) {
      CAPTURE(reference::text(axes));
      CAPTURE(radius);
      const reference::Space space(axes);
      const int extract_cap = static_cast<int>(space.size());
      const Cell cell(name, axes, radius, {}, extract_cap);
      const reference::Balls balls = balls_of(cell.plugin(), space, radius);
      compare_cell(cell, balls, extract_cap, random);
      compare_owner(cell, balls, random);
    }
  }
}

/// The switches of test_failing, found in the file that the library has loaded.
class Switches {
 public:
  Switches() : handle_(dlopen(family("test_failing").path, RTLD_NOW | RTLD_NOLOAD)) {
    REQUIRE(handle_ != nullptr);
  }
  ~Switches() {
    at("bind_code") = at("axes_code") = 0;
    at("layers") = 1;
    dlclose(handle_);
  }
  Switches(const Switches&) = delete;
  Switches& operator=(const Switches&) = delete;

  int& at(const std::string& name) const {
    void* symbol = dlsym(handle_, ("test_failing_" + name).c_str());
    REQUIRE(symbol != nullptr);
    return *static_cast<int*>(symbol);
  }

 private:
  void* handle_;
};

/// Nothing but dct_free works on a cell that has lost its fields.
void check_lost() {
  Canary<std::int32_t> out;
  Canary<std::int64_t> idx;
  Canary<std::uint16_t> counts;
  const Words words{0};
  CHECK_CODE(DCT_E_LOST, dct_set_code(words.data(), 1));
  CHECK_CODE(DCT_E_LOST, dct_transform(0, 2));
  CHECK_CODE(DCT_E_LOST, dct_transform(1, 1));
  CHECK_CODE(DCT_E_LOST, dct_ball_update(words.data(), 1, 1));
  CHECK_CODE(DCT_E_LOST, dct_ball_gather(words.data(), 1, 0, out.data()));
  CHECK_CODE(DCT_E_LOST, dct_ball_gather_mu(words.data(), 1, 0, out.data()));
  CHECK_CODE(DCT_E_LOST, dct_loss_owner(words.data(), 1, out.data()));
  CHECK_CODE(DCT_E_LOST, dct_count_eq(0));
  CHECK_CODE(DCT_E_LOST, dct_count_deficit());
  CHECK_CODE(DCT_E_LOST, dct_map_max(out.data()));
  CHECK_CODE(DCT_E_LOST, dct_map_hist(1, 1, out.data()));
  CHECK_CODE(DCT_E_LOST, dct_map_extract64(0, idx.data(), out.data(), 1));
  CHECK_CODE(DCT_E_LOST, dct_map_read_at(words.data(), 1, out.data()));
  CHECK_CODE(DCT_E_LOST, dct_read_cnt(0, 1, counts.data()));
  CHECK_CODE(DCT_E_LOST, dct_use_fmt(0));
  CHECK_CODE(DCT_E_LOST, dct_set_mu(2));
  CHECK(out.intact());
  CHECK(idx.intact());
  CHECK(counts.intact());
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("open boundaries with summed costs agree with brute force") {
    compare_family("test_path");
  }

  TEST_CASE("open boundaries with impossible steps agree with brute force") {
    compare_family("test_open");
  }

  TEST_CASE("private storage in the place of planes agrees with brute force") {
    compare_family("test_private");
  }

  TEST_CASE("a driver that reads the source itself agrees with brute force") {
    compare_family("test_reader");
  }

  TEST_CASE("an open cell does not notice that another family is found and loaded") {
    Random random(42);
    const Cell cell("test_open", {3, 4, 3}, 2, {}, 36);
    const reference::Balls balls = balls_of(cell.plugin(), cell.space(), 2);
    cell.represent({1, 20});
    const long long uncovered = dct_count_eq(0);
    CHECK(coldcore_plugin_scan() > 0);
    const std::vector<int> axes{5, 5};
    CHECK(support_table(family("lee"), axes, 1).size() == 5);
    CHECK(dct_count_eq(0) == uncovered);
    compare_cell(cell, balls, 36, random);
  }

  TEST_CASE("private storage costs what it says, not planes") {
    const std::vector<int> axes{16, 16, 16, 16};
    const Cell own("test_private", axes, 8, {0, 0, 0}, 10);
    const long long words = own.space().size();
    CHECK(own.bytes() >= words * (4 + 2) + words * 4 * 8);
    CHECK(own.bytes() <= words * (4 + 2) + words * 4 * 8 + (64LL << 20));
  }

  TEST_CASE("a family without the ox format has none to upload or use") {
    const Cell cell("test_open", {3, 4}, 1);
    const std::uint16_t mask = 0;
    const std::uint64_t offs = 0;
    CHECK_CODE(DCT_E_FORMAT, dct_set_tbl2(&mask, &offs, 1));
    CHECK_CODE(DCT_E_FORMAT, dct_use_fmt(1));
    CHECK(dct_use_fmt(0) == DCT_OK);
  }

  TEST_CASE("a plugin sees its view while the cell is open, and NULL afterwards") {
    const Switches switches;
    {
      const Cell cell("test_failing", {3, 4}, 1);
      CHECK(switches.at("is_bound") == 1);
    }
    CHECK(switches.at("is_bound") == 0);
  }

  TEST_CASE("a bind that fails opens no cell") {
    const Switches switches;
    switches.at("bind_code") = COLDCORE_PLUGIN_E_MEMORY;
    long long bytes = -5;
    CHECK_CODE(DCT_E_PLUGIN, open_cell(family("test_failing"), {3, 4}, 1, 10, &bytes));
    CHECK(bytes == -5);
    CHECK_CODE(DCT_E_NO_CELL, dct_count_eq(0));
    switches.at("bind_code") = 0;
    const Cell cell("test_failing", {3, 4}, 1);
    CHECK(dct_count_eq(0) == 12);
  }

  TEST_CASE("a number of planes that no cell can have is the plugin's fault") {
    const Switches switches;
    for (const int layers : {0, -1, COLDCORE_MAX_LAYERS + 1}) {
      CAPTURE(layers);
      switches.at("layers") = layers;
      CHECK_CODE(DCT_E_PLUGIN, open_cell(family("test_failing"), {3, 4}, 1, 10));
    }
  }

  TEST_CASE("a driver that fails half-way loses the fields; free recovers") {
    const Switches switches;
    const std::vector<std::pair<int, int>> pairs{{0, 1}, {0, 2}, {1, 1}, {2, 1}};
    for (const auto& [init_mode, out_mode] : pairs) {
      for (const int code :
           {int{COLDCORE_PLUGIN_E_INTERNAL}, int{COLDCORE_PLUGIN_E_MEMORY}, -99, 1}) {
        CAPTURE(init_mode);
        CAPTURE(out_mode);
        CAPTURE(code);
        {
          const Cell cell("test_failing", {3, 4}, 1);
          cell.represent({1, 2});
          switches.at("axes_code") = code;
          CHECK_CODE(DCT_E_PLUGIN, dct_transform(init_mode, out_mode));
          switches.at("axes_code") = 0;
          check_lost();
        }
        const Cell cell("test_failing", {3, 4}, 1);
        cell.represent({1, 2});
        CHECK(dct_count_eq(1) == 2);
      }
    }
  }
}
