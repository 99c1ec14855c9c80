// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include "limits.hpp"

namespace hamming {
namespace {

/// A set of circular shifts in both formats at once.
struct Pattern {
  int weight = 0;
  std::uint64_t bytes = 0;
  std::uint16_t mask = 0;
  std::uint64_t offsets = 0;

  Pattern with(int position, int delta) const {
    const auto byte = static_cast<std::uint64_t>(position << 4 | delta);
    return {weight + 1, bytes | byte << (8 * weight),
            static_cast<std::uint16_t>(mask | 1U << position),
            offsets | static_cast<std::uint64_t>(delta) << (4 * position)};
  }
};

/// Emits `pattern` and all that extend it by shifts at positions from `first` on, R shifts at most.
template <class Emit>
void each_pattern(int n, const int* ax, int R, int first, const Pattern& pattern, Emit& emit) {
  emit(pattern);
  if (pattern.weight == R) return;
  for (int position = first; position < n; ++position) {
    for (int delta = 1; delta < ax[position]; ++delta) {
      each_pattern(n, ax, R, position + 1, pattern.with(position, delta), emit);
    }
  }
}

}  // namespace

long long write_table(int n, const int* ax, int R, std::uint64_t* out, long long cap) {
  const long long length = ball_size(n, ax, R);
  if (out == nullptr || cap < length) return length;
  auto emit = [&out](const Pattern& pattern) { *out++ = pattern.bytes; };
  each_pattern(n, ax, R, 0, {}, emit);
  return length;
}

long long write_table_ox(int n, const int* ax, int R, std::uint16_t* mask, std::uint64_t* offs,
                         long long cap) {
  const long long length = ball_size(n, ax, R);
  if (mask == nullptr || offs == nullptr || cap < length) return length;
  auto emit = [&mask, &offs](const Pattern& pattern) {
    *mask++ = pattern.mask;
    *offs++ = pattern.offsets;
  };
  each_pattern(n, ax, R, 0, {}, emit);
  return length;
}

}  // namespace hamming
