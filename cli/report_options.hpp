// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore report ...` as a part of the command line. Lives until it is parsed.
class ReportOptions {
 public:
  explicit ReportOptions(CLI::App& app);
  ReportOptions(const ReportOptions&) = delete;
  ReportOptions& operator=(const ReportOptions&) = delete;

  bool parsed() const { return report_.parsed(); }
  const ReportCommand& command() const { return command_; }

 private:
  CLI::App& report_;
  ReportCommand command_;
};

}  // namespace coldcore::cli
