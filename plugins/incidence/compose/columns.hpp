// SPDX-License-Identifier: Apache-2.0
//
// Threads over columns. A column is one thread's from its first entry to its last, so nothing that
// is computed depends on how many there are.
#pragma once

#include <cstdint>
#include <type_traits>

namespace coldcore::compose {

/// How many threads, the caller's among them, to put to `columns` columns with `work` entries to go
/// through. requested: as the caller gave it, 0 to choose. Throws Error(COMPOSE_E_ARGUMENT) and
/// Error(COMPOSE_E_ENVIRONMENT).
int choose_threads(int requested, std::int64_t columns, std::int64_t work);

/// The same, but not more than the work is worth even if the caller asked for them.
int choose_threads_by_work(int requested, std::int64_t columns, std::int64_t work);

/// Throws Error(COMPOSE_E_ARGUMENT) if `requested` is no number of threads.
void check_threads(int requested);

/// A body of for_columns without its type.
using ColumnTask = void (*)(void* arg, std::int64_t begin, std::int64_t end, int worker);

/// for_columns, without its type.
void run_columns(std::int64_t columns, int threads, ColumnTask task, void* arg);

/// Calls body(begin, end, worker) on ranges that make up 0..columns-1, by `threads` workers at once
/// or, if the system does not give as many, by fewer. The body must not throw, and neither does
/// this: it may write what a failing call must not touch.
template <class Body>
void for_columns(std::int64_t columns, int threads, Body&& body) {
  using Plain = std::remove_reference_t<Body>;
  const auto task = [](void* arg, std::int64_t begin, std::int64_t end, int worker) {
    (*static_cast<Plain*>(arg))(begin, end, worker);
  };
  run_columns(columns, threads, task, const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace coldcore::compose
