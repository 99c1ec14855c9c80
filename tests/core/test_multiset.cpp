// SPDX-License-Identifier: Apache-2.0
#include <coldcore/dct.h>
#include <doctest/doctest.h>

#include <vector>

#include "error.hpp"
#include "multiset.hpp"

using namespace coldcore::core;

namespace {

using List = std::vector<long long>;

void add(Multiset& set, const List& words) { set.add(std::span<const long long>(words)); }

template <class Call>
int code_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return DCT_OK;
}

}  // namespace

TEST_CASE("what was added can be removed, as often and no more") {
  Multiset set;
  add(set, {5, 7, 5});
  CHECK(set.total() == 3);

  set.remove(List{5, 7});

  CHECK(set.total() == 1);
  CHECK(code_of([&] { set.remove(List{7}); }) == DCT_E_ABSENT);
  CHECK(code_of([&] { set.remove(List{5, 5}); }) == DCT_E_ABSENT);
  CHECK(code_of([&] { set.remove(List{5}); }) == DCT_OK);
  CHECK(set.total() == 0);
}

TEST_CASE("a refused removal changes nothing") {
  Multiset set;
  add(set, {1, 2, 2});
  CHECK(code_of([&] { set.remove(List{2, 1, 2, 2}); }) == DCT_E_ABSENT);
  CHECK(code_of([&] { set.remove(List{1, 3}); }) == DCT_E_ABSENT);
  CHECK(set.total() == 3);
  CHECK(code_of([&] { set.remove(List{2, 1, 2}); }) == DCT_OK);
}

TEST_CASE("65,535 occurrences fit and one more does not") {
  Multiset set;
  add(set, List(65534, 3));
  CHECK(code_of([&] { add(set, {4, 4}); }) == DCT_E_CAPACITY);
  CHECK(set.total() == 65534);
  add(set, {4});
  CHECK(code_of([&] { add(set, {4}); }) == DCT_E_CAPACITY);
  CHECK(code_of([&] { add(set, {}); }) == DCT_OK);
  set.remove(List(65534, 3));
  CHECK(set.total() == 1);
}
