// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/pass.hpp>
#include <coldcore/sdk/transpose.hpp>

namespace coldcore::sdk {
namespace {

/// kLine lines of one plane, either width.
union Block {
  alignas(64) std::uint16_t narrow[kLine * kLine];
  alignas(64) std::uint32_t wide[kLine * kLine];
};

/// The last pass: lanes are kLine values of the outer index, rows the low words.
template <class Family>
class LastPass {
 public:
  LastPass(const Job& job, std::int32_t worker)
      : job_(job),
        plan_(job.plan),
        tile_(make_tile(plan_, job.g, job.scratch + worker * job.scratch_bytes)),
        steps_(plan_, job.g, tile_),
        reads_source_(reads_source(plan_, job.g)),
        result_(plan_.planes[plan_.n].high),
        result_wide_(plan_.planes[plan_.n].wide(result_)) {}

  void run(std::int64_t number) {
    first_outer_ = number * kLine;
    const std::int64_t left = plan_.outer - first_outer_;
    lanes_ = left < kLine ? left : kLine;
    steps_.run([this](std::int64_t row, std::int64_t line, int count) {
      for (int i = 0; i < count; ++i) take_row(row + i, line + i);
    });
    steps_.each_run([this](std::int64_t row, std::int64_t line, int count) {
      for (int i = 0; i < count; ++i) give_row(row + i, line + i);
    });
  }

 private:
  /// Rows come in order: a block of kLine is turned round when its first row is due.
  void take_row(std::int64_t row, std::int64_t line) {
    const std::int64_t i = row % kLine;
    if (i == 0) load_block(row / kLine);
    if (reads_source_) {
      copy_line<kLine * 2>(tile_line(tile_.planes, 0, false, line), bytes(source_.narrow + i * kLine));
    }
    for (int p = 0; p < job_.from.count; ++p) {
      const StoredPlane& plane = job_.from.plane[p];
      by_width(plane.wide, [&]<int kBytes>() {
        copy_line<kBytes>(tile_line(tile_.planes, plane.d, plane.wide, line),
                          bytes(staged_[p].narrow) + i * kBytes);
      });
    }
  }

  void load_block(std::int64_t block) {
    if (reads_source_) load_source(block);
    const std::int64_t line = block * plan_.outer_padded() + first_outer_;
    for (int p = 0; p < job_.from.count; ++p) {
      const StoredPlane& plane = job_.from.plane[p];
      const std::uint8_t* const from = plane.base + line * plane.line_bytes();
      if (plane.wide) {
        transpose_block(reinterpret_cast<const std::uint32_t*>(from), kLine, staged_[p].wide, kLine);
      } else {
        transpose_block(reinterpret_cast<const std::uint16_t*>(from), kLine, staged_[p].narrow, kLine);
      }
    }
  }

  void load_source(std::int64_t block) {
    Block lines;
    const std::int64_t words = words_in_block(plan_, block);
    for (std::int64_t i = 0; i < lanes_; ++i) {
      job_.source.read((first_outer_ + i) * plan_.low_words + block * kLine, words,
                       lines.narrow + i * kLine);
    }
    for (std::int64_t i = lanes_ * kLine; i < kLine * kLine; ++i) lines.narrow[i] = 0;
    transpose_block(lines.narrow, kLine, source_.narrow, kLine);
  }

  /// The result goes the same way back: a block is turned round when its last row is there.
  void give_row(std::int64_t row, std::int64_t line) {
    const std::int64_t i = row % kLine;
    const std::uint8_t* const from = tile_line(tile_.planes, result_, result_wide_, line);
    by_width(result_wide_, [&]<int kBytes>() {
      copy_line<kBytes>(reinterpret_cast<std::uint8_t*>(rows_.narrow) + i * kBytes, from);
    });
    if (i == kLine - 1 || row == plan_.low_words - 1) save_block(row / kLine);
  }

  void save_block(std::int64_t block) {
    Block lines;
    if (result_wide_) {
      transpose_block(rows_.wide, kLine, lines.wide, kLine);
    } else {
      transpose_block(rows_.narrow, kLine, lines.narrow, kLine);
    }
    const std::int64_t words = words_in_block(plan_, block);
    for (std::int64_t i = 0; i < lanes_; ++i) {
      const std::int64_t x = (first_outer_ + i) * plan_.low_words + block * kLine;
      if (job_.to_counts) {
        __builtin_memcpy(job_.view.cnt + x, lines.narrow + i * kLine, words * 2);
      } else if (result_wide_) {
        __builtin_memcpy(job_.view.planes[0] + x, lines.wide + i * kLine, words * 4);
      } else {
        widen_words(job_.view.planes[0] + x, lines.narrow + i * kLine, words);
      }
    }
  }

  static void widen_words(std::int32_t* to, const std::uint16_t* from, std::int64_t words) {
    if (words == kLine) {
      for (int w = 0; w < kLine; w += kWideLanes) store(to + w, load_widened(from + w));
      return;
    }
    for (std::int64_t w = 0; w < words; ++w) to[w] = from[w];
  }

  static const std::uint8_t* bytes(const std::uint16_t* from) {
    return reinterpret_cast<const std::uint8_t*>(from);
  }

  /// The most planes that one pass leaves to the next.
  static constexpr int kStaged =
      Family::kCostRule == COLDCORE_COST_SUM && Family::kLimits.max_R > 0 ? Family::kLimits.max_R : 1;

  const Job& job_;
  const Plan& plan_;
  Tile tile_;
  Steps<Family> steps_;
  bool reads_source_;
  int result_;
  bool result_wide_;
  std::int64_t first_outer_ = 0;
  std::int64_t lanes_ = 0;
  Block source_;
  Block rows_;
  Block staged_[kStaged];
};

}  // namespace
}  // namespace coldcore::sdk
