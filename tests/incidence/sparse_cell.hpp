// SPDX-License-Identifier: Apache-2.0
//
// The sparse_* interface as vectors, for tests: opens a cell, asks for whole fields, closes it.
#pragma once

#include <coldcore/sparse.h>
#include <coldcore/sparse_index.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "reference.hpp"

namespace incidence_test {

using incidence_reference::Entry;
using incidence_reference::Field;
using incidence_reference::Multiset;
using incidence_reference::Row;
using incidence_reference::System;

/// A system as the arrays of sparse_init_csr; `indices` also serves sparse_init.
struct Arrays {
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int32_t> indices;
  std::vector<std::int32_t> weights;

  explicit Arrays(const System& system) {
    for (const Row& row : system.rows) {
      for (const Entry& entry : row) {
        indices.push_back(entry.point);
        weights.push_back(entry.weight);
      }
      indptr.push_back(static_cast<std::int64_t>(indices.size()));
    }
  }
  long long nnz() const { return static_cast<long long>(indices.size()); }
};

enum class Form { kFixed, kUnitCsr, kCsr };

/// The open cell of this process. Every call in here has to succeed.
class Cell {
 public:
  explicit Cell(const System& system, Form form = Form::kCsr, int inc_mode = 0,
                int extract_cap = 1 << 20)
      : candidates_(system.candidates()), points_(system.points) {
    const Arrays arrays(system);
    if (form == Form::kFixed) {
      const int d = static_cast<int>(system.rows.front().size());
      REQUIRE(sparse_init(candidates_, d, points_, arrays.indices.data(), inc_mode, extract_cap,
                          &device_bytes_, &host_bytes_) == SPARSE_OK);
      return;
    }
    const bool unit = form == Form::kUnitCsr;
    REQUIRE(sparse_init_csr(candidates_, points_, arrays.nnz(), arrays.indptr.data(),
                            arrays.indices.data(), unit ? nullptr : arrays.weights.data(),
                            unit ? nullptr : system.point_weights.data(), inc_mode, extract_cap,
                            &device_bytes_, &host_bytes_) == SPARSE_OK);
  }
  ~Cell() { sparse_free(); }
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  long long candidates() const { return candidates_; }
  long long points() const { return points_; }
  long long device_bytes() const { return device_bytes_; }
  long long host_bytes() const { return host_bytes_; }

  void set_mu(int mu) const { REQUIRE(sparse_set_mu(mu) == SPARSE_OK); }
  void recount(const Multiset& chosen) const {
    REQUIRE(sparse_recount(chosen.data(), std::ssize(chosen)) == SPARSE_OK);
  }
  void update(const Multiset& chosen, int sign) const {
    REQUIRE(sparse_ball_update(chosen.data(), std::ssize(chosen), sign) == SPARSE_OK);
  }
  void make_index() const { REQUIRE(coldcore_sparse_index(1, nullptr) == SPARSE_OK); }
  void track(int role) const { REQUIRE(coldcore_sparse_track(role) == SPARSE_OK); }

  Field counts() const {
    std::vector<std::int32_t> out(static_cast<std::size_t>(points_), -77);
    REQUIRE(sparse_read_cnt(0, points_, out.data()) == SPARSE_OK);
    return widened(out);
  }
  Multiset all_candidates() const {
    Multiset all;
    for (long long c = 0; c < candidates_; ++c) all.push_back(c);
    return all;
  }
  Field map() const { return map_at(all_candidates()); }
  Field map_at(const Multiset& which) const {
    std::vector<std::int32_t> out(which.size(), -77);
    REQUIRE(sparse_map_read_at(which.data(), std::ssize(which), out.data()) == SPARSE_OK);
    return widened(out);
  }
  Field field(int role) const {
    REQUIRE(sparse_field(role) == SPARSE_OK);
    return map();
  }
  Field gather(const Multiset& which, int role) const {
    std::vector<std::int32_t> out(which.size(), -77);
    REQUIRE(sparse_ball_gather(which.data(), std::ssize(which), role, out.data()) == SPARSE_OK);
    return widened(out);
  }

 private:
  static Field widened(const std::vector<std::int32_t>& values) {
    return Field(values.begin(), values.end());
  }

  long long candidates_;
  long long points_;
  long long device_bytes_ = -1;
  long long host_bytes_ = -1;
};

/// "" if the two are equal, else where they first differ.
inline std::string mismatch(const Field& actual, const Field& expected) {
  if (actual.size() != expected.size()) {
    return "length " + std::to_string(actual.size()) + ", expected " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i]) continue;
    return "at " + std::to_string(i) + ": " + std::to_string(actual[i]) + ", expected " +
           std::to_string(expected[i]);
  }
  return "";
}

}  // namespace incidence_test
