// SPDX-License-Identifier: Apache-2.0
//
// What NAME_validate takes and refuses: each limit and the step past it.
#include <doctest/doctest.h>

#include <climits>
#include <map>
#include <string>
#include <vector>

#include "exports.hpp"
#include "shapes.hpp"

namespace {

using family_test::definition;
using family_test::exports;

constexpr long long kTooLarge = COLDCORE_PLUGIN_E_TOO_LARGE;

int validate(int n, const std::vector<int>& axes, int radius) {
  int layers = -77;
  const int code = exports().validate(n, axes.data(), radius, &layers);
  CHECK(layers == (code == COLDCORE_PLUGIN_OK ? definition().layers(radius) : -77));
  return code;
}

int validate(const std::vector<int>& axes, int radius) {
  return validate(static_cast<int>(axes.size()), axes, radius);
}

std::vector<int> equal_axes(int n, int axis) {
  return std::vector<int>(static_cast<std::size_t>(n), axis);
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the family is who it says it is") {
    const coldcore_plugin_info& info = *exports().info;
    CHECK(info.magic == COLDCORE_PLUGIN_MAGIC);
    CHECK(info.struct_size == sizeof info);
    CHECK(info.abi_major == COLDCORE_PLUGIN_ABI_MAJOR);
    CHECK(info.id == definition().id);
    CHECK(info.name == definition().name);
  }

  TEST_CASE("the number of axes") {
    const std::vector<int> axes = equal_axes(20, definition().min_axis);
    CHECK(validate(-1, axes, 1) == COLDCORE_PLUGIN_E_N);
    CHECK(validate(0, axes, 1) == COLDCORE_PLUGIN_E_N);
    CHECK(validate(1, axes, 1) == COLDCORE_PLUGIN_OK);
    CHECK(validate(definition().max_n, axes, 1) == COLDCORE_PLUGIN_OK);
    CHECK(validate(definition().max_n + 1, axes, 1) == COLDCORE_PLUGIN_E_N);
  }

  TEST_CASE("the sizes of axes, wherever they stand") {
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<int> axes = equal_axes(3, 5);
      for (const int refused :
           {-3, 0, 1, definition().min_axis - 1, definition().max_axis + 1, 1000}) {
        axes[j] = refused;
        CHECK(validate(axes, 1) == COLDCORE_PLUGIN_E_AXIS);
      }
      for (const int taken : {definition().min_axis, definition().max_axis}) {
        axes[j] = taken;
        CHECK(validate(axes, 1) == COLDCORE_PLUGIN_OK);
      }
    }
  }

  TEST_CASE("the radius") {
    for (int axis = definition().min_axis; axis <= definition().max_axis; ++axis) {
      for (int radius = -2; radius <= definition().max_radius + 2; ++radius) {
        const bool within = radius >= 0 && radius <= definition().max_radius;
        const bool taken = within && definition().takes(axis, radius);
        CAPTURE(axis);
        CAPTURE(radius);
        CHECK(validate({axis, axis}, radius) ==
              (taken ? COLDCORE_PLUGIN_OK : COLDCORE_PLUGIN_E_RADIUS));
        CHECK(validate({definition().max_axis, axis}, radius) ==
              (taken ? COLDCORE_PLUGIN_OK : COLDCORE_PLUGIN_E_RADIUS));
      }
    }
    CHECK(validate({5, 5}, INT_MAX) == COLDCORE_PLUGIN_E_RADIUS);
    CHECK(validate({5, 5}, INT_MIN) == COLDCORE_PLUGIN_E_RADIUS);
  }

  TEST_CASE("a table has as many entries as there are patterns, and at most 2^31 - 1") {
    bool refused = false;
    for (int axis = definition().min_axis; axis <= definition().max_axis; ++axis) {
      for (int n = 1; n <= definition().max_n; ++n) {
        for (int radius = 0; radius <= definition().max_radius; ++radius) {
          const std::vector<int> axes = equal_axes(n, axis);
          if (!definition().takes_all(axes, radius)) continue;
          const double patterns = definition().patterns(axes, radius);
          const bool fits = patterns <= INT32_MAX;
          refused = refused || !fits;
          CAPTURE(n);
          CAPTURE(axis);
          CAPTURE(radius);
          CHECK(validate(axes, radius) ==
                (fits ? COLDCORE_PLUGIN_OK : COLDCORE_PLUGIN_E_TOO_LARGE));
          const long long expected = fits ? static_cast<long long>(patterns) : kTooLarge;
          CHECK(exports().table(n, axes.data(), radius, nullptr, 0) == expected);
          if (exports().table_ox == nullptr) continue;
          CHECK(exports().table_ox(n, axes.data(), radius, nullptr, nullptr, 0) == expected);
        }
      }
    }
    // The largest Lee ball, on 16 axes with R = 6, has 1,884,961 words.
    CHECK(refused == (definition().name != "lee"));
  }

  TEST_CASE("where the README says that a table becomes too large") {
    struct Limit {
      std::vector<int> axes;
      int radius;
      bool fits;
    };
    const std::map<std::string, std::vector<Limit>> limits = {
        {"hamming",
         {{equal_axes(16, 9), 6, false},
          {equal_axes(16, 9), 5, true},
          {equal_axes(15, 10), 6, false},
          {equal_axes(14, 10), 6, true},
          {equal_axes(16, 8), 6, true}}},
        {"torus_linf",
         {{equal_axes(8, 15), 7, false},
          {equal_axes(7, 15), 7, true},
          {equal_axes(8, 16), 6, true}}},
        {"lee", {{equal_axes(16, 16), 6, true}}},
        {"grid_linf",
         {{equal_axes(8, 16), 7, false},
          {equal_axes(8, 16), 6, true},
          {equal_axes(8, 14), 15, true},
          {equal_axes(7, 16), 15, true}}},
    };
    for (const Limit& limit : limits.at(definition().name)) {
      CAPTURE(reference::text(limit.axes));
      CHECK(validate(limit.axes, limit.radius) ==
            (limit.fits ? COLDCORE_PLUGIN_OK : COLDCORE_PLUGIN_E_TOO_LARGE));
    }
  }

  TEST_CASE("no function takes a shape that validate refuses") {
    const std::vector<int> axes = {5, 1, 5};
    CHECK(exports().table(3, axes.data(), 1, nullptr, 0) == COLDCORE_PLUGIN_E_AXIS);
    if (exports().table_ox == nullptr) return;
    CHECK(exports().table_ox(3, axes.data(), 1, nullptr, nullptr, 0) == COLDCORE_PLUGIN_E_AXIS);
  }
}
