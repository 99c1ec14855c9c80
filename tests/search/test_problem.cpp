// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;
using Axes = std::vector<int>;

namespace {

std::string complaint(const char* text) {
  return message_of<InputError>([&] { parse_axes(text); });
}

bool complains_at(const char* text, int character, const char* what) {
  const std::string line = complaint(text);
  return line.find("character " + std::to_string(character) + ":") != std::string::npos &&
         line.find(what) != std::string::npos;
}

}  // namespace

TEST_SUITE("search/problem") {
  TEST_CASE("axes are read in all three spellings") {
    CHECK(parse_axes("3^6") == Axes{3, 3, 3, 3, 3, 3});
    CHECK(parse_axes("3^4,2^3") == Axes{3, 3, 3, 3, 2, 2, 2});
    CHECK(parse_axes("3,3,4") == Axes{3, 3, 4});
    CHECK(parse_axes("16") == Axes{16});
  }

  TEST_CASE("axes are printed as the shortest text that is read back") {
    CHECK(format_axes(Axes{3, 3, 3}) == "3^3");
    CHECK(format_axes(Axes{3, 3, 4}) == "3^2,4");
    CHECK(format_axes(Axes{2, 3, 2}) == "2,3,2");
    for (const char* text : {"3^6", "3^4,2^3", "2,3,2", "10^2,16", "5"}) {
      CHECK(format_axes(parse_axes(text)) == text);
    }
  }

  TEST_CASE("an error in axes names the character") {
    CHECK(complains_at("", 1, "expected an axis size"));
    CHECK(complains_at("3^", 3, "expected an exponent"));
    CHECK(complains_at("3^x", 3, "expected an exponent"));
    CHECK(complains_at("3^4,", 5, "expected an axis size"));
    CHECK(complains_at("3^4;2", 4, "expected ','"));
    CHECK(complains_at("3 ,3", 2, "expected ','"));
    CHECK(complains_at("3,1", 3, "2..16"));
    CHECK(complains_at("2,17", 3, "2..16"));
    CHECK(complains_at("3^0", 3, "at least 1"));
    CHECK(complains_at("-3", 1, "expected an axis size"));
    CHECK(complains_at("3^99999999999999999999", 1, "at most 16 axes"));
    CHECK(complains_at("2^10,3^7", 6, "at most 16 axes"));
  }

  TEST_CASE("a space of more than 2^40 words is refused") {
    CHECK(space_size(parse_axes("16^10")) == std::int64_t{1} << 40);
    CHECK(complaint("16^10,2").find("2^40") != std::string::npos);
    CHECK(complaint("16^16").find("2^40") != std::string::npos);
    CHECK(space_size(parse_axes("3^13")) == 1'594'323);
  }

  TEST_CASE("words are printed digit 0 first in base 36") {
    CHECK(format_word(0, Axes{3, 3}) == "00");
    CHECK(format_word(1, Axes{3, 3}) == "10");
    CHECK(format_word(3, Axes{3, 3}) == "01");
    CHECK(format_word(15 + 16 * 10, Axes{16, 16}) == "fa");
  }

  TEST_CASE("a problem is described with what is not the default") {
    CHECK(describe({"f", {3, 3}, 1, 1, false}) == "f 3^2 R=1");
    CHECK(describe({"f", {3, 2}, 2, 3, true}) == "f 3,2 R=2 mu=3 distinct");
  }
}
