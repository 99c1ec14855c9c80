// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace coldcore::cli {

/// What the program returns; listed in its --help.
enum ExitCode {
  kExitCover = 0,
  kExitInternal = 1,
  kExitBadInput = 2,
  kExitPlugin = 3,
  kExitMemory = 4,
  kExitNoCover = 5,
  kExitNotACover = 6,
  kExitFile = 7,
  kExitDiffers = 8,
  kExitSignal = 128,  ///< Plus the signal's number: 130 for SIGINT, 143 for SIGTERM.
};

}  // namespace coldcore::cli
