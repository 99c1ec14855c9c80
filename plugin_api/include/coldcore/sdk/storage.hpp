// SPDX-License-Identifier: Apache-2.0
//
// What one pass of a transform leaves to the next, and where the first one reads the set from.
#pragma once

#include <coldcore/sdk/plan.hpp>

namespace coldcore::sdk {
namespace {

/// Reads the source, a line at a time.
class Source {
 public:
  explicit Source(const coldcore_view& view)
      : cnt_(view.cnt),
        multiplicity_(view.planes[0]),
        low_(static_cast<std::uint16_t>(view.source_low)),
        span_(static_cast<std::uint16_t>(view.source_high - view.source_low)),
        counts_(view.source_kind == COLDCORE_SOURCE_COUNTS) {}

  /// line[i] = multiplicity in S of word x + i; words from `end` on count 0 and are not looked at.
  template <class Number>
  void read(std::int64_t x, std::int64_t end, Number* line) const {
    if (x + kLine <= end) return read_words(x, kLine, line);
    for (int i = 0; i < kLine; ++i) line[i] = 0;
    read_words(x, end - x, line);
  }

  /// Brings the line at x nearer. x may lie past the end.
  void prefetch(std::int64_t x) const {
    if (counts_) __builtin_prefetch(cnt_ + x, 0, 2);
  }

 private:
  template <class Number>
  void read_words(std::int64_t x, std::int64_t count, Number* __restrict line) const {
    const std::uint16_t* const __restrict cnt = cnt_ + x;
    const std::uint16_t low = low_;
    const std::uint16_t span = span_;
    if (!counts_) {
      for (std::int64_t i = 0; i < count; ++i) line[i] = static_cast<Number>(multiplicity_[x + i]);
      return;
    }
    // One unsigned comparison tells both ends of the range.
    for (std::int64_t i = 0; i < count; ++i)
      line[i] = static_cast<std::uint16_t>(cnt[i] - low) <= span;
  }

  const std::uint16_t* cnt_;
  const std::int32_t* multiplicity_;
  std::uint16_t low_;
  std::uint16_t span_;
  bool counts_;
};

/// One plane that is kept in private storage between two passes.
struct StoredPlane {
  int d;
  int bytes;            ///< Of a number: 1, 2 or 4.
  std::int64_t offset;  ///< In the record of a line.
};

/// What is kept between two passes: a record for each line, which has the line's part of every
/// plane. Line (block, o) has kLine low words of one outer index; lines of one block stand
/// together, since the last pass reads kLine values of o at a time.
struct Storage {
  int count = 0;
  StoredPlane plane[COLDCORE_MAX_LAYERS];
  std::uint8_t* base = nullptr;
  std::int64_t record_bytes = 0;
  std::uint32_t* totals = nullptr;  ///< If there are any: see total_line.
  std::int64_t line_blocks = 0;

  template <class Number>
  Number* line(int p, std::int64_t number) const {
    return reinterpret_cast<Number*>(base + number * record_bytes + plane[p].offset);
  }

  /// The totals of a block of low words, `rest` being the part of the outer index still to do.
  std::uint32_t* total_line(std::int64_t rest, std::int64_t block) const {
    return totals + (rest * line_blocks + block) * kLine;
  }
};

inline Storage storage_after(const Plan& plan, int g, std::uint8_t* base) {
  const Planes& at = plan.planes[plan.group[g].last];
  Storage storage;
  storage.base = base;
  storage.record_bytes = record_bytes(plan);
  std::int64_t offset = 0;
  for (int d = plan.first_stored(at); d <= at.last_kept(); ++d) {
    const int bytes = plan.stored_number_bytes(g, d);
    storage.plane[storage.count++] = {d, bytes, offset};
    offset += kLine * bytes;
  }
  storage.line_blocks = plan.line_blocks();
  if (!at.has_total) return storage;
  // The totals of all passes stand behind the records.
  offset = plan.lines() * storage.record_bytes;
  for (int h = 0; h < g; ++h) offset += total_bytes(plan, h);
  storage.totals = reinterpret_cast<std::uint32_t*>(base + offset);
  return storage;
}

}  // namespace
}  // namespace coldcore::sdk
