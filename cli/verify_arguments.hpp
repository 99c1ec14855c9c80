// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore verify ...` as a part of the command line. Lives until it is parsed.
class VerifyArguments {
 public:
  explicit VerifyArguments(CLI::App& app);
  VerifyArguments(const VerifyArguments&) = delete;
  VerifyArguments& operator=(const VerifyArguments&) = delete;

  bool parsed() const { return verify_.parsed(); }
  /// The command that was parsed; its kind is what the options say, if they say one.
  VerifyCommand command() const;

 private:
  CLI::App& verify_;
  VerifyCommand command_;
  std::vector<std::string> arguments_;
};

}  // namespace coldcore::cli
