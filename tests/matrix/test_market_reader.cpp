// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "atomic_file.hpp"
#include "available_memory.hpp"
#include "matrix_market_reader.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"
#include "text_lines.hpp"

using namespace coldcore::matrix;
using coldcore::search::FileError;
using coldcore::search::InputError;

namespace {

using Entry = std::tuple<std::int64_t, std::int64_t, double>;
using Entries = std::vector<Entry>;

const std::string kCoordinate = "%%MatrixMarket matrix coordinate ";
const std::string kReal = kCoordinate + "real general\n";

CooMatrix parse(const std::string& content) {
  const TemporaryFolder folder;
  return read_matrix_market(folder.write("m", content));
}

Entries entries_of(const CooMatrix& matrix) {
  Entries entries;
  for (std::size_t i = 0; i < matrix.value.size(); ++i) {
    entries.emplace_back(matrix.row[i], matrix.col[i], matrix.value[i]);
  }
  return entries;
}

Entries entries_in(const std::string& content) { return entries_of(parse(content)); }

/// What is said of a file that is no matrix, after its name: "LINE:COLUMN: ...".
std::string complaint(const std::string& content) {
  const TemporaryFolder folder;
  const auto path = folder.write("m", content);
  const std::string message = message_of<InputError>([&] { read_matrix_market(path); });
  const std::string name = path.string() + ":";
  return message.starts_with(name) ? message.substr(name.size()) : message;
}

void check_complaint(const std::string& content, std::string_view begin, std::string_view says) {
  CAPTURE(content);
  const std::string message = complaint(content);
  CAPTURE(message);
  CHECK(message.starts_with(begin));
  CHECK(message.find(says) != std::string::npos);
  CHECK(message.find('\n') == std::string::npos);
}

std::string compressed(const std::string& content) {
  const TemporaryFolder folder;
  const auto path = folder / "z";
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return content_of(path);
}

}  // namespace

TEST_CASE("the entries of a coordinate file come in its order, with repetitions") {
  const CooMatrix read = parse(kReal + "3 4 4\n3 1 2.5\n1 4 -1e-3\n3 1 7\n2 2 0\n");
  CHECK(read.rows == 3);
  CHECK(read.cols == 4);
  CHECK(entries_of(read) == Entries{{2, 0, 2.5}, {0, 3, -1e-3}, {2, 0, 7}, {1, 1, 0}});
}

TEST_CASE("fields say what values are") {
  CHECK(entries_in(kCoordinate + "integer general\n1 2 2\n1 1 -3\n1 2 +4\n") ==
        Entries{{0, 0, -3}, {0, 1, 4}});
  CHECK(entries_in(kCoordinate + "pattern general\n2 2 1\n2 1\n") == Entries{{1, 0, 1}});
}

TEST_CASE("symmetry fills in the other triangle") {
  CHECK(entries_in(kCoordinate + "real symmetric\n3 3 3\n1 1 5\n3 1 6\n3 2 7\n") ==
        Entries{{0, 0, 5}, {2, 0, 6}, {0, 2, 6}, {2, 1, 7}, {1, 2, 7}});
  CHECK(entries_in(kCoordinate + "real skew-symmetric\n2 2 1\n2 1 6\n") ==
        Entries{{1, 0, 6}, {0, 1, -6}});
  CHECK(entries_in(kCoordinate + "pattern symmetric\n2 2 1\n2 1\n") ==
        Entries{{1, 0, 1}, {0, 1, 1}});
}

