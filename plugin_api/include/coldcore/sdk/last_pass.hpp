// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/pass.hpp>
#include <coldcore/sdk/transpose.hpp>

namespace coldcore::sdk {
namespace {

/// kLine lines of one plane, in any width.
union Block {
  alignas(64) std::uint8_t bytes[kLine * kLine];
  alignas(64) std::uint16_t narrow[kLine * kLine];
  alignas(64) std::uint32_t wide[kLine * kLine];

  template <class Number>
  Number* line(std::int64_t i) {
    return reinterpret_cast<Number*>(bytes) + i * kLine;
  }
};

/// Bytes that a worker needs, in whole pages and a bit, which keeps workers apart and out of each
/// other's sets of the caches.
inline std::int64_t scratch_bytes(const Plan& plan) {
  std::int64_t bytes = 0;
  for (int g = 0; g < plan.groups; ++g) {
    std::int64_t here = tile_bytes(tile_shape(plan, g));
    if (g + 1 == plan.groups) here += plan.low_words * kLine * 4;  // LastPass::result_
    if (here > bytes) bytes = here;
  }
  return (bytes + 4095) / 4096 * 4096 + 4096 + 64;
}

/// Writes count numbers past the caches.
template <class From, class To>
void stream_numbers(const From* from, std::int64_t count, To* to) {
  std::int64_t i = 0;
  while (i < count && reinterpret_cast<std::uintptr_t>(to + i) % (kLine * sizeof(To)) != 0) {
    to[i] = static_cast<To>(from[i]);
    ++i;
  }
  for (; i + kLine <= count; i += kLine) stream_line(from + i, to + i);
  for (; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

/// Cuts `count` rows from `row` on where blocks of kLine rows begin: calls each(row, i, count) with
/// how many rows lie before a piece.
template <class Each>
void each_piece(std::int64_t row, int count, const Each& each) {
  for (int i = 0; i < count;) {
    const std::int64_t left = kLine - (row + i) % kLine;
    const int here = static_cast<int>(left < count - i ? left : count - i);
    each(row + i, i, here);
    i += here;
  }
}

/// The last pass: lanes are kLine values of the outer index, rows the low words. All of a tile's
/// words follow one another in A_0: the result is turned round in the scratch first, so that it can
/// be written in one go.
template <class Family>
class LastPass {
 public:
  LastPass(const Job& job, std::int32_t worker)
      : job_(job),
        plan_(job.plan),
        tile_(make_tile(plan_, job.g, job.scratch + worker * job.scratch_bytes)),
        steps_(plan_, job.g, tile_),
        at_start_(plan_.planes[plan_.group[job.g].first]),
        reads_source_(reads_source(plan_, job.g)),
        result_plane_(plan_.planes[plan_.n].high),
        result_bytes_(steps_.bytes_at_end(plan_.planes[plan_.n], result_plane_)),
        result_(job.scratch + worker * job.scratch_bytes + tile_bytes(tile_.shape)) {}

  void run(std::int64_t number) {
    first_outer_ = number * kLine;
    const std::int64_t left = plan_.outer - first_outer_;
    lanes_ = left < kLine ? left : kLine;
    steps_.run([this](std::int64_t row, std::int64_t line, int count) { load(row, line, count); });
    with_number(result_bytes_, [this]<class Number>() { give_result<Number>(); });
    stream_end();
  }

 private:
  /// Rows come in order: a block of kLine is turned round when its first row is due.
  void load(std::int64_t row, std::int64_t line, int count) {
    each_piece(row, count, [&](std::int64_t at, int before, int here) {
      if (at % kLine == 0) load_block(at / kLine);
      load_rows(at % kLine, line + before, here);
    });
    if (at_start_.has_total) load_totals(row, count);
  }

  /// All outer words have the same totals.
  void load_totals(std::int64_t row, int count) const {
    with_number(steps_.bytes_at_start(at_start_, at_start_.high), [&]<class Number>() {
      Number* to = steps_.template totals_at_start<Number>();
      for (std::int64_t l = row; l < row + count; ++l, to += kLine) {
        const auto total = static_cast<Number>(job_.from.total_line(0, l / kLine)[l % kLine]);
        for (int i = 0; i < kLine; ++i) to[i] = total;
      }
    });
  }

  /// `count` rows of the block that is at hand.
  void load_rows(std::int64_t first, std::int64_t line, int count) {
    if (reads_source_) load_plane(source_, source_bytes(), 0, first, line, count);
    for (int p = 0; p < job_.from.count; ++p) {
      const StoredPlane& plane = job_.from.plane[p];
      load_plane(staged_[p], plane.bytes, plane.d, first, line, count);
    }
  }

  void load_plane(Block& block, int bytes, int d, std::int64_t first, std::int64_t line,
                  int count) {
    with_numbers(bytes, steps_.bytes_at_start(at_start_, d), [&]<class Stored, class Number>() {
      const Stored* from = block.line<Stored>(first);
      Number* to = tile_.planes.template at<Number>(d, line * kLine);
      for (int i = 0; i < count; ++i, from += kLine, to += kLine) convert_line(from, to);
    });
  }

  void load_block(std::int64_t block) {
    prefetch_block(block + 1);
    if (reads_source_) {
      with_number(source_bytes(), [&]<class Number>() { load_source<Number>(block); });
    }
    const std::int64_t line = block * plan_.outer_padded() + first_outer_;
    const Storage& stored = job_.from;
    for (int p = 0; p < stored.count; ++p) {
      with_number(stored.plane[p].bytes, [&]<class Number>() {
        const auto apart = stored.record_bytes / static_cast<std::int64_t>(sizeof(Number));
        transpose_block(stored.template line<const Number>(p, line), apart,
                        staged_[p].template line<Number>(0), kLine);
      });
    }
  }

  /// The records and the source of a block stand together, but each block is elsewhere.
  void prefetch_block(std::int64_t block) const {
    constexpr std::int64_t kCacheLine = 64;
    if (block == plan_.line_blocks()) return;
    const Storage& stored = job_.from;
    const std::uint8_t* const records =
        stored.base + (block * plan_.outer_padded() + first_outer_) * stored.record_bytes;
    for (std::int64_t i = 0; i < kLine * stored.record_bytes; i += kCacheLine) {
      __builtin_prefetch(records + i, 0, 2);
    }
    if (!reads_source_) return;
    for (std::int64_t i = 0; i < lanes_; ++i) {
      job_.source.prefetch((first_outer_ + i) * plan_.low_words + block * kLine);
    }
  }

  int source_bytes() const { return at_start_.bytes(0); }

  /// Nothing past this tile is read: other workers may be writing their results there by now.
  template <class Number>
  void load_source(std::int64_t block) {
    alignas(64) Number lines[kLine * kLine];
    const std::int64_t end = (first_outer_ + lanes_) * plan_.low_words;
    for (std::int64_t i = 0; i < lanes_; ++i) {
      const std::int64_t x = (first_outer_ + i) * plan_.low_words + block * kLine;
      job_.source.read(x, end, lines + i * kLine);
    }
    for (std::int64_t i = lanes_ * kLine; i < kLine * kLine; ++i) lines[i] = 0;
    transpose_block(lines, kLine, source_.template line<Number>(0), kLine);
  }

  template <class Number>
  void give_result() {
    steps_.each_run([this](std::int64_t row, std::int64_t line, int count) {
      each_piece(row, count, [&](std::int64_t at, int before, int here) {
        take_rows<Number>(at % kLine, line + before, here);
        if ((at + here) % kLine == 0) turn_result<Number>(at / kLine);
      });
    });
    if (plan_.low_words % kLine != 0) turn_rest<Number>(plan_.low_words / kLine);
    const auto* result = reinterpret_cast<const Number*>(result_);
    const std::int64_t x = first_outer_ * plan_.low_words;
    const std::int64_t count = lanes_ * plan_.low_words;
    if (job_.to_counts) return stream_numbers(result, count, job_.view.cnt + x);
    stream_numbers(result, count, job_.view.planes[0] + x);
  }

  template <class Number>
  void take_rows(std::int64_t first, std::int64_t line, int count) {
    const Number* from = tile_.planes.template at<Number>(result_plane_, line * kLine);
    Number* to = rows_.template line<Number>(first);
    for (int i = 0; i < count; ++i) convert_line(from + i * kLine, to + i * kLine);
  }

  template <class Number>
  void turn_result(std::int64_t block) {
    Number* const to = reinterpret_cast<Number*>(result_) + block * kLine;
    transpose_block(rows_.template line<Number>(0), kLine, to, plan_.low_words);
  }

  /// The last block, where it is no whole one.
  template <class Number>
  void turn_rest(std::int64_t block) {
    alignas(64) Number lines[kLine * kLine];
    transpose_block(rows_.template line<Number>(0), kLine, lines, kLine);
    Number* to = reinterpret_cast<Number*>(result_) + block * kLine;
    const auto bytes = static_cast<std::size_t>(plan_.low_words % kLine) * sizeof(Number);
    for (int lane = 0; lane < kLine; ++lane, to += plan_.low_words) {
      __builtin_memcpy(to, lines + lane * kLine, bytes);
    }
  }

  /// The most planes that one pass leaves to the next.
  static constexpr int kStaged = Family::kCostRule == COLDCORE_COST_SUM && Family::kLimits.max_R > 0
                                     ? Family::kLimits.max_R
                                     : 1;

  const Job& job_;
  const Plan& plan_;
  Tile tile_;
  Steps<Family> steps_;
  const Planes& at_start_;
  bool reads_source_;
  int result_plane_;
  int result_bytes_;
  std::uint8_t* result_;  ///< [kLine][low_words] numbers of result_bytes_.
  std::int64_t first_outer_ = 0;
  std::int64_t lanes_ = 0;
  Block source_;
  Block rows_;
  Block staged_[kStaged];
};

}  // namespace
}  // namespace coldcore::sdk
