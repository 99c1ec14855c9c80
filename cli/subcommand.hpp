// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace coldcore::cli {

inline CLI::App& add_command(CLI::App& app, const char* name, const char* what,
                             const char* footer) {
  CLI::App& command = *app.add_subcommand(name, what);
  command.footer(footer);
  return command;
}

}  // namespace coldcore::cli
