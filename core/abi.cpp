// SPDX-License-Identifier: Apache-2.0
//
// The exported dct_* functions: the one cell of the process behind flat symbols.
#include <coldcore/dct.h>

#include <array>
#include <memory>
#include <utility>

#include "cell.hpp"
#include "error.hpp"
#include "guard.hpp"

using namespace coldcore::core;

namespace {

// Never destroyed at exit: closing calls into a plugin, whose own statics may be gone by then.
Cell* open_cell = nullptr;
std::int64_t last_host_bytes = 0;

constexpr int kLegacyProblem = 0;  // The family that the older entry points mean.

/// Runs a call under the guard; its errors begin with the function's name.
template <class Body>
auto call(const char* name, Body&& body) noexcept {
  return guarded([&] {
    try {
      return body();
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{}: {}", name, error.what()));
    }
  });
}

Cell& cell() {
  if (open_cell == nullptr) fail(DCT_E_NO_CELL, "no cell is open; open one by dct_init3");
  if (open_cell->lost()) {
    fail(DCT_E_LOST, "an earlier failure destroyed the fields; close the cell by dct_free");
  }
  return *open_cell;
}

/// A call whose answer is only whether it worked.
template <class Body>
int command(const char* name, Body&& body) noexcept {
  return call(name, [&] {
    body(cell());
    return int{DCT_OK};
  });
}

/// A call that answers with a number.
template <class Body>
long long query(const char* name, Body&& body) noexcept {
  return call(name, [&] { return static_cast<long long>(body(cell())); });
}

/// An array of words as the caller gave it.
Words checked_words(const long long* words, int count) {
  if (words == nullptr && count > 0) fail(DCT_E_NULL, "the array of words is NULL");
  if (count < 0) fail(DCT_E_ARGUMENT, "{} words, but the number must not be negative", count);
  return {words, static_cast<std::size_t>(count)};
}

int open(const char* name, const CellRequest& request, long long* bytes) noexcept {
  return call(name, [&] {
    if (open_cell != nullptr) fail(DCT_E_CELL_OPEN, "a cell is open already; close it by dct_free");
    open_cell = std::make_unique<Cell>(request).release();
    last_host_bytes = open_cell->host_bytes();
    if (bytes != nullptr) *bytes = open_cell->bytes();
    return int{DCT_OK};
  });
}

/// The legacy forms know one family, with axes of one size.
int open_legacy(const char* name, int q, CellRequest request, long long* bytes) noexcept {
  std::array<int, COLDCORE_MAX_N> ax{};
  ax.fill(q);  // A larger n is refused before any axis is read.
  request.problem = kLegacyProblem;
  request.ax = ax.data();
  return open(name, request, bytes);
}

}  // namespace

int dct_init3(int problem, int n, const int* ax, int R, const uint64_t* ballpat, long long balllen,
              int extract_cap, long long* bytes, int layers_mode, int cnt_mode, int use_owner) {
  return open("dct_init3",
              {.problem = problem,
               .n = n,
               .ax = ax,
               .R = R,
               .ballpat = ballpat,
               .balllen = balllen,
               .extract_cap = extract_cap,
               .layers_mode = layers_mode,
               .cnt_mode = cnt_mode,
               .use_owner = use_owner},
              bytes);
}

int dct_init2(int q, int n, int R, const uint64_t* ballpat, long long balllen, int extract_cap,
              long long* bytes, int layers_mode, int cnt_mode, int use_owner) {
  return open_legacy("dct_init2", q,
                     {.n = n,
                      .R = R,
                      .ballpat = ballpat,
                      .balllen = balllen,
                      .extract_cap = extract_cap,
                      .layers_mode = layers_mode,
                      .cnt_mode = cnt_mode,
                      .use_owner = use_owner},
                     bytes);
}

int dct_init(int q, int n, int R, const uint64_t* ballpat, long long balllen, int extract_cap,
             long long* bytes) {
  return open_legacy(
      "dct_init", q,
      {.n = n, .R = R, .ballpat = ballpat, .balllen = balllen, .extract_cap = extract_cap}, bytes);
}

int dct_free(void) {
  return call("dct_free", [] {
    if (open_cell == nullptr) fail(DCT_E_NO_CELL, "no cell is open");
    delete std::exchange(open_cell, nullptr);
    return int{DCT_OK};
  });
}

long long dct_host_bytes(void) {
  return guarded([] { return static_cast<long long>(last_host_bytes); });
}

int dct_set_code(const long long* idx, int M) {
  return command("dct_set_code", [&](Cell& c) { c.set_code(checked_words(idx, M)); });
}

int dct_transform(int init_mode, int out_mode) {
  return command("dct_transform", [&](Cell& c) { c.transform(init_mode, out_mode); });
}

int dct_ball_update(const long long* words, int nwords, int delta) {
  return command("dct_ball_update",
                 [&](Cell& c) { c.update(checked_words(words, nwords), delta); });
}

int dct_ball_gather(const long long* words, int nwords, int target, int32_t* out) {
  return command("dct_ball_gather",
                 [&](Cell& c) { c.gather_target(checked_words(words, nwords), target, out); });
}

int dct_loss_owner(const long long* words, int M, int32_t* out) {
  return command("dct_loss_owner", [&](Cell& c) {
    c.need_owner();
    c.loss_owner(checked_words(words, M), out);
  });
}

long long dct_count_eq(int target) {
  return query("dct_count_eq", [&](Cell& c) { return c.count_eq(target); });
}

int dct_map_max(int32_t* out) {
  return command("dct_map_max", [&](Cell& c) { c.map_max(out); });
}

int dct_map_hist(int nbins, int32_t vmax, int32_t* out) {
  return command("dct_map_hist", [&](Cell& c) { c.map_hist(nbins, vmax, out); });
}

long long dct_map_extract(int32_t thr, uint32_t* idx, int32_t* val, int cap) {
  return query("dct_map_extract", [&](Cell& c) { return c.map_extract(thr, idx, val, cap); });
}

long long dct_map_extract64(int32_t thr, int64_t* idx, int32_t* val, int cap) {
  return query("dct_map_extract64", [&](Cell& c) { return c.map_extract64(thr, idx, val, cap); });
}

int dct_map_read_at(const long long* idx, int k, int32_t* out) {
  return command("dct_map_read_at", [&](Cell& c) {
    c.need_map();
    c.map_read_at(checked_words(idx, k), out);
  });
}

int dct_read_cnt(long long off, long long len, uint16_t* out) {
  return command("dct_read_cnt", [&](Cell& c) { c.read_cnt(off, len, out); });
}

int dct_set_tbl2(const uint16_t* mask, const uint64_t* offs, long long len) {
  return command("dct_set_tbl2", [&](Cell& c) { c.set_ox_table(mask, offs, len); });
}

int dct_use_fmt(int fmt) {
  return command("dct_use_fmt", [&](Cell& c) { c.use_format(fmt); });
}

int dct_set_mu(int mu) {
  return command("dct_set_mu", [&](Cell& c) { c.set_mu(mu); });
}

int dct_get_mu(void) {
  return guarded([] { return open_cell == nullptr ? 1 : open_cell->mu(); });
}

int dct_ball_gather_mu(const long long* words, int nwords, int role, int32_t* out) {
  return command("dct_ball_gather_mu",
                 [&](Cell& c) { c.gather_role(checked_words(words, nwords), role, out); });
}

long long dct_count_deficit(void) {
  return query("dct_count_deficit", [](Cell& c) { return c.count_deficit(); });
}
