// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace coldcore::cli {

/// A line at the bottom of the terminal that is written over and over. Does nothing where stderr is
/// no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  bool shown() const { return shown_; }
  void show(std::string_view text);
  /// Makes room for other output.
  void clear();

 private:
  bool shown_;
  bool dirty_ = false;
};

}  // namespace coldcore::cli
