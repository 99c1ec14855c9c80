// SPDX-License-Identifier: Apache-2.0
//
// The exported coldcore_sparse_* functions: what this module offers beyond the contract.
#include <coldcore/sparse_index.h>

#include "entry.hpp"

using namespace coldcore::incidence;

long long coldcore_sparse_row(long long c, int32_t* points, int32_t* weights, long long cap) {
  return query("coldcore_sparse_row",
               [&](Cell& cell) { return cell.row(c, points, weights, cap); });
}

long long coldcore_sparse_column(long long u, long long* candidates, int32_t* weights,
                                 long long cap) {
  return query("coldcore_sparse_column",
               [&](Cell& cell) { return cell.column(u, candidates, weights, cap); });
}

int coldcore_sparse_index(int enable, long long* bytes) {
  return command("coldcore_sparse_index", [&](Cell& cell) {
    cell.set_index(enable);
    if (bytes != nullptr) *bytes = cell.index_bytes();
  });
}

int coldcore_sparse_track(int role) {
  return command("coldcore_sparse_track", [&](Cell& cell) { cell.track(role); });
}

int coldcore_sparse_tracked(void) {
  return call("coldcore_sparse_tracked", [] { return open_cell().tracked(); });
}

const char* coldcore_sparse_error_name(int code) { return error_name(code); }

const char* coldcore_sparse_last_error(void) { return last_error(); }
