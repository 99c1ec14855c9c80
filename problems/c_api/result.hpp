// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/search.h>

#include <cstdint>
#include <string>
#include <vector>

#include "examine.hpp"
#include "known_bounds.hpp"

/// What coldcore_search_* functions hand out.
struct coldcore_search_result {
  std::int32_t kind = COLDCORE_PROBLEM_UNKNOWN;
  int width = 1;
  std::string instance;  ///< Of a set cover.
  /// What the recount says; without members there is a title, a problem and nothing else.
  coldcore::problems::Examined examined;
  bool has_members = false;
  coldcore::search::KnownBounds bounds;
  std::int32_t ended = COLDCORE_ENDED_NO_SEARCH;
  std::string ended_text;
  std::vector<coldcore_search_event> history;
  std::vector<std::string> group;
  std::int64_t iterations = 0;
  std::uint64_t seed = 0;
  double seconds = 0;
  std::string notices;
  std::string problem;                 ///< As JSON.
  std::vector<std::string> uncovered;  ///< The first points that lack coverage.
};
