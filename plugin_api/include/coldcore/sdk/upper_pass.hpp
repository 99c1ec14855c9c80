// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/pass.hpp>

namespace coldcore::sdk {
namespace {

/// A pass over a group above the last: lanes are low words.
template <class Family>
class UpperPass {
 public:
  UpperPass(const Job& job, std::int32_t worker)
      : job_(job),
        plan_(job.plan),
        tile_(make_tile(plan_, job.g, job.scratch + worker * job.scratch_bytes)),
        steps_(plan_, job.g, tile_),
        reads_source_(reads_source(plan_, job.g)),
        outer_padded_(plan_.outer_padded()) {
    // o = (above * rows + row) * below + under: the group's row is one digit of the outer index.
    for (int g = job.g + 1; g + 1 < plan_.groups; ++g) below_ *= plan_.group[g].rows;
  }

  /// Tiles are numbered over (above, under, block).
  void run(std::int64_t number) {
    block_ = number % plan_.line_blocks();
    words_ = words_in_block(plan_, block_);
    const std::int64_t rest = number / plan_.line_blocks();
    first_outer_ = rest / below_ * plan_.group[job_.g].rows * below_ + rest % below_;
    steps_.run([this](std::int64_t row, std::int64_t line, int count) { load(row, line, count); });
    steps_.each_run(
        [this](std::int64_t row, std::int64_t line, int count) { save(row, line, count); });
    stream_end();
  }

 private:
  std::int64_t outer(std::int64_t row) const { return first_outer_ + row * below_; }

  /// Line of the stored planes that holds a row; the next row is below_ lines on.
  std::int64_t stored_line(std::int64_t row) const {
    return block_ * outer_padded_ + first_outer_ + row * below_;
  }

  void load(std::int64_t row, std::int64_t line, int count) const {
    if (reads_source_) {
      for (int i = 0; i < count; ++i) {
        job_.source.read(outer(row + i) * plan_.low_words + block_ * kLine, words_,
                         tile_.planes.narrow + (line + i) * kLine);
      }
    }
    for (int p = 0; p < job_.from.count; ++p) {
      const StoredPlane& plane = job_.from.plane[p];
      by_width(plane.wide, [&]<int kBytes>() {
        std::uint8_t* to = tile_line(tile_.planes, plane.d, plane.wide, line);
        const std::uint8_t* from = plane.base + stored_line(row) * kBytes;
        for (int i = 0; i < count; ++i, to += kBytes, from += below_ * kBytes) {
          copy_line<kBytes>(to, from);
        }
      });
    }
  }

  void save(std::int64_t row, std::int64_t line, int count) const {
    for (int p = 0; p < job_.to.count; ++p) {
      const StoredPlane& plane = job_.to.plane[p];
      by_width(plane.wide, [&]<int kBytes>() {
        const std::uint8_t* from = tile_line(tile_.planes, plane.d, plane.wide, line);
        std::uint8_t* to = plane.base + stored_line(row) * kBytes;
        for (int i = 0; i < count; ++i, from += kBytes, to += below_ * kBytes) {
          stream_line<kBytes>(to, from);
        }
      });
    }
  }

  const Job& job_;
  const Plan& plan_;
  Tile tile_;
  Steps<Family> steps_;
  bool reads_source_;
  std::int64_t outer_padded_;
  std::int64_t below_ = 1;
  std::int64_t block_ = 0;
  std::int64_t words_ = 0;
  std::int64_t first_outer_ = 0;
};

}  // namespace
}  // namespace coldcore::sdk
