// SPDX-License-Identifier: Apache-2.0
//
// Drawings of a report as inline SVG. Colours and letters are those of the page's style, by class.
#pragma once

#include <string>
#include <vector>

#include "gate.hpp"
#include "report_run.hpp"

namespace coldcore::cli {

/// A space of two axes and what covers it, word by word, axis 0 first.
struct Board {
  int width = 0;   ///< Size of axis 0.
  int height = 0;  ///< Size of axis 1.
  std::vector<int> multiplicity;
  std::vector<int> chosen;  ///< How often the cover has the word.
};

/// The best cover over time, with the known bounds that are near, and what the lines mean; the run
/// has at least one improvement.
std::string amount_chart(const RecordedRun& run);

/// Points that lack coverage over time; the run has at least one state.
std::string deficit_chart(const RecordedRun& run);

/// A bar for each multiplicity, or for ranges of them where there are many: the rows of a table.
std::string multiplicity_rows(const search::GateReport& report);

std::string board_drawing(const Board& board);

}  // namespace coldcore::cli
