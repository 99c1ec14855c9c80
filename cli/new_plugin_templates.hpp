// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace coldcore::cli {

/// One file under cli/templates/.
struct TemplateFile {
  std::string_view folder;  ///< "cpp", "c", or "both".
  std::string_view name;
  std::string_view text;  ///< With marks like @NAME@ to be replaced.
};

const std::vector<TemplateFile>& template_files();

}  // namespace coldcore::cli
