// SPDX-License-Identifier: Apache-2.0
#include "plugin_options.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

#include "guide.hpp"
#include "numbers.hpp"
#include "problem_options.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kPluginFooter =
    R"(Plugins are looked for in the folders of COLDCORE_PLUGIN_PATH, then in the
installed plugin folder. How to write one, from the first line to the last:
  {}
Examples:
  coldcore plugin list
  coldcore plugin info hamming
  coldcore plugin new my_family
  coldcore plugin check build/coldcore_my_family.so)";

constexpr const char* kNewFooter =
    R"(Writes a Meson project that builds against the installed headers and passes
the check as it stands. The guide to what to change in it:
  {}
Examples:
  coldcore plugin new my_family
  coldcore plugin new my_family --lang c --folder ~/src/my-family)";

constexpr const char* kCheckFooter =
    R"(Each case runs in a process of its own, so that a crash, a hang or an exit is a
finding. A failing case shows the smallest example that it met.
Exit codes: 0 all passed or skipped, 2 bad use, 6 a case failed or crashed.
Examples:
  coldcore plugin check build/coldcore_my_family.so
  coldcore plugin check my.so --case table-matches-covers --in-process
  coldcore plugin check --list)";

constexpr int kFirstThirdPartyId = 1000;

/// A footer whose {} is the guide.
std::string with_guide(const char* footer) {
  return fmt::format(fmt::runtime(footer), guide_location());
}

}  // namespace

PluginOptions::PluginOptions(CLI::App& app)
    : plugin_(add_command(app, "plugin", "look at, begin and check plugins",
                          with_guide(kPluginFooter).c_str())) {
  plugin_.require_subcommand(1);
  list_ = &add_command(plugin_, "list", "every plugin file found and what is thought of it",
                       "Example:\n  coldcore plugin list");
  info_ = &add_command(plugin_, "info", "what a family offers",
                       "Example:\n  coldcore plugin info hamming");
  info_->add_option("FAMILY", info_command_.family, "problem family, see 'plugin list'")
      ->required()
      ->check(require_family);
  add_new();
  add_check();
}

void PluginOptions::add_new() {
  new_ = &add_command(plugin_, "new", "write the project of a new family",
                      with_guide(kNewFooter).c_str());
  new_->add_option("NAME", new_command_.name, "lower-case letters, digits and _")->required();
  new_->add_option("--id", new_command_.id, "PROB_* id [follows from the name]")
      ->check(CLI::Range(kFirstThirdPartyId, std::numeric_limits<int>::max()));
  new_->add_option("--lang", new_command_.language, "c or cpp [cpp]")
      ->check(CLI::IsMember({"c", "cpp"}));
  new_->add_option("--folder", new_command_.folder, "where to write it [NAME]")->check(not_empty());
}

void PluginOptions::add_check() {
  conformance::CheckOptions& options = check_command_.options;
  CLI::App& check = add_command(plugin_, "check", "judge a plugin file case by case", kCheckFooter);
  auto* const list = check.add_flag("--list", options.list, "only list the cases");
  auto* const file = check.add_option("FILE", options.file, "the plugin's .so")->check(not_empty());
  check.add_option("--case", options.cases, "run this case only; may be repeated")
      ->allow_extra_args(false);
  check.add_flag("--json", options.json, "print one JSON object");
  check.add_flag("--in-process", options.in_process, "no child processes, for debuggers");
  check.add_option("--seed", options.seed, "of the random shapes and multisets [1]");
  check.add_option("--timeout", options.timeout_s, "seconds for each case [30]")
      ->check(CLI::PositiveNumber);
  check.callback([list, file] {
    if (list->count() == 0 && file->count() == 0) throw CLI::RequiredError("FILE");
  });
}

Command PluginOptions::chosen() const {
  if (list_->parsed()) return PluginListCommand{};
  if (info_->parsed()) return info_command_;
  if (new_->parsed()) return new_command_;
  return check_command_;
}

}  // namespace coldcore::cli
