// SPDX-License-Identifier: Apache-2.0
//
// What a manifest has to keep. Rules 1 to 11 are those of the manifest contract, the later ones are
// about what its loader takes silently and what cannot be meant; docs/sparse-manifests.md has all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coldcore::manifest {

struct Node;
struct Manifest;

enum class Severity { kError, kWarning };

struct Rule {
  int number;
  std::string_view name;
  Severity severity;
};

/// The rule of this number, 1..33.
const Rule& rule(int number);

/// Where which rule does not hold.
struct Finding {
  int rule = 0;
  Severity severity = Severity::kError;
  int line = 0;  ///< From 1, like the column.
  int column = 0;
  std::string path;    ///< Inside the document, "" for the whole.
  std::string what;    ///< What is wrong.
  std::string remedy;  ///< What to do.
};

Finding finding_at(const Node& node, int rule, std::string what, std::string remedy);

/// More are not collected.
constexpr std::size_t kMostFindings = 200;

/// Everything that is wrong with a manifest, in the order of checking: 12 to 14, which say that it
/// may mean something else than it seems to; 1 to 4 variant by variant; 5, 6, 7 and 10
/// configuration by configuration; 8, 9, 11; then 15 and up. Empty if nothing is.
std::vector<Finding> validate(const Manifest& manifest);

/// The first that is an error, nullptr if there is none.
const Finding* first_error(const std::vector<Finding>& findings);

/// "FILE:LINE:COLUMN: PATH: rule N (NAME): WHAT: REMEDY", a warning being called one.
std::string describe(const Finding& finding, const std::string& file);

}  // namespace coldcore::manifest
