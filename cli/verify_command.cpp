// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "commands.hpp"
#include "examined.hpp"
#include "stated_problem.hpp"

namespace coldcore::cli {

using search::InputError;

namespace {

const char* options_of(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::kDesign:
      return "--vkt";
    case ProblemKind::kSetCover:
      return "--instance";
    default:
      return "a family, --axes and -R";
  }
}

/// A file that may be anything. What cannot be looked at beforehand is left to the reader of
/// products, which says what it lacks.
ProblemKind kind_of_nothing(const VerifyCommand& command) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(command.file, ignored)) return ProblemKind::kProduct;
  throw InputError(fmt::format(
      "{} does not say what it covers: give FAMILY, --axes and -R, or --vkt, or --instance",
      command.file));
}

ProblemKind kind_to_examine(const VerifyCommand& command) {
  const std::optional<ProblemKind> given = command.problem.kind;
  const std::optional<StatedProblem> stated = stated_problem(command.file);
  if (!stated) return given ? *given : kind_of_nothing(command);
  if (!given || *given == kind_of(*stated)) return kind_of(*stated);
  throw InputError(fmt::format("{}: this is a cover of {}; {} cannot go with it", command.file,
                               stated_title(*stated), options_of(*given)));
}

}  // namespace

int run(const VerifyCommand& command) {
  const ProblemKind kind = kind_to_examine(command);
  if (kind == ProblemKind::kSetCover) return report_on(examine_set_cover(command), command.json);
  if (command.problem.format) {
    throw InputError(fmt::format("--format is the format of a set cover instance; {} is about none",
                                 command.file));
  }
  if (kind == ProblemKind::kDesign) return report_on(examine_design(command), command.json);
  return verify_product(command);
}

}  // namespace coldcore::cli
