// SPDX-License-Identifier: Apache-2.0
//
// The gate against the definition, word by word, on every small space.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gate.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

using Words = std::vector<Candidate>;

// Four families: two circular, two with boundaries; costs that add up and costs whose largest
// counts.

int differing_digits(int n, const int* /*ax*/, int R, const int* u, const int* x) {
  int differing = 0;
  for (int j = 0; j < n; ++j) differing += u[j] != x[j];
  return differing <= R;
}

int circular_window(int n, const int* ax, int R, const int* u, const int* x) {
  for (int j = 0; j < n; ++j) {
    const int d = std::abs(u[j] - x[j]);
    if (std::min(d, ax[j] - d) > R) return 0;
  }
  return 1;
}

int clamped_window(int n, const int* /*ax*/, int R, const int* u, const int* x) {
  for (int j = 0; j < n; ++j) {
    if (std::abs(u[j] - x[j]) > R) return 0;
  }
  return 1;
}

int clamped_sum(int n, const int* /*ax*/, int R, const int* u, const int* x) {
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += std::abs(u[j] - x[j]);
  return sum <= R;
}

int clamped_cost(int /*ax*/, int R, int centre, int target) {
  const int cost = std::abs(centre - target);
  return cost <= R ? cost : -1;
}

struct Family {
  const char* name;
  coldcore_covers_fn covers;
  coldcore_axis_cost_fn axis_cost;
};

const std::vector<Family> kFamilies = {{"differing digits", differing_digits, nullptr},
                                       {"circular window", circular_window, nullptr},
                                       {"clamped window", clamped_window, clamped_cost},
                                       {"clamped sum", clamped_sum, clamped_cost}};

std::vector<int> digits(Candidate word, const std::vector<int>& axes) {
  std::vector<int> result;
  for (const int axis : axes) {
    result.push_back(static_cast<int>(word % axis));
    word /= axis;
  }
  return result;
}

/// How often each word is covered, straight from the definition.
std::vector<int> counts_by_definition(const Definition& definition, const Words& words) {
  const std::vector<int>& axes = definition.axes;
  std::vector<int> counts(static_cast<std::size_t>(space_size(axes)));
  for (const Candidate u : words) {
    const std::vector<int> from = digits(u, axes);
    for (std::size_t x = 0; x < counts.size(); ++x) {
      const std::vector<int> to = digits(static_cast<Candidate>(x), axes);
      counts[x] += definition.covers(static_cast<int>(axes.size()), axes.data(), definition.radius,
                                     from.data(), to.data());
    }
  }
  return counts;
}

void check_report(const GateReport& report, const std::vector<int>& counts, int mu) {
  std::map<int, std::int64_t> histogram;
  std::vector<Point> deficient;
  for (std::size_t x = 0; x < counts.size(); ++x) {
    ++histogram[counts[x]];
    if (counts[x] < mu) deficient.push_back(static_cast<Point>(x));
  }
  CHECK(report.points == static_cast<std::int64_t>(counts.size()));
  CHECK(report.deficient == static_cast<std::int64_t>(deficient.size()));
  CHECK(report.covered() == deficient.empty());
  deficient.resize(std::min(deficient.size(), GateReport::kListed));
  CHECK(report.first_deficient == deficient);
  CHECK(report.histogram == decltype(report.histogram)(histogram.begin(), histogram.end()));
  CHECK(report.min_multiplicity == histogram.begin()->first);
  CHECK(report.max_multiplicity == histogram.rbegin()->first);
}

Words random_words(std::int64_t points, std::size_t count, std::mt19937& random) {
  Words words(count);
  for (Candidate& word : words) word = static_cast<Candidate>(random()) % points;
  return words;
}

/// All axes vectors of up to four axes of 2..5 values.
std::vector<std::vector<int>> small_shapes() {
  std::vector<std::vector<int>> shapes = {{}};
  std::vector<std::vector<int>> all;
  for (int n = 1; n <= 4; ++n) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& shape : shapes) {
      for (int axis = 2; axis <= 5; ++axis) {
        longer.push_back(shape);
        longer.back().push_back(axis);
      }
    }
    shapes = std::move(longer);
    all.insert(all.end(), shapes.begin(), shapes.end());
  }
  return all;
}

