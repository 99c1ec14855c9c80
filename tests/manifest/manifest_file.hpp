// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "manifest.hpp"
#include "rules.hpp"

/// The content of a manifest of tests/manifest/data.
inline std::string data_file(const std::string& name) {
  std::ifstream file(std::string(std::getenv("COLDCORE_TEST_MANIFESTS")) + "/" + name,
                     std::ios::binary);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The text with its only `from` replaced.
inline std::string edited(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  REQUIRE_MESSAGE(text.find(from, at + 1) == std::string::npos, from);
  return text.replace(at, from.size(), to);
}

/// The number of the line where the first `needle` begins, from 1.
inline int line_of(const std::string& text, std::string_view needle) {
  const std::size_t at = text.find(needle);
  REQUIRE_MESSAGE(at != std::string::npos, needle);
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

inline std::vector<coldcore::manifest::Finding> findings_in(const std::string& text) {
  return coldcore::manifest::validate(coldcore::manifest::read_manifest(text, "m.yaml"));
}

inline std::vector<int> numbers_of(const std::vector<coldcore::manifest::Finding>& findings) {
  std::vector<int> numbers;
  for (const auto& finding : findings) numbers.push_back(finding.rule);
  return numbers;
}

/// What reading the text complains about; "" if it is taken.
inline std::string refusal(const std::string& text) {
  try {
    coldcore::manifest::read_manifest(text, "m.yaml");
  } catch (const coldcore::manifest::ManifestError& error) {
    return error.what();
  }
  return "";
}

/// One edit of a manifest and the finding that it has to cause, first of all.
struct Broken {
  int rule;
  std::string_view from;
  std::string_view to;
  std::string_view path;
  std::string_view line;  ///< A text of the broken manifest that begins in the line reported.
};

inline void check_broken(const std::string& manifest, const Broken& broken) {
  CAPTURE(broken.rule);
  CAPTURE(broken.to);
  const std::string text = edited(manifest, broken.from, broken.to);
  const auto findings = findings_in(text);
  REQUIRE_FALSE(findings.empty());
  CAPTURE(coldcore::manifest::describe(findings.front(), "m.yaml"));
  CHECK(findings.front().rule == broken.rule);
  CHECK(findings.front().path == broken.path);
  CHECK(findings.front().line == line_of(text, broken.line));
  CHECK_FALSE(findings.front().remedy.empty());
}
