// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/layouts.h>

namespace coldcore::layout {

/// The caller's options, with zeros for what is absent. Throws Error(E_ARGUMENT).
coldcore_layout_options read_options(const coldcore_layout_options* options);

}  // namespace coldcore::layout