std::string gate_complaint(Definition definition, const Words& words) {
  return message_of<GateError>([&] { Gate(std::move(definition)).recount(words, 1); });
}

}  // namespace

TEST_SUITE("search/gate") {
  TEST_CASE("the recount agrees with the definition on every small shape") {
    std::mt19937 random(1);
    for (const Family& family : kFamilies) {
      for (const std::vector<int>& axes : small_shapes()) {
        for (int radius = 0; radius <= 3; ++radius) {
          const Definition definition{axes, radius, family.covers, family.axis_cost};
          const std::int64_t points = space_size(axes);
          const Words words = random_words(points, 1 + random() % 12, random);
          const int mu = 1 + static_cast<int>(random() % 3);
          CAPTURE(family.name);
          CAPTURE(format_axes(axes));
          CAPTURE(radius);
          check_report(Gate(definition).recount(words, mu), counts_by_definition(definition, words),
                       mu);
        }
      }
    }
  }

  TEST_CASE("one gate recounts many lists, each from nothing") {
    std::mt19937 random(2);
    const Definition definition{{5, 4, 3}, 1, clamped_window, clamped_cost};
    Gate gate(definition);
    for (int i = 0; i < 20; ++i) {
      const Words words = random_words(60, random() % 30, random);
      check_report(gate.recount(words, 2), counts_by_definition(definition, words), 2);
    }
  }

  TEST_CASE("the two words 000 and 111 cover the cube exactly once") {
    const GateReport report =
        Gate({{2, 2, 2}, 1, differing_digits, nullptr}).recount(Words{0, 7}, 1);
    CHECK(report.covered());
    CHECK(report.min_multiplicity == 1);
    CHECK(report.max_multiplicity == 1);
  }

  TEST_CASE("no words cover nothing, and a hundred of the words left are named") {
    const GateReport report = Gate({{5, 5, 5}, 1, differing_digits, nullptr}).recount(Words{}, 1);
    CHECK_FALSE(report.covered());
    CHECK(report.deficient == 125);
    CHECK(report.first_deficient.size() == 100);
    CHECK(report.first_deficient.back() == 99);
  }

  TEST_CASE("70,000 copies of a word saturate the counters and do not wrap") {
    const Words words(70'000, 0);
    const GateReport report = Gate({{2, 2}, 1, differing_digits, nullptr}).recount(words, 65'535);
    CHECK(report.max_multiplicity == GateReport::kSaturated);
    CHECK(report.deficient == 1);
    CHECK(report.first_deficient == std::vector<Point>{3});
  }

  TEST_CASE("a definition that is not the same everywhere is found out") {
    // Word 0 covers itself alone, the others everything: the ball of word 0 is wrong for them.
    const auto uneven = [](int n, const int*, int, const int* u, const int* x) {
      bool zero = true;
      bool same = true;
      for (int j = 0; j < n; ++j) {
        zero = zero && u[j] == 0;
        same = same && u[j] == x[j];
      }
      return static_cast<int>(same || !zero);
    };
    const std::string line = gate_complaint({{3, 3, 3}, 1, uneven, nullptr}, Words{0, 5});
    CHECK(line.find("not the same everywhere") != std::string::npos);
  }

  TEST_CASE("boundaries that the definition has and the costs deny are found out") {
    const Words words = {0, 12, 24};
    CHECK(gate_complaint({{5, 5}, 1, clamped_window, nullptr}, words) != "");
    CHECK(gate_complaint({{5, 5}, 1, clamped_window, clamped_cost}, words) == "");
  }

  TEST_CASE("a word that does not cover itself is found out") {
    const auto others_only = [](int n, const int*, int, const int* u, const int* x) {
      return static_cast<int>(!std::equal(u, u + n, x));
    };
    const std::string line = gate_complaint({{3, 3}, 1, others_only, nullptr}, Words{0});
    CHECK(line.find("does not cover itself") != std::string::npos);
  }

  TEST_CASE("a space beyond the memory is refused with the bytes needed and available") {
    const std::string line =
        gate_complaint({std::vector<int>(10, 16), 1, differing_digits, nullptr}, Words{0});
    CHECK(line.find("needs 2199023255552 bytes") != std::string::npos);
    CHECK(line.find("are available") != std::string::npos);
  }
}
