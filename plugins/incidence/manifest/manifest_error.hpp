// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace coldcore::manifest {

/// Something in a manifest or about what is asked of it that the user has to correct. The message
/// is one line.
class ManifestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace coldcore::manifest
