// SPDX-License-Identifier: Apache-2.0
//
// The argument list that a manifest and a configuration fix for a native kernel.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest.hpp"

namespace coldcore::manifest {

inline constexpr std::string_view kAbi = "c-abi-v2";
inline constexpr std::string_view kWorkspace = "workspace";
inline constexpr std::string_view kWorkspaceSize = "workspace_size";
inline constexpr std::string_view kWorkspaceDtype = "uint8";
inline constexpr std::string_view kSymbolDtype = "int64";
inline constexpr std::string_view kDefaultDtype = "float64";

enum class ArgRole { kNone, kOutput, kSymbol };

struct Arg {
  std::string name;
  bool pointer = false;
  std::string dtype;
  bool is_const = true;
  std::optional<std::vector<std::string>> shape;  ///< Of a pointer, where it is known.
  ArgRole role = ArgRole::kNone;
  std::string what;  ///< For comments: "A (csr), the value of each entry".
};

/// A sparse array and the buffers that stand for it.
struct PackedGroup {
  std::string logical;
  std::vector<std::string> members;  ///< Sorted, as among the arguments.
  std::string format;
};

struct Binding {
  std::string kernel;
  std::string configuration;  ///< "" for a kernel without sparse arrays.
  std::string symbol;
  std::vector<Arg> args;  ///< Pointers, then scalars and symbols; each sorted by the names' bytes.
  std::vector<PackedGroup> packed;
};

/// Derives the binding of a manifest that keeps every rule, for the configuration named, or else
/// the first. ManifestError if there is none of this name.
Binding binding_from_spec(const Manifest& spec,
                          std::optional<std::string_view> configuration = std::nullopt);

/// What the kernel is called in every language: "spmv_csr_fp64". nullptr: no configuration.
std::string symbol_of(const Manifest& spec, const Configuration* configuration);

/// The binding for programs, as one JSON object.
std::string binding_json(const Binding& binding);

}  // namespace coldcore::manifest