TEST_CASE("an array goes by columns and its zeros are no entries") {
  const std::string array = "%%MatrixMarket matrix array ";
  CHECK(entries_in(array + "real general\n2 3\n1\n2\n0\n4\n5\n6\n") ==
        Entries{{0, 0, 1}, {1, 0, 2}, {1, 1, 4}, {0, 2, 5}, {1, 2, 6}});
  // Lower triangles of 3 x 3: with the diagonal 6 values, without it 3.
  CHECK(entries_in(array + "integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n") == Entries{{0, 0, 1},
                                                                                    {1, 0, 2},
                                                                                    {0, 1, 2},
                                                                                    {2, 0, 3},
                                                                                    {0, 2, 3},
                                                                                    {1, 1, 4},
                                                                                    {2, 1, 5},
                                                                                    {1, 2, 5},
                                                                                    {2, 2, 6}});
  CHECK(entries_in(array + "real skew-symmetric\n3 3\n1\n2\n3\n") ==
        Entries{{1, 0, 1}, {0, 1, -1}, {2, 0, 2}, {0, 2, -2}, {2, 1, 3}, {1, 2, -3}});
}

TEST_CASE("comments, blank lines, blanks and line ends are as files have them") {
  const std::string loose =
      "%%matrixmarket  MATRIX Coordinate REAL general \r\n% a comment\r\n\r\n%\n  2\t2 2  \r\n"
      "% one more\n 1 1 1.5\t\r\n\n2  2\t2.5\n\n% the end\n  \n";
  CHECK(entries_in(loose) == Entries{{0, 0, 1.5}, {1, 1, 2.5}});
  CHECK(entries_in(kReal + "1 1 1\n1 1 3") == Entries{{0, 0, 3}});  // No end of the last line.
}

TEST_CASE("gzip makes no difference, in one piece or several") {
  const std::string text = kReal + "2 2 2\n1 1 1.5\n2 2 2.5\n";
  CHECK(entries_in(compressed(text)) == entries_in(text));
  CHECK(entries_in(compressed(text.substr(0, 50)) + compressed(text.substr(50))) ==
        entries_in(text));
  const std::string whole = compressed(text);
  const TemporaryFolder folder;
  for (std::size_t size = 3; size < whole.size(); ++size) {
    const auto path = folder.write("cut", whole.substr(0, size));
    CHECK_THROWS(read_matrix_market(path));
  }
  const auto cut = folder.write("cut", whole.substr(0, whole.size() - 4));
  CHECK_THROWS_AS(read_matrix_market(cut), FileError);
}

TEST_CASE("a matrix may be empty") {
  CHECK(parse(kReal + "0 0 0\n").entries() == 0);
  CHECK(parse(kReal + "0 5 0\n").cols == 5);
  CHECK(parse("%%MatrixMarket matrix array real general\n0 7\n").entries() == 0);
  CHECK(parse("%%MatrixMarket matrix array real skew-symmetric\n1 1\n").entries() == 0);
}

