// SPDX-License-Identifier: Apache-2.0
//
// Whether the answers of a kernel are those of the reference, by what the kernel computes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sparse_agreement.hpp"
#include "sparse_kernel.hpp"
#include "sparse_reference.hpp"

namespace coldcore::cli {

/// One output beside the reference's.
struct OutputComparison {
  std::string name;
  bool agrees = false;
  ErrorMeasures measures;  ///< Of the first call, or of the last where that is worse.
  double tolerance = 0;    ///< Of max_scaled; infinite for a solver that its residual judges.
  std::string scale;       ///< What differences are measured by: "|A||x|".
};

/// ||b - A x||_2 of a solver, which judges it where no tolerance is given.
struct SolverResiduals {
  double kernel = 0;  ///< Of the first call or of the last, whichever is larger.
  double reference = 0;
  double limit = 0;
};

struct Judgement {
  bool agrees = false;
  std::vector<OutputComparison> outputs;  ///< Empty: there was nothing to compare.
  std::optional<SolverResiduals> residuals;
};

/// A kernel's argument list, what its dense arrays began with, and what it answered.
struct AnsweredCall {
  const ArgumentList& list;
  const Contents& contents;
  const KernelResult& result;
};

/// Compares the outputs that both calls have. `meaning` is what the kernel computes, nullptr where
/// that is not known; without a `tolerance` docs/sparse-tools.md says what is taken.
Judgement judge(const AnsweredCall& kernel, const AnsweredCall& reference,
                const LogicalInputs& inputs, const ReferenceKernel* meaning,
                std::optional<double> tolerance);

}  // namespace coldcore::cli
