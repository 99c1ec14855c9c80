// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore plan ...` as a part of the command line. Lives until it is parsed.
class PlanOptions {
 public:
  explicit PlanOptions(CLI::App& app);
  PlanOptions(const PlanOptions&) = delete;
  PlanOptions& operator=(const PlanOptions&) = delete;

  bool parsed() const { return plan_.parsed(); }
  const PlanCommand& command() const { return command_; }

 private:
  CLI::App& plan_;
  PlanCommand command_;
};

}  // namespace coldcore::cli
