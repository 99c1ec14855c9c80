// SPDX-License-Identifier: Apache-2.0
//
// How fast the families' drivers are: against the per-axis transform, and against copying memory,
// all taken in turn within one run. The two answers are compared word by word first.
#include <coldcore/coldcore.h>
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
#include "pages.hpp"
#include "per_axis_drivers.hpp"
#include "per_axis_field.hpp"
#include "results.hpp"
#include "timing.hpp"
#include "workers.hpp"

namespace coldcore::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string cells = ".";
  std::string json;
  int repeats = 7;
  int threads = 0;
  int sweep = 0;
  std::string beside;
  double density = 0;
};

void check(int code, const char* what) {
  if (code < 0) throw std::runtime_error(fmt::format("{}: code {}", what, code));
}

/// A set on a cell: each word is in it with a chance of `density`.
void fill_at_random(std::uint16_t* cnt, std::int64_t size, double density) {
  std::mt19937_64 random(20250101);
  const auto limit = static_cast<std::uint64_t>(density * 0x1p32);
  for (std::int64_t x = 0; x < size; ++x) cnt[x] = (random() >> 32) < limit ? 0 : 1;
}

/// The family's own driver on a cell, as a host calls it.
class Fused {
 public:
  Fused(const coldcore_plugin& family, const Cell& cell, std::uint16_t* cnt)
      : family_(family),
        private_bytes_(family.plane_bytes(cell.n(), cell.axes.data(), cell.radius)),
        field_(cell.size()),
        storage_(private_bytes_ + 64) {
    check(private_bytes_ < 0 ? -1 : 0, "plane_bytes");
    int layers = 0;
    check(family.validate(cell.n(), cell.axes.data(), cell.radius, &layers), "validate");
    services_ = {sizeof services_, workers(), best_isa(), parallel_for};
    view_.struct_size = sizeof view_;
    view_.n = cell.n();
    view_.R = cell.radius;
    view_.nlayers = layers;
    view_.size = 1;
    for (int j = 0; j < cell.n(); ++j) {
      view_.ax[j] = cell.axes[static_cast<std::size_t>(j)];
      view_.stride[j] = view_.size;
      view_.size *= view_.ax[j];
    }
    planes_[0] = field_.data();
    view_.planes = planes_;
    view_.cnt = cnt;
    view_.mu = 1;
    view_.source_kind = COLDCORE_SOURCE_COUNTS;
    view_.private_storage = storage_.data();
    view_.private_bytes = private_bytes_;
    view_.services = &services_;
    check(family.bind(&view_), "bind");
  }
  ~Fused() { family_.bind(nullptr); }
  Fused(const Fused&) = delete;
  Fused& operator=(const Fused&) = delete;

  void run() { check(family_.axes(1, 0, 0), "axes"); }
  const std::int32_t* field() const { return field_.data(); }
  std::int64_t private_bytes() const { return private_bytes_; }

 private:
  const coldcore_plugin& family_;
  std::int64_t private_bytes_;
  Pages<std::int32_t> field_;
  Pages<std::uint8_t> storage_;
  coldcore_services services_{};
  coldcore_view view_{};
  std::int32_t* planes_[COLDCORE_MAX_LAYERS] = {};
};

/// Copying as much memory as a cell's A_0 takes, on all workers.
class Copy {
 public:
  explicit Copy(std::int64_t words)
      : words_(std::max<std::int64_t>(words, 16 << 20)), from_(words_), to_(words_) {
    std::fill_n(from_.data(), words_, 1);
    std::fill_n(to_.data(), words_, 2);
  }
  void run() {
    in_parallel(words_, [this](std::int64_t begin, std::int64_t end) {
      std::copy(from_.data() + begin, from_.data() + end, to_.data() + begin);
    });
  }
  /// Read and written.
  double bytes() const { return 8.0 * static_cast<double>(words_); }

 private:
  std::int64_t words_;
  Pages<std::int32_t> from_;
  Pages<std::int32_t> to_;
};

struct Measured {
  double per_axis = 0;
  double fused = 0;
  double copy_bandwidth = 0;  ///< Bytes a second.
  std::int64_t private_bytes = 0;

  double ratio() const { return per_axis / fused; }
};

const coldcore_plugin& load_family(const std::string& name) {
  const coldcore_plugin* family = nullptr;
  if (coldcore_plugin_load(name.c_str(), &family) < 0)
    throw std::runtime_error(coldcore_last_error());
  return *family;
}

void compare(const Fused& fused, const PerAxisField& per_axis, const Cell& cell) {
  const auto end = fused.field() + cell.size();
  const auto [at, other] = std::mismatch(fused.field(), end, per_axis.field());
  if (at == end) return;
  throw std::runtime_error(
      fmt::format("{}: word {} is {} by the family's driver and {} axis by axis", cell.name(),
                  at - fused.field(), *at, *other));
}

