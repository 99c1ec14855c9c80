// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// Options that name a problem, as solve and verify share them.
void add_product_options(CLI::App& app, ProblemOptions& problem);
CLI::Option* add_design_option(CLI::App& app, ProblemOptions& problem);
void add_format_option(CLI::App& app, ProblemOptions& problem);
/// --mu and --distinct. `point` and `member` are what the help calls them.
void add_multiplicity_options(CLI::App& app, ProblemOptions& problem, const char* point,
                              const char* member);

}  // namespace coldcore::cli
