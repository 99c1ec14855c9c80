// SPDX-License-Identifier: Apache-2.0
//
// What stands between an exported symbol and the cell: the lock, and exceptions made into codes.
#pragma once

#include <coldcore/sparse.h>

#include <cstddef>
#include <mutex>
#include <new>

#include "cell.hpp"
#include "error.hpp"

namespace coldcore::incidence {

/// Serialises all exported calls: one cell, one caller at a time.
std::mutex& api_mutex();

/// The cell of the process, nullptr if none is open.
Cell*& cell_slot();

/// The open cell. Throws Error(SPARSE_E_NO_CELL).
Cell& open_cell();

/// Runs the body of the exported function `name` under the lock. No exception leaves it.
template <class Body>
auto call(const char* name, Body&& body) noexcept -> decltype(body()) {
  using Code = decltype(body());
  const auto refuse = [name](int code, const char* line) {
    try {
      report_error(fmt::format("{}: {}", name, line));
    } catch (...) {
      report_error(name);  // Not even the line could be made.
    }
    return static_cast<Code>(code);
  };
  try {
    const std::scoped_lock lock(api_mutex());
    return body();
  } catch (const Error& error) {
    return refuse(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return refuse(SPARSE_E_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return refuse(SPARSE_E_INTERNAL, error.what());
  } catch (...) {
    return refuse(SPARSE_E_INTERNAL, "unknown internal error");
  }
}

/// A call whose answer is only whether it worked.
template <class Body>
int command(const char* name, Body&& body) noexcept {
  return call(name, [&] {
    body(open_cell());
    return int{SPARSE_OK};
  });
}

/// A call that answers with a number.
template <class Body>
long long query(const char* name, Body&& body) noexcept {
  return call(name, [&] { return static_cast<long long>(body(open_cell())); });
}

/// An array of candidates as the caller gave it. Throws Error.
Candidates checked_candidates(const long long* idx, long long count);

}  // namespace coldcore::incidence
