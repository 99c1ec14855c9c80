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

  /// line[i] = multiplicity in S of word x + i, for i < count; 0 for the rest of the line.
  void read(std::int64_t x, std::int64_t count, std::uint16_t* line) const {
    if (counts_ && count == kLine) return read_predicate(cnt_ + x, kLine, line);
    for (std::int64_t i = count; i < kLine; ++i) line[i] = 0;
    if (counts_) return read_predicate(cnt_ + x, count, line);
    for (std::int64_t i = 0; i < count; ++i) {
      line[i] = static_cast<std::uint16_t>(multiplicity_[x + i]);
    }
  }

 private:
  /// One unsigned comparison tells both ends of the range.
  void read_predicate(const std::uint16_t* cnt, std::int64_t count, std::uint16_t* line) const {
    for (std::int64_t i = 0; i < count; ++i) {
      line[i] = static_cast<std::uint16_t>(cnt[i] - low_) <= span_;
    }
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
  bool wide;
  std::uint8_t* base;

  int line_bytes() const { return kLine * (wide ? 4 : 2); }
};

/// All planes kept between two passes, each an array of lines. Line (block, o) has kLine low words of one
/// outer index; lines of one block stand together, since the last pass reads kLine values of o at a time.
struct Storage {
  int count = 0;
  StoredPlane plane[COLDCORE_MAX_LAYERS];
};

inline Storage storage_after(const Plan& plan, int g, std::uint8_t* base) {
  const Planes& at = plan.planes[plan.group[g].last];
  Storage storage;
  for (int d = plan.first_stored(at); d <= at.high; ++d) {
    StoredPlane& plane = storage.plane[storage.count++];
    plane = {d, at.wide(d), base};
    base += plan.lines() * plane.line_bytes();
  }
  return storage;
}

}  // namespace
}  // namespace coldcore::sdk
