// SPDX-License-Identifier: Apache-2.0
#include "cell.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "error.hpp"
#include "memory_limit.hpp"
#include "settings.hpp"
#include "walk.hpp"

namespace coldcore::incidence {
namespace {

constexpr std::int32_t kMostInt = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kNoRow = std::numeric_limits<std::int64_t>::max();

// A check before the arrays are read: a caller whose numbers are wrong may have none so long.
void check_least_memory(const Request& r) {
  const std::int64_t fields = 4 * r.n_univ + 8 * r.n_cand;
  const std::int64_t rows = r.nnz * narrowest_widths(r).item + (r.csr ? 8 * r.n_cand : 0);
  check_memory(fields + rows, "the cell");
}

// Occurrences that cannot make any count overflow.
std::int64_t harmless_occurrences(const Scan& scan) { return kMostInt / scan.max_weight; }

}  // namespace

struct Cell::Prepared {
  Request request;
  Isa isa = Isa::kPortable;
  OwnedWorkers workers;
  Scan scan;
};

Cell::Prepared Cell::prepare(const Request& request) {
  Prepared prepared{.request = request, .isa = {}, .workers = nullptr, .scan = {}};
  check_shape(prepared.request);
  const Settings settings = read_settings();
  prepared.isa = settings.isa;
  check_least_memory(prepared.request);
  prepared.workers = OwnedWorkers(new Workers(settings.threads));
  prepared.scan = scan(prepared.request, *prepared.workers);
  return prepared;
}

Cell::Cell(const Request& request) : Cell(prepare(request)) {}

Cell::Cell(Prepared prepared)
    : workers_(std::move(prepared.workers)),
      csr_(prepared.request.csr),
      extract_cap_(prepared.request.extract_cap),
      n_univ_(prepared.request.n_univ),
      scan_(prepared.scan),
      rows_(prepared.request, prepared.scan),
      fields_(rows_, n_univ_, scan_.max_weight, scan_.max_point_weight, prepared.isa) {
  check_memory(bytes_needed(prepared.request), "the cell");
  allocate(prepared.request);
  check_mu(1);
}

std::int64_t Cell::bytes_needed(const Request& request) const {
  const std::int64_t by_point = whole_pages(4 * n_univ_);
  const std::int64_t by_candidate = whole_pages(4 * request.n_cand);
  return rows_.bytes_needed() + fields_.bytes_needed() + 2 * by_candidate +
         (request.point_weights == nullptr ? 1 : 2) * by_point;
}

void Cell::allocate(const Request& request) {
  rows_.copy(request, scan_, *workers_);
  fields_.allocate();
  cnt_ = Pages(4 * n_univ_);
  chosen_ = Pages(4 * request.n_cand);
  map_ = Pages(4 * request.n_cand);
  if (request.point_weights == nullptr) return;
  point_weights_ = Pages(4 * n_univ_);
  std::copy_n(request.point_weights, n_univ_, point_weights_.as<std::int32_t>());
}

std::int64_t Cell::host_bytes() const {
  if (rows_.placement() != Placement::kNode0) return 0;
  return rows_.bytes() + (index_ == nullptr ? 0 : index_->columns.bytes());
}

std::int64_t Cell::device_bytes() const {
  const std::int64_t all = rows_.bytes() + index_bytes() + fields_.bytes() +
                           point_weights_.bytes() + cnt_.bytes() + chosen_.bytes() + map_.bytes();
  return all - host_bytes();
}

Universe Cell::universe() const {
  return {.size = n_univ_,
          .cnt = cnt_.as<std::int32_t>(),
          .point_weights = point_weights_.as<std::int32_t>(),
          .max_point_weight = scan_.max_point_weight,
          .mu = mu_};
}

// The most that a gain or loss can be: every entry with min(w, mu) coverings missing or critical.
std::int64_t Cell::first_heavy_row(int mu) const {
  const Universe points = universe();
  return rows_.visit([&](auto rows) {
    const auto heavy = [&](std::int64_t c) {
      std::int64_t most = 0;  // At most INT32_MAX before a summand, which is less than 2^62.
      for (std::int64_t k = rows.begin(c); k < rows.end(c) && most <= kMostInt; ++k) {
        most += std::int64_t{points.point_weight(rows.items[k])} *
                std::min<std::int32_t>(rows.weights[k], mu);
      }
      return most > kMostInt;
    };
    return workers_->reduce(
        rows_.candidate_count(), rows_per_chunk(rows_), kNoRow,
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t c = begin; c < end; ++c) {
            if (heavy(c)) return c;
          }
          return kNoRow;
        },
        [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
  });
}

void Cell::check_mu(int mu) const {
  std::int64_t deficiency = 0;
  if (__builtin_mul_overflow(scan_.total_point_weight, std::int64_t{mu}, &deficiency)) {
    fail(SPARSE_E_OVERFLOW, "mu = {} times the points' weights, {} in all, does not fit 64 bits",
         mu, scan_.total_point_weight);
  }
  // Cheap and nearly always enough: no row can be so heavy.
  const std::int32_t most_of_entry = std::min(scan_.max_weight, mu);
  if (scan_.longest_row <= kMostInt / scan_.max_point_weight / most_of_entry) return;
  const std::int64_t row = first_heavy_row(mu);
  if (row == kNoRow) return;
  fail(SPARSE_E_OVERFLOW, "row {}: at mu = {} its gain or loss could pass {}", row, mu, kMostInt);
}

void Cell::check_candidates(Candidates candidates) const {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] >= 0 && candidates[i] < rows_.candidate_count()) continue;
    fail(SPARSE_E_INDEX, "idx[{}] = {} is outside 0..{}", i, candidates[i],
         rows_.candidate_count() - 1);
  }
}

