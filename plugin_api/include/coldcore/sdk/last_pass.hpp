// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/pass.hpp>
#include <coldcore/sdk/result_lines.hpp>
#include <coldcore/sdk/transpose.hpp>
#include <coldcore/sdk/upper_pass.hpp>

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
    if (g + 1 < plan.groups) here += row_bits_bytes(plan, g);
    if (here > bytes) bytes = here;
  }
  return (bytes + 4095) / 4096 * 4096 + 4096 + 64;
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

/// The last pass: lanes are kLine values of the outer index, rows the low words.
template <class Family>
class LastPass {
 public:
  LastPass(const Job& job, std::int32_t worker)
      : job_(job),
        plan_(job.plan),
        tile_(make_tile(plan_, job.g, job.scratch + worker * job.scratch_bytes)),
        steps_(plan_, job.g, tile_),
        at_start_(plan_.planes[plan_.group[job.g].first]),
        starts_from_source_(starts_from_source(plan_, job.g)),
        result_plane_(plan_.planes[plan_.n].high),
        result_bytes_(steps_.bytes_at_end(plan_.planes[plan_.n], result_plane_)) {}

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
      for (int i = 0; i < here; ++i) prefetch_record(at + i);
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
    if (starts_from_source_) load_source_rows(first, line, count);
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
    if (starts_from_source_) load_source(block);
    const std::int64_t line = job_.from.line_number(block, first_outer_);
    const Storage& stored = job_.from;
    for (int p = 0; p < stored.count; ++p) {
      with_number(stored.plane[p].bytes, [&]<class Number>() {
        transpose_block<Number>(
            [&](int i) { return stored.template line<const Number>(p, line + i); },
            [&](int j) { return staged_[p].template line<Number>(j); });
      });
    }
  }

  /// Row i of a block asks for record i of one that comes later and is elsewhere. All records at
  /// once would fill the processor's list of misses, and it would wait.
  void prefetch_record(std::int64_t row) const {
    constexpr std::int64_t kCacheLine = 64;
    constexpr std::int64_t kBlocksAhead = 4;  // A leaf has up to so many, which come at once.
    const std::int64_t block = row / kLine + kBlocksAhead;
    const std::int64_t i = row % kLine;
    if (block >= plan_.line_blocks()) return;
    const std::int64_t line = job_.from.line_number(block, first_outer_);
    const Storage& stored = job_.from;
    const std::uint8_t* const record = stored.base + (line + i) * stored.record_bytes;
    for (std::int64_t byte = 0; byte < stored.record_bytes; byte += kCacheLine) {
      prefetch(record + byte);
    }
    if (!starts_from_source_) return;
    if (stored.bits == nullptr) return job_.source.bring_nearer(first_word(i, block));
    if (i % (kCacheLine / 4) == 0) prefetch(stored.bits + line + i);
  }

  void load_source(std::int64_t block) {
    if (job_.source.is_set()) return load_set(block);
    with_number(at_start_.bytes(0), [&]<class Number>() { load_multiset<Number>(block); });
  }

  void load_source_rows(std::int64_t first, std::int64_t line, int count) {
    if (!job_.source.is_set())
      return load_plane(source_, at_start_.bytes(0), 0, first, line, count);
    with_number(steps_.bytes_at_start(at_start_, 0), [&]<class Number>() {
      Number* to = tile_.planes.template at<Number>(0, line * kLine);
      for (int i = 0; i < count; ++i) expand_bits(source_bits_[first + i], to + i * kLine);
    });
  }

  /// The word of a lane that a block begins with.
  std::int64_t first_word(std::int64_t lane, std::int64_t block) const {
    return (first_outer_ + lane) * plan_.low_words + block * kLine;
  }
  /// Nothing past this tile is read: other workers may be writing their results there by now.
  std::int64_t end_of_words() const { return (first_outer_ + lanes_) * plan_.low_words; }

  void load_set(std::int64_t block) {
    if (job_.from.bits != nullptr) {
      return turn_bits(job_.from.bits + job_.from.line_number(block, first_outer_), source_bits_);
    }
    LineBits bits[kLine] = {};
    for (std::int64_t i = 0; i < lanes_; ++i) {
      bits[i] = job_.source.bits(first_word(i, block), end_of_words());
    }
    turn_bits(bits, source_bits_);
  }

  template <class Number>
  void load_multiset(std::int64_t block) {
    alignas(64) Number lines[kLine * kLine] = {};
    for (std::int64_t i = 0; i < lanes_; ++i) {
      job_.source.read(first_word(i, block), end_of_words(), lines + i * kLine);
    }
    transpose_block<Number>([&](int i) { return lines + i * kLine; },
                            [&](int j) { return source_.template line<Number>(j); });
  }

  template <class Number>
  void give_result() {
    const std::int64_t x = first_word(0, 0);
    if (job_.to_counts) return give_result_to<Number>(job_.view.cnt + x);
    give_result_to<Number>(job_.view.planes[0] + x);
  }

  /// Rows come in order: a block of kLine is turned round when its last row is there.
  template <class Number, class To>
  void give_result_to(To* first) {
    ResultLines<Number> lines;
    lines.begin(first, plan_.low_words, lanes_);
    const Number* rows[kLine];
    const auto turn = [&] {
      transpose_block<Number>([&](int i) { return rows[i]; }, [&](int j) { return lines.next(j); });
      lines.write(first);
    };
    std::int64_t count_all = 0;
    steps_.each_run([&](std::int64_t, std::int64_t line, int count) {
      const Number* row = tile_.planes.template at<Number>(result_plane_, line * kLine);
      for (int i = 0; i < count; ++i, row += kLine) {
        rows[count_all % kLine] = row;
        if (++count_all % kLine == 0) turn();
      }
    });
    if (count_all % kLine == 0) return;
    for (std::int64_t i = count_all % kLine; i < kLine; ++i) rows[i] = rows[0];
    turn();
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
  bool starts_from_source_;
  int result_plane_;
  int result_bytes_;
  std::int64_t first_outer_ = 0;
  std::int64_t lanes_ = 0;
  LineBits source_bits_[kLine];
  Block source_;
  Block staged_[kStaged];
};

}  // namespace
}  // namespace coldcore::sdk
