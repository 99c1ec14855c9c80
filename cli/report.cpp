// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "messages.hpp"

namespace coldcore::cli {

using search::GateReport;
using search::Problem;
using Json = nlohmann::ordered_json;

namespace {

std::string size_text(std::int64_t size, const char* verb, const char* verbs) {
  return fmt::format("{} {}", counted(size, "word"), size == 1 ? verb : verbs);
}

std::string multiplicity_text(const GateReport& report) {
  const int low = report.min_multiplicity;
  const int high = report.max_multiplicity;
  if (low == GateReport::kSaturated) return fmt::format("at least {} times", grouped(low));
  if (low != high) {
    return fmt::format("{}..{}{} times", grouped(low), grouped(high),
                       high == GateReport::kSaturated ? " or more" : "");
  }
  return low == 1 ? "exactly once" : fmt::format("exactly {} times", grouped(low));
}

}  // namespace

std::string cover_text(const Problem& problem, std::int64_t size, const GateReport& report) {
  const std::string head = fmt::format("{}: {} all {}", search::describe(problem),
                                       size_text(size, "covers", "cover"), grouped(report.points));
  if (report.min_multiplicity == report.max_multiplicity) {
    return fmt::format("{} {} (verified)", head, multiplicity_text(report));
  }
  return fmt::format("{} (verified, each word covered {})", head, multiplicity_text(report));
}

std::string no_cover_text(const Problem& problem, std::int64_t size, const GateReport& report) {
  const std::string lack = problem.mu == 1
                               ? std::string("uncovered")
                               : fmt::format("covered fewer than {} times", grouped(problem.mu));
  return fmt::format("{}: {} no cover: {} of {} words {} {}", search::describe(problem),
                     size_text(size, "is", "are"), grouped(report.deficient),
                     grouped(report.points), report.deficient == 1 ? "is" : "are", lack);
}

Json problem_json(const Problem& problem) {
  return {{"family", problem.family},
          {"axes", search::format_axes(problem.axes)},
          {"R", problem.radius},
          {"mu", problem.mu},
          {"distinct", problem.distinct}};
}

Json bounds_json(const search::KnownBounds& bounds) {
  Json json = Json::object();
  if (bounds.lower) {
    json["lower"] = bounds.lower->size;
    json["lower_source"] = bounds.lower->source;
  }
  if (bounds.upper) {
    json["upper"] = bounds.upper->size;
    json["upper_source"] = bounds.upper->source;
  }
  return json;
}

Json multiplicity_json(const GateReport& report) {
  return {{"min", report.min_multiplicity},
          {"max", report.max_multiplicity},
          // Whether the largest one, and its place in a histogram, stand for "that or more".
          {"saturated", report.max_multiplicity == GateReport::kSaturated}};
}

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace coldcore::cli
