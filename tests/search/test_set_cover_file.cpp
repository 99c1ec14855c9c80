// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "atomic_file.hpp"
#include "number_reader.hpp"
#include "problem.hpp"
#include "set_cover_file.hpp"
#include "set_system_check.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

using Sets = std::vector<std::vector<Index>>;
using Dialect = std::optional<SetDialect>;

// The same instance, three rows and four columns, in two dialects. Columns: {1,2}, {2,3}, {3}, {1}.
const std::string kOr = "3 4\n5 6 7 8\n2\n1 4\n2\n1 2\n2\n2 3\n";
const std::string kRail = "3 4\n5 2 1 2\n6 2 2 3\n7 1 3\n8 1 1\n";
const Sets kColumns = {{0, 1}, {1, 2}, {2}, {0}};
const std::vector<std::int64_t> kCosts = {5, 6, 7, 8};
// The lines of the affine plane of order 3.
const std::string kSteiner =
    "9 12\n1 2 3\n4 5 6\n7 8 9\n1 4 7\n2 5 8\n3 6 9\n1 5 9\n2 6 7\n3 4 8\n1 6 8\n2 4 9\n3 5 7\n";

SetCoverFile parse(const std::string& content, Dialect dialect = {}) {
  const TemporaryFolder folder;
  return read_set_cover_file(folder.write("x", content), dialect);
}

Sets sets_of(const SetSystem& system) {
  Sets sets;
  for (Index c = 0; c < system.candidate_count(); ++c) {
    const auto points = system.points[c];
    sets.emplace_back(points.begin(), points.end());
  }
  return sets;
}

Sets sets_in(const std::string& content, Dialect dialect = {}) {
  return sets_of(parse(content, dialect).system);
}

/// "LINE:COLUMN: why" of a refused file.
std::string complaint(const std::string& content, Dialect dialect = {}) {
  const TemporaryFolder folder;
  const auto path = folder.write("x", content);
  const std::string line = message_of<InputError>([&] { read_set_cover_file(path, dialect); });
  if (line.empty()) return "accepted";
  CHECK(line.find(path.string() + ":") == 0);
  return line.substr(path.string().size() + 1);
}

bool begins(const std::string& text, std::string_view start) { return text.find(start) == 0; }

std::string replaced(std::string text, std::string_view old, std::string_view fresh) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += fresh.size()) {
    text.replace(at, old.size(), fresh);
  }
  return text;
}

void write_gzip(const std::filesystem::path& path, const std::string& content) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
}

}  // namespace

