// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "atomic_file.hpp"
#include "checkpoint.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

constexpr const char* kProblem = "family 3,16 R=1";
constexpr std::int64_t kCandidates = 48;

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.problem = kProblem;
  checkpoint.seed = 18'446'744'073'709'551'615U;
  checkpoint.resumptions = 3;
  checkpoint.elapsed = 12.5;
  checkpoint.iterations = 123'456'789'012;
  checkpoint.best = {0, 47, 5};
  checkpoint.version = "1.2.3";
  return checkpoint;
}

std::string complaint(const std::filesystem::path& path, const std::string& problem = kProblem) {
  return message_of<InputError>([&] { load_checkpoint(path, problem, kCandidates); });
}

}  // namespace

TEST_SUITE("search/checkpoint") {
  TEST_CASE("what is saved is loaded") {
    const TemporaryFolder folder;
    const auto path = checkpoint_of(folder / "a.cover");
    CHECK(path == folder / "a.cover.checkpoint");
    save_checkpoint(path, example());

    const auto loaded = load_checkpoint(path, kProblem, kCandidates);

    REQUIRE(loaded.has_value());
    CHECK(loaded->problem == kProblem);
    CHECK(loaded->seed == example().seed);
    CHECK(loaded->resumptions == 3);
    CHECK(loaded->elapsed == 12.5);
    CHECK(loaded->iterations == 123'456'789'012);
    CHECK(loaded->best == example().best);
    CHECK(loaded->version == "1.2.3");
  }

  TEST_CASE("no file is no checkpoint") {
    const TemporaryFolder folder;
    CHECK_FALSE(load_checkpoint(folder / "none", kProblem, kCandidates).has_value());
  }

  TEST_CASE("another problem is refused by name") {
    const TemporaryFolder folder;
    save_checkpoint(folder / "c", example());
    const std::string line = complaint(folder / "c", "family 3,16 R=2");
    CHECK(line.find("is for family 3,16 R=1, not for family 3,16 R=2") != std::string::npos);
  }

  TEST_CASE("a damaged file is refused with a remedy, cut off anywhere") {
    const TemporaryFolder folder;
    save_checkpoint(folder / "c", example());
    const std::string whole = content_of(folder / "c");
    for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
      const std::string line = complaint(folder.write("cut", whole.substr(0, length)));
      CHECK(line.find("is damaged") != std::string::npos);
      CHECK(line.find("delete it, or start without --resume") != std::string::npos);
    }
  }

  TEST_CASE("a file with wrong contents is refused") {
    const TemporaryFolder folder;
    save_checkpoint(folder / "c", example());
    const std::string whole = content_of(folder / "c");
    const auto with = [&](const std::string& old, const std::string& fresh) {
      std::string text = whole;
      text.replace(text.find(old), old.size(), fresh);
      return complaint(folder.write("changed", text));
    };
    CHECK(with("checkpoint 2", "checkpoint 1").find("another format") != std::string::npos);
    CHECK(with("  47", "  48").find("member 48 of 48 candidates") != std::string::npos);
    CHECK(with("  47", "  -1").find("damaged") != std::string::npos);
    CHECK(with("  47", "  4.5").find("damaged") != std::string::npos);
    CHECK(with("  47", "  true").find("damaged") != std::string::npos);
    CHECK(with("\"family 3,16 R=1\"", "7").find("damaged") != std::string::npos);
    CHECK(with("\"seed\"", "\"sead\"").find("damaged") != std::string::npos);
    CHECK(complaint(folder.write("list", "[]")).find("damaged") != std::string::npos);
    const std::string bytes = complaint(folder.write("bytes", "\xff\xfe"));
    CHECK(bytes.find("damaged (no JSON at byte 1)") != std::string::npos);
    CHECK(bytes.find('\xff') == std::string::npos);
  }
}
