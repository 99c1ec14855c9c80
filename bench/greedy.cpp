// SPDX-License-Identifier: Apache-2.0
//
// A greedy cover from scratch, on the engine and on the plain oracle in turn, member by member.
// Both have to place the same members.
#include <coldcore/coldcore.h>
#include <fmt/format.h>
#include <dct_oracle.hpp>
#include <greedy.hpp>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "cells.hpp"
#include "plain_oracle.hpp"
#include "results.hpp"
#include "timing.hpp"
#include "workers.hpp"

namespace coldcore::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string cells = ".";
  std::string json;
  std::int64_t members = 0;
  int threads = 0;
};

std::vector<Cell> greedy_cells() {
  return {{"hamming", std::vector<int>(7, 7), 3}, {"hamming", std::vector<int>(8, 8), 4}};
}

const coldcore_plugin& load_family(const std::string& name) {
  const coldcore_plugin* family = nullptr;
  if (coldcore_plugin_load(name.c_str(), &family) < 0) {
    throw std::runtime_error(coldcore_last_error());
  }
  return *family;
}

/// One greedy and the time it has taken.
class Side {
 public:
  explicit Side(search::Oracle& oracle) : greedy_(oracle, {}) {}

  search::LazyGreedy::Pick place() {
    std::optional<search::LazyGreedy::Pick> pick;
    seconds_ += seconds_of([&] { pick = greedy_.place(); });
    if (!pick) throw std::runtime_error("no candidate has a gain");
    return *pick;
  }
  double seconds() const { return seconds_; }
  const search::GreedyCost& cost() const { return greedy_.cost(); }

 private:
  search::LazyGreedy greedy_;
  double seconds_ = 0;
};

Json report(const char* name, const Side& side) {
  const search::GreedyCost& cost = side.cost();
  fmt::print(
      "  {:<8} {:>8.2f} s: {:>5.1f} % in {} maps, {:>5.1f} % in {} gathers, {:>5.1f} % in "
      "updates\n",
      name, side.seconds(), 100 * cost.map_seconds / side.seconds(), cost.maps,
      100 * cost.gather_seconds / side.seconds(), cost.gathers,
      100 * cost.update_seconds / side.seconds());
  return {{"seconds", side.seconds()},
          {"maps", cost.maps},
          {"map_seconds", cost.map_seconds},
          {"gathers", cost.gathers},
          {"gather_seconds", cost.gather_seconds},
          {"update_seconds", cost.update_seconds}};
}

Json measure(const Cell& cell, std::int64_t most_members) {
  PlainOracle plain_oracle(load_family(cell.family), cell);
  search::DctOracle engine_oracle(
      search::load_engine(), {.family = cell.family, .axes = cell.axes, .radius = cell.radius});
  Side engine(engine_oracle);
  Side plain(plain_oracle);
  std::int64_t deficit = cell.size();
  std::int64_t members = 0;
  while (deficit > 0 && (most_members == 0 || members < most_members)) {
    const auto by_engine = engine.place();
    const auto by_plain = plain.place();
    if (by_engine.candidate != by_plain.candidate) {
      throw std::runtime_error(fmt::format("{}: member {} is {} by the engine and {} plainly",
                                           cell.name(), members, by_engine.candidate,
                                           by_plain.candidate));
    }
    deficit -= by_engine.gain;
    ++members;
  }
  const double ratio = plain.seconds() / engine.seconds();
  fmt::print("{}: {} members, {} words uncovered; {:.1f} times as fast\n", cell.name(), members,
             deficit, ratio);
  Json row = {{"cell", cell.name()}, {"members", members}, {"ratio", ratio}};
  row["engine"] = report("engine", engine);
  row["plain"] = report("plain", plain);
  return row;
}

int run(int argc, char** argv) {
  CLI::App app("Times a greedy cover from scratch.");
  Options options;
  app.add_option("--cells", options.cells,
                 "only the cells whose name this regular expression finds");
  app.add_option("--members", options.members, "stop after so many, 0 for a whole cover [0]");
  app.add_option("--threads", options.threads, "[all]");
  app.add_option("--json", options.json, "write the results to this file too");
  CLI11_PARSE(app, argc, argv);
  set_workers(options.threads);
  setenv("COLDCORE_THREADS", std::to_string(workers()).c_str(), 1);
  fmt::print("{} threads\n", workers());
  Json rows = Json::array();
  const std::regex wanted(options.cells);
  for (const Cell& cell : greedy_cells()) {
    if (std::regex_search(cell.name(), wanted)) rows.push_back(measure(cell, options.members));
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
