// SPDX-License-Identifier: Apache-2.0
//
// What the passes over memory have in common.
#pragma once

#include <coldcore/sdk/storage.hpp>
#include <coldcore/sdk/tile.hpp>

namespace coldcore::sdk {
namespace {

/// What all tasks of one transform share.
struct Job {
  const coldcore_view& view;
  const Plan& plan;
  Source source;
  std::uint8_t* scratch;  ///< [workers * scratch_bytes].
  std::int64_t scratch_bytes;
  int g = 0;              ///< The group being done.
  Storage from = {};      ///< What the pass before left, if g > 0.
  Storage to = {};        ///< Where this pass leaves its planes, if it is not the last.
  bool to_counts = false;
};

/// Words of a line that exist.
inline std::int64_t words_in_block(const Plan& plan, std::int64_t block) {
  const std::int64_t left = plan.low_words - block * kLine;
  return left < kLine ? left : kLine;
}

/// True if a pass has to read the source: the first one does, and later ones where plane 0 is still
/// needed and is the source itself.
inline bool reads_source(const Plan& plan, int g) {
  return g == 0 || (plan.adds && plan.planes[plan.group[g].first].low == 0);
}

/// Where a plane of a tile has a line.
inline std::uint8_t* tile_line(const TilePlanes& planes, int d, bool wide, std::int64_t line) {
  if (!wide) return reinterpret_cast<std::uint8_t*>(planes.narrow + d * planes.pitch + line * kLine);
  const std::int64_t at = (d - planes.first_wide) * planes.pitch + line * kLine;
  return reinterpret_cast<std::uint8_t*>(planes.wide + at);
}

template <int kBytes>
void copy_line(std::uint8_t* to, const std::uint8_t* from) {
  for (int i = 0; i < kBytes; i += kVectorBytes) store(to + i, load<WideLanes>(from + i));
}

template <int kBytes>
void stream_line(std::uint8_t* to, const std::uint8_t* from) {
  for (int i = 0; i < kBytes; i += kVectorBytes) stream(to + i, load<WideLanes>(from + i));
}

/// Calls copy with the number of bytes of a line as a constant.
template <class Copy>
void by_width(bool wide, const Copy& copy) {
  if (wide) {
    copy.template operator()<kLine * 4>();
  } else {
    copy.template operator()<kLine * 2>();
  }
}

}  // namespace
}  // namespace coldcore::sdk
