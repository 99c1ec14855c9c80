// SPDX-License-Identifier: Apache-2.0
#include "report_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <string_view>

#include "messages.hpp"
#include "report.hpp"
#include "report_markup.hpp"
#include "report_style.hpp"

namespace coldcore::cli {

using Json = nlohmann::ordered_json;

namespace {

using OptionalCover = std::optional<ReportedCover>;

std::string head(const RecordedRun& run) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{}</title>
<style>{}</style>
</head>
)",
                     escaped(run.title), kReportStyle);
}

/// Size or cost of the cover on disk: as recounted, else as the log has it.
std::optional<std::int64_t> final_amount(const RecordedRun& run, const OptionalCover& cover) {
  if (cover) return cover->examined.recount.cost;
  if (!run.end) return std::nullopt;
  return run.names.weighted ? run.end->cost : run.end->size;
}

/// "73 words cover all 729 (verified, each word covered 1..4 times)".
std::string recounted_text(const Examined& examined) {
  const std::string text =
      cover_text(examined.title, examined.names, examined.size, examined.recount);
  return text.substr(examined.title.size() + 2);
}

std::string lead_text(const RecordedRun& run, const OptionalCover& cover) {
  if (cover) return recounted_text(cover->examined);
  if (!run.end) return "The log does not end: the run still goes on, or was killed.";
  if (!run.end->size) return "No cover was found.";
  const std::string cost =
      run.end->cost ? fmt::format(" of cost {}", grouped(*run.end->cost)) : std::string();
  return fmt::format("{}{}, says the log; the file was not at hand to be recounted.",
                     counted(*run.end->size, run.names.member), cost);
}

bool meets_lower_bound(const RecordedRun& run, std::optional<std::int64_t> amount) {
  return amount && run.bounds.lower && *amount == run.bounds.lower->size;
}

std::string status_text(const RecordedRun& run, const OptionalCover& cover) {
  const std::optional<std::int64_t> amount = final_amount(run, cover);
  std::string name;
  if (meets_lower_bound(run, amount)) {
    name = "optimal";
  } else if (run.end) {
    name = run.end->status;
  } else {
    name = "no end in the log";
  }
  const bool good = name == "optimal" || name == "cover";
  std::string text =
      fmt::format(R"(<p><span class="status{}">{}</span>)", good ? "" : " short", escaped(name));
  if (run.end) text += fmt::format(R"( <span class="note">({})</span>)", escaped(run.end->why));
  return text + "</p>\n";
}

/// Where the file is not as the run left it.
std::string changed_text(const RecordedRun& run, const OptionalCover& cover) {
  if (!cover || !run.end) return {};
  const auto then = run.names.weighted ? run.end->cost : run.end->size;
  const std::int64_t now = cover->examined.recount.cost;
  if (!then || *then == now) return {};
  return fmt::format("<p class=\"note\">When the run ended, the file had {}.</p>\n",
                     amount_text(run.names, *then));
}

std::string asked_text(const RecordedRun& run) {
  const Json& problem = run.problem;
  const std::string times = run.mu == 1 ? std::string() : fmt::format(" at least {} times", run.mu);
  if (run.kind == ProblemKind::kProduct) {
    const std::string chosen =
        run.mu == 1 ? "a chosen word" : fmt::format("at least {} chosen words", run.mu);
    return fmt::format(
        "Every word of the space {} has to lie within distance {} of {}; {} defines the distance.",
        problem["axes"].get<std::string>(), problem["R"].get<int>(), chosen,
        problem["family"].get<std::string>());
  }
  if (run.kind == ProblemKind::kDesign) {
    return fmt::format("Every {} of {} points has to lie in a chosen block of {} points{}.",
                       run.names.point, problem["v"].get<int>(), problem["k"].get<int>(), times);
  }
  return fmt::format("Every element has to lie in a chosen set{}.", times);
}

std::string row(std::string_view name, const std::string& html) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html);
}

/// A command line that breaks between its arguments only.
std::string command_line(const std::string& command) {
  std::string html = "<code>";
  std::istringstream arguments(command);
  for (std::string argument; arguments >> argument;) {
    html += fmt::format("<span>{}</span> ", escaped(argument));
  }
  return html + "</code>";
}

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", escaped(text)); }

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  const auto minutes = static_cast<std::int64_t>(seconds / 60);
  const double rest = seconds - 60.0 * static_cast<double>(minutes);
  if (minutes < 120) return fmt::format("{} min {:.0f} s", minutes, std::floor(rest));
  return fmt::format("{} h {} min", grouped(minutes / 60), minutes % 60);
}

std::string problem_section(const RecordedRun& run) {
  std::string html = "<h2>Problem</h2>\n<p>" + escaped(asked_text(run)) + "</p>\n<dl>\n";
  if (run.kind == ProblemKind::kSetCover) {
    for (const char* key : {"instance", "format", "hash", "sets", "elements", "entries"}) {
      if (!run.problem.contains(key)) continue;
      const Json& value = run.problem[key];
      html += row(key, value.is_string()           ? escaped(value.get<std::string>())
                       : value.is_number_integer() ? grouped(value.get<std::int64_t>())
                                                   : escaped(value.dump()));
    }
  }
  html += row("command", command_line(run.command));
  html += row("version", escaped(run.version));
  html += row("seed", std::to_string(run.seed));
  if (run.warm_start > 0) html += row("began with", counted(run.warm_start, run.names.member));
  html += row("time", duration_text(run.seconds));
  if (!run.resumed.empty()) {
    html += row("resumed", counted(static_cast<std::int64_t>(run.resumed.size()), "time"));
  }
  if (run.end) {
    html += row("steps", grouped(run.end->iterations));
    if (run.end->target) html += row("target", grouped(*run.end->target));
  }
  return html + "</dl>\n";
}

