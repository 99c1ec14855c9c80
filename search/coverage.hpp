// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/coldcore.h>

#include <memory>
#include <span>

#include "oracle.hpp"

namespace coldcore::search {

/// What covers what in a product space, by the family's support table; needs no open cell. Throws
/// OracleError if the family refuses the shape or fails to give a table.
std::unique_ptr<const Incidence> coverage_of(const coldcore_plugin& family,
                                             std::span<const int> axes, int radius);

}  // namespace coldcore::search
