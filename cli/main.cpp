// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <new>
#include <variant>

#include "available_memory.hpp"
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
  const int code = std::visit([](const auto& chosen) { return run(chosen); }, command);
  // A script must not take a lost answer for a good one.
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return fail("the output could not be written", kExitFile);
} catch (const search::InputError& error) {
  return fail(error.what(), kExitBadInput);
} catch (const search::FileError& error) {
  return fail(error.what(), kExitFile);
} catch (const search::GateError& error) {
  const bool memory = error.kind() == search::GateError::Kind::kMemory;
  return fail(error.what(), memory ? kExitMemory : kExitPlugin);
} catch (const search::MemoryError& error) {
  return fail(error.what(), kExitMemory);
} catch (const std::bad_alloc&) {
  return fail("out of memory", kExitMemory);
} catch (const std::exception& error) {
  return fail(error.what(), kExitInternal);
}

}  // namespace
}  // namespace coldcore::cli

int main(int argc, char** argv) {
  coldcore::cli::survive_file_size_limit();
  return coldcore::cli::run_command_line(argc, argv);
}