std::string bound_row(const char* name, const std::string& amount, const std::string& source) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td>{}</td></tr>\n",
                     name, amount, source);
}

std::string known_row(const char* name, const std::optional<search::Bound>& bound) {
  if (!bound) return bound_row(name, "–", "none in the tables");
  return bound_row(name, grouped(bound->size), escaped(bound->source));
}

std::string bounds_section(const RecordedRun& run, const OptionalCover& cover) {
  const std::string what = run.names.weighted ? "cost" : run.names.member + "s";
  std::string html = fmt::format(
      "<h2>Bounds</h2>\n<table class=\"bounds\">\n<thead><tr><th></th><th "
      "class=\"number\">{}</th><th>source</th></tr></thead>\n<tbody>\n",
      what);
  html += known_row("at least", run.bounds.lower);
  html += known_row("best known", run.bounds.upper);
  const auto amount = final_amount(run, cover);
  if (amount) {
    html +=
        bound_row("this cover", grouped(*amount), cover ? "recounted for this page" : "the log");
  }
  html += "</tbody>\n</table>\n";
  if (meets_lower_bound(run, amount)) {
    html += "<p>The cover meets the lower bound: none is better.</p>\n";
  }
  if (amount && run.bounds.upper && *amount < run.bounds.upper->size) {
    html += "<p>The cover is better than the best one in the tables.</p>\n";
  }
  return html;
}

std::string capitalised(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string convergence_section(const RecordedRun& run) {
  const bool moved = run.states.size() > 1 && run.states.front().time < run.states.back().time;
  if (run.improvements.empty() && !moved) return {};
  std::string html = "<h2>Convergence</h2>\n";
  if (!run.improvements.empty()) {
    html += fmt::format("<figure>\n<h3>{} of the best cover</h3>\n{}</figure>\n",
                        run.names.weighted ? "Cost" : "Size", amount_chart(run));
  }
  if (moved) {
    html += fmt::format(
        "<figure>\n<h3>{}s that lack coverage</h3>\n{}<figcaption>Moments of the search. "
        "Both axes are logarithmic.{}</figcaption>\n</figure>\n",
        capitalised(run.names.point), deficit_chart(run),
        run.resumed.empty() ? "" : " Dotted lines: the run was resumed.");
  }
  return html;
}

std::string multiplicity_section(const ReportedCover& cover) {
  const Examined& examined = cover.examined;
  return fmt::format(
      "<h2>Multiplicities</h2>\n<p>How often the {} {}s are covered.</p>\n<table "
      "class=\"bars\">\n<tbody>\n{}</tbody>\n</table>\n",
      grouped(examined.recount.coverage.points), examined.names.point,
      multiplicity_rows(examined.recount.coverage));
}

std::string board_section(const Board& board) {
  return fmt::format(
      "<h2>Board</h2>\n<figure>\n{}<figcaption>Discs are the chosen words, with a ring where they "
      "are chosen more than once. Numbers and shades: how "
      "often a word is covered. Digit 0 runs to the right, "
      "digit 1 downwards.</figcaption>\n</figure>\n",
      board_drawing(board));
}

std::string phases_section(const RecordedRun& run) {
  if (run.phases.empty()) return {};
  std::string html =
      "<h2>Phases</h2>\n<table>\n<thead><tr><th>phase</th><th class=\"number\">time</th><th "
      "class=\"number\">steps</th></tr></thead>\n<tbody>\n";
  for (const RunPhase& phase : run.phases) {
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td></tr>\n",
        escaped(phase.name), duration_text(phase.seconds), grouped(phase.steps));
  }
  return html + "</tbody>\n</table>\n";
}

std::string verify_section(const RecordedRun& run, const OptionalCover& cover) {
  std::string html = "<h2>How to verify</h2>\n";
  const std::string file = cover ? cover->examined.file : run.end ? run.end->file : std::string();
  if (file.empty()) return html + "<p>There is no cover to verify.</p>\n";
  html += fmt::format(
      "<p>This counts from the definition alone, with code that shares nothing with the "
      "search:</p>\n"
      "<pre>coldcore verify {}</pre>\n",
      escaped(shell_argument(file)));
  if (run.kind == ProblemKind::kSetCover) {
    html += "<p>It needs the instance, and knows by its hash whether it is the same one.</p>\n";
  }
  if (!cover || cover->content.empty()) return html;
  return html + fmt::format("<details><summary>The file, {}</summary>\n<pre>{}</pre>\n</details>\n",
                            counted(cover->examined.size, run.names.member),
                            escaped(cover->content));
}

}  // namespace

std::string report_page(const RecordedRun& run, const std::optional<ReportedCover>& cover,
                        const std::string& log) {
  std::string html = head(run) + "<body>\n<header>\n<h1>" + escaped(run.title) + "</h1>\n";
  html += fmt::format("<p class=\"lead\">{}</p>\n", escaped(lead_text(run, cover)));
  html += status_text(run, cover) + changed_text(run, cover) + "</header>\n<main>\n";
  html += problem_section(run) + bounds_section(run, cover) + convergence_section(run);
  if (cover) html += multiplicity_section(*cover);
  if (cover && cover->board) html += board_section(*cover->board);
  html += phases_section(run) + verify_section(run, cover);
  html += fmt::format(
      "</main>\n<footer>\n<p class=\"note\">Made by coldcore {} from "
      "{}.</p>\n</footer>\n</body>\n</html>\n",
      COLDCORE_PROJECT_VERSION, code(log));
  return html;
}

}  // namespace coldcore::cli