TEST_SUITE("search/set_cover_file") {
  TEST_CASE("row by row and column by column files say the same") {
    for (const std::string& content : {kOr, kRail}) {
      const SetCoverFile file = parse(content);
      CHECK(file.system.point_count == 3);
      CHECK(sets_of(file.system) == kColumns);
      CHECK(file.system.costs == kCosts);
      CHECK(file.first_element == 1);
      CHECK(file.notices.empty());
    }
    CHECK(parse(kOr).dialect == SetDialect::kOrLibrary);
    CHECK(parse(kRail).dialect == SetDialect::kRail);
  }

  TEST_CASE("unit costs are no costs") {
    CHECK(parse("3 2\n1 1\n1 1\n1 2\n2 1 2\n").system.costs.empty());
  }

  TEST_CASE("triples are rows to be hit by columns") {
    const SetCoverFile file = parse(kSteiner);
    CHECK(file.dialect == SetDialect::kSteiner);
    CHECK(file.system.point_count == 12);
    CHECK(file.system.candidate_count() == 9);
    CHECK(sets_of(file.system)[0] == std::vector<Index>{0, 3, 6, 9});
    CHECK(file.system.costs.empty());
  }

  TEST_CASE("sets are lines of elements, from 0 if a 0 occurs") {
    const SetCoverFile from_one = parse("1 2 3\n3\n2 4\n");
    CHECK(from_one.dialect == SetDialect::kSets);
    CHECK(from_one.first_element == 1);
    CHECK(sets_of(from_one.system) == Sets{{0, 1, 2}, {2}, {1, 3}});
    const SetCoverFile from_zero = parse("1 2 3\n3\n0 4\n");
    CHECK(from_zero.first_element == 0);
    CHECK(from_zero.system.point_count == 5);
    CHECK(sets_of(from_zero.system) == Sets{{1, 2, 3}, {3}, {0, 4}});
  }

  TEST_CASE("comments and blank lines belong to no set and get no number") {
    const Sets expected = {{0, 1, 2}, {1}};
    CHECK(sets_in("# three\n1 2 3\n\n \t\n# one\n2 # inline\n\n") == expected);
    CHECK(sets_in("#\n1 2\n3 2\n") == Sets{{0, 1}, {1, 2}});  // A comment decides for sets.
    CHECK(sets_in("1 2 3\n2") == expected);
    CHECK(sets_in("\t1  3\t2 \n2\n") == expected);
  }

  TEST_CASE("line ends and layout do not matter to files of counted numbers") {
    CHECK(sets_in(replaced(kOr, "\n", "\r\n")) == kColumns);
    CHECK(sets_in(replaced(kRail, "\n", "\r\n")) == kColumns);
    CHECK(sets_in(replaced(kRail, " ", "\n"), SetDialect::kRail) == kColumns);
    CHECK(sets_in("\n\n" + replaced(kOr, " ", "  \t") + "\n\n") == kColumns);
    CHECK(sets_in("3 4\n5\n6\n7\n8\n2\n1\n4\n2\n1\n2\n2\n2\n3") == kColumns);
    CHECK(parse(replaced(kSteiner, "\n", "\r\n")).dialect == SetDialect::kSteiner);
  }

  TEST_CASE("gzip is read as what it holds, with the same hash") {
    const TemporaryFolder folder;
    write_gzip(folder / "x.gz", kRail);
    const SetCoverFile file = read_set_cover_file(folder / "x.gz");
    CHECK(sets_of(file.system) == kColumns);
    CHECK(file.hash == parse(kRail).hash);
    CHECK(file.hash != parse(kOr).hash);
  }

  TEST_CASE("the hash is FNV-1a") {
    // Published values: of "" the basis, of "a" af63dc4c8601ec8c, of "foobar" 85944171f73967e8.
    const TemporaryFolder folder;
    const auto hash_of = [&](const std::string& content) {
      NumberReader numbers(folder.write("h", content));
      std::int64_t value = 0;
      while (numbers.next(value)) {
      }
      return numbers.hash();
    };
    CHECK(hash_of("") == 0xcbf29ce484222325U);
    CHECK(hash_of("#foobar") != hash_of("#foobaz"));
    CHECK(hash_of("1") == (0xcbf29ce484222325U ^ '1') * 0x100000001b3U);
  }

  TEST_CASE("a gzip file that is cut off or damaged is refused") {
    const TemporaryFolder folder;
    std::string content;
    for (int i = 1; i <= 5000; ++i)
      content += std::to_string(i) + " " + std::to_string(i * 7 % 5000 + 1) + " 3\n";
    write_gzip(folder / "x.gz", content);
    const std::string whole = content_of(folder / "x.gz");
    REQUIRE(read_set_cover_file(folder / "x.gz").system.candidate_count() == 5000);
    const auto cut = folder.write("cut.gz", whole.substr(0, whole.size() / 2));
    CHECK(message_of<FileError>([&] { read_set_cover_file(cut); }).find("gzip") !=
          std::string::npos);
    std::string bent = whole;
    bent[bent.size() / 2] = static_cast<char>(bent[bent.size() / 2] ^ 0x55);
    CHECK_THROWS_AS(read_set_cover_file(folder.write("bent.gz", bent)), std::runtime_error);
  }

  TEST_CASE("what repeats or is empty is taken and noted") {
    const SetCoverFile rail = parse("3 4\n1 2 1 2\n1 0\n1 3 2 1 2\n1 1 3\n", SetDialect::kRail);
    CHECK(sets_of(rail.system) == Sets{{0, 1}, {}, {0, 1}, {2}});
    REQUIRE(rail.notices.size() == 3);
    CHECK(rail.notices[0].find("first in column 3") != std::string::npos);
    CHECK(rail.notices[1].find("empty sets, which are never used: 1 of 4, first set 2") == 0);
    CHECK(rail.notices[2].find("first set 3 equals set 1") != std::string::npos);
    const SetCoverFile rows = parse("2 3\n1 1 1\n3 2 1 2\n1 1\n", SetDialect::kOrLibrary);
    CHECK(sets_of(rows.system) == Sets{{0, 1}, {0}, {}});
    CHECK(rows.notices[0].find("first in row 1") != std::string::npos);
  }

  TEST_CASE("numbers out of range are refused with place and limit") {
    CHECK(begins(complaint("3 4\n5 6 7 8\n2\n1 5\n2\n1 2\n2\n2 3\n", SetDialect::kOrLibrary),
                 "4:3: a column of row 1 is 5, but has to be 1..4"));
    CHECK(begins(complaint(replaced(kRail, "2 2 3", "2 2 4"), SetDialect::kRail),
                 "3:7: a row of column 2 is 4, but has to be 1..3"));
    CHECK(begins(complaint(replaced(kRail, "7 1 3", "0 1 3"), SetDialect::kRail),
                 "4:1: the cost of column 3 is 0, but has to be 1..2147483647"));
    CHECK(begins(complaint(replaced(kRail, "7 1 3", "2147483648 1 3"), SetDialect::kRail),
                 "4:1: the cost of column 3 is 2147483648"));
    CHECK(begins(complaint("3 4\n5 6 7 8\n0\n", SetDialect::kOrLibrary),
                 "3:1: the number of columns of row 1 is 0, but has to be 1..4"));
    CHECK(begins(complaint("0 4\n", SetDialect::kRail), "1:1: the number of rows is 0"));
    CHECK(begins(complaint("4294967295 4\n", SetDialect::kRail), "1:1: the number of rows is"));
    CHECK(begins(complaint("99999999999999999999\n"), "1:1: the number is too large"));
    CHECK(begins(complaint("4294967295\n"), "1:1: element is 4294967295"));
    CHECK(begins(complaint("9 1\n1 2 3\n", SetDialect::kSteiner), "1:3: 1 rows of three columns"));
  }

  TEST_CASE("a file that ends early or late is refused") {
    CHECK(begins(complaint("3 4\n5 6 7 8\n2\n1 4\n2\n1", SetDialect::kOrLibrary),
                 "6:2: the file ends where a column of row 2 is expected"));
    CHECK(begins(complaint(kOr + "7\n", SetDialect::kOrLibrary),
                 "9:1: 7 after the last of 3 rows: the file should end here"));
    CHECK(begins(complaint(kRail + "1 1 1\n", SetDialect::kRail), "6:1: 1 after the last of 4"));
    CHECK(begins(complaint(kSteiner + "1 2 3\n", SetDialect::kSteiner), "14:1: 1 after the last"));
    CHECK(begins(complaint("", SetDialect::kRail), "1:1: the file ends where the number of rows"));
    CHECK(begins(complaint(""), "1:1: the file holds no numbers"));
    CHECK(begins(complaint("# nothing\n", SetDialect::kSets), "2:1: the file holds no sets"));
  }

  TEST_CASE("what is no number is refused with its place") {
    CHECK(begins(complaint("1 2 3\n1 -2\n"), "2:3: unexpected character '-'"));
    CHECK(begins(complaint("1 2 3\n1 2.5\n"), "2:4: unexpected character '.'"));
    CHECK(begins(complaint("1 2 3\n1,2\n"), "2:2: unexpected character ','"));
    CHECK(begins(complaint(std::string("1 2 3\n\0\n", 8)), "2:1: unexpected byte 0x00"));
    CHECK(begins(complaint("1 2 3\r4\n"), "1:6: unexpected byte 0x0d"));
    CHECK(begins(complaint("\xef\xbb\xbf"
                           "1 2 3\n"),
                 "1:1: unexpected byte 0xef"));
    CHECK(begins(complaint("# x\n" + kRail, SetDialect::kRail), "2:1: a comment in line 1"));
  }

  TEST_CASE("a detected dialect that does not hold to the end is named") {
    const std::string line = complaint("3 4\n5 2 1 2\n6 2 2 3\n7 1 3\n8 1 9\n");
    CHECK(begins(line, "5:5: a row of column 4 is 9"));
    CHECK(
        line.find("(taken for format rail; --format names another, sets if each line is a set)") !=
        std::string::npos);
  }

  TEST_CASE("what fits several formats or none has to be named") {
    // One row, one column, cost 1: "1 1" after the first line is a cost, then a list of length 1.
    CHECK(complaint("1 1\n1\n1 1\n").find("fit more than one format: say with --format") !=
          std::string::npos);
    CHECK(complaint("1 1\n1\n1 1\n").find("sets if each line is a set") != std::string::npos);
    CHECK(sets_in("1 1\n1\n1 1\n", SetDialect::kOrLibrary) == Sets{{0}});
    CHECK(sets_in("1 1\n1\n1 1\n", SetDialect::kRail) == Sets{{0}});
    CHECK(complaint("0 3\n7\n1 2\n").find("fit no such format: say with --format") !=
          std::string::npos);
    CHECK(sets_in("2 3\n1\n3 1\n", SetDialect::kSets) == Sets{{1, 2}, {0}, {0, 2}});
  }

  TEST_CASE("a cost of 0 is named where it is all that keeps a file from fitting") {
    const std::string_view zero = "is 0, but has to be 1..2147483647 (taken for format ";
    for (const std::string_view cost : {"5", "6", "7", "8"}) {
      for (const std::string& content : {kOr, kRail}) {
        const std::size_t at = content.find(cost, 4);
        const std::string line = complaint(std::string(content).replace(at, 1, "0"));
        CHECK(line.find(fmt::format("the cost of column {} {}", cost[0] - '4', zero)) !=
              std::string::npos);
        CHECK(line.find(content == kOr ? "format or;" : "format rail;") != std::string::npos);
      }
    }
    // A length of 0 is none: the file fits one format in full, and that one is taken.
    CHECK(sets_in("1 2\n1 0\n1 1 1\n") == Sets{{}, {0}});
  }

  TEST_CASE("the hash of an instance does not ask what it holds") {
    const TemporaryFolder folder;
    const auto hash_of = [&](const std::string& content) {
      return hash_of_instance(folder.write("h", content));
    };
    CHECK(hash_of(kRail) == parse(kRail).hash);
    CHECK(hash_of("1") == (0xcbf29ce484222325U ^ '1') * 0x100000001b3U);
    // As FNV-1a is defined, byte by byte, also where a reader of numbers would stop.
    std::string odd(200'000, '\1');
    std::ranges::copy(std::string_view("1 x\n2"), odd.begin());
    std::uint64_t expected = 0xcbf29ce484222325U;
    for (const char byte : odd) {
      expected = (expected ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    CHECK(hash_of(odd) == expected);
    CHECK(hash_of("") == 0xcbf29ce484222325U);
    CHECK_THROWS_AS(hash_of_instance(folder / "none"), FileError);
  }

  TEST_CASE("elements that no set holds are named before anything of their number is allocated") {
    CHECK(begins(complaint("1 2 4294967000\n"),
                 "2:1: element 3 of 1..4294967000 is in no set: no cover exists"));
    CHECK(complaint("4000000000 1\n1 2 1 2\n", SetDialect::kRail)
              .find("row 3 of 1..4000000000 is in no column") != std::string::npos);
  }

  TEST_CASE("a point that cannot be covered often enough is found") {
    const SetSystem system = parse("1 2 3\n1 5 4\n1 2 3\n").system;
    CHECK_FALSE(first_uncoverable(system, 1, true).has_value());
    CHECK_FALSE(first_uncoverable(system, 9, false).has_value());
    const auto twice = first_uncoverable(system, 2, true);
    REQUIRE(twice.has_value());
    CHECK(twice->point == 3);
    CHECK(twice->candidates == 1);
    const SetSystem gap = parse("1 2 4\n1\n2 4\n").system;
    REQUIRE(first_uncoverable(gap, 1, false).has_value());
    CHECK(first_uncoverable(gap, 1, false)->point == 2);
  }

  TEST_CASE("folders and files that are not there") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(read_set_cover_file(folder / "none"), FileError);
    CHECK_THROWS_AS(read_set_cover_file(folder / "."), InputError);
  }

  TEST_CASE("random instances are read back from every dialect, across all buffer ends") {
    std::mt19937 random(7);
    for (int round = 0; round < 30; ++round) {
      const auto rows = 1 + random() % 60;
      const auto columns = 3 + random() % 4000;
      std::vector<std::vector<Index>> by_row(rows);
      Sets sets(columns);
      for (Index row = 0; row < rows; ++row) {
        for (Index c = 0; c < columns; ++c) {
          if (random() % 16 != 0 && c != row % columns) continue;
          by_row[row].push_back(c);
          sets[c].push_back(row);
        }
      }
      std::string costs;
      std::string rail = std::to_string(rows) + " " + std::to_string(columns) + "\n";
      std::string lines = rail;
      for (std::size_t c = 0; c < columns; ++c) {
        const std::string cost = std::to_string(2 + c * c % 997);
        costs += cost + (c % 12 == 11 ? "\n" : " ");
        rail += cost + " " + std::to_string(sets[c].size());
        for (const Index row : sets[c]) rail += " " + std::to_string(row + 1);
        rail += "\n";
      }
      lines += costs + "\n";
      for (const auto& row : by_row) {
        lines += std::to_string(row.size()) + "\n";
        for (const Index c : row) lines += std::to_string(c + 1) + " ";
        lines += "\n";
      }
      CHECK(sets_in(lines, SetDialect::kOrLibrary) == sets);
      CHECK(sets_in(rail, SetDialect::kRail) == sets);
      if (rows > 3) {  // Tiny ones may fit both.
        CHECK(parse(lines).dialect == SetDialect::kOrLibrary);
        CHECK(parse(rail).dialect == SetDialect::kRail);
      }
    }
  }
}
