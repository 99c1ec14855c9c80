// SPDX-License-Identifier: Apache-2.0
//
// How fast gathers and updates are against a walk that takes one table entry at a time, and how
// fast whole-field answers are against reading the field; all taken in turn within one run, by the
// same number of threads. Results are compared word by word.
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "cells.hpp"
#include "entry_walk.hpp"
#include "pages.hpp"
#include "results.hpp"
#include "timing.hpp"
#include "workers.hpp"

namespace coldcore::bench {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<long long>;

constexpr int kGathered = 1024;
constexpr int kUpdated = 16;
constexpr int kExtractCap = 1 << 16;

struct Options {
  std::string cells = ".";
  std::string json;
  int repeats = 15;
  int threads = 0;
  bool fields = true;
};

void check(long long code, const char* what) {
  if (code < 0) {
    throw std::runtime_error(fmt::format("{}: {} ({})", what, code, coldcore_last_error()));
  }
}

std::vector<Cell> walk_cells() {
  const auto power = [](int ax, int n) {
    return std::vector<int>(static_cast<std::size_t>(n), ax);
  };
  return {{"hamming", power(7, 8), 4},    {"hamming", power(8, 9), 4},
          {"hamming", power(3, 13), 3},   {"lee", power(7, 8), 3},
          {"torus_linf", power(9, 7), 1}, {"grid_linf", power(9, 7), 1}};
}

Words random_words(std::mt19937_64& random, std::int64_t size, std::int64_t count) {
  Words words(static_cast<std::size_t>(count));
  for (long long& word : words) {
    word = static_cast<long long>(random() % static_cast<std::uint64_t>(size));
  }
  return words;
}

using Counts = Pages<std::uint16_t>;
using Field = Pages<std::int32_t>;

/// The open cell of the process, with about as many codewords as would cover it without overlap.
class Engine {
 public:
  Engine(const coldcore_plugin& family, const Cell& cell, const std::vector<std::uint64_t>& table) {
    const double opening = seconds_of([&] {
      check(dct_init3(family.id, cell.n(), cell.axes.data(), cell.radius, table.data(),
                      static_cast<long long>(table.size()), kExtractCap, nullptr, 0, 0, 0),
            "dct_init3");
    });
    opening_ = opening;
    std::mt19937_64 random(5);
    const auto ball = static_cast<std::int64_t>(table.size());
    const Words code = random_words(random, cell.size(), std::min(cell.size() / ball + 1, 60000L));
    check(dct_set_code(code.data(), static_cast<int>(code.size())), "dct_set_code");
    check(dct_transform(0, 2), "dct_transform");
  }
  ~Engine() { dct_free(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  double opening() const { return opening_; }

  void gather(const Words& words, std::int32_t* out) const {
    check(dct_ball_gather(words.data(), static_cast<int>(words.size()), 0, out), "dct_ball_gather");
  }
  void update(long long word, int delta) const {
    check(dct_ball_update(&word, 1, delta), "dct_ball_update");
  }
  void read_counts(Counts& cnt) const {
    check(dct_read_cnt(0, cnt.size(), cnt.data()), "dct_read_cnt");
  }

 private:
  double opening_ = 0;
};

/// One thing done in two ways.
struct Pair {
  std::vector<double> entry;
  std::vector<double> engine;
};

void require(bool same, const Cell& cell, const char* what) {
  if (!same) throw std::runtime_error(fmt::format("{}: {} differ", cell.name(), what));
}

Json report(const Cell& cell, const char* what, const Pair& pair, double entries) {
  const double entry = median(pair.entry);
  const double engine = median(pair.engine);
  fmt::print("{:<20} {:<12} {:>10.3f} {:>10.3f} {:>10.0f} {:>7.1f}\n", cell.name(), what,
             1e9 * entry / entries, 1e9 * engine / entries, entries / engine / 1e6, entry / engine);
  std::fflush(stdout);
  return {{"cell", cell.name()},
          {"what", what},
          {"entry_walk_ns_per_entry", 1e9 * entry / entries},
          {"engine_ns_per_entry", 1e9 * engine / entries},
          {"engine_entries_per_second", entries / engine},
          {"ratio", entry / engine}};
}

void measure_walks(const Cell& cell, const EntryWalk& opponent, const Engine& engine, int repeats,
                   Json& rows) {
  Counts cnt(cell.size());
  engine.read_counts(cnt);
  std::mt19937_64 random(6);
  Pair gathers;
  Pair updates;
  std::vector<std::int32_t> expected(kGathered);
  std::vector<std::int32_t> found(kGathered);
  for (int i = -1; i < repeats; ++i) {
    const Words gathered = random_words(random, cell.size(), kGathered);
    const Words updated = random_words(random, cell.size(), kUpdated);
    const double by_entry =
        seconds_of([&] { opponent.gather(gathered, cnt.data(), expected.data()); });
    const double by_engine = seconds_of([&] { engine.gather(gathered, found.data()); });
    require(found == expected, cell, "gathers");
    const auto both = [&](auto&& update) {
      return seconds_of([&] {
        for (const long long word : updated) update(word, 1);
        for (const long long word : updated) update(word, -1);
      });
    };
    const double update_by_entry =
        both([&](long long word, int delta) { opponent.update(word, delta, cnt.data()); });
    const double update_by_engine =
        both([&](long long word, int delta) { engine.update(word, delta); });
    if (i < 0) continue;  // The first turn warms up.
    gathers.entry.push_back(by_entry);
    gathers.engine.push_back(by_engine);
    updates.entry.push_back(update_by_entry);
    updates.engine.push_back(update_by_engine);
  }
  opponent.update(0, 1, cnt.data());
  engine.update(0, 1);
  Counts counts(cell.size());
  engine.read_counts(counts);
  require(std::equal(cnt.begin(), cnt.end(), counts.begin()), cell, "counts after updates");
  engine.update(0, -1);
  const auto entries = static_cast<double>(opponent.entries());
  rows.push_back(report(cell, "gather 1024", gathers, entries * kGathered));
  rows.push_back(report(cell, "update one", updates, entries * 2 * kUpdated));
}

/// The plainest loop that reads all of an array, by all workers.
template <class Number>
double seconds_to_read(const Pages<Number>& array) {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(workers()) * 64);
  struct Job {
    const Number* data;
    std::uint64_t* sums;
  } job = {array.data(), sums.data()};
  const coldcore_task_fn task = [](void* arg, std::int64_t begin, std::int64_t end,
                                   std::int32_t worker) {
    const Job& mine = *static_cast<const Job*>(arg);
    Number sum = 0;
    for (std::int64_t i = begin; i < end; ++i) sum = static_cast<Number>(sum ^ mine.data[i]);
    mine.sums[std::int64_t{worker} * 64] += static_cast<std::uint64_t>(sum);
  };
  const double seconds = seconds_of([&] { parallel_for(array.size(), 1 << 16, 0, task, &job); });
  static volatile std::uint64_t sink = 0;
  for (const std::uint64_t sum : sums) sink = sink + sum;
  return seconds;
}

Json report_field(const Cell& cell, const char* what, double bytes, double read, double seconds) {
  fmt::print("{:<20} {:<12} {:>10.1f} {:>10.1f} {:>18.2f}\n", cell.name(), what, bytes / read / 1e9,
             bytes / seconds / 1e9, read / seconds);
  std::fflush(stdout);
  return {{"cell", cell.name()},
          {"what", what},
          {"read_bytes_per_second", bytes / read},
          {"engine_bytes_per_second", bytes / seconds},
          {"fraction_of_reading", read / seconds}};
}

/// A threshold that a few thousand values reach.
std::int32_t high_threshold(const Field& field) {
  std::vector<std::int32_t> sorted(field.begin(), field.end());
  const auto at = sorted.end() - std::min<std::ptrdiff_t>(5000, std::ssize(sorted) / 2);
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at + 1;
}

void measure_fields(const Cell& cell, const Engine& engine, int repeats, Json& rows) {
  const auto size = static_cast<std::size_t>(cell.size());
  Counts cnt(cell.size());
  engine.read_counts(cnt);
  check(dct_transform(1, 1), "dct_transform");
  Field field(cell.size());
  for (std::size_t begin = 0; begin < size; begin += 1 << 20) {
    Words words(std::min<std::size_t>(1 << 20, size - begin));
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<long long>(begin + i);
    check(dct_map_read_at(words.data(), static_cast<int>(words.size()), field.data() + begin),
          "dct_map_read_at");
  }
  const std::int32_t threshold = high_threshold(field);
  const std::int32_t top = std::max(1, *std::max_element(field.begin(), field.end()));
  std::vector<std::int64_t> idx(kExtractCap);
  std::vector<std::int32_t> val(kExtractCap);
  std::vector<std::int32_t> bins(64);
  std::int32_t best = 0;
  const std::vector<std::pair<const char*, std::function<long long()>>> calls = {
      {"count_eq", [] { return dct_count_eq(0); }},
      {"deficit", [] { return dct_count_deficit(); }},
      {"map_max", [&] { return dct_map_max(&best); }},
      {"map_hist", [&] { return dct_map_hist(64, top, bins.data()); }},
      {"map_extract",
       [&] { return dct_map_extract64(threshold, idx.data(), val.data(), kExtractCap); }}};
  constexpr std::size_t kOnCounts = 2;  // The first calls read cnt.
  std::vector<double> read_counts;
  std::vector<double> read_field;
  std::vector<std::vector<double>> times(calls.size());
  for (int i = -1; i < repeats; ++i) {
    read_counts.push_back(seconds_to_read(cnt));
    read_field.push_back(seconds_to_read(field));
    for (std::size_t c = 0; c < calls.size(); ++c) {
      times[c].push_back(seconds_of([&] { check(calls[c].second(), calls[c].first); }));
    }
  }
  for (std::size_t c = 0; c < calls.size(); ++c) {
    const bool on_counts = c < kOnCounts;
    rows.push_back(report_field(cell, calls[c].first, (on_counts ? 2.0 : 4.0) * double(size),
                                median(on_counts ? read_counts : read_field), median(times[c])));
  }
}

int run(int argc, char** argv) {
  CLI::App app("Times gathers, updates and whole-field answers.");
  Options options;
  app.add_option("--cells", options.cells,
                 "only the cells whose name this regular expression finds");
  app.add_option("--repeats", options.repeats,
                 "measurements of each, of which the median counts [15]");
  app.add_option("--threads", options.threads, "[all]");
  app.add_option("--fields", options.fields, "whole-field answers too [true]");
  app.add_option("--json", options.json, "write the results to this file too");
  CLI11_PARSE(app, argc, argv);
  set_workers(options.threads);
  setenv("COLDCORE_THREADS", std::to_string(workers()).c_str(), 1);
  fmt::print("{} threads\n", workers());
  Json rows = Json::array();
  const std::regex wanted(options.cells);
  for (const Cell& cell : walk_cells()) {
    if (!std::regex_search(cell.name(), wanted)) continue;
    const coldcore_plugin* family = nullptr;
    check(coldcore_plugin_load(cell.family.c_str(), &family), "coldcore_plugin_load");
    const EntryWalk opponent(*family, cell);
    const Engine engine(*family, cell, opponent.table());
    fmt::print("{:<20} opened in {:.3f} s; {} entries\n{:<33} {:>10} {:>10} {:>10} {:>7}\n",
               cell.name(), engine.opening(), opponent.entries(), "", "by entry", "engine",
               "engine", "ratio");
    fmt::print("{:<33} {:>10} {:>10} {:>10}\n", "", "ns/entry", "ns/entry", "M/s");
    measure_walks(cell, opponent, engine, options.repeats, rows);
    if (!options.fields) continue;
    fmt::print("{:<33} {:>10} {:>10} {:>18}\n", "", "read GB/s", "engine", "of reading");
    measure_fields(cell, engine, options.repeats, rows);
  }
  if (!options.json.empty()) write_results(options.json, rows);
  return 0;
}

}  // namespace
}  // namespace coldcore::bench

int main(int argc, char** argv) try {
  return coldcore::bench::run(argc, argv);
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
