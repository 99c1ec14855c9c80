// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore solve ...` as a part of the command line. Lives until it is parsed.
class SolveArguments {
 public:
  explicit SolveArguments(CLI::App& app);
  SolveArguments(const SolveArguments&) = delete;
  SolveArguments& operator=(const SolveArguments&) = delete;

  bool parsed() const { return solve_.parsed(); }
  /// Throws CLI::RequiredError unless the command names its problem in full.
  void require_problem() const;
  /// The command that was parsed.
  SolveCommand command() const;
  const std::string& device() const { return device_; }

 private:
  void add_product();
  void add_design();
  void add_set_cover();
  /// What all kinds of problems share.
  void add_common(CLI::App& app, const char* target, const char* out);

  CLI::App& solve_;
  CLI::App* design_ = nullptr;
  CLI::App* set_cover_ = nullptr;
  SolveCommand command_;
  std::string device_;
};

}  // namespace coldcore::cli
