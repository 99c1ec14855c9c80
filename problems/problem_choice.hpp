// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace coldcore::problems {

enum class ProblemKind { kProduct, kDesign, kSetCover };

/// What names a problem. Anything may be absent where a file can say it.
struct ProblemOptions {
  std::optional<ProblemKind> kind;  ///< Always there for a search.
  std::string family;
  std::optional<std::string> axes;
  std::optional<int> radius;
  std::optional<std::string> design;  ///< "v,k,t".
  std::string instance;               ///< A set cover file.
  std::optional<std::string> format;  ///< Of that file.
  std::optional<int> mu;
  bool distinct = false;
};

}  // namespace coldcore::problems
