// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cstdlib>
#include <limits>
#include <memory>

#include "exit_code.hpp"
#include "numbers.hpp"
#include "plugin_options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kMainFooter = R"(Examples:
  coldcore solve hamming --axes 3^4 -R 1
  coldcore verify hamming-3^4-R1.cover
  coldcore plugin list
Exit codes:
  0    done; for solve and verify: a verified cover, of the size asked for
  1    internal error
  2    bad input: options, axes, a malformed file, an impossible target
  3    plugin unknown or refused
  4    out of memory
  5    solve: no cover, or none of the size asked for, within the limits;
       the best cover found, if any, is on disk
  6    verify: not a cover
  7    a file could not be read or written
  130  interrupted by SIGINT, 143 by SIGTERM; the best cover found is on disk
'coldcore COMMAND --help' tells more about a command.)";

constexpr const char* kSolveFooter =
    R"(Every smaller cover is recounted by independent code and written to the file at
once, so that the file is a valid cover whenever the run ends, whatever ends it.
FILE.checkpoint beside it lets --resume take the run up again; it is removed when
the cover is proved optimal. A file that holds a cover of the same problem is
replaced only by a smaller one.
Examples:
  coldcore solve hamming --axes 3^6 -R 1 --time 10
  coldcore solve hamming --axes 3^4,2^3 -R 1 --target 72 --out mixed.cover
  coldcore solve hamming --axes 2^4 -R 1 --mu 2 --distinct
  coldcore solve hamming --axes 2^9 -R 1 --iterations 1000000 --seed 7
  coldcore solve hamming --axes 3^7 -R 1 --time 3600 --log run.jsonl --resume)";

constexpr const char* kVerifyFooter =
    R"(Counts from the family's definition alone how often each word of the space is
covered. Lines of FILE are words: base-36 digits, or numbers separated by blanks
or commas; '#' begins a comment. Options replace what the file's comments say.
Examples:
  coldcore verify hamming-3^6-R1.cover
  coldcore verify hamming --axes 3^13 -R 1 code.txt
  coldcore verify hamming --axes 2^4 -R 1 --mu 2 --distinct code.txt --json)";

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

void add_problem_options(CLI::App& app, ProblemOptions& problem, bool required) {
  app.add_option("--axes", problem.axes, "size of each axis, digit 0 first: 3^6, 3^4,2^3 or 3,3,4")
      ->required(required);
  app.add_option("-R,--radius", problem.radius, "covering radius")
      ->required(required)
      ->check(whole_number(0, 1'000'000));
  app.add_option("--mu", problem.mu, "cover every word at least so often [1]")
      ->check(whole_number(1, 65'535));
  app.add_flag("--distinct", problem.distinct, "no codeword twice");
}

void add_limits(CLI::App& app, SolveCommand& command) {
  app.add_option("--time", command.seconds,
                 "seconds to search, 0 for no limit [60; no limit with --iterations]")
      ->check(seconds_up_to(1e9));
  app.add_option("--iterations", command.iterations,
                 "stop after so many steps; the result then depends on the seed alone")
      ->check(whole_number(std::int64_t{1}, kMost));
  app.add_option("--seed", command.seed, "seed of the random numbers [1]")
      ->check(whole_number(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
  app.add_option("--target", command.target, "stop at a cover of so many words or fewer")
      ->check(whole_number(std::int64_t{1}, kMost));
}

void add_files(CLI::App& app, SolveCommand& command) {
  app.add_option("--out", command.out, "cover file [FAMILY-AXES-RR.cover]");
  app.add_flag("--overwrite", command.overwrite, "replace whatever is at --out");
  app.add_option("--warm-start", command.warm_start, "begin with the words of this file");
  app.add_flag("--resume", command.resume, "go on from the checkpoint and the cover at --out");
  app.add_option("--log", command.log, "add the story of the run to this file as JSON lines");
  app.add_flag("--json", command.json, "print the result as a JSON object");
  app.add_flag("--quiet", command.quiet, "no progress line, no notices");
}

void add_engine_options(CLI::App& app, SolveCommand& command, std::string& device) {
  app.add_option("--threads", command.threads, "threads to use (sets COLDCORE_THREADS)")
      ->check(whole_number(1, 1024));
  app.add_option("--device", device, "cpu or cuda (sets COLDCORE_DEVICE)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
}

CLI::App& add_solve(CLI::App& app, SolveCommand& solve, std::string& device) {
  CLI::App& command = add_command(app, "solve", "search for a small cover", kSolveFooter);
  command.add_option("FAMILY", solve.problem.family, "problem family, see 'plugin list'")
      ->required();
  add_problem_options(command, solve.problem, true);
  add_limits(command, solve);
  add_files(command, solve);
  add_engine_options(command, solve, device);
  return command;
}

CLI::App& add_verify(CLI::App& app, VerifyCommand& verify, std::vector<std::string>& arguments) {
  CLI::App& command = add_command(app, "verify", "check a cover file", kVerifyFooter);
  command.add_option("[FAMILY] FILE", arguments, "the file, after the family if it names none")
      ->required()
      ->expected(1, 2)
      ->type_name("");
  add_problem_options(command, verify.problem, false);
  command.add_flag("--json", verify.json, "print the result as a JSON object");
  return command;
}

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

void place_arguments(const std::vector<std::string>& arguments, VerifyCommand& verify) {
  verify.file = arguments.back();
  if (arguments.size() == 2) verify.problem.family = arguments.front();
}

}  // namespace

Command parse_command_line(int argc, char** argv) {
  CLI::App app("Finds and verifies small coverings of finite product spaces.", "coldcore");
  app.set_version_flag("--version", "coldcore " COLDCORE_PROJECT_VERSION);
  app.formatter(std::make_shared<PlainUsage>());
  app.require_subcommand(1);
  app.footer(kMainFooter);

  SolveCommand solve;
  VerifyCommand verify;
  std::string device;
  std::vector<std::string> verify_arguments;
  const CLI::App& solve_app = add_solve(app, solve, device);
  const CLI::App& verify_app = add_verify(app, verify, verify_arguments);
  PluginOptions plugin(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return Leave{app.exit(error) == 0 ? kExitCover : kExitBadInput};
  }
  if (solve.threads > 0) set_environment("COLDCORE_THREADS", std::to_string(solve.threads));
  if (!device.empty()) set_environment("COLDCORE_DEVICE", device);
  solve.whole_line = join_arguments(argc, argv);
  if (solve_app.parsed()) return solve;
  if (verify_app.parsed()) {
    place_arguments(verify_arguments, verify);
    return verify;
  }
  return plugin.chosen();
}

}  // namespace coldcore::cli
