// SPDX-License-Identifier: Apache-2.0
//
// The exported functions. Exceptions become codes here and nowhere else.
#include <coldcore/compose.h>

#include <memory>
#include <new>

#include "check.hpp"
#include "error.hpp"
#include "plan.hpp"

using namespace coldcore::compose;

namespace {

/// Runs the body of the exported function `name`. No exception leaves it.
template <class Body>
auto guarded(const char* name, Body&& body) noexcept -> decltype(body()) {
  using Code = decltype(body());
  const auto refuse = [name](int code, const char* line) {
    report_error(name, line);
    return static_cast<Code>(code);
  };
  try {
    return body();
  } catch (const Error& error) {
    return refuse(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return refuse(COMPOSE_E_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return refuse(COMPOSE_E_MEMORY, "out of memory");  // More than a vector takes.
  } catch (const std::exception& error) {
    return refuse(COMPOSE_E_INTERNAL, error.what());
  } catch (...) {
    return refuse(COMPOSE_E_INTERNAL, "unknown internal error");
  }
}

coldcore_compose_plan& checked_plan(coldcore_compose_plan* plan) {
  if (plan == nullptr) fail(COMPOSE_E_NULL, "the plan is NULL");
  return *plan;
}

Shape shape_of(const Mirror& mirror, std::int64_t blocks) {
  return {mirror.rows(), mirror.columns(), blocks};
}

int refresh(coldcore_compose_plan& plan, const double* new_values, std::int64_t nnz,
            std::int64_t version) {
  if (nnz != plan.mirror.nnz()) {
    fail(COMPOSE_E_SHAPE, "nnz = {}, but the plan's matrix has {} entries", nnz, plan.mirror.nnz());
  }
  if (version == plan.version) return 0;
  if (new_values == nullptr && nnz > 0) fail(COMPOSE_E_NULL, "values is NULL");
  plan.mirror.take_values(new_values);
  plan.version = version;
  return 1;
}

}  // namespace

int coldcore_compose_abi_version(void) { return COMPOSE_ABI_VERSION; }

const char* coldcore_compose_last_error(void) { return last_error(); }

const char* coldcore_compose_error_name(int code) { return error_name(code); }

int64_t coldcore_compose_sparsity(const coldcore_compose_matrix* a, int64_t blocks,
                                  const coldcore_compose_matrix* j, int64_t* c_indptr,
                                  int64_t* c_indices, int64_t capacity, int threads) {
  return guarded("coldcore_compose_sparsity", [&] {
    check_a(a, Values::kUnused);
    const PatternOut out{c_indptr, c_indices, capacity};
    check_sparsity_call({a->rows, a->columns, blocks}, j, out, threads);
    Scratch scratch(a->rows);
    return run_sparsity(Mirror(*a, MirrorOf::kPattern), scratch, *j, out, threads);
  });
}

int coldcore_compose_values(const coldcore_compose_matrix* a, int64_t blocks,
                            const coldcore_compose_matrix* j, const coldcore_compose_matrix* c,
                            double* c_values, int threads) {
  return guarded("coldcore_compose_values", [&] {
    check_a(a, Values::kNeeded);
    check_values_call({a->rows, a->columns, blocks}, j, c, c_values, threads);
    run_values_once(*a, *j, *c, c_values, threads);
    return int{COMPOSE_OK};
  });
}

int coldcore_compose_plan_create(const coldcore_compose_matrix* a, int64_t version,
                                 coldcore_compose_plan** plan) {
  return guarded("coldcore_compose_plan_create", [&] {
    if (plan == nullptr) fail(COMPOSE_E_NULL, "there is no place for the plan");
    check_a(a, Values::kNeeded);
    *plan = std::make_unique<coldcore_compose_plan>(*a, version).release();
    return int{COMPOSE_OK};
  });
}

void coldcore_compose_plan_free(coldcore_compose_plan* plan) { delete plan; }

int coldcore_compose_plan_refresh(coldcore_compose_plan* plan, const double* values, int64_t nnz,
                                  int64_t version) {
  return guarded("coldcore_compose_plan_refresh", [&] {
    const std::scoped_lock lock(checked_plan(plan).mutex);
    return refresh(*plan, values, nnz, version);
  });
}

int64_t coldcore_compose_plan_sparsity(coldcore_compose_plan* plan, int64_t blocks,
                                       const coldcore_compose_matrix* j, int64_t* c_indptr,
                                       int64_t* c_indices, int64_t capacity, int threads) {
  return guarded("coldcore_compose_plan_sparsity", [&] {
    auto& [mutex, mirror, scratch, version] = checked_plan(plan);
    const std::scoped_lock lock(mutex);
    const PatternOut out{c_indptr, c_indices, capacity};
    check_sparsity_call(shape_of(mirror, blocks), j, out, threads);
    return run_sparsity(mirror, scratch, *j, out, threads);
  });
}

int coldcore_compose_plan_values(coldcore_compose_plan* plan, int64_t blocks,
                                 const coldcore_compose_matrix* j, const coldcore_compose_matrix* c,
                                 double* c_values, int threads) {
  return guarded("coldcore_compose_plan_values", [&] {
    auto& [mutex, mirror, scratch, version] = checked_plan(plan);
    const std::scoped_lock lock(mutex);
    check_values_call(shape_of(mirror, blocks), j, c, c_values, threads);
    run_values(mirror, scratch, *j, *c, c_values, threads);
    return int{COMPOSE_OK};
  });
}

int64_t coldcore_compose_plan_bytes(coldcore_compose_plan* plan) {
  return guarded("coldcore_compose_plan_bytes", [&] {
    const std::scoped_lock lock(checked_plan(plan).mutex);
    return plan->mirror.bytes() + plan->scratch.bytes();
  });
}
