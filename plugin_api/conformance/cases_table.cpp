// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>

#include "cases.hpp"
#include "guarded_array.hpp"
#include "note.hpp"
#include "pattern.hpp"

namespace coldcore::conformance {
namespace {

using Table = std::vector<std::uint64_t>;

long long call_table(const Family& family, const Shape& shape, std::uint64_t* out, long long cap) {
  note("{}_table, {}, cap {}, {}", family.name, text(shape), cap,
       out == nullptr ? "NULL" : "an array");
  return family.table(shape.n(), shape.ax.data(), shape.R, out, cap);
}

void must_answer(const Family& family, const Shape& shape, long long length, std::uint64_t* out,
                 long long cap) {
  const long long answer = call_table(family, shape, out, cap);
  if (answer == length) return;
  fail("{}: {}_table returned {} first, and {} for {} with room for {}", text(shape), family.name,
       length, answer, out == nullptr ? "NULL" : "an array", cap);
}

// Calls the table with an array of `room` entries and tells how many of them were written.
long long entries_written(const Family& family, const Shape& shape, long long length,
                          long long room) {
  GuardedArray out("out", room, sizeof(std::uint64_t));
  out.scribble(0);
  const Table before(out.as<std::uint64_t>(), out.as<std::uint64_t>() + room);
  must_answer(family, shape, length, out.as<std::uint64_t>(), room);
  if (const auto index = out.damage()) {
    fail("{}: {}_table wrote entry {} of an array of {}", text(shape), family.name, *index, room);
  }
  const auto* const now = out.as<std::uint64_t>();
  return std::inner_product(before.begin(), before.end(), now, 0LL, std::plus<>(),
                            [](std::uint64_t a, std::uint64_t b) { return a == b ? 0 : 1; });
}

void check_length(const Family& family, const Shape& shape, long long length) {
  if (length == 0 || length > shape.size()) {
    fail("{}: {}_table says it has {} entries; the space has {} words", text(shape), family.name,
         length, shape.size());
  }
  must_answer(family, shape, length, nullptr, std::numeric_limits<std::int32_t>::max());
  for (const long long room : {length - 1, length, length + 3}) {
    const long long expected = room < length ? 0 : length;
    const long long written = entries_written(family, shape, length, room);
    if (written == expected) continue;
    fail("{}: {}_table with {} entries wrote {} of them to an array of {}; {} are due", text(shape),
         family.name, length, written, room, expected);
  }
}

std::string length(const Subject& subject) {
  const Family& family = subject.family();
  int judged = 0;
  for (const Shape& shape : small_shapes(family)) {
    const long long length = call_table(family, shape, nullptr, 0);
    if (length < 0) continue;  // accepted-shapes-work's complaint
    check_length(family, shape, length);
    ++judged;
  }
  if (judged == 0) skip("{}_table refuses every shape of at most 64 words", family.name);
  return "";
}

/// judge(shape, table) for every small shape that has a table.
template <class Judge>
void each_table(const Subject& subject, Judge&& judge) {
  const Family& family = subject.family();
  int judged = 0;
  for (const Shape& shape : small_shapes(family)) {
    const Table table = read_table(family, shape);
    if (table.empty()) continue;
    judge(shape, table);
    ++judged;
  }
  if (judged == 0) skip("{}_table answers for no shape of at most 64 words", family.name);
}

std::string centre_first(const Subject& subject) {
  each_table(subject, [](const Shape& shape, const Table& table) {
    if (table.front() == 0) return;
    const auto at = std::ranges::find(table, std::uint64_t{0});
    if (at == table.end()) fail("{}: the empty pattern is not in the table", text(shape));
    fail("{}: entry 0 is {:#x}, the empty pattern is entry {}", text(shape), table.front(),
         at - table.begin());
  });
  return "";
}

std::string patterns(const Subject& subject) {
  each_table(subject, [](const Shape& shape, const Table& table) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      const Pattern pattern = v1_pattern(table[i]);
      if (const auto wrong = defect(pattern, shape.ax)) {
        fail("{}: entry {} is {:#x}: {}", text(shape), i, table[i], *wrong);
      }
      const int used = 8 * pattern.weight;
      if (used < 64 && table[i] >> used != 0) {
        fail("{}: entry {} is {:#x}: it goes on after its zero byte", text(shape), i, table[i]);
      }
    }
  });
  return "";
}

std::string no_point_twice(const Subject& subject) {
  each_table(subject, [](const Shape& shape, Table table) {
    std::ranges::sort(table);
    const auto twice = std::ranges::adjacent_find(table);
    if (twice == table.end()) return;
    fail("{}: {} is listed twice", text(shape), text(v1_pattern(*twice)));
  });
  return "";
}

std::string matches_covers(const Subject& subject) {
  const Family& family = subject.family();
  each_table(subject, [&](const Shape& shape, const Table& table) {
    Definition definition(family, shape);
    for (std::int64_t u = 0; u < shape.size(); ++u) {
      const auto mismatch = table_mismatch(family, shape, table, u, definition.ball(u));
      if (mismatch) fail("{}", *mismatch);
    }
  });
  return family.axis_cost == nullptr ? "circular shifts" : "shifts resolved by NAME_axis_cost";
}

}  // namespace

std::vector<Case> table_cases() {
  return {
      {"table-length",
       "table",
       "NAME_table tells its length always, and writes its entries only where all fit",
       {"validate-accepts-something"},
       length},
      {"table-patterns",
       "table",
       "Every pattern has ascending positions below n and deltas from 1 to ax-1",
       {"table-length"},
       patterns},
      {"table-centre-first",
       "table",
       "Entry 0 is the empty pattern",
       {"table-length"},
       centre_first},
      {"table-no-point-twice",
       "table",
       "No pattern is listed twice",
       {"table-patterns"},
       no_point_twice},
      {"table-matches-covers",
       "table",
       "From every word, the table leads to just what it covers",
       {"table-centre-first", "table-no-point-twice", "covers-itself", "covers-symmetric",
        "axis-cost-matches-covers"},
       matches_covers},
  };
}

}  // namespace coldcore::conformance
