// SPDX-License-Identifier: Apache-2.0
//
// What one pass of a transform leaves to the next, and where the first one reads the set from.
#pragma once

#include <coldcore/sdk/bits.hpp>
#include <coldcore/sdk/plan.hpp>

namespace coldcore::sdk {
namespace {

/// Reads the source, a line at a time: a set from cnt, a multiset from plane 0.
class Source {
 public:
  explicit Source(const coldcore_view& view)
      : cnt_(view.cnt),
        multiplicity_(view.planes[0]),
        low_(static_cast<std::uint16_t>(view.source_low)),
        span_(static_cast<std::uint16_t>(view.source_high - view.source_low)),
        is_set_(view.source_kind == COLDCORE_SOURCE_COUNTS) {}

  /// Else it is a multiset.
  bool is_set() const { return is_set_; }

  /// Bit i: whether word x + i is in the set; words from `end` on are not, and are not looked at.
  /// Only where the source is a set.
  LineBits bits(std::int64_t x, std::int64_t end) const {
    if (x + kLine <= end) return bits_in_range(cnt_ + x, low_, span_);
    LineBits bits = 0;
    for (std::int64_t i = 0; x + i < end; ++i) {
      const bool inside = static_cast<std::uint16_t>(cnt_[x + i] - low_) <= span_;
      bits |= static_cast<LineBits>(inside) << i;
    }
    return bits;
  }

  /// line[i] = multiplicity of word x + i; words from `end` on count 0 and are not looked at. Only
  /// where the source is a multiset.
  template <class Number>
  void read(std::int64_t x, std::int64_t end, Number* line) const {
    const std::int64_t count = end - x < kLine ? end - x : kLine;
    std::int64_t i = 0;
    for (; i < count; ++i) line[i] = static_cast<Number>(multiplicity_[x + i]);
    for (; i < kLine; ++i) line[i] = 0;
  }

  /// Brings the line at x nearer. x may lie past the end.
  void bring_nearer(std::int64_t x) const {
    if (is_set_) prefetch(cnt_ + x);
  }

 private:
  const std::uint16_t* cnt_;
  const std::int32_t* multiplicity_;
  std::uint16_t low_;
  std::uint16_t span_;
  bool is_set_;
};

/// One plane that is kept in private storage between two passes.
struct StoredPlane {
  int d;
  int bytes;            ///< Of a number: 1, 2 or 4.
  std::int64_t offset;  ///< In the record of a line.
};

/// What is kept between two passes: a record for each line, which has the line's part of every
/// plane. Line (block, o) has kLine low words of one outer index. The last pass takes kLine values
/// of o at a time, and the lines of those follow one another: what is written out of order only
/// passes through the store buffers, but reads would wait.
struct Storage {
  int count = 0;
  StoredPlane plane[COLDCORE_MAX_LAYERS];
  std::uint8_t* base = nullptr;
  std::int64_t record_bytes = 0;
  std::uint32_t* totals = nullptr;  ///< If there are any: see total_line.
  LineBits* bits = nullptr;         ///< The source, one for each line, if it is left.
  std::int64_t line_blocks = 0;

  std::int64_t line_number(std::int64_t block, std::int64_t o) const {
    return (o / kLine * line_blocks + block) * kLine + o % kLine;
  }

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
  // The totals of all passes stand behind the records, and the bits behind those.
  offset = plan.lines() * storage.record_bytes;
  for (int h = 0; h < g; ++h) offset += total_bytes(plan, h);
  if (at.has_total) storage.totals = reinterpret_cast<std::uint32_t*>(base + offset);
  offset += total_bytes(plan, g);
  if (leaves_bits(plan, g)) storage.bits = reinterpret_cast<LineBits*>(base + offset);
  return storage;
}

}  // namespace
}  // namespace coldcore::sdk
