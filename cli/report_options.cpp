// SPDX-License-Identifier: Apache-2.0
#include "report_options.hpp"

#include "numbers.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kReportFooter =
    R"(Makes one HTML page of the last run in a log, and of those that it resumed: the
problem, the bounds and where they come from, how the search went, and the cover,
which is recounted. The page needs no other file. The cover is looked for where the
log says that it is, then beside the log.
Examples:
  coldcore solve hamming --axes 3^6 -R 1 --target 73 --log run.jsonl
  coldcore report run.jsonl -o run.html
  coldcore report run.jsonl --cover elsewhere/hamming-3^6-R1.cover -o run.html)";

}  // namespace

ReportOptions::ReportOptions(CLI::App& app)
    : report_(add_command(app, "report", "a page about a run, from its log", kReportFooter)) {
  report_.add_option("LOG", command_.log, "what 'solve --log' wrote")
      ->required()
      ->check(not_empty());
  report_.add_option("-o,--out", command_.out, "the page, replaced if it is there")
      ->required()
      ->check(not_empty());
  report_.add_option("--cover", command_.cover, "the cover, if it is not where the log says")
      ->check(not_empty());
  report_
      .add_option("--instance", command_.instance,
                  "the set cover instance, if it is not where the cover says")
      ->check(not_empty());
}

}  // namespace coldcore::cli
