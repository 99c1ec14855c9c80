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
        outer_padded_(plan_.outer_padded()),
        below_(plan_.below(job.g)) {}

  /// Tiles are numbered over (above, under, block).
  void run(std::int64_t number) {
    block_ = number % plan_.line_blocks();
    const std::int64_t rest = number / plan_.line_blocks();
    // o = (above * rows + row) * below + under: the group's row is one digit of the outer index.
    under_ = rest % below_;
    first_outer_ = rest / below_ * plan_.group[job_.g].rows * below_ + under_;
    steps_.run([this](std::int64_t row, std::int64_t line, int count) { load(row, line, count); });
    steps_.each_run(
        [this](std::int64_t row, std::int64_t line, int count) { save(row, line, count); });
    if (rest < below_) save_total();
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
      with_number(steps_.bytes_at_start(plan_.planes[0], 0),
                  [&]<class Number>() { load_source<Number>(row, line, count); });
    }
    const Planes& at = plan_.planes[plan_.group[job_.g].first];
    const Storage& stored = job_.from;
    for (int p = 0; p < stored.count; ++p) {
      const int d = stored.plane[p].d;
      with_numbers(
          stored.plane[p].bytes, steps_.bytes_at_start(at, d), [&]<class Stored, class Number>() {
            Number* to = tile_.planes.template at<Number>(d, line * kLine);
            for (int i = 0; i < count; ++i) {
              convert_line(stored.template line<Stored>(p, stored_line(row + i)), to + i * kLine);
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
    std::int64_t x = outer(row) * plan_.low_words + block_ * kLine;
    for (int i = 0; i < count; ++i, to += kLine, x += below_ * plan_.low_words) {
      // The next tile's line of the same row: it comes from a page of its own, which no hardware
      // foresees.
      job_.source.prefetch(x + kLine);
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
    const std::int64_t apart = below_ * stored.record_bytes;
    for (int p = 0; p < stored.count; ++p) {
      const int d = stored.plane[p].d;
      with_numbers(
          steps_.bytes_at_end(at, d), stored.plane[p].bytes, [&]<class Number, class Stored>() {
            const Number* from = tile_.planes.template at<Number>(d, line * kLine);
            auto* to =
                reinterpret_cast<std::uint8_t*>(stored.template line<Stored>(p, stored_line(row)));
            for (int i = 0; i < count; ++i, from += kLine, to += apart) {
              stream_line(from, reinterpret_cast<Stored*>(to));
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
  std::int64_t below_;
  std::int64_t under_ = 0;
  std::int64_t block_ = 0;
  std::int64_t first_outer_ = 0;
};

}  // namespace
}  // namespace coldcore::sdk
