// SPDX-License-Identifier: Apache-2.0
#include "solve_arguments.hpp"

#include <cstdint>
#include <limits>

#include "numbers.hpp"
#include "problem_options.hpp"

namespace coldcore::cli {
namespace {

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
  coldcore solve hamming --axes 3^7 -R 1 --time 3600 --log run.jsonl --resume
  coldcore solve hamming --axes 4^6 -R 2 --group random --target 48
  coldcore solve hamming --axes 3^4 -R 1 --group 'translate 1110' --group cyclic
'coldcore solve design --help' and 'coldcore solve setcover --help' tell about
covering designs and about set cover files.)";

constexpr const char* kDesignFooter =
    R"(Searches for few k-subsets (blocks) of v points that cover all t-subsets: each
lies in at least mu of the blocks. The Schonheim bound is shown beside the result.
The file has comments and then one block a line, points counted from 1;
"grep -v '^#' FILE" is the bare list of blocks that collections of designs take.
'coldcore solve --help' tells about files, limits and exit codes.
Examples:
  coldcore solve design --vkt 11,5,4
  coldcore solve design --vkt 7,3,2 --mu 2 --distinct
  coldcore solve design --vkt 10,5,3 --target 17 --time 10 --out 10-5-3.cover
  coldcore solve design --vkt 22,6,3 --group 'cyclic 2x11' --target 77
  coldcore solve design --vkt 16,6,4 --group random)";

constexpr const char* kSetCoverFooter =
    R"(Searches for sets of low cost that cover every element at least mu times. FILE,
plain or gzip, is an OR-Library instance (or), one column a line (rail), Steiner
triples (sts) or one set a line (sets); '#' begins a comment in the last one.
A Lagrangian bound, proved in whole numbers, is shown beside the result. The cover
file names the instance with its hash, then one set a line, counted from 1.
'coldcore solve --help' tells about files, limits and exit codes.
Examples:
  coldcore solve setcover scp41.txt
  coldcore solve setcover rail507.gz --time 600 --target 174
  coldcore solve setcover sets.txt --format sets --mu 2 --distinct)";

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

void add_limits(CLI::App& app, SolveCommand& command, const char* target) {
  app.add_option("--time", command.seconds,
                 "seconds to search, 0 for no limit [60; no limit with --iterations]")
      ->check(seconds_up_to(1e9));
  app.add_option("--iterations", command.iterations,
                 "stop after so many steps; the result then depends on the seed alone")
      ->check(whole_number(std::int64_t{1}, kMost));
  app.add_option("--seed", command.seed, "seed of the random numbers [1]")
      ->check(whole_number(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
  app.add_option("--target", command.target, target)->check(whole_number(std::int64_t{1}, kMost));
}

void add_files(CLI::App& app, SolveCommand& command, const char* out) {
  app.add_option("--out", command.out, out)->check(not_empty());
  app.add_flag("--overwrite", command.overwrite, "replace whatever is at --out");
  app.add_option("--warm-start", command.warm_start, "begin with the cover in this file, of any mu")
      ->check(not_empty());
  app.add_flag("--resume", command.resume, "go on from the checkpoint and the cover at --out");
  app.add_option("--log", command.log, "add the story of the run to this file as JSON lines")
      ->check(not_empty());
  app.add_flag("--json", command.json, "print the result as a JSON object");
  app.add_flag("--quiet", command.quiet, "no progress line, no notices");
}

void add_group(CLI::App& app, SolveCommand& command, const char* description) {
  app.add_option("--group", command.group, description)
      ->check(not_empty())
      ->allow_extra_args(false);
}

void add_engine_options(CLI::App& app, SolveCommand& command, std::string& device) {
  app.add_option("--threads", command.threads, "threads to use (sets COLDCORE_THREADS)")
      ->check(whole_number(1, 1024));
  app.add_option("--device", device, "cpu or cuda (sets COLDCORE_DEVICE)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
}

}  // namespace

SolveArguments::SolveArguments(CLI::App& app)
    : solve_(add_command(app, "solve", "search for a small cover", kSolveFooter)) {
  add_product();
  add_design();
  add_set_cover();
}

void SolveArguments::add_product() {
  solve_.add_option("FAMILY", command_.problem.family, "problem family, see 'plugin list'")
      ->check(not_empty());
  add_product_options(solve_, command_.problem);
  add_multiplicity_options(solve_, command_.problem, "word", "codeword");
  add_group(solve_, command_,
            "search covers with symmetry: random, symmetries, translations, cyclic, a\n"
            "generator or a file of some; may be repeated");
  add_common(solve_, "stop at a cover of so many words or fewer",
             "cover file [FAMILY-AXES-RR.cover]");
}

void SolveArguments::add_design() {
  design_ = &add_command(solve_, "design", "search for a covering design", kDesignFooter);
  add_design_option(*design_, command_.problem)->required();
  add_multiplicity_options(*design_, command_.problem, "t-subset", "block");
  add_group(*design_, command_,
            "search covers with symmetry: random, cyclic, a generator such as 'cyclic 2x13' or\n"
            "'points (1 2 3)(4 5)', or a file of some; may be repeated");
  add_common(*design_, "stop at a cover of so many blocks or fewer",
             "cover file [design-v,k,t.cover]");
}

void SolveArguments::add_set_cover() {
  set_cover_ = &add_command(solve_, "setcover", "search for a cheap set cover", kSetCoverFooter);
  set_cover_->add_option("FILE", command_.problem.instance, "the instance")
      ->required()
      ->check(not_empty());
  add_format_option(*set_cover_, command_.problem);
  add_multiplicity_options(*set_cover_, command_.problem, "element", "set");
  add_group(*set_cover_, command_,
            "search covers with symmetry: a generator such as 'elements (1 2 3)(4 5)' that\n"
            "maps sets to sets, or a file of some; may be repeated");
  add_common(*set_cover_, "stop at a cover of this cost or less",
             "cover file [setcover-FILE.cover]");
}

void SolveArguments::add_common(CLI::App& app, const char* target, const char* out) {
  add_limits(app, command_, target);
  add_files(app, command_, out);
  add_engine_options(app, command_, device_);
}

void SolveArguments::require_problem() const {
  if (design_->parsed() || set_cover_->parsed()) {
    if (command_.problem.family.empty() && !command_.problem.axes && !command_.problem.radius)
      return;
    throw CLI::ValidationError("a family, --axes and -R belong to no design and no set cover");
  }
  if (command_.problem.family.empty()) throw CLI::RequiredError("FAMILY, design or setcover");
  if (!command_.problem.axes) throw CLI::RequiredError("--axes");
  if (!command_.problem.radius) throw CLI::RequiredError("-R");
}

SolveCommand SolveArguments::command() const {
  SolveCommand command = command_;
  command.problem.kind = design_->parsed()      ? ProblemKind::kDesign
                         : set_cover_->parsed() ? ProblemKind::kSetCover
                                                : ProblemKind::kProduct;
  return command;
}

}  // namespace coldcore::cli
