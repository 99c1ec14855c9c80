// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/dct.h>

#include <mutex>
#include <new>
#include <utility>

#include "error.hpp"

namespace coldcore::core {

/// Serialises all exported calls: one cell, one caller at a time.
std::mutex& api_mutex();

/// Runs the body of an exported function: holds the API lock and turns exceptions into codes, so
/// that none leaves the library.
template <class Body>
auto guarded(Body&& body) noexcept -> decltype(body()) {
  using Code = decltype(body());
  try {
    const std::scoped_lock lock(api_mutex());
    return std::forward<Body>(body)();
  } catch (const Error& error) {
    report_error(error.what());
    return static_cast<Code>(error.code());
  } catch (const std::bad_alloc&) {
    report_error("out of memory");
    return static_cast<Code>(DCT_E_MEMORY);
  } catch (const std::exception& error) {
    report_error(error.what());
    return static_cast<Code>(DCT_E_INTERNAL);
  } catch (...) {
    report_error("unknown internal error");
    return static_cast<Code>(DCT_E_INTERNAL);
  }
}

}  // namespace coldcore::core
