// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "workers.hpp"

namespace coldcore::incidence {

/// The arguments of one of the two inits.
struct Request {
  bool csr = false;
  long long n_cand = 0;
  long long d = 0;  ///< Fixed form only.
  long long n_univ = 0;
  long long nnz = 0;  ///< check_shape computes it for the fixed form.
  const std::int64_t* indptr = nullptr;
  const std::int32_t* points = nullptr;
  const std::int32_t* weights = nullptr;        ///< nullptr: all ones.
  const std::int32_t* point_weights = nullptr;  ///< nullptr: all ones.
  int inc_mode = 0;
  int extract_cap = 0;

  std::int64_t begin(std::int64_t c) const { return csr ? indptr[c] : c * d; }
  std::int64_t end(std::int64_t c) const { return csr ? indptr[c + 1] : (c + 1) * d; }
};

/// What the arrays of a good request hold.
struct Scan {
  std::int64_t longest_row = 0;
  bool rows_ascend = true;  ///< Strictly, so that no row names a point twice.
  std::int32_t max_weight = 1;
  std::int32_t max_point_weight = 1;
  std::int64_t total_point_weight = 0;
};

/// Judges the numbers and the pointers, without reading an array. Throws Error.
void check_shape(Request& request);

/// Reads the arrays and judges each number in them: the message of an Error names the first that is
/// bad. Whether a row names a point twice is left open unless rows_ascend.
Scan scan(const Request& request, Workers& workers);

/// Throws the Error that says where row c names a point twice, which it must do.
[[noreturn]] void fail_for_repeat(const Request& request, std::int64_t c);

}  // namespace coldcore::incidence
