// SPDX-License-Identifier: Apache-2.0
#include "guide.hpp"

#include <exception>
#include <filesystem>

#include "shared_object.hpp"

namespace coldcore::cli {

namespace {

/// Empty where there is none, or where the system does not tell where the program is.
std::filesystem::path find_guide() try {
  return search::find_beside_program(
      {COLDCORE_DOCDIR_FROM_BINDIR "/docs/plugin-authors.md", "../../docs/plugin-authors.md"});
} catch (const std::exception&) {
  return {};
}

}  // namespace

std::string guide_location() {
  const std::filesystem::path guide = find_guide();
  return guide.empty() ? "docs/plugin-authors.md in the sources of coldcore" : guide.string();
}

}  // namespace coldcore::cli
