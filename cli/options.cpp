// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "campaign_options.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "plan_options.hpp"
#include "plugin_options.hpp"
#include "report_options.hpp"
#include "solve_arguments.hpp"
#include "sparse_options.hpp"
#include "verify_arguments.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kMainFooter = R"(Examples:
  coldcore solve hamming --axes 3^4 -R 1
  coldcore solve design --vkt 11,5,4
  coldcore solve setcover scp41.txt
  coldcore campaign hamming --axes 4^6 -R 2 --time 600
  coldcore verify hamming-3^4-R1.cover
  coldcore report run.jsonl -o run.html
  coldcore plan hamming --axes 7^9 -R 5
  coldcore plugin list
  coldcore sparse validate spmv.yaml
Exit codes:
  0    done; for solve, verify and campaign: verified covers, of the sizes asked for
  1    internal error
  2    bad input: options, axes, a malformed file, an impossible target or problem
  3    plugin unknown or refused
  4    out of memory
  5    solve, campaign: no cover, or none of the size asked for, within the
       limits; the best cover found, if any, is on disk
  6    verify: not a cover, or not of the size or cost that its comments state
  7    a file could not be read or written; solve reports its best cover all the same
  8    sparse run: the kernel fails or does not agree with the reference
  130  interrupted by SIGINT, 143 by SIGTERM; the best cover found is on disk
'coldcore COMMAND --help' tells more about a command.)";

/// How many arguments a positional takes is in its name already.
class PlainUsage final : public CLI::Formatter {
 public:
  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_name(true);
  }
};

std::string join_arguments(int argc, char** argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i == 0 ? "" : " ") + std::string(argv[i]);
  return line;
}

void set_environment(const char* name, const std::string& value) {
  ::setenv(name, value.c_str(), 1);
}

/// "coldcore solve design", as far as the line was understood.
std::string commands_given(const CLI::App& app) {
  std::string line = app.get_name();
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    line += ' ' + at->get_name();
  }
  return line;
}

/// Help and versions are printed; what is wrong with a line is said in one.
Leave leave(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    app.exit(error);
    return Leave{kExitCover};
  }
  say(fmt::format("{}; see '{} --help'", error.what(), commands_given(app)));
  return Leave{kExitBadInput};
}

/// The first argument where it should name a command and does not.
const char* unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return nullptr;
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const bool known = std::any_of(commands.begin(), commands.end(), [argv](const CLI::App* command) {
    return command->get_name() == argv[1];
  });
  return known ? nullptr : argv[1];
}

}  // namespace

Command parse_command_line(int argc, char** argv) {
  CLI::App app("Finds and verifies small coverings of finite product spaces.", "coldcore");
  app.set_version_flag("--version", "coldcore " COLDCORE_PROJECT_VERSION);
  app.formatter(std::make_shared<PlainUsage>());
  app.require_subcommand(1);
  app.footer(kMainFooter);

  SolveArguments solve(app);
  const CampaignOptions campaign(app);
  VerifyArguments verify(app);
  const PlanOptions plan(app);
  const ReportOptions report(app);
  PluginOptions plugin(app);
  const SparseOptions sparse(app);
  if (const char* unknown = unknown_command(app, argc, argv)) {
    say(fmt::format("there is no command '{}'; 'coldcore --help' lists them", unknown));
    return Leave{kExitBadInput};
  }
  try {
    app.parse(argc, argv);
    if (solve.parsed()) solve.require_problem();
    if (campaign.parsed()) return campaign.command();
  } catch (const CLI::ParseError& error) {
    return leave(app, error);
  }
  if (verify.parsed()) return verify.command();
  if (plan.parsed()) return plan.command();
  if (report.parsed()) return report.command();
  if (sparse.parsed()) return sparse.chosen();
  if (solve.parsed()) {
    SolveCommand command = solve.command();
    command.whole_line = join_arguments(argc, argv);
    if (command.threads > 0) set_environment("COLDCORE_THREADS", std::to_string(command.threads));
    if (!solve.device().empty()) set_environment("COLDCORE_DEVICE", solve.device());
    return command;
  }
  return plugin.chosen();
}

}  // namespace coldcore::cli
