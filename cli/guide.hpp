// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace coldcore::cli {

/// Where the authors' guide lies, as a path: beside the installed program, or in the sources around
/// the folder it was built in. Where it is neither, words that say so.
std::string guide_location();

}  // namespace coldcore::cli
