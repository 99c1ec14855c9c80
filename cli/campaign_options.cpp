// SPDX-License-Identifier: Apache-2.0
#include "campaign_options.hpp"

#include <limits>

#include "numbers.hpp"
#include "problem_options.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kCampaignFooter =
    R"(Tries group after group for smaller covers: no group first, then random groups of
more and more generators, then all again with the next seed and twice the time.
Each try is a 'coldcore solve' of its own; what it finds is verified before it
becomes FOLDER/best-PROBLEM.cover. FOLDER/campaign.jsonl has a line for each try,
and --resume goes on behind the last one. FILE has a problem on each line, as one
would type it after 'coldcore solve', with --group and --target where wanted.
The default target is to beat the best cover that is known. Exit codes: 0 all
targets reached, 5 not all, else those of 'coldcore --help'.
Examples:
  coldcore campaign hamming --axes 4^6 -R 2 --time 600
  coldcore campaign design --vkt 12,6,4 --target 40 --try-time 30
  coldcore campaign problems.txt --time 3600 --jobs 2 -o night
  coldcore campaign problems.txt --time 3600 --jobs 2 -o night --resume)";

/// Tries of less are all start and end.
constexpr double kLeastTrySeconds = 0.01;

CLI::Validator target_text() {
  const auto check = [](std::string& text) -> std::string {
    if (text == "beat" || text == "meet") return "";
    const CLI::Validator number =
        whole_number(std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
    if (number(text).empty()) return "";
    return "'" + text + "' is neither beat nor meet nor a size of a cover";
  };
  return CLI::Validator(check, "", "target");
}

CLI::Validator try_seconds() {
  const auto check = [](std::string& text) -> std::string {
    const std::string complaint = seconds_up_to(1e8)(text);
    if (!complaint.empty()) return complaint;
    return std::stod(text) >= kLeastTrySeconds ? "" : "'" + text + "' is less than 0.01 seconds";
  };
  return CLI::Validator(check, "", "try time");
}

CLI::Validator gibibytes() {
  const auto check = [](std::string& text) -> std::string {
    return seconds_up_to(1e6)(text).empty() ? "" : "'" + text + "' is no number in 0..1000000";
  };
  return CLI::Validator(check, "", "gibibytes");
}

}  // namespace

CampaignOptions::CampaignOptions(CLI::App& app)
    : campaign_(add_command(app, "campaign", "try many groups for covers below the known bounds",
                            kCampaignFooter)) {
  add_problem();
  add_limits();
  add_files();
}

void CampaignOptions::add_problem() {
  campaign_
      .add_option("PROBLEM", what_,
                  "a family with --axes and -R, 'design' with --vkt, or a file of problems")
      ->required()
      ->check(not_empty());
  add_product_options(campaign_, command_.problem);
  add_design_option(campaign_, command_.problem);
  add_multiplicity_options(campaign_, command_.problem, "point", "member");
  campaign_
      .add_option("--group", command_.group,
                  "try this group alone, with seed after seed; see solve")
      ->check(not_empty())
      ->allow_extra_args(false);
}

void CampaignOptions::add_limits() {
  campaign_
      .add_option("--target", command_.target,
                  "beat or meet the best cover known, or a size [beat]")
      ->check(target_text());
  campaign_.add_flag("--keep-going", command_.keep_going,
                     "go on with problems whose target is reached, for less");
  campaign_.add_option("--time", command_.seconds, "seconds for everything, 0 for no limit [3600]")
      ->check(seconds_up_to(1e9));
  campaign_
      .add_option("--try-time", command_.try_seconds,
                  "seconds for each of the first tries [those of the log, or a tenth of a\n"
                  "problem's share of --time, 1 to 60]")
      ->check(try_seconds());
  campaign_
      .add_option("--jobs", command_.jobs, "tries at a time [as many as there are processors]")
      ->check(whole_number(1, 1024));
  campaign_.add_option("--threads", command_.threads, "threads of each try [1]")
      ->check(whole_number(1, 1024));
  campaign_
      .add_option("--memory", command_.memory_gib,
                  "GiB for each try, 0 for no limit [its share of what is available]")
      ->check(gibibytes());
  campaign_.add_option("--seed", command_.seed, "seed of the first tries [1]")
      ->check(whole_number(std::uint64_t{0}, std::uint64_t{1} << 63U));
}

void CampaignOptions::add_files() {
  campaign_.add_option("-o,--out", command_.folder, "folder for covers and the log [runs]")
      ->check(not_empty());
  campaign_.add_flag("--resume", command_.resume, "go on behind the last try of the log");
  campaign_.add_flag("--json", command_.json, "print the result as a JSON object");
  campaign_.add_flag("--quiet", command_.quiet, "no line for each try");
}

CampaignCommand CampaignOptions::command() const {
  CampaignCommand command = command_;
  ProblemOptions& problem = command.problem;
  const bool product = problem.axes || problem.radius;
  if (product && problem.design) throw CLI::ValidationError("--axes and -R exclude --vkt");
  if (product) {
    if (!problem.axes) throw CLI::RequiredError("--axes");
    if (!problem.radius) throw CLI::RequiredError("-R");
    problem.kind = ProblemKind::kProduct;
    problem.family = what_;
  } else if (problem.design) {
    if (what_ != "design") throw CLI::ValidationError("--vkt belongs to 'campaign design'");
    problem.kind = ProblemKind::kDesign;
  } else {
    if (problem.mu || problem.distinct || !command.group.empty()) {
      throw CLI::ValidationError("--mu, --distinct and --group belong on the lines of the file");
    }
    command.list = what_;
  }
  return command;
}

}  // namespace coldcore::cli
