// SPDX-License-Identifier: Apache-2.0
//
// A user's kernel beside the reference: both are called with the same numbers, and what they answer
// is compared.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "options.hpp"
#include "sparse_judge.hpp"

namespace coldcore::cli {

enum class TrialStatus {
  kAgrees,
  kDiffers,
  kFailed,     ///< The kernel crashed, did not return, or wrote where it may not.
  kNotLoaded,  ///< It or its symbol is not there.
  kTimed       ///< There is nothing to compare it with.
};

struct Trial {
  TrialStatus status = TrialStatus::kTimed;
  std::string what;  ///< For kFailed, kNotLoaded and kTimed: one line.
  std::string kernel;
  std::string configuration;
  std::string symbol;
  std::string reference_symbol;  ///< "" where there is none.
  std::filesystem::path reference_library;
  std::int64_t bytes = 0;  ///< Of all arrays.
  std::vector<double> seconds;
  std::vector<double> reference_seconds;
  std::vector<OutputComparison> outputs;
  std::optional<SolverResiduals> residuals;
};

/// Does all that `sparse run` does but print. InputError, FileError, MemoryError; EngineLoadError
/// where the reference cannot be loaded or fails.
Trial try_kernel(const SparseRunCommand& command);

}  // namespace coldcore::cli
