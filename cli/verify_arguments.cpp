// SPDX-License-Identifier: Apache-2.0
#include "verify_arguments.hpp"

#include "numbers.hpp"
#include "problem_options.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kVerifyFooter =
    R"(Counts from the definition alone how often each point is covered: for a family
each word of the space, for a design each t-subset, for set cover each element.
Lines of FILE are words (base-36 digits, or numbers separated by blanks or
commas), blocks (points, counted from 1, or from 0 if a 0 occurs) or sets (their
numbers in the instance, likewise); '#' begins a comment. What kind of problem it
is and which, the file's comments say, or options, which replace what they say.
Examples:
  coldcore verify hamming-3^6-R1.cover
  coldcore verify hamming --axes 3^13 -R 1 code.txt
  coldcore verify hamming --axes 2^4 -R 1 --mu 2 --distinct code.txt --json
  coldcore verify design-11,5,4.cover
  coldcore verify --vkt 11,5,4 blocks.txt
  coldcore verify --instance scp41.txt sets.txt)";

}  // namespace

VerifyArguments::VerifyArguments(CLI::App& app)
    : verify_(add_command(app, "verify", "check a cover file", kVerifyFooter)) {
  verify_.add_option("[FAMILY] FILE", arguments_, "the file, after the family if it names none")
      ->required()
      ->expected(1, 2)
      ->check(not_empty())
      ->type_name("");
  ProblemOptions& problem = command_.problem;
  add_product_options(verify_, problem);
  CLI::Option* const design = add_design_option(verify_, problem);
  CLI::Option* const instance =
      verify_.add_option("--instance", problem.instance, "the set cover instance")
          ->check(not_empty());
  add_format_option(verify_, problem);
  add_multiplicity_options(verify_, problem, "point", "member");
  verify_.add_flag("--json", command_.json, "print the result as a JSON object");
  design->excludes("--axes")->excludes("--radius")->excludes(instance);
  instance->excludes("--axes")->excludes("--radius");
}

VerifyCommand VerifyArguments::command() const {
  VerifyCommand command = command_;
  ProblemOptions& problem = command.problem;
  command.file = arguments_.back();
  if (arguments_.size() == 2) problem.family = arguments_.front();
  if (problem.design) {
    problem.kind = ProblemKind::kDesign;
  } else if (!problem.instance.empty()) {
    problem.kind = ProblemKind::kSetCover;
  } else if (!problem.family.empty() || problem.axes || problem.radius) {
    problem.kind = ProblemKind::kProduct;
  }
  return command;
}

}  // namespace coldcore::cli
