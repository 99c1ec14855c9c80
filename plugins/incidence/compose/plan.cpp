// SPDX-License-Identifier: Apache-2.0
#include "plan.hpp"

#include <algorithm>

#include "check.hpp"
#include "columns.hpp"
#include "error.hpp"
#include "merge.hpp"
#include "sparsity.hpp"
#include "values.hpp"

namespace coldcore::compose {

void check_sparsity_call(const Shape& shape, const Matrix* j, const PatternOut& out, int threads) {
  if (out.capacity < 0) {
    fail(COMPOSE_E_ARGUMENT, "capacity = {}, but it must not be negative", out.capacity);
  }
  if (out.indices == nullptr && out.capacity > 0) {
    fail(COMPOSE_E_NULL, "c_indices is NULL, but capacity = {}", out.capacity);
  }
  check_j(j, shape, Values::kUnused, threads);
}

std::int64_t run_sparsity(const Mirror& a, Scratch& scratch, const Matrix& j, const PatternOut& out,
                          int threads) {
  const int workers = choose_threads(threads, j.columns, j.nnz);
  scratch.need_row_sets(workers);
  const std::vector<std::int64_t> starts = column_starts(a, j, scratch, workers);
  const std::int64_t nnz = starts.back();
  if (out.indices != nullptr && nnz > out.capacity) {
    fail(COMPOSE_E_CAPACITY, "C has {} entries, but c_indices takes capacity = {}", nnz,
         out.capacity);
  }
  if (out.indptr != nullptr) std::copy(starts.begin(), starts.end(), out.indptr);
  if (out.indices != nullptr) fill_rows(a, j, starts.data(), out.indices, scratch, workers);
  return nnz;
}

void check_values_call(const Shape& shape, const Matrix* j, const Matrix* c, const double* out,
                       int threads) {
  check_j(j, shape, Values::kNeeded, threads);
  check_c(c, shape, j->columns, threads);
  if (out == nullptr && c->nnz > 0) fail(COMPOSE_E_NULL, "c_values is NULL");
}

void run_values_once(const Matrix& a, const Matrix& j, const Matrix& c, double* out, int threads) {
  if (merging_is_cheaper(a, j, c)) {
    fill_by_merging(a, j, c, out, choose_threads(threads, j.columns, j.nnz + c.nnz));
    return;
  }
  Scratch scratch(a.rows);
  run_values(Mirror(a, MirrorOf::kValues), scratch, j, c, out, threads);
}

void run_values(const Mirror& a, Scratch& scratch, const Matrix& j, const Matrix& c, double* out,
                int threads) {
  const int workers = choose_threads(threads, j.columns, j.nnz + c.nnz);
  scratch.need_accumulators(workers);
  fill_values(a, j, c, out, scratch, workers);
}

}  // namespace coldcore::compose
