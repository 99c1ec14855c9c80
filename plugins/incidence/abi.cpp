// SPDX-License-Identifier: Apache-2.0
//
// The exported sparse_* functions.
#include <coldcore/sparse.h>

#include <memory>
#include <utility>

#include "entry.hpp"

using namespace coldcore::incidence;

namespace {

int open_sparse(const char* name, const Request& request, long long* bytes_dev,
                long long* bytes_host) noexcept {
  return call(name, [&] {
    if (cell_slot() != nullptr) {
      fail(SPARSE_E_CELL_OPEN, "a cell is open already; close it by sparse_free");
    }
    cell_slot() = std::make_unique<Cell>(request).release();
    if (bytes_dev != nullptr) *bytes_dev = cell_slot()->device_bytes();
    if (bytes_host != nullptr) *bytes_host = cell_slot()->host_bytes();
    return int{SPARSE_OK};
  });
}

}  // namespace

int sparse_abi_version(void) { return SPARSE_ABI_VERSION; }

int sparse_init(long long n_cand, int d, long long n_univ, const int32_t* inc, int inc_mode,
                int extract_cap, long long* bytes_dev, long long* bytes_host) {
  const Request request = {.csr = false,
                           .n_cand = n_cand,
                           .d = d,
                           .n_univ = n_univ,
                           .points = inc,
                           .inc_mode = inc_mode,
                           .extract_cap = extract_cap};
  return open_sparse("sparse_init", request, bytes_dev, bytes_host);
}

int sparse_init_csr(long long n_cand, long long n_univ, long long nnz, const int64_t* indptr,
                    const int32_t* indices, const int32_t* w, const int32_t* uw, int inc_mode,
                    int extract_cap, long long* bytes_dev, long long* bytes_host) {
  const Request request = {.csr = true,
                           .n_cand = n_cand,
                           .n_univ = n_univ,
                           .nnz = nnz,
                           .indptr = indptr,
                           .points = indices,
                           .weights = w,
                           .point_weights = uw,
                           .inc_mode = inc_mode,
                           .extract_cap = extract_cap};
  return open_sparse("sparse_init_csr", request, bytes_dev, bytes_host);
}

int sparse_free(void) {
  return command("sparse_free", [](Cell&) { delete std::exchange(cell_slot(), nullptr); });
}

int sparse_inc_mode(void) {
  return call("sparse_inc_mode", [] { return open_cell().inc_mode(); });
}

int sparse_is_csr(void) {
  return call("sparse_is_csr", [] { return open_cell().csr() ? 1 : 0; });
}

int sparse_set_mu(int mu) {
  return command("sparse_set_mu", [&](Cell& cell) { cell.set_mu(mu); });
}

int sparse_get_mu(void) {
  return call("sparse_get_mu", [] { return cell_slot() == nullptr ? 1 : cell_slot()->mu(); });
}

int sparse_recount(const long long* idx, long long M) {
  return command("sparse_recount", [&](Cell& cell) { cell.recount(checked_candidates(idx, M)); });
}

int sparse_field(int role) {
  return command("sparse_field", [&](Cell& cell) { cell.field(role); });
}

int sparse_ball_update(const long long* idx, long long m, int delta) {
  return command("sparse_ball_update",
                 [&](Cell& cell) { cell.ball_update(checked_candidates(idx, m), delta); });
}

int sparse_ball_gather(const long long* idx, long long m, int role, int32_t* out) {
  return command("sparse_ball_gather",
                 [&](Cell& cell) { cell.ball_gather(checked_candidates(idx, m), role, out); });
}

long long sparse_count_eq(int target) {
  return query("sparse_count_eq", [&](Cell& cell) { return cell.count_eq(target); });
}

long long sparse_count_deficit(void) {
  return query("sparse_count_deficit", [](Cell& cell) { return cell.count_deficit(); });
}

int sparse_map_max(int32_t* out) {
  return command("sparse_map_max", [&](Cell& cell) { cell.map_max(out); });
}

int sparse_map_hist(int nbins, int32_t vmax, int32_t* out) {
  return command("sparse_map_hist", [&](Cell& cell) { cell.map_hist(nbins, vmax, out); });
}

long long sparse_map_extract(int32_t thr, int64_t* idx, int32_t* val, int cap) {
  return query("sparse_map_extract",
               [&](Cell& cell) { return cell.map_extract(thr, idx, val, cap); });
}

int sparse_map_read_at(const long long* idx, long long k, int32_t* out) {
  return command("sparse_map_read_at", [&](Cell& cell) {
    cell.need_map();
    cell.map_read_at(checked_candidates(idx, k), out);
  });
}

int sparse_read_cnt(long long off, long long len, int32_t* out) {
  return command("sparse_read_cnt", [&](Cell& cell) { cell.read_cnt(off, len, out); });
}

long long sparse_dev_bytes(void) {
  return call("sparse_dev_bytes", [] {
    return static_cast<long long>(cell_slot() == nullptr ? 0 : cell_slot()->device_bytes());
  });
}

long long sparse_host_bytes(void) {
  return call("sparse_host_bytes", [] {
    return static_cast<long long>(cell_slot() == nullptr ? 0 : cell_slot()->host_bytes());
  });
}
