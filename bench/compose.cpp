// SPDX-License-Identifier: Apache-2.0
//
// The values phase of libcoldcore_compose against a dot product by merging for every entry of C
// (merge_fill.hpp), in turn within one run on one thread. Values are compared bit by bit.
//
//   bench-compose [--json FILE]
#include <coldcore/compose.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "merge_fill.hpp"
#include "timing.hpp"

namespace {

using nlohmann::json;
using Random = std::mt19937_64;

struct Sparse {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int64_t> indices{};
  std::vector<double> values{};

  std::int64_t nnz() const { return std::ssize(indices); }
  coldcore_compose_matrix view() const {
    return {rows, columns, nnz(), indptr.data(), indices.data(), values.data()};
  }
  void end_line() { indptr.push_back(nnz()); }
};

void require(bool good, std::string_view what) {
  if (good) return;
  throw std::runtime_error(fmt::format("{} failed: {}", what, coldcore_compose_last_error()));
}

double any_value(Random& random) { return std::uniform_real_distribution<double>(-1, 1)(random); }

/// 1 x n, all entries.
Sparse dense_row(std::int64_t n) {
  Random random(1);
  Sparse a{.rows = 1, .columns = n};
  a.indices.resize(static_cast<std::size_t>(n));
  std::iota(a.indices.begin(), a.indices.end(), 0);
  for (std::int64_t c = 0; c < n; ++c) a.values.push_back(any_value(random));
  a.end_line();
  return a;
}

/// Lines of the n x n band |row - column| <= reach, which is the same by rows and by columns.
Sparse band(std::int64_t n, std::int64_t reach) {
  Random random(2);
  Sparse result{.rows = n, .columns = n};
  for (std::int64_t line = 0; line < n; ++line) {
    const std::int64_t end = std::min(n, line + reach + 1);
    for (std::int64_t i = std::max<std::int64_t>(0, line - reach); i < end; ++i) {
      result.indices.push_back(i);
      result.values.push_back(any_value(random));
    }
    result.end_line();
  }
  return result;
}

/// `lines` lines of `each` distinct indices below `limit`.
Sparse scattered(std::int64_t lines, std::int64_t limit, int each) {
  Random random(3);
  Sparse result;
  std::vector<std::int64_t> line;
  for (std::int64_t i = 0; i < lines; ++i) {
    line.clear();
    while (std::ssize(line) < each) {
      const auto index = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
      if (std::find(line.begin(), line.end(), index) == line.end()) line.push_back(index);
    }
    std::sort(line.begin(), line.end());
    for (const std::int64_t index : line) {
      result.indices.push_back(index);
      result.values.push_back(any_value(random));
    }
    result.end_line();
  }
  return result;
}

double best_of(int rounds, const std::function<void()>& work) {
  double best = coldcore::bench::seconds_of(work);
  for (int i = 1; i < rounds; ++i) best = std::min(best, coldcore::bench::seconds_of(work));
  return best;
}

class Plan {
 public:
  explicit Plan(const coldcore_compose_matrix& a) {
    require(coldcore_compose_plan_create(&a, 0, &plan_) == COMPOSE_OK, "plan_create");
  }
  ~Plan() { coldcore_compose_plan_free(plan_); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  coldcore_compose_plan* get() const { return plan_; }

 private:
  coldcore_compose_plan* plan_ = nullptr;
};

/// The pattern of C by the plan, values all zero.
Sparse pattern(const Plan& plan, std::int64_t rows, std::int64_t blocks,
               const coldcore_compose_matrix& j) {
  Sparse c{.rows = blocks * rows, .columns = j.columns};
  c.indptr.resize(static_cast<std::size_t>(j.columns) + 1);
  const std::int64_t nnz =
      coldcore_compose_plan_sparsity(plan.get(), blocks, &j, nullptr, nullptr, 0, 1);
  require(nnz >= 0, "counting");
  c.indices.resize(static_cast<std::size_t>(nnz));
  c.values.resize(c.indices.size());
  return c;
}

/// What the merge gives for a full row times a diagonal matrix, without the quadratic time.
std::vector<double> row_times_diagonal(const Sparse& a, const Sparse& j) {
  std::vector<double> result;
  for (std::size_t c = 0; c < a.values.size(); ++c) result.push_back(0 + a.values[c] * j.values[c]);
  return result;
}

void require_bits(const std::vector<double>& got, const std::vector<double>& expected) {
  require(got.size() == expected.size() &&
              std::memcmp(got.data(), expected.data(), 8 * got.size()) == 0,
          "comparison");
}

struct Case {
  std::string name;
  Sparse a;
  Sparse j;
  std::int64_t blocks = 1;
  int rounds = 5;
  bool yardstick = true;  ///< Else A is a full row and J is diagonal.
  bool all_threads = false;
};

json measure(const Case& the) {
  const coldcore_compose_matrix a = the.a.view();
  const coldcore_compose_matrix j = the.j.view();
  const Plan plan(a);
  Sparse c = pattern(plan, a.rows, the.blocks, j);
  const double sparsity = best_of(the.rounds, [&] {
    require(coldcore_compose_plan_sparsity(plan.get(), the.blocks, &j, c.indptr.data(),
                                           c.indices.data(), c.nnz(), 1) == c.nnz(),
            "plan_sparsity");
  });
  const coldcore_compose_matrix where = c.view();
  const auto by_plan = [&](int threads) {
    require(coldcore_compose_plan_values(plan.get(), the.blocks, &j, &where, c.values.data(),
                                         threads) == COMPOSE_OK,
            "plan_values");
  };
  by_plan(1);  // The first call allocates.
  const auto once = [&] {
    require(coldcore_compose_values(&a, the.blocks, &j, &where, c.values.data(), 1) == COMPOSE_OK,
            "values");
  };
  std::vector<double> expected =
      the.yardstick ? std::vector<double>(c.values.size()) : row_times_diagonal(the.a, the.j);
  double merge_seconds = 0;
  double values_seconds = 0;
  double one_off_seconds = 0;
  // In turn, so that what else the machine does meets all three.
  for (int i = 0; i < the.rounds; ++i) {
    const auto keep_best = [i](double& best, const std::function<void()>& work) {
      const double seconds = coldcore::bench::seconds_of(work);
      best = i == 0 ? seconds : std::min(best, seconds);
    };
    if (the.yardstick && merge_seconds < 1) {
      keep_best(merge_seconds, [&] { merge_fill::fill(a, j, where, expected.data()); });
    }
    keep_best(values_seconds, [&] { by_plan(1); });
    keep_best(one_off_seconds, once);
  }
  json row = {{"case", the.name},
              {"n", a.columns},
              {"c_nnz", c.nnz()},
              {"sparsity_seconds", sparsity},
              {"values_seconds", values_seconds},
              {"one_off_seconds", one_off_seconds}};
  if (the.yardstick) row["merge_seconds"] = merge_seconds;
  require_bits(c.values, expected);
  by_plan(1);
  require_bits(c.values, expected);
  if (the.all_threads) {
    const int threads = static_cast<int>(std::thread::hardware_concurrency());
    by_plan(threads);
    row["threads"] = threads;
    row["threaded_seconds"] = best_of(the.rounds, [&] { by_plan(threads); });
  }
  return row;
}

void print_row(const json& row) {
  const double values = row["values_seconds"];
  const double one_off = row["one_off_seconds"];
  const double n = row["n"];
  fmt::print("{:34} {:>10} {:>11.3f} {:>10.3f} {:>10.3f} {:>7.2f} {:>8.2f}",
             row["case"].get<std::string>(), row["c_nnz"].get<std::int64_t>(),
             row["sparsity_seconds"].get<double>() * 1e3, values * 1e3, one_off * 1e3,
             values / n * 1e9, one_off / n * 1e9);
  if (row.contains("merge_seconds")) {
    const double merge = row["merge_seconds"];
    fmt::print(" {:>10.3f} {:>8.1f} {:>8.1f}", merge * 1e3, merge / values, merge / one_off);
  }
  if (row.contains("threaded_seconds")) {
    fmt::print("  {} threads: {:.3f} ms", row["threads"].get<int>(),
               row["threaded_seconds"].get<double>() * 1e3);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

json measure_all() {
  fmt::print("{:34} {:>10} {:>11} {:>10} {:>10} {:>7} {:>8} {:>10} {:>8} {:>8}\n", "A, J",
             "C entries", "sparsity ms", "values ms", "one-off ms", "ns/n", "one-off", "merge ms",
             "values x", "one-off x");
  json report = json::array();
  const auto add = [&](Case the) {
    report.push_back(measure(the));
    print_row(report.back());
  };
  for (const std::int64_t n : {10'000, 100'000, 1'000'000, 10'000'000}) {
    add({.name = fmt::format("dense row, identity, n = {}", n),
         .a = dense_row(n),
         .j = band(n, 0),
         .rounds = n > 1'000'000 ? 4
                   : n > 10'000  ? 9
                                 : 200,
         .yardstick = n <= 100'000});
  }
  Sparse a = scattered(2000, 2000, 20);
  a.rows = a.columns = 2000;
  Sparse j = scattered(4000, 6000, 30);
  j.rows = 6000;
  j.columns = 4000;
  add({.name = "random, 20 a row, p = 3, 30 a column",
       .a = a,
       .j = j,
       .blocks = 3,
       .rounds = 15,
       .all_threads = true});
  const std::int64_t n = 20'000;
  for (const auto& [a_reach, j_reach] :
       {std::pair{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 2}, {10, 10}}) {
    add({.name = fmt::format("bands of {} and {}", 2 * a_reach + 1, 2 * j_reach + 1),
         .a = band(n, a_reach),
         .j = band(n, j_reach),
         .rounds = 60});
  }
  return report;
}

int run(int argc, char** argv) {
  const bool to_file = argc == 3 && std::string_view(argv[1]) == "--json";
  if (argc != 1 && !to_file) {
    fmt::print(stderr, "usage: bench-compose [--json FILE]\n");
    return 2;
  }
  const json report = measure_all();
  if (!to_file) return 0;
  std::ofstream file(argv[2]);
  file << report.dump(2) << '\n';
  file.close();
  if (file) return 0;
  fmt::print(stderr, "bench-compose: cannot write {}\n", argv[2]);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-compose: %s\n", error.what());
    return 1;
  }
}
