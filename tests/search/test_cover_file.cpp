// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "cover_file.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

using Words = std::vector<Candidate>;
const std::vector<int> kAxes = {3, 3};

Words words_of(const std::string& content) {
  const TemporaryFolder folder;
  return read_cover_file(folder.write("x.cover", content), kAxes).words;
}

/// "LINE:COLUMN: why" of a refused file.
std::string complaint(const std::string& content,
                      const std::optional<std::vector<int>>& axes = kAxes) {
  const TemporaryFolder folder;
  const auto path = folder.write("x.cover", content);
  const std::string line = message_of<InputError>([&] { read_cover_file(path, axes); });
  if (line.empty()) return "accepted";
  CHECK(line.find(path.string() + ":") == 0);
  return line.substr(path.string().size() + 1);
}

bool begins(const std::string& text, const std::string& start) { return text.find(start) == 0; }

}  // namespace

TEST_SUITE("search/cover_file") {
  TEST_CASE("a written file says everything and is read back word for word") {
    const TemporaryFolder folder;
    const Problem problem{"family", {3, 16}, 1, 2, true};
    const Words words = {5, 0, 47};
    const auto path = folder.write("a", cover_text(problem, words, {7, "1.2.3"}));

    const CoverFile file = read_cover_file(path, std::nullopt);

    CHECK(content_of(path) ==
          "# coldcore cover\n# problem: family\n# axes: 3,16\n# R: 1\n# mu: 2\n# words: set\n"
          "# size: 3\n# seed: 7\n# version: 1.2.3\n21\n00\n2f\n");
    CHECK(file.words == words);
    CHECK(file.axes == problem.axes);
    CHECK(file.lines == std::vector<std::uint32_t>{10, 11, 12});
    CHECK(file.header.is_for(problem));
    CHECK(file.header.size == 3);
    CHECK(file.header.seed == 7);
  }

  TEST_CASE("a header is for no other problem") {
    const TemporaryFolder folder;
    const Problem problem{"family", {3, 2}, 1, 1, false};
    const auto path = folder.write("a", cover_text(problem, Words{}, {}));
    const CoverHeader header = read_cover_file(path, std::nullopt).header;
    CHECK(header.is_for(problem));
    CHECK_FALSE(header.is_for({"other", {3, 2}, 1, 1, false}));
    CHECK_FALSE(header.is_for({"family", {2, 3}, 1, 1, false}));
    CHECK_FALSE(header.is_for({"family", {3, 2}, 2, 1, false}));
    CHECK_FALSE(header.is_for({"family", {3, 2}, 1, 2, false}));
    CHECK_FALSE(header.is_for({"family", {3, 2}, 1, 1, true}));
  }

  TEST_CASE("spellings, line ends, comments and blank lines around the words are taken") {
    const Words expected = {1, 3, 8};
    CHECK(words_of("10\n01\n22\n") == expected);
    CHECK(words_of("10\n01\n22") == expected);
    CHECK(words_of("10\r\n01\r\n22\r\n") == expected);
    CHECK(words_of("1 0\n0,1\n2, 2\n") == expected);
    CHECK(words_of("# prose: axes of evil\n\n10\n  # more\n01\n22\n\n \t\n\r\n") == expected);
    CHECK(words_of("10\n01\n22\n\n# the end\n") == expected);
    CHECK(words_of("").empty());
    CHECK(words_of("# nothing\n").empty());
  }

  TEST_CASE("anything else is refused with line and column") {
    CHECK(begins(complaint("10\n13\n"), "2:2: digit 3 is too large for axis 2"));
    CHECK(begins(complaint("10\n1\n"), "2:2: 1 digit where the word has 2"));
    CHECK(begins(complaint("10\r\n100\r\n"), "2:3: 3 digits where the word has 2"));
    CHECK(begins(complaint("# c\n10\n1x\n"), "3:2: digit 33 is too large"));
    CHECK(begins(complaint("10\n1?\n"), "2:2: unexpected character '?'"));
    CHECK(begins(complaint(std::string("10\n1\0\n", 6)), "2:2: unexpected byte 0x00"));
    CHECK(begins(complaint("10\n1\r0\n"), "2:2: unexpected byte 0x0d"));
    CHECK(begins(complaint("10\n\n01\n"), "3:1: a word after the empty line 2"));
    CHECK(begins(complaint("\xef\xbb\xbf"
                           "10\n"),
                 "1:1: unexpected byte 0xef"));
    CHECK(begins(complaint("1 0 # why\n"), "1:5: unexpected character '#'"));
  }

  TEST_CASE("a header of ours with nonsense in it is refused, prose of others is not") {
    CHECK(begins(complaint("# coldcore cover\n# axes: 3^x\n10\n"), "2:9: \"3^x\" is no value"));
    CHECK(begins(complaint("# coldcore cover\n# R: one\n10\n"), "2:6: \"one\" is no value"));
    CHECK(begins(complaint("# coldcore cover\n# words: bag\n10\n"), "2:10: \"bag\" is no value"));
    CHECK(complaint("# R: one\n# axes: 3^x\n10\n") == "accepted");
    CHECK(complaint("# coldcore cover\n# author: me: myself\n10\n") == "accepted");
  }

  TEST_CASE("the header alone is read whatever the words are, and without axes") {
    const TemporaryFolder folder;
    const auto header_of = [&](const std::string& content) {
      return read_cover_header(folder.write("h", content));
    };
    const CoverHeader header =
        header_of("# mine\n# coldcore cover\n# problem: family\n\n# R: 2\n\tx!\n# mu: 3\n");
    CHECK(header.family == "family");
    CHECK(header.radius == 2);
    CHECK_FALSE(header.mu.has_value());  // Below the first word.
    CHECK_FALSE(header.axes.has_value());
    CHECK_FALSE(header_of("# problem: family\n000\n").family.has_value());
    CHECK_THROWS_AS(header_of("# coldcore cover\n# R: x\n"), InputError);
  }

  TEST_CASE("axes come from the caller, else from the file, else the file is refused") {
    const TemporaryFolder folder;
    const auto path = folder.write("a", "# coldcore cover\n# axes: 2,4\n13\n");
    CHECK(read_cover_file(path, std::nullopt).words == Words{7});
    CHECK(read_cover_file(path, std::vector<int>{4, 4}).words == Words{13});
    CHECK(complaint("10\n", std::nullopt).find("axes are not known") != std::string::npos);
  }

  TEST_CASE("a file that cannot be read is an error of its own kind") {
    CHECK_THROWS_AS(read_cover_file("/nonexistent/a.cover", kAxes), FileError);
  }

  TEST_CASE("the duplicate that shows first is found") {
    CHECK_FALSE(find_duplicate(Words{}).has_value());
    CHECK_FALSE(find_duplicate(Words{4, 2, 9}).has_value());
    const auto twice = find_duplicate(Words{4, 9, 2, 9, 4, 9});
    REQUIRE(twice.has_value());
    CHECK(twice->first == 1);
    CHECK(twice->second == 3);
  }
}
