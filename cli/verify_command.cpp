// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands.hpp"
#include "engine_failure.hpp"
#include "engine_library.hpp"
#include "messages.hpp"
#include "verify_report.hpp"

namespace coldcore::cli {

using search::InputError;

namespace {

int verify_product(const VerifyCommand& command) {
  const search::EngineLibrary engine = search::load_engine();
  try {
    return report_on(examine_product(engine, command.problem, command.file), command.json);
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace

int run(const VerifyCommand& command) {
  const ProblemKind kind = kind_to_examine(command.problem, command.file);
  if (kind == ProblemKind::kSetCover) {
    return report_on(examine_set_cover(command.problem, command.file, say), command.json);
  }
  if (command.problem.format) {
    throw InputError(fmt::format("--format is the format of a set cover instance; {} is about none",
                                 command.file));
  }
  if (kind == ProblemKind::kDesign) {
    return report_on(examine_design(command.problem, command.file, say), command.json);
  }
  return verify_product(command);
}

}  // namespace coldcore::cli
