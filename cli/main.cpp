// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <new>
#include <variant>

#include "commands.hpp"
#include "cover_file.hpp"
#include "engine_library.hpp"
#include "exit_code.hpp"
#include "gate.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "signals.hpp"

namespace coldcore::cli {
namespace {

int run(const Leave& leave) { return leave.code; }

int fail(const char* line, int code) {
  say(line);
  return code;
}

int run_command_line(int argc, char** argv) try {
  const Command command = parse_command_line(argc, argv);
  return std::visit([](const auto& chosen) { return run(chosen); }, command);
} catch (const search::InputError& error) {
  return fail(error.what(), kExitBadInput);
} catch (const search::FileError& error) {
  return fail(error.what(), kExitFile);
} catch (const search::GateError& error) {
  const bool memory = error.kind() == search::GateError::Kind::kMemory;
  return fail(error.what(), memory ? kExitMemory : kExitPlugin);
} catch (const std::bad_alloc&) {
  return fail("out of memory", kExitMemory);
} catch (const std::exception& error) {
  return fail(error.what(), kExitInternal);
}

}  // namespace
}  // namespace coldcore::cli

int main(int argc, char** argv) {
  coldcore::cli::install_signal_handlers();
  return coldcore::cli::run_command_line(argc, argv);
}
