// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore plugin ...` as a part of the command line. Lives until it is parsed.
class PluginOptions {
 public:
  explicit PluginOptions(CLI::App& app);
  PluginOptions(const PluginOptions&) = delete;
  PluginOptions& operator=(const PluginOptions&) = delete;

  /// The command that was parsed; one of them was, or another than `plugin`.
  Command chosen() const;

 private:
  void add_new();
  void add_check();

  CLI::App& plugin_;
  CLI::App* list_ = nullptr;
  CLI::App* info_ = nullptr;
  CLI::App* new_ = nullptr;
  PluginInfoCommand info_command_;
  PluginNewCommand new_command_;
  PluginCheckCommand check_command_;
};

}  // namespace coldcore::cli
