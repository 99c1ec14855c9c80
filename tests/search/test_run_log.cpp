// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "run_log.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;
using Json = nlohmann::ordered_json;

namespace {

std::vector<Json> lines_of(const std::filesystem::path& path) {
  std::istringstream text(content_of(path));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_SUITE("search/run_log") {
  TEST_CASE("each event is a line on disk at once, after those of earlier runs") {
    const TemporaryFolder folder;
    {
      RunLog log(folder / "log");
      log.write("start", {{"seed", 7}});
      CHECK(lines_of(folder / "log").size() == 1);
    }
    RunLog log(folder / "log");
    log.write("end", Json::object());

    const std::vector<Json> lines = lines_of(folder / "log");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["event"] == "start");
    CHECK(lines[0]["seed"] == 7);
    CHECK(lines[0]["t"].is_number());
    CHECK(lines[1]["event"] == "end");
  }

  TEST_CASE("a log that goes nowhere takes everything") {
    CHECK_NOTHROW(RunLog().write("start", {{"seed", 7}}));
  }

  TEST_CASE("a log that cannot be opened, or written, is an error once") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(RunLog(folder / "none/log"), FileError);
    if (!std::filesystem::exists("/dev/full")) return;
    RunLog log("/dev/full");
    CHECK_FALSE(log.failed());
    CHECK_THROWS_AS(log.write("start", Json::object()), FileError);
    CHECK(log.failed());
    CHECK_NOTHROW(log.write("end", Json::object()));
  }
}
