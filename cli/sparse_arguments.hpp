// SPDX-License-Identifier: Apache-2.0
//
// The argument list of a kernel with its values: what binding.hpp names, bound to matrices.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "binding.hpp"
#include "sparse_inputs.hpp"

namespace coldcore::cli {

struct Argument {
  manifest::Arg declared;
  std::string array;  ///< Of a buffer of a sparse array: that array, and its role there.
  std::string role;
  /// Of a pointer; absent where the manifest does not declare it.
  std::optional<std::vector<std::int64_t>> shape;
  std::int64_t elements = 0;  ///< 0 where the shape is absent.
  std::int64_t bytes = 0;
  /// What is there already: buffers of sparse arrays, dense arrays from files. Lives as long as the
  /// list. nullptr for the other dense arrays, which are the caller's to make.
  const void* data = nullptr;
  std::vector<std::byte> scalar;  ///< The value of a scalar or size, in its own type.
};

/// Owns what its arguments point at.
struct ArgumentList {
  manifest::Binding binding;
  std::vector<Argument> arguments;  ///< In the order of the call, without the workspace pair.
  std::deque<layouts::Layout> layouts;
  std::deque<std::vector<std::byte>> converted;

  const Argument* find(std::string_view name) const;
  /// Bytes of all pointers together.
  std::int64_t bytes() const;
};

/// Binds the argument list of a configuration. Buffers come from the layouts library by format and
/// role, in the types that the manifest declares; sizes of blocks and slices come from the options,
/// else from sizes that the manifest uses for them, else they are the library's.
///
/// InputError: a role that the format does not have, values or indices that do not fit their types,
/// shapes that are not the declared ones, a size or a scalar that nothing says the value of, --set
/// of what is neither. MemoryError.
ArgumentList bind_arguments(const manifest::Manifest& spec, const manifest::Binding& binding,
                            const SparseInputOptions& options, const KnownSizes& sizes,
                            const LogicalInputs& inputs);

/// A scalar's value as text: "3", "1e-06", of a complex one "[1, 0]".
std::string scalar_text(const Argument& argument);

}  // namespace coldcore::cli