TEST_CASE("sizes past 2^31 are read as they are") {
  const CooMatrix read =
      parse(kReal + "5000000000 281474976710656 1\n4999999999 281474976710656 1\n");
  CHECK(read.rows == 5'000'000'000);
  CHECK(read.cols == std::int64_t{1} << 48);
  CHECK(entries_of(read) == Entries{{4'999'999'998, (std::int64_t{1} << 48) - 1, 1}});
}

TEST_CASE("values keep every bit") {
  const Entries read = entries_in(kReal +
                                  "1 9 9\n1 1 0.1\n1 2 1.7976931348623157e308\n1 3 4.9e-324\n"
                                  "1 4 -0.0\n1 5 1e-400\n1 6 inf\n1 7 -Infinity\n1 8 nan\n1 9 "
                                  "123456789012345678901234567890\n");
  CHECK(std::get<2>(read[0]) == 0.1);
  CHECK(std::get<2>(read[1]) == std::numeric_limits<double>::max());
  CHECK(std::get<2>(read[2]) == std::numeric_limits<double>::denorm_min());
  CHECK(std::signbit(std::get<2>(read[3])));
  CHECK(std::get<2>(read[4]) == 0);
  CHECK(std::get<2>(read[5]) == std::numeric_limits<double>::infinity());
  CHECK(std::get<2>(read[6]) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(std::get<2>(read[7])));
  CHECK(std::get<2>(read[8]) == 123456789012345678901234567890.0);
}

TEST_CASE("the first line is a banner that is understood") {
  check_complaint("", "1:1:", "begins with \"%%MatrixMarket matrix\"");
  check_complaint("\n" + kReal, "1:1:", "begins with");
  check_complaint("%MatrixMarket matrix coordinate real general\n", "1:1:", "begins with");
  check_complaint("\xEF\xBB\xBF" + kReal + "1 1 0\n", "1:1:", "begins with");
  check_complaint("%%MatrixMarket vector coordinate real general\n", "1:16:", "\"vector\"");
  check_complaint("%%MatrixMarket matrix sparse real general\n", "1:23:", "coordinate, array");
  check_complaint(kCoordinate + "complex general\n", "1:34:", "a complex matrix");
  check_complaint(kCoordinate + "quaternion general\n", "1:34:", "real, integer, pattern");
  check_complaint(kCoordinate + "real hermitian\n", "1:39:", "a hermitian matrix");
  check_complaint(kCoordinate + "pattern skew-symmetric\n", "1:42:", "no signs");
  check_complaint("%%MatrixMarket matrix array pattern general\n", "1:29:", "no array");
  check_complaint(kCoordinate + "real\n", "1:38:", "the line ends where a symmetry");
  check_complaint(kCoordinate + "real general twice\n", "1:47:", "\"twice\"");
}

TEST_CASE("the size is three numbers, of an array two, in their ranges") {
  check_complaint(kReal, "1:", "ends before the line of the size");
  check_complaint(kReal + "2 2\n1 1 1\n", "2:4:", "the line ends where the number of entries");
  check_complaint(kReal + "2 2 1 1\n1 1 1\n", "2:7:", "should end");
  check_complaint(kReal + "2 x 1\n", "2:3:", "\"x\" where the number of columns");
  check_complaint(kReal + "-2 2 1\n", "2:1:", "is -2, but has to be 0..281474976710656");
  check_complaint(kReal + "281474976710657 2 1\n", "2:1:", "is 281474976710657");
  check_complaint(kReal + "99999999999999999999 2 1\n", "2:1:", "is 99999999999999999999");
  check_complaint(kReal + "2 2 99999999999999999999\n", "2:5:", "the number of entries");
  check_complaint(kReal + "2 2 281474976710656\n", "2:20:", "too short");
  check_complaint(kCoordinate + "real symmetric\n2 3 0\n", "2:3:", "symmetric matrix is 3");
  check_complaint("%%MatrixMarket matrix array real general\n281474976710656 2\n",
                  "2:18:", "more than 281474976710656 values");
}

TEST_CASE("entries lie inside the matrix and its triangle") {
  check_complaint(kReal + "2 3 1\n0 1 1\n", "3:1:", "the row is 0, but has to be 1..2");
  check_complaint(kReal + "2 3 1\n3 1 1\n", "3:1:", "1..2");
  check_complaint(kReal + "2 3 1\n2 4 1\n", "3:3:", "the column is 4, but has to be 1..3");
  check_complaint(kReal + "0 0 1\n1 1 1\n", "3:1:", "1..0");
  check_complaint(kCoordinate + "real symmetric\n3 3 1\n1 2 1\n", "3:3:", "lower triangle");
  check_complaint(kCoordinate + "real skew-symmetric\n3 3 1\n2 2 1\n", "3:3:", "1..1");
}

TEST_CASE("a line is one entry") {
  check_complaint(kReal + "2 2 1\n1 1\n", "3:4:", "the line ends where a number is expected");
  check_complaint(kReal + "2 2 1\n1 1 1 1\n", "3:7:", "\"1\" where the line should end");
  check_complaint(kReal + "2 2 1\n1 1 1,5\n", "3:5:", "\"1,5\" where a number is expected");
  check_complaint(kReal + "2 2 1\n1 1 0x10\n", "3:5:", "\"0x10\"");
  check_complaint(kReal + "2 2 1\n1 1 1d5\n", "3:5:", "\"1d5\"");
  check_complaint(kReal + "2 2 1\n1 1 +-1\n", "3:5:", "\"+-1\"");
  check_complaint(kReal + "2 2 1\n1 1 1e999\n", "3:5:", "too large for a double");
  check_complaint(kReal + "2 2 1\n1.0 1 1\n", "3:1:", "\"1.0\" where the row");
  check_complaint(kReal + "2 2 1\n+1 1 1\n", "3:1:", "\"+1\"");
  check_complaint(kReal + "2 2 1\n1 1 \xff\x01\n", "3:5:", "\"??\"");
  check_complaint(kReal + "2 2 1\n1 1 1" + std::string(1, '\0') + "\n", "3:5:", "\"1?\"");
  check_complaint(kCoordinate + "pattern general\n2 2 1\n1 1 1\n", "3:5:", "should end");
  check_complaint(kCoordinate + "integer general\n2 2 1\n1 1 1.5\n", "3:5:", "a whole number");
  check_complaint(kCoordinate + "integer general\n2 2 1\n1 1 9007199254740993\n",
                  "3:5:", "does not hold 9007199254740993 exactly");
  check_complaint(kCoordinate + "integer general\n2 2 1\n1 1 9223372036854775807\n",
                  "3:5:", "exactly");
  CHECK(entries_in(kCoordinate + "integer general\n1 1 1\n1 1 -9007199254740994\n") ==
        Entries{{0, 0, -9007199254740994.0}});
  check_complaint("%%MatrixMarket matrix array real general\n1 2\n1 2\n", "3:3:", "should end");
}

TEST_CASE("there are as many entries as announced") {
  check_complaint(kReal + "2 2 2\n1 1 1\n", "3:6:", "the file ends after 1 of 2 entries");
  check_complaint(kReal + "2 2 1\n1 1 1\n2 2 2\n", "4:1:", "a line more than the 1");
  check_complaint("%%MatrixMarket matrix array real general\n1 2\n1\n",
                  "3:2:", "ends after 1 of 2 values");
  check_complaint("%%MatrixMarket matrix array real general\n1 1\n1\n1\n",
                  "4:1:", "more than the 1");
}

TEST_CASE("a claim is believed only as far as the file can keep it") {
  // 4 bytes an entry: more is refused before memory is taken for it.
  check_complaint(kReal + "9 9 1000\n1 1 1\n", "2:9:", "announces 1000 entries");
  check_complaint(compressed(kReal + "9 9 100000000\n1 1 1\n"), "2:14:", "too short");
}

TEST_CASE("a line has an end") {
  const std::string longest(TextLines::kLongestLine - 1, ' ');
  CHECK(entries_in(kReal + longest + "\n1 1 1\n1 1 5\n") == Entries{{0, 0, 5}});
  check_complaint(kReal + "%" + std::string(TextLines::kLongestLine, 'x') + "\n",
                  "2:65537:", "longer than 65536 bytes");
}

TEST_CASE("lines are found wherever the buffer ends") {
  // Comments of every length around the size of the buffer move the entries across its border.
  for (std::size_t length : {262'000U, 262'090U, 262'100U, 262'110U, 262'120U, 262'144U}) {
    std::string text = kReal + "3 3 3\n";
    while (text.size() < length - 1000) text.append("%").append(500, 'c').append("\n");
    text.append("%").append(length - text.size(), 'c').append("\r\n");
    text += "1 1 1.25\r\n2 2 2.25\r\n3 3 3.25\r\n";
    CHECK(entries_in(text) == Entries{{0, 0, 1.25}, {1, 1, 2.25}, {2, 2, 3.25}});
  }
}

TEST_CASE("what cannot be read is a matter of files") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_matrix_market(folder / "absent"), FileError);
  CHECK_THROWS_AS(read_matrix_market(folder / ""), FileError);
}
