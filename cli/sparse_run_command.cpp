// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "shared_object.hpp"
#include "sparse_trial.hpp"

namespace coldcore::cli {
namespace {

using RunJson = nlohmann::ordered_json;

const char* status_name(TrialStatus status) {
  switch (status) {
    case TrialStatus::kAgrees:
      return "agrees";
    case TrialStatus::kDiffers:
      return "differs";
    case TrialStatus::kFailed:
      return "failed";
    case TrialStatus::kNotLoaded:
      return "not loaded";
    case TrialStatus::kTimed:
      return "timed";
  }
  return "";
}

int exit_code_of(TrialStatus status) {
  switch (status) {
    case TrialStatus::kAgrees:
    case TrialStatus::kTimed:
      return kExitCover;
    case TrialStatus::kNotLoaded:
      return kExitPlugin;
    default:
      return kExitDiffers;
  }
}

double median(const std::vector<double>& ascending) {
  const std::size_t half = ascending.size() / 2;
  return ascending.size() % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

/// All arrays once, whatever the kernel does with them.
double gigabytes_per_second(const Trial& trial, const std::vector<double>& seconds) {
  return static_cast<double>(trial.bytes) / seconds.front() * 1e-9;
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.3f} ms", seconds * 1e3) : fmt::format("{:.3f} s", seconds);
}

// --- JSON

/// JSON has no infinities and no NaN.
RunJson number_json(double value) {
  return std::isfinite(value) ? RunJson(value) : RunJson(nullptr);
}

RunJson times_json(const Trial& trial, const std::vector<double>& seconds) {
  if (seconds.empty()) return nullptr;
  return {{"calls", seconds.size()},
          {"min", seconds.front()},
          {"median", median(seconds)},
          {"gb_per_s", gigabytes_per_second(trial, seconds)}};
}

RunJson output_json(const OutputComparison& output) {
  const ErrorMeasures& measures = output.measures;
  return {
      {"name", output.name},
      {"agrees", output.agrees},
      {"max_absolute", number_json(measures.max_absolute)},
      {"max_scaled", number_json(measures.max_scaled)},
      {"scale", output.scale},
      {"tolerance", number_json(output.tolerance)},
      {"relative_norm", number_json(measures.relative_norm)},
      {"first_beyond", measures.first_beyond ? RunJson(*measures.first_beyond) : RunJson(nullptr)},
      {"beyond", measures.beyond}};
}

void print_trial_json(const Trial& trial, const SparseRunCommand& command) {
  RunJson json{{"kernel", trial.kernel},
               {"configuration", trial.configuration},
               {"symbol", trial.symbol},
               {"library", command.kernel},
               {"status", status_name(trial.status)}};
  if (!trial.what.empty()) json["what"] = trial.what;
  json["bytes"] = trial.bytes;
  json["seconds"] = times_json(trial, trial.seconds);
  json["reference"] = nullptr;
  if (!trial.reference_symbol.empty()) {
    json["reference"] = {{"symbol", trial.reference_symbol},
                         {"library", trial.reference_library.string()},
                         {"seconds", times_json(trial, trial.reference_seconds)}};
  }
  json["outputs"] = RunJson::array();
  for (const OutputComparison& output : trial.outputs)
    json["outputs"].push_back(output_json(output));
  if (trial.residuals) {
    json["residual"] = {{"kernel", number_json(trial.residuals->kernel)},
                        {"reference", number_json(trial.residuals->reference)},
                        {"limit", number_json(trial.residuals->limit)}};
  }
  fmt::print("{}\n", json.dump(-1, ' ', false, RunJson::error_handler_t::replace));
}

// --- Text

void print_times(const char* who, const Trial& trial, const std::vector<double>& seconds) {
  if (seconds.empty()) return;
  fmt::print("  {:<10} min {:>11}   median {:>11}   {:.2f} GB/s\n", who, duration(seconds.front()),
             duration(median(seconds)), gigabytes_per_second(trial, seconds));
}

void print_output(const OutputComparison& output) {
  const ErrorMeasures& measures = output.measures;
  fmt::print("  {}: {}; max abs {:.3g}, max rel {:.3g} of {}", output.name,
             output.agrees ? "agrees" : "differs", measures.max_absolute, measures.max_scaled,
             output.scale);
  if (std::isfinite(output.tolerance)) fmt::print(" (tolerance {:.3g})", output.tolerance);
  fmt::print(", relative 2-norm {:.3g}", measures.relative_norm);
  if (measures.first_beyond) {
    fmt::print("; {} beyond, the first at {}", counted(measures.beyond, "element"),
               *measures.first_beyond);
  }
  fmt::print("\n");
}

void print_trial(const Trial& trial, const SparseRunCommand& command) {
  fmt::print("{} of {}, {} bytes\n", trial.symbol, command.kernel, grouped(trial.bytes));
  print_times("kernel", trial, trial.seconds);
  print_times("reference", trial, trial.reference_seconds);
  if (!trial.seconds.empty() && !trial.reference_seconds.empty()) {
    fmt::print("  {:<10} {:.3f} times as fast as the reference\n", "ratio",
               trial.reference_seconds.front() / trial.seconds.front());
  }
  for (const OutputComparison& output : trial.outputs) print_output(output);
  if (trial.residuals) {
    fmt::print("  residual ||b - A x|| {:.3g}, of the reference {:.3g}, limit {:.3g}\n",
               trial.residuals->kernel, trial.residuals->reference, trial.residuals->limit);
  }
  fmt::print("{}\n", status_name(trial.status));
}

}  // namespace

int run(const SparseRunCommand& command) try {
  const Trial trial = try_kernel(command);
  const bool answers = trial.status == TrialStatus::kAgrees ||
                       trial.status == TrialStatus::kDiffers || trial.status == TrialStatus::kTimed;
  if (command.json) {
    print_trial_json(trial, command);
  } else if (answers) {
    print_trial(trial, command);
  }
  if (!command.json && !trial.what.empty()) say(fmt::format("{} {}", trial.symbol, trial.what));
  return exit_code_of(trial.status);
} catch (const search::EngineLoadError& error) {
  say(error.what());
  return kExitPlugin;
}

}  // namespace coldcore::cli
