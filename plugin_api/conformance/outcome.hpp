// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "case.hpp"

namespace coldcore::conformance {

enum class Verdict { kPass, kFail, kSkip, kCrash };

/// What became of a case.
struct Outcome {
  Verdict verdict = Verdict::kPass;
  std::string detail = {};          ///< Counterexample, reason or remark.
  std::string standard_out = {};    ///< What the child wrote to stdout, cut after 64 KiB.
  std::string standard_error = {};  ///< Likewise for stderr.
  double seconds = 0;
};

struct CaseResult {
  const Case* test = nullptr;
  Outcome outcome;
};

inline const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kSkip:
      return "skip";
    case Verdict::kCrash:
      return "crash";
  }
  return "";
}

inline bool is_bad(Verdict verdict) {
  return verdict == Verdict::kFail || verdict == Verdict::kCrash;
}

}  // namespace coldcore::conformance
