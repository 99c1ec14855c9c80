// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string_view>

#include "block_file.hpp"
#include "certificate.hpp"
#include "commands.hpp"
#include "examined.hpp"
#include "line_reader.hpp"

namespace coldcore::cli {

namespace {

/// The kind of problem that a file's first comments name; a product where they name none. A pipe
/// can be read once only and is taken for one.
ProblemKind kind_of(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return ProblemKind::kProduct;
  search::LineReader lines(file);
  std::string_view line;
  while (lines.next(line) && (line.empty() || line.front() == '#')) {
    if (line == search::kBlockLine) return ProblemKind::kDesign;
    if (line == search::kCertificateLine) return ProblemKind::kSetCover;
  }
  return ProblemKind::kProduct;
}

}  // namespace

int run(const VerifyCommand& command) {
  const ProblemKind kind = command.problem.kind ? *command.problem.kind : kind_of(command.file);
  if (kind == ProblemKind::kDesign) return report_on(examine_design(command), command.json);
  if (kind == ProblemKind::kSetCover) return report_on(examine_set_cover(command), command.json);
  return verify_product(command);
}

}  // namespace coldcore::cli
