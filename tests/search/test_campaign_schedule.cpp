// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "campaign/ladder.hpp"
#include "campaign/patience.hpp"
#include "campaign/schedule.hpp"

using namespace coldcore::search;

namespace {

std::vector<Try> first(Schedule& schedule, int count) {
  std::vector<Try> tries;
  for (int i = 0; i < count; ++i) {
    const auto turn = schedule.next();
    if (!turn) break;
    tries.push_back(*turn);
  }
  return tries;
}

std::vector<std::string> texts(const Ladder& ladder) {
  std::vector<std::string> list;
  for (const GroupTexts& group : ladder) list.push_back(describe_group(group));
  return list;
}

}  // namespace

TEST_SUITE("search/campaign_schedule") {
  TEST_CASE("a process has twice its time and two minutes, and a minute once it was told to end") {
    Patience patience(10);
    CHECK_FALSE(patience.is_overdue(140));
    CHECK(patience.is_overdue(140.1));
    CHECK_FALSE(patience.is_over(1e6));  // Nobody has told it.
    patience.tell(141);
    patience.tell(190);  // Once is enough: it gets no longer.
    CHECK_FALSE(patience.is_over(201));
    CHECK(patience.is_over(201.1));
  }

  TEST_CASE("a round goes up the ladder, the next one has the next seed and twice the time") {
    Schedule schedule({3}, 7, 2.5);
    const std::vector<Try> tries = first(schedule, 8);
    REQUIRE(tries.size() == 8);
    for (std::size_t i = 0; i < tries.size(); ++i) {
      const std::size_t round = i / 3;
      CHECK(tries[i].number == static_cast<std::int64_t>(i));
      CHECK(tries[i].rung == i % 3);
      CHECK(tries[i].seed == 7 + round);
      CHECK(tries[i].seconds == 2.5 * std::pow(2, round));
    }
  }

  TEST_CASE("the same numbers give the same tries") {
    Schedule one({4, 1, 2}, 1, 60);
    Schedule other({4, 1, 2}, 1, 60);
    CHECK(first(one, 50) == first(other, 50));
  }

  TEST_CASE("problems get the same time, whatever the lengths of their ladders") {
    Schedule schedule({8, 1, 3}, 1, 1);
    std::vector<double> given(3);
    double longest = 0;
    for (const Try& turn : first(schedule, 200)) {
      given[turn.problem] += turn.seconds;
      longest = std::max(longest, turn.seconds);
      const auto [least, most] = std::ranges::minmax(given);
      CHECK(most - least <= longest);
    }
  }

  TEST_CASE("no try comes twice, and with what a log has taken it goes on where it stopped") {
    for (const std::size_t stop : {0U, 1U, 5U, 17U}) {
      CAPTURE(stop);
      Schedule whole({3, 2}, 5, 1);
      const std::vector<Try> tries = first(whole, 30);
      Schedule resumed({3, 2}, 5, 1);
      for (std::size_t i = 0; i < stop; ++i) resumed.take(tries[i].problem, tries[i].number);
      const std::vector<Try> rest = first(resumed, static_cast<int>(30 - stop));
      CHECK(std::equal(tries.begin() + static_cast<std::ptrdiff_t>(stop), tries.end(), rest.begin(),
                       rest.end()));
    }
  }

  TEST_CASE("a try that is given back comes again, before those after it") {
    Schedule schedule({3}, 1, 1);
    first(schedule, 3);
    schedule.give_back(0, 1);
    CHECK(schedule.next()->number == 1);
    CHECK(schedule.next()->number == 3);
  }

  TEST_CASE("a group that is dropped does not come again, and its time is not counted") {
    Schedule schedule({3, 3}, 1, 1);
    const std::vector<Try> tries = first(schedule, 2);
    CHECK(tries[0].problem == 0);
    CHECK(tries[1].problem == 1);
    schedule.drop(0, 0);
    CHECK(schedule.next()->problem == 0);  // It was given nothing, the other one a second.
    for (const Try& turn : first(schedule, 40)) CHECK((turn.problem == 1 || turn.rung != 0));
  }

  TEST_CASE("it ends when all problems are closed or have no group left") {
    Schedule schedule({2, 1}, 1, 1);
    CHECK_FALSE(schedule.exhausted(0));
    schedule.drop(0, 0);
    schedule.drop(0, 1);
    CHECK(schedule.exhausted(0));
    CHECK(schedule.next()->problem == 1);
    schedule.close(1);
    CHECK_FALSE(schedule.exhausted(1));
    CHECK_FALSE(schedule.next());
  }

  TEST_CASE("times stop doubling before they pass what solve takes") {
    const Schedule schedule({1}, std::uint64_t{1} << 63U, 60);
    CHECK(schedule.nth(0, 1'000'000).seconds == Schedule::kMostSeconds);
    CHECK(schedule.nth(0, 10).seconds == 60 * 1024);
    CHECK(schedule.nth(0, 10).seed == (std::uint64_t{1} << 63U) + 10);
  }
}

TEST_SUITE("search/campaign_ladder") {
  TEST_CASE("groups grow, and translations stop where an orbit passes the cover") {
    // 4^6, R = 2: a ball has 1 + 18 + 135 words. Orbits of k translations have up to 4^k words.
    const Ladder ladder = product_ladder(std::vector<int>(6, 4), 154, 52);
    CHECK(texts(ladder) == std::vector<std::string>{"no group", "symmetries 1", "translations 1",
                                                    "symmetries 2", "translations 2",
                                                    "symmetries 3"});
    CHECK(texts(product_ladder(std::vector<int>(6, 4), 154, 64)).back() == "translations 3");
  }

  TEST_CASE("what certainly has too many orbits is left out") {
    // 5^10, R = 4: orbits of at most 13 words leave 751,202, each beside up to 62,201 others; of 25
    // words 390,625; of 3,125 words 3,125, which are few enough, but a cover has 875 words.
    const Ladder ladder = product_ladder(std::vector<int>(10, 5), 62'201, 875);
    CHECK(texts(ladder) == std::vector<std::string>{"no group", "symmetries 2", "symmetries 3"});
    const Ladder large = product_ladder(std::vector<int>(10, 5), 62'201, 3125);
    CHECK(texts(large).back() == "translations 5");
    CHECK(large.size() == 4);
  }

  TEST_CASE("the smallest and the largest spaces have ladders") {
    CHECK(texts(product_ladder(std::vector<int>{2}, 2, 1)).front() == "no group");
    const Ladder largest =
        product_ladder(std::vector<int>(40, 2), std::int64_t{1} << 40, std::int64_t{1} << 40);
    CHECK(texts(largest).back() == "translations 40");
    // Sizes without a common factor: a translation may have the order 2 * 3 * 5 * 7 * 11 * 13.
    const Ladder mixed = product_ladder(std::vector<int>{2, 3, 5, 7, 11, 13}, 30, 1000);
    CHECK(texts(mixed).at(2) == "translations 1");
  }

  TEST_CASE("no group twice") {
    for (Ladder ladder : {product_ladder(std::vector<int>(8, 3), 577, 81), design_ladder()}) {
      const std::size_t size = ladder.size();
      std::ranges::sort(ladder);
      CHECK(std::ranges::unique(ladder).empty());
      CHECK(ladder.size() == size);
      CHECK(ladder.front().empty());
    }
  }

  TEST_CASE("a group of several texts is described by all") {
    CHECK(describe_group({}) == "no group");
    CHECK(describe_group({"cyclic"}) == "cyclic");
    CHECK(describe_group({"cyclic", "symmetries 1"}) == "cyclic + symmetries 1");
  }
}
