// SPDX-License-Identifier: Apache-2.0
#include "request.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "error.hpp"

namespace coldcore::incidence {
namespace {

constexpr std::int64_t kNowhere = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kGrain = std::int64_t{1} << 16;

// No memory holds more, and sums of array sizes stay far from 2^63.
constexpr long long kMostEntries = 1LL << 48;

template <class Bad>
std::int64_t first_bad(std::int64_t count, Workers& workers, Bad&& bad) {
  return workers.reduce(
      count, kGrain, kNowhere,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          if (bad(i)) return i;
        }
        return kNowhere;
      },
      [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
}

void check_pointers(const Request& r) {
  if (r.csr && r.indptr == nullptr) fail(SPARSE_E_NULL, "indptr is NULL");
  if (r.points != nullptr || (r.csr && r.nnz == 0)) return;
  fail(SPARSE_E_NULL, "{} is NULL", r.csr ? "indices" : "inc");
}

void check_sizes(Request& r) {
  constexpr long long kMostPoints = std::numeric_limits<std::int32_t>::max();
  if (r.n_cand < 1 || r.n_cand > kMostEntries) {
    fail(SPARSE_E_SHAPE, "n_cand = {}, but it must be in 1..{}", r.n_cand, kMostEntries);
  }
  if (r.n_univ < 1 || r.n_univ > kMostPoints) {
    fail(SPARSE_E_SHAPE, "n_univ = {}, but it must be in 1..{}", r.n_univ, kMostPoints);
  }
  if (r.csr) {
    if (r.nnz < 0 || r.nnz > kMostEntries) {
      fail(SPARSE_E_SHAPE, "nnz = {}, but it must be in 0..{}", r.nnz, kMostEntries);
    }
    return;
  }
  if (r.d < 1 || r.d > r.n_univ) {
    fail(SPARSE_E_SHAPE, "d = {}, but a row has between 1 and n_univ = {} distinct points", r.d,
         r.n_univ);
  }
  if (r.d > kMostEntries / r.n_cand) {
    fail(SPARSE_E_SHAPE, "n_cand * d = {} * {} is more than {} entries", r.n_cand, r.d,
         kMostEntries);
  }
  r.nnz = r.n_cand * r.d;
}

void check_modes(const Request& r) {
  if (r.inc_mode != 0 && r.inc_mode != 1) {
    fail(SPARSE_E_ARGUMENT, "inc_mode = {}, but it must be 0 or 1", r.inc_mode);
  }
  if (r.extract_cap < 1) {
    fail(SPARSE_E_ARGUMENT, "extract_cap = {}, but it must be at least 1", r.extract_cap);
  }
}

void check_indptr(const Request& r, Workers& workers) {
  if (r.indptr[0] != 0) {
    fail(SPARSE_E_INDPTR, "indptr[0] = {}, but rows begin at 0", r.indptr[0]);
  }
  const std::int64_t c =
      first_bad(r.n_cand, workers, [&](std::int64_t i) { return r.indptr[i + 1] < r.indptr[i]; });
  if (c != kNowhere) {
    fail(SPARSE_E_INDPTR, "indptr[{}] = {} is less than indptr[{}] = {}; it must not fall", c + 1,
         r.indptr[c + 1], c, r.indptr[c]);
  }
  if (r.indptr[r.n_cand] != r.nnz) {
    fail(SPARSE_E_INDPTR, "indptr[{}] = {}, but the last row ends at nnz = {}", r.n_cand,
         r.indptr[r.n_cand], r.nnz);
  }
}

// "indices[17], row 3": where the caller finds entry k.
std::string place(const Request& r, std::int64_t k) {
  if (!r.csr) return fmt::format("inc[{}], row {}", k, k / r.d);
  const auto* row = std::upper_bound(r.indptr, r.indptr + r.n_cand + 1, k) - 1;
  return fmt::format("indices[{}], row {}", k, row - r.indptr);
}

void check_points(const Request& r, Workers& workers) {
  const std::int64_t k = first_bad(
      r.nnz, workers, [&](std::int64_t i) { return r.points[i] < 0 || r.points[i] >= r.n_univ; });
  if (k == kNowhere) return;
  fail(SPARSE_E_ENTRY, "{}: point {} is outside 0..{}", place(r, k), r.points[k], r.n_univ - 1);
}

/// The largest of an array of weights, 1 for nullptr.
std::int32_t check_weights(const std::int32_t* weights, std::int64_t count, const char* name,
                           Workers& workers) {
  if (weights == nullptr || count == 0) return 1;
  const std::int64_t i = first_bad(count, workers, [&](std::int64_t k) { return weights[k] < 1; });
  if (i != kNowhere) {
    fail(SPARSE_E_WEIGHT, "{}[{}] = {}, but a weight is at least 1", name, i, weights[i]);
  }
  return workers.reduce(
      count, kGrain, std::int32_t{1},
      [&](std::int64_t begin, std::int64_t end) {
        return *std::max_element(weights + begin, weights + end);
      },
      [](std::int32_t a, std::int32_t b) { return std::max(a, b); });
}

struct RowShapes {
  std::int64_t longest = 0;
  bool ascend = true;
};

RowShapes row_shapes(const Request& r, Workers& workers) {
  return workers.reduce(
      r.n_cand, kGrain, RowShapes{},
      [&](std::int64_t begin, std::int64_t end) {
        RowShapes shapes;
        for (std::int64_t c = begin; c < end; ++c) {
          const std::int32_t* first = r.points + r.begin(c);
          const std::int32_t* last = r.points + r.end(c);
          shapes.longest = std::max<std::int64_t>(shapes.longest, last - first);
          shapes.ascend =
              shapes.ascend && std::adjacent_find(first, last, std::greater_equal<>()) == last;
        }
        return shapes;
      },
      [](RowShapes a, RowShapes b) {
        return RowShapes{std::max(a.longest, b.longest), a.ascend && b.ascend};
      });
}

std::int64_t total_point_weight(const Request& r) {
  if (r.point_weights == nullptr) return r.n_univ;
  std::int64_t total = 0;  // At most 2^31 times 2^31.
  for (std::int64_t u = 0; u < r.n_univ; ++u) total += r.point_weights[u];
  return total;
}

}  // namespace

void check_shape(Request& request) {
  check_pointers(request);
  check_modes(request);
  check_sizes(request);
}

Scan scan(const Request& request, Workers& workers) {
  if (request.csr) check_indptr(request, workers);
  check_points(request, workers);
  Scan result;
  result.max_weight = check_weights(request.weights, request.nnz, "w", workers);
  result.max_point_weight = check_weights(request.point_weights, request.n_univ, "uw", workers);
  result.total_point_weight = total_point_weight(request);
  const RowShapes shapes = row_shapes(request, workers);
  result.longest_row = shapes.longest;
  result.rows_ascend = shapes.ascend;
  return result;
}

void fail_for_repeat(const Request& request, std::int64_t c) {
  std::map<std::int32_t, std::int64_t> seen;
  for (std::int64_t k = request.begin(c); k < request.end(c); ++k) {
    const auto [first, fresh] = seen.emplace(request.points[k], k);
    if (fresh) continue;
    fail(SPARSE_E_ENTRY, "{}: point {} is in this row already, at {}", place(request, k),
         request.points[k], first->second);
  }
  fail(SPARSE_E_INTERNAL, "row {} was taken for one that names a point twice", c);
}

}  // namespace coldcore::incidence
