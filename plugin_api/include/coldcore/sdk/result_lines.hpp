// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/lanes.hpp>

namespace coldcore::sdk {
namespace {

/// Writes the words of kLine lanes, which come kLine at a time for all lanes, past the caches: a
/// lane's words follow one another in memory, but begin anywhere in a line of it. What a line still
/// lacks is kept until the next words come.
template <class Number>
class ResultLines {
 public:
  /// Lane i's words go to `first` + i * words and on; lanes from `lanes` on go nowhere.
  template <class To>
  void begin(const To* first, std::int64_t words, std::int64_t lanes) {
    words_ = words;
    lanes_ = lanes;
    done_ = 0;
    const auto place = reinterpret_cast<std::uintptr_t>(first) / sizeof(To);
    for (int lane = 0; lane < kLine; ++lane) {
      ahead_[lane] = static_cast<int>((place + static_cast<std::uintptr_t>(lane * words)) % kLine);
    }
  }

  /// Where the next kLine words of a lane have to be put.
  Number* next(int lane) { return kept_[lane] + ahead_[lane]; }

  /// They have been, or as many as were left, for all lanes.
  template <class To>
  void write(To* first) {
    for (int lane = 0; lane < lanes_; ++lane) write_lane(lane, first + lane * words_);
    done_ += kLine;
  }

 private:
  template <class To>
  void write_lane(int lane, To* first) {
    Number* const kept = kept_[lane];
    const int ahead = ahead_[lane];
    To* to = first + done_ - ahead;
    std::int64_t there = ahead + words_ - done_;
    if (there >= kLine) {
      if (done_ > 0) stream_line(kept, to);
      if (done_ == 0) store_some(kept, ahead, kLine, to);
      if (ahead > 0) __builtin_memcpy(kept, kept + kLine, kLine * sizeof(Number));
      to += kLine;
      there -= kLine;
      if (done_ + kLine < words_) return;
      store_some(kept, 0, there, to);
      return;
    }
    store_some(kept, done_ == 0 ? ahead : 0, there, to);
  }

  template <class To>
  static void store_some(const Number* from, std::int64_t begin, std::int64_t end, To* to) {
    for (std::int64_t i = begin; i < end; ++i) to[i] = static_cast<To>(from[i]);
  }

  std::int64_t words_ = 0;
  std::int64_t lanes_ = 0;
  std::int64_t done_ = 0;  ///< Words of each lane that have come before.
  int ahead_[kLine];       ///< Words of a line of memory that are before a lane's first one.
  alignas(64) Number kept_[kLine][2 * kLine];
};

}  // namespace
}  // namespace coldcore::sdk
