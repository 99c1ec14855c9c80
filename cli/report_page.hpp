// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "examine.hpp"
#include "report_drawing.hpp"
#include "report_run.hpp"

namespace coldcore::cli {

/// The run's cover, as it was recounted for the page.
struct ReportedCover {
  Examined examined;
  std::string content;         ///< Of its file; empty where that is too long for a page.
  std::optional<Board> board;  ///< Where the space has two axes.
};

/// One HTML page that refers to nothing outside itself. Without a cover it says what the log says
/// of one.
std::string report_page(const RecordedRun& run, const std::optional<ReportedCover>& cover,
                        const std::string& log);

}  // namespace coldcore::cli
