// SPDX-License-Identifier: Apache-2.0
//
// The calls that only read a cell.
#include <coldcore/dct.h>

#include <algorithm>

#include "cell.hpp"
#include "cpu/extract.hpp"
#include "cpu/reduce.hpp"
#include "error.hpp"

namespace coldcore::core {
namespace {

constexpr int kMaxCount = 65535;
constexpr int kMaxBins = 4096;
constexpr std::int64_t kFirstPast32Bits = std::int64_t{1} << 32;

void check_target(int target) {
  if (target < 0 || target > kMaxCount) {
    fail(DCT_E_ARGUMENT, "target = {}, but counts are 0..{}", target, kMaxCount);
  }
}

void need_output(const void* out) {
  if (out == nullptr) fail(DCT_E_NULL, "the output array is NULL");
}

}  // namespace

void Cell::gather(Words words, CountRange range, std::int32_t* out) {
  check_words(words);
  const std::uint64_t* marks = marks_.for_gathers(range, std::ssize(words), cnt_);
  if (marks != nullptr) return gather_marked_balls(ball_, words, marks, out);
  gather_balls(ball_, words, range, cnt_, out);
}

void Cell::gather_target(Words words, int target, std::int32_t* out) {
  if (!words.empty()) need_output(out);
  check_target(target);
  // With mu = 1 the roles are these literal counts.
  if (target <= 1) return gather(words, target == 0 ? deficient(mu_) : critical(mu_), out);
  const auto count = static_cast<std::uint16_t>(target);
  gather(words, {count, count}, out);
}

void Cell::gather_role(Words words, int role, std::int32_t* out) {
  if (!words.empty()) need_output(out);
  if (role != 0 && role != 1) {
    fail(DCT_E_ARGUMENT, "role = {}, but it must be 0 (deficient) or 1 (critical)", role);
  }
  gather(words, role == 0 ? deficient(mu_) : critical(mu_), out);
}

std::int64_t Cell::count_eq(int target) const {
  check_target(target);
  return count_equal(cnt_, ball_.shape.size, static_cast<std::uint16_t>(target));
}

std::int64_t Cell::count_deficit() const {
  return sum_deficit(cnt_, ball_.shape.size, static_cast<std::uint16_t>(mu_));
}

void Cell::need_map() const {
  if (!map_valid_) {
    fail(DCT_E_NO_MAP, "A_0 holds no field; compute one by dct_transform(., 1)");
  }
}

void Cell::map_max(std::int32_t* out) const {
  need_map();
  need_output(out);
  *out = largest(map_, ball_.shape.size);
}

void Cell::map_hist(int nbins, std::int32_t vmax, std::int32_t* out) const {
  need_map();
  need_output(out);
  if (nbins < 1 || nbins > kMaxBins) {
    fail(DCT_E_ARGUMENT, "nbins = {}, but it must be in 1..{}", nbins, kMaxBins);
  }
  if (vmax < 1) fail(DCT_E_ARGUMENT, "vmax = {}, but it must be at least 1", vmax);
  histogram(map_, ball_.shape.size, vmax, {out, static_cast<std::size_t>(nbins)});
}

// Returns how many entries may be stored.
std::int64_t Cell::check_extraction(const void* idx, const std::int32_t* val, int cap) const {
  need_map();
  if (cap > 0) {
    need_output(idx);
    need_output(val);
  }
  if (cap < 0) fail(DCT_E_ARGUMENT, "cap = {}, but it must not be negative", cap);
  return std::min(cap, extract_cap_);
}

std::int64_t Cell::map_extract(std::int32_t threshold, std::uint32_t* idx, std::int32_t* val,
                               int cap) const {
  const std::int64_t limit = check_extraction(idx, val, cap);
  if (ball_.shape.size >= kFirstPast32Bits) {
    fail(DCT_E_TOO_LARGE, "the space has {} words, too many for 32-bit indices; use {}",
         ball_.shape.size, "dct_map_extract64");
  }
  return extract(map_, ball_.shape.size, threshold, idx, val, limit);
}

std::int64_t Cell::map_extract64(std::int32_t threshold, std::int64_t* idx, std::int32_t* val,
                                 int cap) const {
  const std::int64_t limit = check_extraction(idx, val, cap);
  return extract(map_, ball_.shape.size, threshold, idx, val, limit);
}

void Cell::map_read_at(Words words, std::int32_t* out) const {
  need_map();
  if (!words.empty()) need_output(out);
  check_words(words);
  for (std::size_t i = 0; i < words.size(); ++i) out[i] = map_[words[i]];
}

void Cell::read_cnt(long long offset, long long length, std::uint16_t* out) const {
  if (length > 0) need_output(out);
  if (length < 0) fail(DCT_E_ARGUMENT, "len = {}, but it must not be negative", length);
  if (offset < 0 || offset > ball_.shape.size || length > ball_.shape.size - offset) {
    fail(DCT_E_INDEX, "words from {} on, {} of them, leave the space of {} words", offset, length,
         ball_.shape.size);
  }
  std::copy_n(cnt_ + offset, length, out);
}

}  // namespace coldcore::core
