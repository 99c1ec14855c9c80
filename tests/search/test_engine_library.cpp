// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine_fixture.hpp"

namespace coldcore::search {
namespace {

std::string load_error(const std::filesystem::path& file) {
  try {
    load_engine(file);
    return "";
  } catch (const EngineLoadError& error) {
    return error.what();
  }
}

TEST_SUITE("search/engine_library") {
  TEST_CASE("all of the engine is bound") {
    const EngineLibrary& engine = testing::engine();
    CHECK(std::string(engine.version()).find('.') != std::string::npos);
    CHECK(std::string(engine.error_name(DCT_E_TABLE)) == "DCT_E_TABLE");
    CHECK(bool(engine.loss_owner != nullptr));
    CHECK(bool(engine.set_mu != nullptr));
    CHECK(bool(engine.map_hist != nullptr));
    CHECK(bool(engine.host_bytes != nullptr));
    CHECK(bool(engine.use_fmt != nullptr));
  }

  TEST_CASE("binding the same file again gives the same functions") {
    const EngineLibrary& engine = testing::engine();
    CHECK(bool(load_engine(engine.file).init3 == engine.init3));
  }

  TEST_CASE("a file that is not there, or no library, is named") {
    CHECK(load_error("/nonexistent/libcoldcore.so").find("/nonexistent/libcoldcore.so") !=
          std::string::npos);

    const auto file = std::filesystem::temp_directory_path() / "coldcore_no_library.so";
    std::ofstream(file) << "text";
    CHECK(load_error(file).find(file.string()) != std::string::npos);
    std::filesystem::remove(file);
  }

  TEST_CASE("a library without the engine's symbols is refused with file and symbol") {
    const std::string other = std::getenv("COLDCORE_TEST_OTHER_LIBRARY");
    const std::string error = load_error(other);
    CHECK(error.find(other) != std::string::npos);
    CHECK(error.find("dct_init3") != std::string::npos);
  }
}

}  // namespace
}  // namespace coldcore::search
