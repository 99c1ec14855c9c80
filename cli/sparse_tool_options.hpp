// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// The commands below `coldcore sparse` that work with matrices. Lives until the line is parsed.
class SparseToolOptions {
 public:
  explicit SparseToolOptions(CLI::App& sparse);
  SparseToolOptions(const SparseToolOptions&) = delete;
  SparseToolOptions& operator=(const SparseToolOptions&) = delete;

  bool parsed() const;
  /// The command that was parsed; one of them was.
  Command chosen() const;

 private:
  void add_unpack(CLI::App& sparse);
  void add_run(CLI::App& sparse);
  void add_compose(CLI::App& sparse);

  CLI::App* unpack_ = nullptr;
  CLI::App* run_ = nullptr;
  CLI::App* compose_ = nullptr;
  SparseUnpackCommand unpack_command_;
  SparseRunCommand run_command_;
  SparseComposeCommand compose_command_;
};

}  // namespace coldcore::cli
