// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "sparse_tool_options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore sparse ...` as a part of the command line. Lives until it is parsed.
class SparseOptions {
 public:
  explicit SparseOptions(CLI::App& app);
  SparseOptions(const SparseOptions&) = delete;
  SparseOptions& operator=(const SparseOptions&) = delete;

  bool parsed() const { return sparse_.parsed(); }
  /// The command that was parsed; one of them was.
  Command chosen() const;

 private:
  void add_validate();
  void add_binding();
  void add_stub();

  CLI::App& sparse_;
  CLI::App* validate_ = nullptr;
  CLI::App* binding_ = nullptr;
  SparseValidateCommand validate_command_;
  SparseBindingCommand binding_command_;
  SparseStubCommand stub_command_;
  std::optional<SparseToolOptions> tools_;
};

}  // namespace coldcore::cli
