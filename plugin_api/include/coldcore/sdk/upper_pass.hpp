// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/pass.hpp>

namespace coldcore::sdk {
namespace {

/// Blocks of low words whose source is read at once: a line of each row alone would be an access to
/// memory of its own.
constexpr std::int64_t kMostBlocksTogether = 8;

/// Pieces that the blocks come in.
inline std::int64_t block_pieces(const Plan& plan, std::int64_t blocks_together) {
  return (plan.line_blocks() + blocks_together - 1) / blocks_together;
}

/// Bytes that the bits of a set take for the rows of group g, so many blocks at a time.
inline std::int64_t row_bits_bytes(const Plan& plan, int g) {
  return plan.group[g].rows * kMostBlocksTogether * static_cast<std::int64_t>(sizeof(LineBits));
}

/// A pass over a group above the last: lanes are low words. A task does a few neighbouring blocks
/// of them on the same rows.
template <class Family>
class UpperPass {
 public:
  UpperPass(const Job& job, std::int32_t worker)
      : job_(job),
        plan_(job.plan),
        tile_(make_tile(plan_, job.g, job.scratch + worker * job.scratch_bytes)),
        steps_(plan_, job.g, tile_),
        row_bits_(reinterpret_cast<LineBits*>(job.scratch + worker * job.scratch_bytes +
                                              tile_bytes(tile_shape(plan_, job.g)))),
        reads_source_(reads_source(plan_, job.g)),
        rows_(plan_.group[job.g].rows),
        below_(plan_.below(job.g)) {}

  /// Tasks are numbered over (above, under, blocks).
  void run(std::int64_t number) {
    const std::int64_t pieces = block_pieces(plan_, job_.blocks_together);
    const std::int64_t rest = number / pieces;
    // o = (above * rows + row) * below + under: the group's row is one digit of the outer index.
    under_ = rest % below_;
    first_outer_ = rest / below_ * rows_ * below_ + under_;
    first_block_ = number % pieces * job_.blocks_together;
    const std::int64_t left = plan_.line_blocks() - first_block_;
    const std::int64_t blocks = left < job_.blocks_together ? left : job_.blocks_together;
    if (reads_source_ && job_.source.is_set()) read_bits(blocks);
    for (block_ = first_block_; block_ < first_block_ + blocks; ++block_) run_tile(rest < below_);
    stream_end();
  }

 private:
  void run_tile(bool saves_total) {
    steps_.run([this](std::int64_t row, std::int64_t line, int count) { load(row, line, count); });
    steps_.each_run(
        [this](std::int64_t row, std::int64_t line, int count) { save(row, line, count); });
    if (saves_total) save_total();
    if (job_.to.bits != nullptr) save_bits();
  }

  LineBits* bits_of_block(std::int64_t block) const {
    return row_bits_ + (block - first_block_) * rows_;
  }

  void read_bits(std::int64_t blocks) const {
    constexpr std::int64_t kRowsAhead = 8;
    const std::int64_t apart = below_ * plan_.low_words;
    std::int64_t x = first_outer_ * plan_.low_words + first_block_ * kLine;
    for (std::int64_t row = 0; row < rows_; ++row, x += apart) {
      for (std::int64_t i = 0; i < blocks; ++i) {
        job_.source.bring_nearer(x + kRowsAhead * apart + i * kLine);
        row_bits_[i * rows_ + row] = job_.source.bits(x + i * kLine, job_.view.size);
      }
    }
  }

  void save_bits() const {
    const LineBits* const bits = bits_of_block(block_);
    for (std::int64_t row = 0; row < rows_; ++row) {
      job_.to.bits[job_.to.line_number(block_, outer(row))] = bits[row];
    }
  }

  std::int64_t outer(std::int64_t row) const { return first_outer_ + row * below_; }

  void load(std::int64_t row, std::int64_t line, int count) const {
    if (reads_source_) {
      with_number(steps_.bytes_at_start(plan_.planes[0], 0),
                  [&]<class Number>() { load_source<Number>(row, line, count); });
    }
    const Planes& at = plan_.planes[plan_.group[job_.g].first];
    const Storage& stored = job_.from;
    for (int p = 0; p < stored.count; ++p) {
      const int d = stored.plane[p].d;
      with_numbers(stored.plane[p].bytes, steps_.bytes_at_start(at, d),
                   [&]<class Stored, class Number>() {
                     Number* to = tile_.planes.template at<Number>(d, line * kLine);
                     for (int i = 0; i < count; ++i) {
                       const std::int64_t from = stored.line_number(block_, outer(row + i));
                       convert_line(stored.template line<Stored>(p, from), to + i * kLine);
                     }
                   });
    }
    if (at.has_total) load_totals(at, row, count);
  }

  void load_totals(const Planes& at, std::int64_t row, int count) const {
    with_number(steps_.bytes_at_start(at, at.high), [&]<class Number>() {
      Number* to = steps_.template totals_at_start<Number>();
      for (int i = 0; i < count; ++i, to += kLine) {
        narrow_line(job_.from.total_line((row + i) * below_ + under_, block_), to);
      }
    });
  }

  /// Those of all digits above are the same, and written once.
  void save_total() const {
    if (job_.to.totals == nullptr) return;
    convert_line(steps_.total_at_end(), job_.to.total_line(under_, block_));
  }

  template <class Number>
  void load_source(std::int64_t row, std::int64_t line, int count) const {
    Number* to = tile_.planes.template at<Number>(0, line * kLine);
    if (job_.source.is_set()) {
      const LineBits* bits = bits_of_block(block_) + row;
      for (int i = 0; i < count; ++i, to += kLine) expand_bits(bits[i], to);
      return;
    }
    std::int64_t x = outer(row) * plan_.low_words + block_ * kLine;
    for (int i = 0; i < count; ++i, to += kLine, x += below_ * plan_.low_words) {
      job_.source.read(x, job_.view.size, to);
    }
  }

  /// A few rows at a time, so that a record is written whole before the buffers of streamed lines
  /// run out.
  void save(std::int64_t row, std::int64_t line, int count) const {
    constexpr int kTogether = 4;
    for (int i = 0; i < count; i += kTogether) {
      save_rows(row + i, line + i, count - i < kTogether ? count - i : kTogether);
    }
  }

  void save_rows(std::int64_t row, std::int64_t line, int count) const {
    const Planes& at = plan_.planes[plan_.group[job_.g].last];
    const Storage& stored = job_.to;
    for (int p = 0; p < stored.count; ++p) {
      const int d = stored.plane[p].d;
      with_numbers(steps_.bytes_at_end(at, d), stored.plane[p].bytes,
                   [&]<class Number, class Stored>() {
                     const Number* from = tile_.planes.template at<Number>(d, line * kLine);
                     for (int i = 0; i < count; ++i, from += kLine) {
                       const std::int64_t to = stored.line_number(block_, outer(row + i));
                       stream_line(from, stored.template line<Stored>(p, to));
                     }
                   });
    }
  }

  const Job& job_;
  const Plan& plan_;
  Tile tile_;
  Steps<Family> steps_;
  LineBits* row_bits_;  ///< [blocks together][rows].
  bool reads_source_;
  std::int64_t rows_;
  std::int64_t below_;
  std::int64_t under_ = 0;
  std::int64_t first_block_ = 0;
  std::int64_t block_ = 0;
  std::int64_t first_outer_ = 0;
};

}  // namespace
}  // namespace coldcore::sdk
