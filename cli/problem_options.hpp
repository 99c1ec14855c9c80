// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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
/// A check for names of families. Throws InputError for the kinds of problems that have none.
std::string require_family(const std::string& name);

}  // namespace coldcore::cli
