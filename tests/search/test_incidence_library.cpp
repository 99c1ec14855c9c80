// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "incidence_fixture.hpp"

namespace coldcore::search {
namespace {

std::string load_error(const std::filesystem::path& file) {
  try {
    load_incidence(file);
    return "";
  } catch (const EngineLoadError& error) {
    return error.what();
  }
}

TEST_SUITE("search/incidence_library") {
  TEST_CASE("all of the module is bound") {
    const IncidenceLibrary& module = testing::incidence_module();
    CHECK(module.abi_version() == SPARSE_ABI_VERSION);
    CHECK(bool(module.index != nullptr));
    CHECK(bool(module.track != nullptr));
    CHECK(bool(module.last_error != nullptr));
    CHECK(bool(load_incidence(module.file).init == module.init));
  }

  TEST_CASE("a file that is not there, or no library, is named") {
    CHECK(load_error("/nonexistent/coldcore_incidence.so")
              .find("the incidence module /nonexistent/coldcore_incidence.so") !=
          std::string::npos);

    const auto file = std::filesystem::temp_directory_path() / "coldcore_no_incidence.so";
    std::ofstream(file) << "text";
    CHECK(load_error(file).find(file.string()) != std::string::npos);
    std::filesystem::remove(file);
  }

  TEST_CASE("a library without the module's symbols is refused with file and symbol") {
    const std::string other = std::getenv("COLDCORE_TEST_OTHER_LIBRARY");
    const std::string error = load_error(other);
    CHECK(error.find(other) != std::string::npos);
    CHECK(error.find("sparse_abi_version") != std::string::npos);
  }
}

}  // namespace
}  // namespace coldcore::search
