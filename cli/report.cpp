// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "messages.hpp"

namespace coldcore::cli {

using search::GateReport;
using Json = nlohmann::ordered_json;

namespace {

/// "1 word covers", "40 sets of cost 429 cover".
std::string size_text(const Names& names, std::int64_t size, const Recount& recount,
                      const char* verb, const char* verbs) {
  const std::string cost =
      names.weighted ? fmt::format(" of cost {}", grouped(recount.cost)) : std::string();
  return fmt::format("{}{} {}", counted(size, names.member), cost, size == 1 ? verb : verbs);
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

std::string cover_text(const std::string& title, const Names& names, std::int64_t size,
                       const Recount& recount) {
  const GateReport& report = recount.coverage;
  const std::string points =
      names.product ? grouped(report.points) : counted(report.points, names.point);
  const std::string head = fmt::format("{}: {} all {}", title,
                                       size_text(names, size, recount, "covers", "cover"), points);
  if (report.min_multiplicity == report.max_multiplicity) {
    return fmt::format("{} {} (verified)", head, multiplicity_text(report));
  }
  return fmt::format("{} (verified, each {} covered {})", head, names.point,
                     multiplicity_text(report));
}

std::string no_cover_text(const std::string& title, const Names& names, std::int64_t size, int mu,
                          const Recount& recount) {
  const GateReport& report = recount.coverage;
  const std::string lack =
      mu == 1 ? std::string("uncovered") : fmt::format("covered fewer than {} times", grouped(mu));
  return fmt::format("{}: {} no cover: {} of {}s {} {}", title,
                     size_text(names, size, recount, "is", "are"), grouped(report.deficient),
                     grouped(report.points) + " " + names.point,
                     report.deficient == 1 ? "is" : "are", lack);
}

std::string bounds_range(const search::KnownBounds& bounds) {
  const std::string lower = grouped(bounds.lower->size);
  if (!bounds.upper) return fmt::format("at least {}", lower);
  if (bounds.lower->size == bounds.upper->size) return fmt::format("known {} exactly", lower);
  return fmt::format("known {}..{}", lower, grouped(bounds.upper->size));
}

std::string bounds_text(const search::KnownBounds& bounds) {
  std::string source = bounds.lower->source;
  if (bounds.upper && bounds.upper->source != source) source += "; " + bounds.upper->source;
  return fmt::format("{} ({})", bounds_range(bounds), source);
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
