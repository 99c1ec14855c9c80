// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/layouts.h>

#include <memory>
#include <span>

#include "layout.hpp"

namespace coldcore::layout {

/// Takes up the parameters of a format: sizes of blocks and slices, sigma.
void set_parameters(Layout& layout, const coldcore_layout_options& options);

/// coldcore_layout_adopt, its arguments not NULL and its options read. Throws Error.
void adopt(Layout& layout, std::span<const coldcore_layout_buffer> buffers, bool copy,
           const coldcore_layout_options& options);

/// Checks all content, with the scratch that the budget allows. Throws Error.
void check_content(const Layout& layout, Budget& budget);

}  // namespace coldcore::layout
