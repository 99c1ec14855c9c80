// SPDX-License-Identifier: Apache-2.0
//
// Both phases on checked arguments, and the object that keeps what they need of A.
#pragma once

#include <mutex>

#include "mirror.hpp"
#include "scratch.hpp"

namespace coldcore::compose {

/// Where the caller wants the pattern of C.
struct PatternOut {
  std::int64_t* indptr = nullptr;
  std::int64_t* indices = nullptr;
  std::int64_t capacity = 0;
};

/// Everything about a call for the pattern but A. Throws Error.
void check_sparsity_call(const Shape& shape, const Matrix* j, const PatternOut& out, int threads);

/// The number of entries of C, on checked arguments. Throws Error, nothing written.
std::int64_t run_sparsity(const Mirror& a, Scratch& scratch, const Matrix& j, const PatternOut& out,
                          int threads);

/// Everything about a call for the values but A. Throws Error.
void check_values_call(const Shape& shape, const Matrix* j, const Matrix* c, const double* out,
                       int threads);

/// The values of C, on checked arguments, with no mirror yet. Throws only before it writes.
void run_values_once(const Matrix& a, const Matrix& j, const Matrix& c, double* out, int threads);

/// The same with the mirror. Throws only before it writes.
void run_values(const Mirror& a, Scratch& scratch, const Matrix& j, const Matrix& c, double* out,
                int threads);

}  // namespace coldcore::compose

/// What the C interface hands out.
struct coldcore_compose_plan {
  coldcore_compose_plan(const coldcore_compose_matrix& a, std::int64_t a_version)
      : mirror(a, coldcore::compose::MirrorOf::kRefreshable), scratch(a.rows), version(a_version) {}

  std::mutex mutex;  // Guards all of it.
  coldcore::compose::Mirror mirror;
  coldcore::compose::Scratch scratch;
  std::int64_t version;
};
