// SPDX-License-Identifier: Apache-2.0
#include "incidence.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "error.hpp"
#include "field_kernels.hpp"
#include "memory_limit.hpp"

namespace coldcore::incidence {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

int weight_width(std::int32_t max_weight) {
  if (max_weight == 1) return 0;
  return max_weight <= std::numeric_limits<std::uint8_t>::max() ? 1 : 4;
}

// One row of the caller as point and weight in one number, so that sorting keeps them together.
using PackedRow = std::vector<std::uint64_t>;

void pack(const Request& r, std::int64_t c, PackedRow& row) {
  row.clear();
  for (std::int64_t k = r.begin(c); k < r.end(c); ++k) {
    const std::uint32_t weight =
        r.weights == nullptr ? 1 : static_cast<std::uint32_t>(r.weights[k]);
    row.push_back(std::uint64_t{static_cast<std::uint32_t>(r.points[k])} << 32 | weight);
  }
}

bool sort_and_check(PackedRow& row) {
  std::sort(row.begin(), row.end());
  const auto same_point = [](std::uint64_t a, std::uint64_t b) { return a >> 32 == b >> 32; };
  return std::adjacent_find(row.begin(), row.end(), same_point) == row.end();
}

// Where copies go. Either pointer's type depends on the widths.
struct Target {
  void* points;
  void* weights;
  Widths widths;

  void store(std::int64_t k, std::uint32_t point, std::uint32_t weight) const {
    if (widths.item == 2) {
      static_cast<std::uint16_t*>(points)[k] = static_cast<std::uint16_t>(point);
    } else {
      static_cast<std::uint32_t*>(points)[k] = point;
    }
    if (widths.weight == 1)
      static_cast<std::uint8_t*>(weights)[k] = static_cast<std::uint8_t>(weight);
    if (widths.weight == 4) static_cast<std::uint32_t*>(weights)[k] = weight;
  }
};

void copy_ascending(const Request& r, const Target& target, Workers& workers) {
  workers.run(r.nnz, 1 << 16, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int32_t weight = r.weights == nullptr ? 1 : r.weights[k];
      target.store(k, static_cast<std::uint32_t>(r.points[k]), static_cast<std::uint32_t>(weight));
    }
  });
}

/// Returns the first row that names a point twice, or kNone.
std::int64_t copy_sorted(const Request& r, std::int64_t longest_row, std::int64_t grain,
                         const Target& target, Workers& workers) {
  std::vector<PackedRow> scratch(static_cast<std::size_t>(workers.count()));
  for (PackedRow& row : scratch) row.reserve(static_cast<std::size_t>(longest_row));
  std::atomic<std::int64_t> first_repeat{kNone};
  workers.run(r.n_cand, grain, [&](std::int64_t begin, std::int64_t end, int worker) {
    PackedRow& row = scratch[static_cast<std::size_t>(worker)];
    for (std::int64_t c = begin; c < end && c < first_repeat.load(); ++c) {
      pack(r, c, row);
      if (!sort_and_check(row)) {
        std::int64_t known = first_repeat.load();
        while (c < known && !first_repeat.compare_exchange_weak(known, c)) {
        }
        return;
      }
      std::int64_t k = r.begin(c);
      for (const std::uint64_t entry : row) {
        target.store(k++, static_cast<std::uint32_t>(entry >> 32),
                     static_cast<std::uint32_t>(entry));
      }
    }
  });
  return first_repeat.load();
}

}  // namespace

Widths narrowest_widths(const Request& request) {
  constexpr long long kNarrowPoints = 1 + std::numeric_limits<std::uint16_t>::max();
  return {request.n_univ <= kNarrowPoints ? 2 : 4, 0};
}

Incidence::Incidence(const Request& request, const Scan& scan)
    : n_cand_(request.n_cand),
      nnz_(request.nnz),
      row_length_(request.csr ? 0 : request.d),
      csr_(request.csr),
      widths_(narrowest_widths(request)),
      placement_(static_cast<Placement>(request.inc_mode)) {
  widths_.weight = weight_width(scan.max_weight);
}

std::int64_t Incidence::array_bytes(int width) const {
  return width == 0 ? 0 : nnz_ * width + kSpareBytes;
}

std::int64_t Incidence::bytes_needed() const {
  return (csr_ ? whole_pages(8 * (n_cand_ + 1)) : 0) + whole_pages(array_bytes(widths_.item)) +
         whole_pages(array_bytes(widths_.weight));
}

void Incidence::copy(const Request& request, const Scan& scan, Workers& workers) {
  points_ = Pages(array_bytes(widths_.item), placement_);
  weights_ = Pages(array_bytes(widths_.weight), placement_);
  if (csr_) {
    starts_ = Pages(8 * (n_cand_ + 1), placement_);
    std::copy_n(request.indptr, n_cand_ + 1, starts_.as<std::int64_t>());
  }
  const Target target{points_.as<void>(), weights_.as<void>(), widths_};
  if (scan.rows_ascend) return copy_ascending(request, target, workers);
  check_memory(8 * scan.longest_row * workers.count(), "sorting the rows");
  const std::int64_t repeat =
      copy_sorted(request, scan.longest_row, rows_per_chunk(*this), target, workers);
  if (repeat != kNone) fail_for_repeat(request, repeat);
}

std::int64_t rows_per_chunk(const Incidence& incidence) {
  // Some twenty microseconds of work; a row costs about as much as an entry.
  constexpr std::int64_t kEntriesPerChunk = std::int64_t{1} << 15;
  const std::int64_t work_per_row = 1 + incidence.entry_count() / incidence.candidate_count();
  return std::max<std::int64_t>(1, kEntriesPerChunk / work_per_row);
}

}  // namespace coldcore::incidence
