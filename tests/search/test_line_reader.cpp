// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "line_reader.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  LineReader reader(path);
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) {
    lines.emplace_back(line);
    CHECK(reader.line_number() == static_cast<std::int64_t>(lines.size()));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_SUITE("search/line_reader") {
  TEST_CASE("line ends of both kinds, and a last line without one") {
    const TemporaryFolder folder;
    CHECK(lines_of(folder.write("empty", "")).empty());
    CHECK(lines_of(folder.write("one", "a")) == Lines{"a"});
    CHECK(lines_of(folder.write("unix", "a\n\nb\n")) == Lines{"a", "", "b"});
    CHECK(lines_of(folder.write("dos", "a\r\n\r\nb\r\n")) == Lines{"a", "", "b"});
    CHECK(lines_of(folder.write("inner", "a\rb\n")) == Lines{"a\rb"});
  }

  TEST_CASE("lines that straddle the buffer come whole") {
    const TemporaryFolder folder;
    Lines expected;
    std::string content;
    for (std::size_t i = 0; i < 2000; ++i) {
      expected.push_back(std::string(i % 150, static_cast<char>('a' + i % 26)));
      content += expected.back() + "\n";
    }
    CHECK(lines_of(folder.write("many", content)) == expected);
  }

  TEST_CASE("a line is refused just past the limit, with its place") {
    const TemporaryFolder folder;
    const std::string longest(LineReader::kMaxLine, 'x');
    CHECK(lines_of(folder.write("fits", "a\n" + longest + "\nb")) == Lines{"a", longest, "b"});
    CHECK(lines_of(folder.write("fits at the end", longest)) == Lines{longest});
    for (const char* end : {"", "\n"}) {
      const auto path = folder.write("long", "a\n" + longest + "x" + end);
      const std::string line = message_of<InputError>([&] { lines_of(path); });
      CHECK(line.find(path.string() + ":2:") == 0);
    }
  }

  TEST_CASE("lines may be as long as the caller says") {
    const TemporaryFolder folder;
    const std::string line(200'000, 'x');
    LineReader reader(folder.write("long", line + "\n" + line + "y\n"), line.size());
    std::string_view got;
    REQUIRE(reader.next(got));
    CHECK(got == line);
    CHECK_THROWS_WITH_AS(reader.next(got),
                         doctest::Contains(":2:200001: the line is longer than 200000 bytes"),
                         InputError);
  }

  TEST_CASE("a file that is not there, and a folder, cannot be read") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(lines_of(folder / "none"), FileError);
    std::filesystem::create_directory(folder / "folder");
    CHECK_THROWS_AS(lines_of(folder / "folder"), FileError);
  }
}
