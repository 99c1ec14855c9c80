// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <vector>

#include "check.hpp"
#include "outcome.hpp"
#include "subject.hpp"

namespace coldcore::conformance {

/// All cases with their groups and descriptions.
void list_cases(std::FILE* out, bool json);

/// The report for people, line by line as the results come.
class TextReport {
 public:
  TextReport(std::FILE* out, const Subject& subject);
  void add(const CaseResult& result);
  void finish(const std::vector<CaseResult>& results, double seconds);

 private:
  std::FILE* out_;
  const char* group_ = "";
};

/// The report as one JSON document.
void write_json(std::FILE* out, const Subject& subject, const std::vector<CaseResult>& results,
                double seconds);

}  // namespace coldcore::conformance