void Cell::set_mu(int mu) {
  if (mu < 1) fail(SPARSE_E_ARGUMENT, "mu = {}, but it must be at least 1", mu);
  check_mu(mu);
  mu_ = mu;
  if (tracked_ >= 0) compute_map(tracked_);
}

template <class F>
bool Cell::with_walk(F&& f) {
  auto* cnt = cnt_.as<std::int32_t>();
  auto* chosen = chosen_.as<std::int32_t>();
  return rows_.visit([&](auto rows) {
    if (tracked_ < 0) {
      const auto ignore = [](std::int64_t, std::int32_t, std::int32_t) {};
      return f(Walk<decltype(rows), decltype(ignore)>{rows, cnt, chosen, ignore});
    }
    return index_->columns.visit([&](auto columns) {
      // Rows and columns have weights of one type; other pairs need no code.
      if constexpr (std::is_same_v<decltype(rows.weights), decltype(columns.weights)>) {
        using Update = MapUpdate<decltype(columns)>;
        const Update update{columns, universe(), tracked_, map_.as<std::int32_t>(),
                            index_->maxima.stale()};
        return f(Walk<decltype(rows), Update>{rows, cnt, chosen, update});
      } else {
        return false;
      }
    });
  });
}

bool Cell::add_all(Candidates chosen) {
  return with_walk([&](const auto& walk) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (walk.add(chosen[i])) continue;
      while (i-- > 0) walk.take(chosen[i]);
      return false;
    }
    return true;
  });
}

void Cell::take_all(Candidates chosen) {
  with_walk([&](const auto& walk) {
    for (const long long c : chosen) walk.take(c);
    return true;
  });
}

// Takes the multiplicities down as far as they go, and up again.
void Cell::check_presence(Candidates candidates) {
  auto* chosen = chosen_.as<std::int32_t>();
  std::size_t present = 0;
  while (present < candidates.size() && chosen[candidates[present]] > 0) {
    --chosen[candidates[present++]];
  }
  for (std::size_t i = 0; i < present; ++i) ++chosen[candidates[i]];
  if (present == candidates.size()) return;
  fail(SPARSE_E_ABSENT, "idx[{}] = {} removes more occurrences than there are, {}", present,
       candidates[present], chosen[candidates[present]]);
}

void Cell::ball_update(Candidates chosen, int sign) {
  if (sign != 1 && sign != -1) fail(SPARSE_E_SIGN, "delta = {}, but it must be 1 or -1", sign);
  check_candidates(chosen);
  if (sign < 0) {
    check_presence(chosen);
    return take_all(chosen);
  }
  if (!add_all(chosen)) fail(SPARSE_E_OVERFLOW, "a count would pass {}", kMostInt);
}

void Cell::recount(Candidates chosen) {
  check_candidates(chosen);
  const std::span cnt(cnt_.as<std::int32_t>(), static_cast<std::size_t>(n_univ_));
  const std::span occurrences(chosen_.as<std::int32_t>(),
                              static_cast<std::size_t>(rows_.candidate_count()));
  std::vector<std::int32_t> old_cnt;
  std::vector<std::int32_t> old_occurrences;
  if (std::ssize(chosen) > harmless_occurrences(scan_)) {
    check_memory(cnt_.bytes() + chosen_.bytes(), "keeping the counts during a recount");
    old_cnt.assign(cnt.begin(), cnt.end());
    old_occurrences.assign(occurrences.begin(), occurrences.end());
  }

  const int tracked = std::exchange(tracked_, -1);  // One pass at the end instead.
  std::fill(cnt.begin(), cnt.end(), 0);
  std::fill(occurrences.begin(), occurrences.end(), 0);
  const bool fits = add_all(chosen);
  if (!fits) {
    std::copy(old_cnt.begin(), old_cnt.end(), cnt.begin());
    std::copy(old_occurrences.begin(), old_occurrences.end(), occurrences.begin());
  }
  tracked_ = tracked;
  if (!fits) fail(SPARSE_E_OVERFLOW, "a count would pass {}", kMostInt);
  if (tracked_ >= 0) compute_map(tracked_);
}

void Cell::compute_map(int role) {
  fields_.make(role, rows_, universe(), map_.as<std::int32_t>(), *workers_);
  has_map_ = true;
  if (index_ != nullptr) index_->maxima.mark_all();
}

void Cell::field(int role) {
  if (role < 0) fail(SPARSE_E_ARGUMENT, "role = {}, but it must be at least 0", role);
  if (role == tracked_) return;
  compute_map(role);
  tracked_ = -1;
}

}  // namespace coldcore::incidence
