// SPDX-License-Identifier: Apache-2.0
#include "run_case.hpp"

#include <chrono>

#include "note.hpp"
#include "subject.hpp"

namespace coldcore::conformance {
namespace {

// The kit throws nothing but Failure and Skip, unless memory runs out.
Outcome judge(const Case& test, const Subject& subject) {
  try {
    return {Verdict::kPass, test.run(subject)};
  } catch (const Failure& failure) {
    return {Verdict::kFail, failure.what()};
  } catch (const Skip& reason) {
    return {Verdict::kSkip, reason.what()};
  } catch (const std::exception& error) {
    return {Verdict::kFail,
            fmt::format("an exception left the plugin ({}) during: {}", error.what(), note_text())};
  } catch (...) {
    return {Verdict::kFail, fmt::format("an exception left the plugin during: {}", note_text())};
  }
}

}  // namespace

Outcome run_case(const Case& test, const Subject& subject) {
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = judge(test, subject);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace coldcore::conformance
