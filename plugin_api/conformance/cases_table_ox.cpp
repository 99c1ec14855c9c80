// SPDX-License-Identifier: Apache-2.0
//
// The second table format, where a family has it.
#include <algorithm>
#include <limits>
#include <optional>

#include "cases.hpp"
#include "guarded_array.hpp"
#include "note.hpp"
#include "pattern.hpp"

namespace coldcore::conformance {
namespace {

using Entry = std::pair<std::uint16_t, std::uint64_t>;

const Family& family_with_ox(const Subject& subject) {
  const Family& family = subject.family();
  if (family.table_ox == nullptr) skip("{}_table_ox is not exported", family.name);
  return family;
}

long long call_ox(const Family& family, const Shape& shape, const GuardedArray* mask,
                  const GuardedArray* offs, long long cap) {
  note("{}_table_ox, {}, cap {}", family.name, text(shape), cap);
  return family.table_ox(shape.n(), shape.ax.data(), shape.R,
                         mask == nullptr ? nullptr : mask->as<std::uint16_t>(),
                         offs == nullptr ? nullptr : offs->as<std::uint64_t>(), cap);
}

/// Entries that were written to arrays with room for `room`.
struct OxRead {
  long long answer = 0;
  std::vector<Entry> entries;
  bool untouched = false;
};

OxRead read_ox(const Family& family, const Shape& shape, long long room) {
  GuardedArray mask("mask", room, sizeof(std::uint16_t));
  GuardedArray offs("offs", room, sizeof(std::uint64_t));
  mask.scribble(0);
  offs.scribble(0);
  const auto entries = [&] {
    std::vector<Entry> list;
    for (std::int64_t i = 0; i < room; ++i) {
      list.emplace_back(mask.as<std::uint16_t>()[i], offs.as<std::uint64_t>()[i]);
    }
    return list;
  };
  const std::vector<Entry> before = entries();
  OxRead read{call_ox(family, shape, &mask, &offs, room), entries()};
  read.untouched = read.entries == before;
  for (const GuardedArray* array : {&mask, &offs}) {
    if (const auto index = array->damage()) {
      fail("{}: {}_table_ox wrote {}[{}] of an array of {}", text(shape), family.name,
           array->name(), *index, room);
    }
  }
  return read;
}

std::string ox_length(const Subject& subject) {
  const Family& family = family_with_ox(subject);
  for (const Shape& shape : small_shapes(family)) {
    const auto v1_length = static_cast<long long>(read_table(family, shape).size());
    if (v1_length == 0) continue;
    const long long length = call_ox(family, shape, nullptr, nullptr, 0);
    if (length != v1_length) {
      fail("{}: {}_table_ox says {} entries, {}_table says {}", text(shape), family.name, length,
           family.name, v1_length);
    }
    const OxRead shorter = read_ox(family, shape, length - 1);
    const OxRead whole = read_ox(family, shape, length);
    if (shorter.answer != length || whole.answer != length) {
      fail("{}: {}_table_ox says {} entries first, {} and {} with room for {} and {}", text(shape),
           family.name, length, shorter.answer, whole.answer, length - 1, length);
    }
    if (!shorter.untouched) {
      fail("{}: {}_table_ox wrote to arrays that are too short", text(shape), family.name);
    }
  }
  return "";
}

void check_entry(const Shape& shape, std::size_t i, const Entry& entry) {
  const auto [mask, offs] = entry;
  const Pattern pattern = ox_pattern(mask, offs);
  if (const auto wrong = defect(pattern, shape.ax)) {
    fail("{}: entry {} has mask {:#06x}, offs {:#x}: {}", text(shape), i, mask, offs, *wrong);
  }
  std::uint64_t used = 0;
  for (const auto [position, delta] : pattern.changes()) used |= std::uint64_t{15} << 4 * position;
  if ((offs & ~used) != 0) {
    fail("{}: entry {} has mask {:#06x}, offs {:#x}: a delta outside the mask", text(shape), i,
         mask, offs);
  }
}

std::string ox_patterns(const Subject& subject) {
  const Family& family = family_with_ox(subject);
  for (const Shape& shape : small_shapes(family)) {
    const std::size_t length = read_table(family, shape).size();
    const OxRead read = read_ox(family, shape, static_cast<long long>(length));
    for (std::size_t i = 0; i < read.entries.size(); ++i) check_entry(shape, i, read.entries[i]);
  }
  return "";
}

Entry as_ox(std::uint64_t v1_entry) {
  Entry entry{0, 0};
  const Pattern pattern = v1_pattern(v1_entry);
  for (const auto [position, delta] : pattern.changes()) {
    entry.first = static_cast<std::uint16_t>(entry.first | 1 << position);
    entry.second |= static_cast<std::uint64_t>(delta) << 4 * position;
  }
  return entry;
}

std::string ox_matches_v1(const Subject& subject) {
  const Family& family = family_with_ox(subject);
  for (const Shape& shape : small_shapes(family)) {
    std::vector<Entry> expected;
    for (const std::uint64_t entry : read_table(family, shape)) expected.push_back(as_ox(entry));
    std::vector<Entry> found =
        read_ox(family, shape, static_cast<long long>(expected.size())).entries;
    std::ranges::sort(expected);
    std::ranges::sort(found);
    const auto [in_v1, in_ox] = std::ranges::mismatch(expected, found);
    if (in_v1 == expected.end()) continue;
    const bool lacking = *in_v1 < *in_ox;
    const Entry& odd = lacking ? *in_v1 : *in_ox;
    fail("{}: {} is in {}_table{} only", text(shape), text(ox_pattern(odd.first, odd.second)),
         family.name, lacking ? "" : "_ox");
  }
  return "";
}

}  // namespace

std::vector<Case> table_ox_cases() {
  return {
      {"table-ox-length",
       "table-ox",
       "NAME_table_ox has the length of NAME_table and keeps within cap",
       {"table-length"},
       ox_length},
      {"table-ox-patterns",
       "table-ox",
       "Every ox pattern changes at most 8 positions below n, by deltas from 1 to ax-1",
       {"table-ox-length"},
       ox_patterns},
      {"table-ox-matches-v1",
       "table-ox",
       "Both tables list the same patterns",
       {"table-ox-patterns", "table-no-point-twice"},
       ox_matches_v1},
  };
}

}  // namespace coldcore::conformance
