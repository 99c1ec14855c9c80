// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace coldcore::cli {

/// From now on the first SIGINT or SIGTERM is only noted; the second one ends the process as usual.
void note_interrupts();

/// From now on a write past the file size limit fails instead of ending the process.
void survive_file_size_limit();

/// The signal noted, 0 if there was none.
int caught_signal();

}  // namespace coldcore::cli
