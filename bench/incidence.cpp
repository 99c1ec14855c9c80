// SPDX-License-Identifier: Apache-2.0
//
// How near a whole pass of the incidence module comes to the machine, and what keeping the map
// exact saves. A pass must read the incidence once and look up one table entry for each of its
// entries, so it takes at least max(bytes / streaming rate, entries / gather rate), both rates
// measured here.
//
//   bench-incidence [--json FILE]      COLDCORE_THREADS and COLDCORE_ISA as for the module
//
// With COLDCORE_THREADS=1 seconds are of CPU time.
#include <coldcore/sparse.h>
#include <coldcore/sparse_index.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "incidence_rates.hpp"

namespace {

using nlohmann::json;

void require(bool good, std::string_view what) {
  if (good) return;
  fmt::print(stderr, "bench-incidence: {} failed: {}\n", what, coldcore_sparse_last_error());
  std::exit(1);
}

int thread_count() {
  const char* text = std::getenv("COLDCORE_THREADS");
  return text == nullptr ? static_cast<int>(std::thread::hardware_concurrency()) : std::atoi(text);
}

struct Csr {
  std::int64_t points = 0;
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int32_t> indices;
  std::vector<std::int32_t> weights;  ///< Empty: all ones.

  std::int64_t candidates() const { return std::ssize(indptr) - 1; }
  std::int64_t entries() const { return std::ssize(indices); }
};

/// Rows of random lengths around `mean`, the points of a row in strata, so that they are distinct.
Csr random_csr(std::int64_t candidates, std::int64_t points, int mean, int max_weight) {
  std::mt19937_64 random(7);
  Csr csr;
  csr.points = points;
  csr.indices.reserve(static_cast<std::size_t>(candidates * mean * 11 / 10));
  for (std::int64_t c = 0; c < candidates; ++c) {
    const std::int64_t length = static_cast<std::int64_t>(random() % (2 * mean + 1));
    for (std::int64_t j = 0; j < length; ++j) {
      const std::int64_t low = points * j / length;
      const std::int64_t high = points * (j + 1) / length;
      const auto offset = static_cast<std::int64_t>(random() % (high - low));
      csr.indices.push_back(static_cast<std::int32_t>(low + offset));
      if (max_weight > 1)
        csr.weights.push_back(static_cast<std::int32_t>(1 + random() % max_weight));
    }
    csr.indptr.push_back(csr.entries());
  }
  return csr;
}

std::int64_t binomial(int n, int k) {
  std::int64_t result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

/// The k-subsets of v points cover the (k-1)-subsets in them; both in colexicographic order.
Csr design(int v, int k) {
  Csr csr;
  csr.points = binomial(v, k - 1);
  std::vector<int> block(static_cast<std::size_t>(k));
  std::iota(block.begin(), block.end(), 0);
  for (std::int64_t left = binomial(v, k); left > 0; --left) {
    for (int dropped = 0; dropped < k; ++dropped) {
      std::int64_t rank = 0;
      int position = 0;
      for (int j = 0; j < k; ++j) {
        if (j != dropped) rank += binomial(block[j], ++position);
      }
      csr.indices.push_back(static_cast<std::int32_t>(rank));
    }
    int j = 0;
    while (j + 1 < k && block[j] + 1 == block[j + 1]) {
      block[j] = j;
      ++j;
    }
    ++block[j];
  }
  return csr;
}

void open_rows(const Csr& csr, int row_length) {
  const auto* weights = csr.weights.empty() ? nullptr : csr.weights.data();
  const int code = row_length > 0 ? sparse_init(csr.entries() / row_length, row_length, csr.points,
                                                csr.indices.data(), 0, 1, nullptr, nullptr)
                                  : sparse_init_csr(csr.candidates(), csr.points, csr.entries(),
                                                    csr.indptr.data(), csr.indices.data(), weights,
                                                    nullptr, 0, 1, nullptr, nullptr);
  require(code == SPARSE_OK, "init");
}

/// Bytes of incidence that the module keeps, see docs/incidence.md.
std::int64_t incidence_bytes(const Csr& csr, int row_length) {
  const std::int64_t point = csr.points <= 65536 ? 2 : 4;
  const std::int64_t weight = csr.weights.empty() ? 0 : 1;
  return csr.entries() * (point + weight) + (row_length > 0 ? 0 : 8 * csr.candidates());
}

json measure_pass(const std::string& name, const Csr& csr, int row_length) {
  const double start = bench::seconds_now();
  open_rows(csr, row_length);
  const double opening = bench::seconds_now() - start;
  const long long chosen[3] = {0, 5, 77};
  require(sparse_recount(chosen, 3) == SPARSE_OK, "recount");
  const double pass =
      bench::best_seconds(30, [] { require(sparse_field(0) == SPARSE_OK, "field"); });
  require(sparse_free() == SPARSE_OK, "free");

  const std::int64_t bytes = incidence_bytes(csr, row_length);
  const double streaming = bench::stream_rate(bytes, thread_count());
  const double gathering = bench::gather_rate(csr.points, thread_count());
  const double stream_seconds = static_cast<double>(bytes) / streaming;
  const double gather_seconds = static_cast<double>(csr.entries()) / gathering;
  const double bound = std::max(stream_seconds, gather_seconds);
  return {{"case", name},
          {"entries", csr.entries()},
          {"incidence_bytes", bytes},
          {"init_seconds", opening},
          {"pass_seconds", pass},
          {"stream_bytes_per_second", streaming},
          {"gather_entries_per_second", gathering},
          {"bound_seconds", bound},
          {"fraction_of_bound", bound / pass}};
}

/// Greedy to a cover: the best gain, smallest index. Returns how many were chosen.
int greedy() {
  int size = 0;
  while (sparse_count_deficit() > 0) {
    std::int32_t best = 0;
    std::int64_t at = 0;
    std::int32_t value = 0;
    require(sparse_field(0) == SPARSE_OK, "field");  // Nothing to do while the gain is tracked.
    require(sparse_map_max(&best) == SPARSE_OK, "map_max");
    require(sparse_map_extract(best, &at, &value, 1) > 0, "map_extract");
    const long long candidate = at;
    require(sparse_ball_update(&candidate, 1, 1) == SPARSE_OK, "update");
    ++size;
  }
  return size;
}

json measure_greedy(const std::string& name, const Csr& csr, int row_length) {
  open_rows(csr, row_length);
  int size = 0;
  const double by_passes = bench::best_seconds(1, [&] { size = greedy(); });
  require(sparse_recount(nullptr, 0) == SPARSE_OK, "recount");
  const double indexing = bench::best_seconds(1, [] {
    require(coldcore_sparse_index(1, nullptr) == SPARSE_OK, "index");
    require(coldcore_sparse_track(0) == SPARSE_OK, "track");
  });
  int tracked_size = 0;
  const double tracked = bench::best_seconds(1, [&] { tracked_size = greedy(); });
  require(tracked_size == size, "greedy with tracking");
  require(sparse_free() == SPARSE_OK, "free");
  return {{"case", name},
          {"chosen", size},
          {"passes_seconds", by_passes},
          {"index_seconds", indexing},
          {"tracked_seconds", tracked}};
}

void print(const json& report) {
  fmt::print("{:28} {:>10} {:>9} {:>9} {:>8} {:>9} {:>9} {:>7}\n", "pass", "entries", "init ms",
             "pass ms", "GB/s", "G gath/s", "bound ms", "reached");
  for (const json& row : report["passes"]) {
    fmt::print("{:28} {:>10} {:>9.1f} {:>9.3f} {:>8.1f} {:>9.2f} {:>9.3f} {:>6.0f}%\n",
               row["case"].get<std::string>(), row["entries"].get<std::int64_t>(),
               row["init_seconds"].get<double>() * 1e3, row["pass_seconds"].get<double>() * 1e3,
               row["stream_bytes_per_second"].get<double>() / 1e9,
               row["gather_entries_per_second"].get<double>() / 1e9,
               row["bound_seconds"].get<double>() * 1e3,
               row["fraction_of_bound"].get<double>() * 100);
  }
  fmt::print("\n{:28} {:>8} {:>14} {:>9} {:>11}\n", "greedy", "chosen", "by passes ms", "index ms",
             "tracked ms");
  for (const json& row : report["greedy"]) {
    fmt::print("{:28} {:>8} {:>14.1f} {:>9.1f} {:>11.1f}\n", row["case"].get<std::string>(),
               row["chosen"].get<int>(), row["passes_seconds"].get<double>() * 1e3,
               row["index_seconds"].get<double>() * 1e3,
               row["tracked_seconds"].get<double>() * 1e3);
  }
}

json measure_all() {
  json report = {{"threads", thread_count()}, {"passes", json::array()}, {"greedy", json::array()}};
  const Csr blocks = design(24, 6);
  const Csr rail = random_csr(60000, 600, 7, 1);
  report["passes"].push_back(measure_pass("C(24,6,5)", blocks, 6));
  report["greedy"].push_back(measure_greedy("C(24,6,5)", blocks, 6));
  report["greedy"].push_back(measure_greedy("600 rows, 60,000 columns", rail, 0));
  report["passes"].push_back(
      measure_pass("CSR, 50 M, 1 M points", random_csr(1000000, 1000000, 50, 1), 0));
  report["passes"].push_back(
      measure_pass("CSR, 50 M, 60,000 points", random_csr(1000000, 60000, 50, 1), 0));
  report["passes"].push_back(
      measure_pass("weighted CSR, 50 M, 60,000", random_csr(1000000, 60000, 50, 5), 0));
  return report;
}

int run(int argc, char** argv) {
  const bool to_file = argc == 3 && std::string_view(argv[1]) == "--json";
  if (argc != 1 && !to_file) {
    fmt::print(stderr, "usage: bench-incidence [--json FILE]\n");
    return 2;
  }
  bench::choose_clock(thread_count());
  const json report = measure_all();
  print(report);
  if (!to_file) return 0;
  std::ofstream file(argv[2]);
  file << report.dump(2) << '\n';
  file.close();
  if (file) return 0;
  fmt::print(stderr, "bench-incidence: cannot write {}\n", argv[2]);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-incidence: %s\n", error.what());
    return 1;
  }
}
