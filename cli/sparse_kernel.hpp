// SPDX-License-Identifier: Apache-2.0
//
// One kernel called with an argument list, in a process of its own, which may do what it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sparse_arguments.hpp"

namespace coldcore::cli {

/// Bytes of dense arrays, by the names of the arguments.
using Contents = std::map<std::string, std::vector<std::byte>, std::less<>>;

/// Whether an argument is an array that the kernel writes.
bool is_output(const Argument& argument);

/// What a dense array of a call begins with.
const void* initial_data(const Argument& argument, const Contents& contents);

struct KernelCall {
  std::filesystem::path library;
  const ArgumentList& list;
  /// What each array begins with that the list has no data of; an output does before every call.
  const Contents& contents;
  int calls = 1;  ///< All are timed but the first of several.
  std::int64_t workspace_bytes = 0;
  double seconds = 0;  ///< So long it may take, loading included.
};

enum class KernelEnding {
  kReturned,   ///< Every time, and nothing is wrong beside its answers.
  kNotLoaded,  ///< There is no such library, or no such symbol in it.
  kFailed      ///< It crashed, did not return, or wrote where it may not.
};

struct KernelResult {
  KernelEnding ending = KernelEnding::kReturned;
  std::string what;  ///< Of the other endings: one line.
  Contents first;    ///< The outputs after the first call and after the last one.
  Contents last;
  std::vector<double> seconds;  ///< Of each timed call, ascending.
};

/// Calls the list's symbol: `void SYMBOL(pointers..., scalars..., workspace, workspace_size)`.
/// Arrays are copies at a multiple of 64 bytes, with guards around them. What the kernel writes to
/// stdout goes to stderr. Afterwards the guards must be whole and the inputs as they were.
/// MemoryError, std::system_error. The caller must not have started threads.
KernelResult call_kernel(const KernelCall& call);

}  // namespace coldcore::cli
