// SPDX-License-Identifier: Apache-2.0
//
// Results as text for people and as JSON for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cover_task.hpp"
#include "known_bounds.hpp"

namespace coldcore::cli {

/// "hamming 3^6 R=1: 73 words cover all 729 (verified, each word covered 1..4 times)".
std::string cover_text(const std::string& title, const Names& names, std::int64_t size,
                       const Recount& recount);

/// "hamming 3^6 R=1: 72 words are no cover: 9 of 729 words are uncovered".
std::string no_cover_text(const std::string& title, const Names& names, std::int64_t size, int mu,
                          const Recount& recount);

/// "known 71..73", "known 9 exactly" or "at least 57".
std::string bounds_range(const search::KnownBounds& bounds);

/// The same with the sources: "known 71..73 (source)".
std::string bounds_text(const search::KnownBounds& bounds);

nlohmann::ordered_json bounds_json(const search::KnownBounds& bounds);

/// {"min":1,"max":4}
nlohmann::ordered_json multiplicity_json(const search::GateReport& report);

/// One line; bytes of a path that are no UTF-8 become replacement characters.
std::string json_line(const nlohmann::ordered_json& json);

}  // namespace coldcore::cli