Measured measure(const Cell& cell, double density, int repeats) {
  Pages<std::uint16_t> cnt(cell.size());
  fill_at_random(cnt.data(), cell.size(), density);
  Fused fused(load_family(cell.family), cell, cnt.data());
  PerAxisField per_axis(per_axis_driver(cell.family, best_isa()), cell, cnt.data());
  Copy copy(cell.size());
  fused.run();
  per_axis.run();
  copy.run();
  compare(fused, per_axis, cell);
  std::vector<double> times[3];
  for (int i = 0; i < repeats; ++i) {
    times[0].push_back(seconds_of([&] { per_axis.run(); }));
    times[1].push_back(seconds_of([&] { fused.run(); }));
    times[2].push_back(seconds_of([&] { copy.run(); }));
  }
  return {median(times[0]), median(times[1]), copy.bytes() / median(times[2]),
          fused.private_bytes()};
}

Json report(const Cell& cell, double density, const Measured& m) {
  const auto words = static_cast<double>(cell.size());
  const double least = 6 * words / m.copy_bandwidth;  // cnt read, A_0 written
  fmt::print("{:<26} {:>5.0f}% {:>9.2f} {:>9.2f} {:>7.1f} {:>10.2f} {:>9.2f}\n", cell.name(),
             100 * density, 1e9 * m.per_axis / words, 1e9 * m.fused / words, m.ratio(),
             static_cast<double>(m.private_bytes) / words, least / m.fused);
  std::fflush(stdout);
  return {{"cell", cell.name()},
          {"density", density},
          {"words", cell.size()},
          {"per_axis_seconds", m.per_axis},
          {"fused_seconds", m.fused},
          {"ratio", m.ratio()},
          {"private_bytes", m.private_bytes},
          {"copy_bytes_per_second", m.copy_bandwidth}};
}

void print_header() {
  fmt::print("{} threads, instruction set {}\n", workers(), best_isa());
  fmt::print("{:<26} {:>6} {:>9} {:>9} {:>7} {:>10} {:>9}\n", "cell", "dense", "per-axis", "fused",
             "ratio", "private", "of copy");
  fmt::print("{:<26} {:>6} {:>9} {:>9} {:>7} {:>10} {:>9}\n", "", "", "ns/word", "ns/word", "",
             "bytes/word", "");
}

/// The cells of the table, at 5 % and 50 %.
Json run_table(const Options& options) {
  Json rows = Json::array();
  const std::regex wanted(options.cells);
  for (const Cell& cell : table_cells()) {
    if (!std::regex_search(cell.name(), wanted)) continue;
    for (const double density : {0.05, 0.5}) {
      if (options.density > 0 && options.density != density) continue;
      rows.push_back(report(cell, density, measure(cell, density, options.repeats)));
    }
  }
  return rows;
}

/// Random shapes, the worst ones last.
Json run_sweep(const Options& options) {
  std::vector<std::pair<Measured, Cell>> found;
  for (const Cell& cell : random_cells(options.sweep)) {
    found.emplace_back(measure(cell, 0.5, options.repeats), cell);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first.ratio() < b.first.ratio(); });
  Json rows = Json::array();
  for (const auto& [measured, cell] : found) rows.push_back(report(cell, 0.5, measured));
  return rows;
}

/// Another family beside one of ours that has the same planes: costs of 1 or 2 steps either way.
Json run_beside(const Options& options) {
  const std::vector<int> axes(8, 7);
  const Cell cells[] = {{"lee", axes, 2}, {options.beside, axes, 2}};
  Pages<std::uint16_t> cnt(cells[0].size());
  fill_at_random(cnt.data(), cells[0].size(), 0.5);
  Fused ours(load_family(cells[0].family), cells[0], cnt.data());
  Fused theirs(load_family(cells[1].family), cells[1], cnt.data());
  std::vector<double> times[2];
  for (int i = 0; i <= options.repeats; ++i) {  // The first round only brings the memory in.
    const double our_time = seconds_of([&] { ours.run(); });
    const double their_time = seconds_of([&] { theirs.run(); });
    if (i == 0) continue;
    times[0].push_back(our_time);
    times[1].push_back(their_time);
  }
  const double ratio = median(times[1]) / median(times[0]);
  const auto words = static_cast<double>(cells[0].size());
  fmt::print("{}: {:.2f} ns/word, {}: {:.2f} ns/word, ratio {:.2f}\n", cells[0].name(),
             1e9 * median(times[0]) / words, cells[1].name(), 1e9 * median(times[1]) / words,
             ratio);
  return {{{"cell", cells[1].name()}, {"beside", cells[0].name()}, {"ratio", ratio}}};
}

Json run_chosen(const Options& options) {
  if (!options.beside.empty()) return run_beside(options);
  print_header();
  return options.sweep > 0 ? run_sweep(options) : run_table(options);
}

int run(int argc, char** argv) {
  CLI::App app("Times the families' transforms against a per-axis one and against copying.");
  Options options;
  app.add_option("--cells", options.cells,
                 "only the cells whose name this regular expression finds");
  app.add_option("--density", options.density, "only this density, 0.05 or 0.5");
  app.add_option("--repeats", options.repeats,
                 "measurements of each, of which the median counts [7]");
  app.add_option("--threads", options.threads, "[all]");
  app.add_option("--sweep", options.sweep, "this many random shapes instead of the table");
  app.add_option("--beside", options.beside, "this family beside lee on 7^8 R=2 instead");
  app.add_option("--json", options.json, "write the results to this file too");
  CLI11_PARSE(app, argc, argv);
  set_workers(options.threads);
  const Json rows = run_chosen(options);
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
