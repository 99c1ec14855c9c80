// SPDX-License-Identifier: Apache-2.0
//
// The exported functions.
#include <algorithm>
#include <cstring>
#include <string>

#include "failure.hpp"
#include "request.hpp"
#include "run.hpp"

using namespace coldcore::problems;

namespace {

template <class Pointer>
void require(Pointer pointer, const char* name) {
  if (pointer == nullptr) throw Failure(COLDCORE_SEARCH_E_NULL, std::string(name) + " is NULL");
}

[[noreturn]] void refuse_argument(const std::string& line) {
  throw Failure(COLDCORE_SEARCH_E_ARGUMENT, line);
}

void require_capacity(const void* out, std::int64_t cap) {
  if (cap < 0) refuse_argument("cap is " + std::to_string(cap));
  if (cap > 0) require(out, "out");
}

coldcore_search_summary summary_of(const coldcore_search_result& result) {
  const Examined& examined = result.examined;
  const auto& coverage = examined.recount.coverage;
  const auto& [lower, upper] = result.bounds;
  return {.struct_size = sizeof(coldcore_search_summary),
          .kind = result.kind,
          .width = result.width,
          .mu = examined.mu,
          .distinct = examined.distinct ? 1 : 0,
          .covered = result.has_members && examined.covered() ? 1 : 0,
          .ended = result.ended,
          .weighted = examined.names.weighted ? 1 : 0,
          .size = examined.size,
          .cost = examined.recount.cost,
          .lower = lower ? lower->size : 0,
          .upper = upper ? upper->size : 0,
          .points = coverage.points,
          .deficient = coverage.deficient,
          .min_multiplicity = coverage.min_multiplicity,
          .max_multiplicity = coverage.max_multiplicity,
          .stated_size = examined.stated_size.value_or(-1),
          .stated_cost = examined.stated_cost.value_or(-1),
          .iterations = result.iterations,
          .seed = result.seed,
          .seconds = result.seconds,
          .title = examined.title.c_str(),
          .problem = result.problem.c_str(),
          .lower_source = lower ? lower->source.c_str() : "",
          .upper_source = upper ? upper->source.c_str() : "",
          .ended_text = result.ended_text.c_str(),
          .notices = result.notices.c_str()};
}

const char* text_at(const std::vector<std::string>& texts, std::int64_t i) {
  return i >= 0 && i < std::ssize(texts) ? texts[static_cast<std::size_t>(i)].c_str() : nullptr;
}

}  // namespace

int coldcore_search_abi_version(void) { return COLDCORE_SEARCH_ABI_VERSION; }

int coldcore_search_solve(const coldcore_search_problem* problem,
                          const coldcore_search_options* options,
                          coldcore_search_progress_fn progress, void* user,
                          coldcore_search_result** result) {
  return without_exceptions([&] {
    require(result, "result");
    const coldcore_search_problem asked = checked_problem(problem);
    *result = solve(asked, checked_options(options), progress, user).release();
    return 0;
  });
}

int coldcore_search_verify(const coldcore_search_problem* problem, const int32_t* rows,
                           int64_t count, coldcore_search_result** result) {
  return without_exceptions([&] {
    require(result, "result");
    *result = verify(checked_problem(problem), rows, count).release();
    return 0;
  });
}

int coldcore_search_verify_file(const char* file, const coldcore_search_problem* given,
                                coldcore_search_result** result) {
  return without_exceptions([&] {
    require(result, "result");
    require(file, "file");
    ProblemOptions options;
    if (given != nullptr) options = problem_beside_file(checked_problem(given));
    *result = verify_file(file, options).release();
    return 0;
  });
}

int coldcore_search_summarize(const coldcore_search_result* result, coldcore_search_summary* out) {
  return without_exceptions([&] {
    require(result, "result");
    require(out, "out");
    const std::uint32_t size = out->struct_size;
    if (size < sizeof(coldcore_search_summary)) {
      refuse_argument("out.struct_size is " + std::to_string(size) + ": set it to sizeof");
    }
    coldcore_search_summary summary = summary_of(*result);
    summary.struct_size = size;
    std::memcpy(out, &summary, sizeof summary);
    return 0;
  });
}

int coldcore_search_rows(const coldcore_search_result* result, int64_t first, int64_t count,
                         int32_t* out) {
  return without_exceptions([&] {
    require(result, "result");
    const std::int64_t size = result->examined.size;
    if (first < 0 || count < 0 || first > size || count > size - first) {
      refuse_argument("members " + std::to_string(first) + " and " + std::to_string(count) +
                      " from there: there are " + std::to_string(size));
    }
    if (count > 0) require(out, "out");
    for (std::int64_t i = first; i < first + count; ++i) {
      const std::vector<int> row = result->examined.member_row(static_cast<std::size_t>(i));
      out = std::copy(row.begin(), row.end(), out);
    }
    return 0;
  });
}

int64_t coldcore_search_history(const coldcore_search_result* result, coldcore_search_event* out,
                                int64_t cap) {
  return without_exceptions([&]() -> std::int64_t {
    require(result, "result");
    require_capacity(out, cap);
    const std::int64_t length = std::ssize(result->history);
    std::copy_n(result->history.begin(), std::min(length, cap), out);
    return length;
  });
}

int64_t coldcore_search_histogram(const coldcore_search_result* result, int64_t* out, int64_t cap) {
  return without_exceptions([&]() -> std::int64_t {
    require(result, "result");
    require_capacity(out, cap);
    const auto& histogram = result->examined.recount.coverage.histogram;
    for (std::size_t i = 0; i < histogram.size() && static_cast<std::int64_t>(i) < cap; ++i) {
      out[2 * i] = histogram[i].first;
      out[2 * i + 1] = histogram[i].second;
    }
    return std::ssize(histogram);
  });
}

const char* coldcore_search_uncovered(const coldcore_search_result* result, int64_t i) {
  return result == nullptr ? nullptr : text_at(result->uncovered, i);
}

const char* coldcore_search_group(const coldcore_search_result* result, int64_t i) {
  return result == nullptr ? nullptr : text_at(result->group, i);
}

int coldcore_search_write(const coldcore_search_result* result, const char* file, int overwrite) {
  return without_exceptions([&] {
    require(result, "result");
    require(file, "file");
    write(*result, file, overwrite != 0);
    return 0;
  });
}

void coldcore_search_free(coldcore_search_result* result) { delete result; }

const char* coldcore_search_error_name(int code) { return failure_name(code); }

const char* coldcore_search_last_error(void) { return last_failure(); }
