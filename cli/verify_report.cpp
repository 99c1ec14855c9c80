// SPDX-License-Identifier: Apache-2.0
#include "verify_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exit_code.hpp"
#include "messages.hpp"
#include "report.hpp"

namespace coldcore::cli {

using search::GateReport;
using Json = nlohmann::ordered_json;

namespace {

void note_claims(const Examined& examined) {
  if (examined.size_contradicted()) {
    say(fmt::format("{}: its comments speak of {}, it holds {}", examined.file,
                    counted(*examined.stated_size, examined.names.member), grouped(examined.size)));
  }
  if (examined.cost_contradicted()) {
    say(fmt::format("{}: its comments speak of cost {}, it costs {}", examined.file,
                    grouped(*examined.stated_cost), grouped(examined.recount.cost)));
  }
  if (examined.unstated.empty()) return;
  say(fmt::format("{}: its comments leave out what could have been checked: {}", examined.file,
                  fmt::join(examined.unstated, ", ")));
}

void print_uncovered(const Examined& examined) {
  const GateReport& report = examined.recount.coverage;
  for (const search::Point x : report.first_deficient) {
    fmt::print("  {}\n", examined.point_text(x));
  }
  const auto listed = static_cast<std::int64_t>(report.first_deficient.size());
  if (report.deficient > listed) {
    fmt::print("  and {} more\n", grouped(report.deficient - listed));
  }
}

/// A line for each multiplicity; where there are many, the last line sums up the largest ones.
void print_histogram(const GateReport& report, const std::string& point) {
  constexpr std::size_t kLines = 30;
  const std::size_t single = report.histogram.size() > kLines ? kLines - 1 : kLines;
  std::int64_t rest = 0;
  for (std::size_t i = 0; i < report.histogram.size(); ++i) {
    const auto& [multiplicity, points] = report.histogram[i];
    const bool saturated = multiplicity == GateReport::kSaturated;
    if (i >= single) {
      rest += points;
    } else {
      fmt::print("covered {}{}: {}\n", counted(multiplicity, "time"), saturated ? " or more" : "",
                 counted(points, point));
    }
  }
  if (rest > 0) {
    fmt::print("covered more often, up to {}: {}\n", counted(report.max_multiplicity, "time"),
               counted(rest, point));
  }
}

void print_findings(const Examined& examined) {
  const auto& [title, names] = std::tie(examined.title, examined.names);
  const GateReport& report = examined.recount.coverage;
  if (examined.twice) {
    fmt::print("{}: no cover by distinct {}s: {} is on line {} and again on line {} of {}\n", title,
               names.member, examined.member_text(examined.twice->first),
               examined.lines[examined.twice->first], examined.lines[examined.twice->second],
               examined.file);
  }
  if (!report.covered()) {
    fmt::print("{}\n", no_cover_text(title, names, examined.size, examined.mu, examined.recount));
    print_uncovered(examined);
  } else if (!examined.twice) {
    fmt::print("{}\n", cover_text(title, names, examined.size, examined.recount));
  }
  if (report.min_multiplicity != report.max_multiplicity) print_histogram(report, names.point);
}

void print_findings_as_json(const Examined& examined) {
  const GateReport& report = examined.recount.coverage;
  Json histogram = Json::array();
  for (const auto& [multiplicity, points] : report.histogram) {
    histogram.push_back({multiplicity, points});
  }
  Json uncovered = Json::array();
  for (const search::Point x : report.first_deficient) {
    uncovered.push_back(examined.point_text(x));
  }
  Json json = {{"problem", examined.problem}, {"file", examined.file}, {"size", examined.size}};
  if (examined.names.weighted) json["cost"] = examined.recount.cost;
  json["cover"] = examined.covered();
  json[examined.names.point + "s"] = report.points;
  json["multiplicity"] = multiplicity_json(report);
  json["histogram"] = std::move(histogram);
  json["uncovered_count"] = report.deficient;
  json["uncovered"] = std::move(uncovered);
  if (examined.twice) {
    json["duplicate_lines"] = {examined.lines[examined.twice->first],
                               examined.lines[examined.twice->second]};
  }
  if (examined.contradicted()) {
    json["contradicted"] = Json::array();
    if (examined.size_contradicted()) json["contradicted"].push_back("size");
    if (examined.cost_contradicted()) json["contradicted"].push_back("cost");
  }
  fmt::print("{}\n", json_line(json));
}

}  // namespace

int report_on(const Examined& examined, bool json) {
  note_claims(examined);
  (json ? print_findings_as_json : print_findings)(examined);
  return examined.covered() && !examined.contradicted() ? kExitCover : kExitNotACover;
}

}  // namespace coldcore::cli
