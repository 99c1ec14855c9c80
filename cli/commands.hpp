// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"

namespace coldcore::cli {

/// Each runs one command and returns the exit code. They throw what main.cpp turns into one.
int run(const SolveCommand& command);
int run(const CampaignCommand& command);
int run(const VerifyCommand& command);
int run(const PlanCommand& command);
int run(const ReportCommand& command);
int run(const PluginListCommand& command);
int run(const PluginInfoCommand& command);
int run(const PluginNewCommand& command);
int run(const PluginCheckCommand& command);
int run(const SparseValidateCommand& command);
int run(const SparseBindingCommand& command);
int run(const SparseStubCommand& command);
int run(const SparseUnpackCommand& command);
int run(const SparseRunCommand& command);
int run(const SparseComposeCommand& command);

}  // namespace coldcore::cli
