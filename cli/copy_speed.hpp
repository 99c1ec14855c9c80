// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace coldcore::cli {

/// Bytes a second that all processors together move when they copy memory, read and written both
/// counted; the best of a few rounds, in about a tenth of a second. Takes 128 MiB for that time.
double copy_speed();

}  // namespace coldcore::cli
