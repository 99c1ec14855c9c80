// SPDX-License-Identifier: Apache-2.0
//
// The formats of a sparse array, the roles of their buffers, and the element types of the ABI.
#pragma once

#include <span>
#include <string_view>

namespace coldcore::manifest {

enum class RoleKind { kIndex, kBound, kValue };

struct Role {
  std::string_view name;
  RoleKind kind;
  int rank;  ///< How many extents its shape has; 0 where the format leaves that open.
  std::string_view what;
};

struct Format {
  std::string_view name;
  std::span<const Role> roles;  ///< All of them are required.

  const Role* find(std::string_view role) const;
};

inline constexpr std::string_view kDense = "dense";

std::span<const Format> formats();

/// nullptr if there is no such format.
const Format* find_format(std::string_view name);

/// Whether a role holds indices, in whichever format it occurs.
bool is_index_role(std::string_view name);

enum class NumberKind { kWhole, kReal, kComplex };

/// An element type as the languages spell it. C has no portable float16: its bits are passed.
struct Dtype {
  std::string_view name;
  NumberKind kind;
  std::string_view c;
  std::string_view cpp;
  std::string_view fortran;       ///< "real(c_double)".
  std::string_view fortran_kind;  ///< "c_double", which has to be imported.
};

std::span<const Dtype> dtypes();

/// nullptr if the ABI has no such type.
const Dtype* find_dtype(std::string_view name);

}  // namespace coldcore::manifest
