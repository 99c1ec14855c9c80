// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include <coldcore/dct.h>
#include <coldcore/sparse.h>

#include <array>
#include <cstdio>
#include <new>

#include "atomic_file.hpp"
#include "available_memory.hpp"
#include "gate.hpp"
#include "problem.hpp"
#include "shared_object.hpp"

namespace coldcore::problems {
namespace {

// A plain array, so that remembering an error can neither allocate nor run at thread exit. Longer
// lines are cut.
thread_local std::array<char, 2048> failure_line{};

int remember(int code, const char* line) noexcept {
  std::snprintf(failure_line.data(), failure_line.size(), "%s", line);
  return code;
}

const char* const kCellOpen =
    " (an engine has one cell a process: close the one that is open here first)";

}  // namespace

void fail_as_engine(const search::OracleError& error) {
  const std::string line = error.what();
  switch (error.code()) {
    case DCT_E_CELL_OPEN:
      throw Failure(COLDCORE_SEARCH_E_CELL_OPEN, line + kCellOpen);
    case DCT_E_MEMORY:
      throw Failure(COLDCORE_SEARCH_E_MEMORY, line);
    case DCT_E_PROBLEM:
    case DCT_E_PLUGIN:
      throw Failure(COLDCORE_SEARCH_E_FAMILY, line);
    case DCT_E_SHAPE:
    case DCT_E_REFUSED:
    case DCT_E_TABLE:
    case DCT_E_ARGUMENT:
    case DCT_E_DEVICE:
    case DCT_E_ENVIRONMENT:
    case DCT_E_CAPACITY:
      throw Failure(COLDCORE_SEARCH_E_ARGUMENT, line);
    default:
      throw Failure(COLDCORE_SEARCH_E_ENGINE, line);
  }
}

void fail_as_module(const search::OracleError& error) {
  const std::string line = error.what();
  switch (error.code()) {
    case SPARSE_E_CELL_OPEN:
      throw Failure(COLDCORE_SEARCH_E_CELL_OPEN, line + kCellOpen);
    case SPARSE_E_MEMORY:
      throw Failure(COLDCORE_SEARCH_E_MEMORY, line);
    case SPARSE_E_SHAPE:
    case SPARSE_E_OVERFLOW:
    case SPARSE_E_ARGUMENT:
    case SPARSE_E_DEVICE:
    case SPARSE_E_ENVIRONMENT:
      throw Failure(COLDCORE_SEARCH_E_ARGUMENT, line);
    default:
      throw Failure(COLDCORE_SEARCH_E_ENGINE, line);
  }
}

int code_of(const std::exception_ptr& caught) noexcept {
  try {
    std::rethrow_exception(caught);
  } catch (const Failure& error) {
    return remember(error.code(), error.what());
  } catch (const search::InputError& error) {
    return remember(COLDCORE_SEARCH_E_ARGUMENT, error.what());
  } catch (const search::FileError& error) {
    return remember(COLDCORE_SEARCH_E_FILE, error.what());
  } catch (const search::GateError& error) {
    const bool memory = error.kind() == search::GateError::Kind::kMemory;
    return remember(memory ? COLDCORE_SEARCH_E_MEMORY : COLDCORE_SEARCH_E_FAMILY, error.what());
  } catch (const search::MemoryError& error) {
    return remember(COLDCORE_SEARCH_E_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return remember(COLDCORE_SEARCH_E_MEMORY, "out of memory");
  } catch (const search::EngineLoadError& error) {
    return remember(COLDCORE_SEARCH_E_ENGINE, error.what());
  } catch (const std::exception& error) {
    return remember(COLDCORE_SEARCH_E_INTERNAL, error.what());
  } catch (...) {
    return remember(COLDCORE_SEARCH_E_INTERNAL, "unknown internal error");
  }
}

const char* last_failure() noexcept { return failure_line.data(); }

const char* failure_name(int code) noexcept {
  // In the order of the enum, from 0 down.
  static constexpr std::array kNames = {"COLDCORE_SEARCH_OK",         "COLDCORE_SEARCH_E_NULL",
                                        "COLDCORE_SEARCH_E_ARGUMENT", "COLDCORE_SEARCH_E_FAMILY",
                                        "COLDCORE_SEARCH_E_MEMORY",   "COLDCORE_SEARCH_E_FILE",
                                        "COLDCORE_SEARCH_E_ENGINE",   "COLDCORE_SEARCH_E_CELL_OPEN",
                                        "COLDCORE_SEARCH_E_NO_COVER", "COLDCORE_SEARCH_E_INTERNAL"};
  static_assert(kNames.size() == 1 - COLDCORE_SEARCH_E_INTERNAL);
  if (code > 0 || code < COLDCORE_SEARCH_E_INTERNAL) return "unknown";
  return kNames[static_cast<std::size_t>(-code)];
}

}  // namespace coldcore::problems
