// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "problem.hpp"
#include "word_parser.hpp"

using namespace coldcore::search;

namespace {

bool is_refused(const WordParser& parser, std::string_view line, std::size_t column,
                const char* why) {
  const ParsedWord word = parser.parse(line);
  INFO(line, " -> ", word.column, " ", word.error);
  return word.column == column && word.error.find(why) != std::string::npos;
}

}  // namespace

TEST_SUITE("search/word_parser") {
  TEST_CASE("every word is read back from its own text in every spelling") {
    const std::vector<int> axes = {3, 16, 2};
    const WordParser parser(axes);
    for (std::int64_t index = 0; index < 96; ++index) {
      const std::string a = std::to_string(index % 3);
      const std::string b = std::to_string(index / 3 % 16);
      const std::string c = std::to_string(index / 48);
      for (const std::string& line :
           {format_word(index, axes), a + " " + b + " " + c, a + "," + b + "," + c,
            " " + a + ",  " + b + "\t, " + c + "  "}) {
        const ParsedWord word = parser.parse(line);
        CHECK(word.error == "");
        CHECK(word.index == index);
      }
    }
    CHECK(parser.parse("2F1").index == parser.parse("2f1").index);
  }

  TEST_CASE("base-36 lines are refused at the byte that is wrong") {
    const WordParser parser({3, 16, 2});
    CHECK(is_refused(parser, "3f1", 1, "digit 3 is too large for axis 1, which has size 3"));
    CHECK(is_refused(parser, "2g1", 2, "digit 16 is too large for axis 2, which has size 16"));
    CHECK(is_refused(parser, "2f2", 3, "too large"));
    CHECK(is_refused(parser, " 2f2", 4, "too large"));
    CHECK(is_refused(parser, "2f", 3, "2 digits where the word has 3"));
    CHECK(is_refused(parser, "2f10", 4, "4 digits where the word has 3"));
    CHECK(is_refused(parser, "2-1", 2, "unexpected character '-'"));
    CHECK(is_refused(parser, std::string_view("2\0001", 3), 2, "unexpected byte 0x00"));
    CHECK(is_refused(parser, "2\xc3\xa9", 2, "unexpected byte 0xc3"));
  }

  TEST_CASE("lines of numbers are refused where the number is wrong") {
    const WordParser parser({3, 16, 2});
    CHECK(is_refused(parser, "2 16 1", 3, "digit 16 is too large for axis 2"));
    CHECK(is_refused(parser, "2 99999999999999999999 1", 3, "too large"));
    CHECK(is_refused(parser, "2 1", 4, "2 digits where the word has 3"));
    CHECK(is_refused(parser, "2 1 1 1", 7, "more than 3 digits"));
    CHECK(is_refused(parser, "2,,1", 3, "unexpected character ','"));
    CHECK(is_refused(parser, "2,1,", 5, "a number is missing"));
    CHECK(is_refused(parser, ",2,1", 1, "unexpected character ','"));
    CHECK(is_refused(parser, "2 -1 1", 3, "unexpected character '-'"));
    CHECK(is_refused(parser, "2 f 1", 3, "unexpected character 'f'"));
    CHECK(is_refused(parser, "2 1.0 1", 4, "unexpected character '.'"));
  }
}
