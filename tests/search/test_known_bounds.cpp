// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "known_bounds.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

const std::string kHeader = "# values\naxes,R,mu,words,lower,upper,exact,source\n";

KnownBounds bounds_in(const std::string& rows, const Problem& problem) {
  const TemporaryFolder folder;
  return read_known_bounds(folder.write("f.bounds.csv", kHeader + rows), problem);
}

std::string complaint(const std::string& content) {
  const TemporaryFolder folder;
  const auto path = folder.write("f.bounds.csv", content);
  const std::string line = message_of<InputError>([&] {
    read_known_bounds(path, {"f", {3, 3}, 1, 1, false});
  });
  return line.empty() ? "" : line.substr(path.string().size() + 1);
}

std::int64_t lower(const KnownBounds& bounds) { return bounds.lower ? bounds.lower->size : -1; }
std::int64_t upper(const KnownBounds& bounds) { return bounds.upper ? bounds.upper->size : -1; }

}  // namespace

TEST_SUITE("search/known_bounds") {
  TEST_CASE("the row for axes, radius and mu is found, whatever the order of the axes") {
    const std::string rows =
        "\"3^2,2\",1,1,any,5,6,no,\"A, "
        "\"\"B\"\"\"\n3^3,1,1,any,7,8,no,C\n\"3^2,2\",2,1,any,2,2,yes,D\n";
    const KnownBounds bounds = bounds_in(rows, {"f", {2, 3, 3}, 1, 1, false});
    CHECK(lower(bounds) == 5);
    CHECK(upper(bounds) == 6);
    CHECK(bounds.lower->source == "A, \"B\"");
    CHECK(lower(bounds_in(rows, {"f", {3, 2, 3}, 2, 1, false})) == 2);
    CHECK(lower(bounds_in(rows, {"f", {3, 2, 3}, 1, 2, false})) == -1);
    CHECK(lower(bounds_in(rows, {"f", {3, 2}, 1, 1, false})) == -1);
  }

  TEST_CASE("the best of several rows counts, and a bound may be absent") {
    const std::string rows = "3,1,1,any,2,,no,A\n3,1,1,any,1,9,no,B\n3,1,1,any,,8,no,C\n";
    const KnownBounds bounds = bounds_in(rows, {"f", {3}, 1, 1, false});
    CHECK(lower(bounds) == 2);
    CHECK(bounds.lower->source == "A");
    CHECK(upper(bounds) == 8);
    CHECK(bounds.upper->source == "C");
  }

  TEST_CASE("sets are multisets, and for mu = 1 there is no difference") {
    const std::string rows = "2,1,2,set,8,9,no,S\n2,1,2,multiset,6,7,no,M\n2,1,1,set,3,3,yes,S\n";
    const KnownBounds multisets = bounds_in(rows, {"f", {2}, 1, 2, false});
    CHECK(lower(multisets) == 6);
    CHECK(upper(multisets) == 7);
    const KnownBounds sets = bounds_in(rows, {"f", {2}, 1, 2, true});
    CHECK(lower(sets) == 8);
    CHECK(upper(sets) == 9);
    CHECK(lower(bounds_in(rows, {"f", {2}, 1, 1, false})) == 3);

    const std::string set_only = "2,1,2,set,8,9,no,S\n";
    CHECK(lower(bounds_in(set_only, {"f", {2}, 1, 2, false})) == -1);
    CHECK(upper(bounds_in(set_only, {"f", {2}, 1, 2, false})) == 9);
    const std::string multiset_only = "2,1,2,multiset,6,7,no,M\n";
    CHECK(lower(bounds_in(multiset_only, {"f", {2}, 1, 2, true})) == 6);
    CHECK(upper(bounds_in(multiset_only, {"f", {2}, 1, 2, true})) == -1);
  }

  TEST_CASE("the file lies beside the shared object, and may be missing") {
    CHECK(bounds_file_of("/p/coldcore_f.so") == "/p/coldcore_f.bounds.csv");
    const KnownBounds bounds =
        read_known_bounds("/nonexistent/f.bounds.csv", {"f", {3}, 1, 1, false});
    CHECK(lower(bounds) == -1);
    CHECK(upper(bounds) == -1);
  }

  TEST_CASE("a broken file is refused with its line") {
    CHECK(complaint("a,b,c\n").find("1: expected") == 0);
    CHECK(complaint(kHeader + "3^2,1,1\n").find("3: 3 columns") == 0);
    CHECK(complaint(kHeader + "3^2,one,1,any,1,1,yes,A\n").find("3: \"one\"") == 0);
    CHECK(complaint(kHeader + "3^2,1,1,bag,1,1,yes,A\n").find("3: \"bag\"") == 0);
    CHECK(complaint(kHeader + "3^2,1,1,any,1,1,maybe,A\n").find("3: \"maybe\"") == 0);
    CHECK(complaint(kHeader + "3^2,1,1,any,0,1,no,A\n").find("3: \"0\"") == 0);
    CHECK(complaint(kHeader + "3^x,1,1,any,1,1,no,A\n").find("3: axes") == 0);
    CHECK(complaint(kHeader + "\"3^2,1,1,any,1,1,no,A\n").find("3: a quote") == 0);
  }

  TEST_CASE("the sharper bound is kept with its source") {
    KnownBounds bounds;
    bounds.raise_lower({5, "A"});
    bounds.raise_lower({4, "B"});
    CHECK(bounds.lower->source == "A");
    bounds.raise_lower({6, "C"});
    CHECK(bounds.lower->source == "C");
    bounds.reduce_upper({9, "D"});
    bounds.reduce_upper({10, "E"});
    CHECK(bounds.upper->source == "D");
  }
}
