// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "commands.hpp"
#include "copy_speed.hpp"
#include "engine_failure.hpp"
#include "exit_code.hpp"
#include "family.hpp"

namespace coldcore::cli {
namespace {

using search::OracleError;
using search::Problem;
using Json = nlohmann::ordered_json;

/// The memory of a cell, in bytes. On top come the support table and the marks of words, of at most
/// half a byte a word.
struct CellBytes {
  std::int64_t words = 0;
  std::int64_t cnt = 0;
  std::int64_t planes = 0;   ///< A_0, and more where the driver has no storage.
  std::int64_t storage = 0;  ///< Private to the driver.

  std::int64_t all() const { return cnt + planes + storage; }
};

CellBytes cell_bytes(const coldcore_plugin& family, const Problem& problem) {
  const int n = static_cast<int>(problem.axes.size());
  int planes = 1;
  family.validate(n, problem.axes.data(), problem.radius, &planes);
  CellBytes bytes;
  bytes.words = search::space_size(problem.axes);
  bytes.cnt = 2 * bytes.words;
  bytes.planes = 4 * bytes.words * (family.plane_bytes == nullptr ? planes : 1);
  if (family.plane_bytes == nullptr) return bytes;
  bytes.storage = family.plane_bytes(n, problem.axes.data(), problem.radius);
  if (bytes.storage < 0) {
    throw OracleError(DCT_E_PLUGIN,
                      fmt::format("{}_plane_bytes answers {}", family.name, bytes.storage));
  }
  return bytes;
}

coldcore_plan plan_of(const coldcore_plugin& family, const Problem& problem) {
  coldcore_plan plan{};
  plan.struct_size = sizeof plan;
  const int n = static_cast<int>(problem.axes.size());
  const int code = plan_function(family)(n, problem.axes.data(), problem.radius, &plan);
  if (code == COLDCORE_PLUGIN_OK && plan.passes >= 0 && plan.passes <= COLDCORE_MAX_PASSES) {
    return plan;
  }
  throw OracleError(DCT_E_PLUGIN, fmt::format("{}_plan answers {} with {} passes", family.name,
                                              code, plan.passes));
}

std::int64_t moved_bytes(const coldcore_plan& plan) {
  return std::accumulate(plan.pass, plan.pass + plan.passes, std::int64_t{0},
                         [](std::int64_t sum, const coldcore_plan_pass& pass) {
                           return sum + pass.read_bytes + pass.written_bytes;
                         });
}

std::string size_text(std::int64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) * 1e-3);
  if (bytes < 10'000'000'000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9);
}

void print_pass(int number, const coldcore_plan_pass& pass, double words) {
  fmt::print("pass {}: axes {}..{}, tiles of {}, reads {:.2f} and writes {:.2f} bytes a word\n",
             number, pass.first_axis, pass.last_axis, size_text(pass.tile_bytes),
             static_cast<double>(pass.read_bytes) / words,
             static_cast<double>(pass.written_bytes) / words);
}

void print_plan(const coldcore_plan& plan, double words) {
  for (int p = 0; p < plan.passes; ++p) print_pass(p + 1, plan.pass[p], words);
  const auto moved = static_cast<double>(moved_bytes(plan));
  const double speed = copy_speed();
  fmt::print(
      "a map moves {:.2f} bytes a word; at the {:.1f} GB/s that copying reaches here now that "
      "takes {:.3g} s\n",
      moved / words, speed * 1e-9, moved / speed);
}

void print_text(const coldcore_plugin& family, const Problem& problem, const CellBytes& bytes) {
  const auto words = static_cast<double>(bytes.words);
  fmt::print("{}: {} words\n", search::describe(problem), bytes.words);
  fmt::print("cell: {} ({:.2f} bytes a word: cnt 2, planes {:.0f}, storage of the driver {:.2f})\n",
             size_text(bytes.all()), static_cast<double>(bytes.all()) / words,
             static_cast<double>(bytes.planes) / words, static_cast<double>(bytes.storage) / words);
  if (plan_function(family) != nullptr) return print_plan(plan_of(family, problem), words);
  fmt::print("the driver of {} does not tell how it works: there is no {}_plan\n", family.name,
             family.name);
}

void print_json(const coldcore_plugin& family, const Problem& problem, const CellBytes& bytes) {
  Json json{{"family", family.name},       {"axes", problem.axes},
            {"radius", problem.radius},    {"words", bytes.words},
            {"cell_bytes", bytes.all()},   {"cnt_bytes", bytes.cnt},
            {"plane_bytes", bytes.planes}, {"storage_bytes", bytes.storage}};
  if (plan_function(family) != nullptr) {
    const coldcore_plan plan = plan_of(family, problem);
    const double speed = copy_speed();
    for (int p = 0; p < plan.passes; ++p) {
      const coldcore_plan_pass& pass = plan.pass[p];
      json["passes"].push_back({{"first_axis", pass.first_axis},
                                {"last_axis", pass.last_axis},
                                {"tile_bytes", pass.tile_bytes},
                                {"read_bytes", pass.read_bytes},
                                {"written_bytes", pass.written_bytes}});
    }
    json["moved_bytes"] = moved_bytes(plan);
    json["copy_bytes_per_second"] = speed;
    json["seconds"] = static_cast<double>(moved_bytes(plan)) / speed;
  }
  fmt::print("{}\n", json.dump(2));
}

}  // namespace

int run(const PlanCommand& command) {
  const search::EngineLibrary engine = search::load_engine();
  try {
    const coldcore_plugin& family = open_family(engine, command.family);
    Problem problem;
    problem.family = command.family;
    problem.axes = search::parse_axes(command.axes);
    problem.radius = command.radius;
    check_shape(family, problem);
    const CellBytes bytes = cell_bytes(family, problem);
    (command.json ? print_json : print_text)(family, problem, bytes);
    return kExitCover;
  } catch (const OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace coldcore::cli
