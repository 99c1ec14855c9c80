// SPDX-License-Identifier: Apache-2.0
//
// The kernels that answers are held against: libcoldcore_kernels and the manifests of its argument
// lists, which are part of the program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace coldcore::cli {

/// What a kernel of the library computes.
enum class KernelKind { kProduct, kSolver };

struct ReferenceKernel {
  std::string name;  ///< "spmv".
  KernelKind kind;
  std::string_view manifest;
};

/// The kernel that a manifest's short_name names, with or without the "_i32" of another width of
/// indices; nothing for a kernel that the library does not have.
std::optional<ReferenceKernel> reference_kernel(const std::string& short_name);

/// libcoldcore_kernels.so where it lies beside the program, in the build tree or installed, or its
/// bare name for the system's folders.
std::filesystem::path reference_library();

}  // namespace coldcore::cli
