// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>

#include "kit.hpp"

using namespace coldcore::conformance;

namespace {

int exit_code_of(const CheckOptions& options) {
  int exit_code = -1;
  kit_output(options, exit_code);
  return exit_code;
}

CheckOptions options_for(const char* plugin) {
  CheckOptions options;
  options.file = plugin_path(plugin);
  return options;
}

}  // namespace

TEST_SUITE("conformance/check") {
  TEST_CASE("a sound plugin passes, whichever of the optional symbols it exports") {
    for (const char* plugin : {"good", "good_private", "good_reader", "good_plan", "good_cost",
                               "duplicate_id", "duplicate_name"}) {
      CAPTURE(plugin);
      const KitReport report = check_plugin(plugin);
      CHECK(report.exit_code == kCheckPassed);
      CHECK(report.bad() == "");
      CHECK(report.ids("pass").size() >= 37);
    }
  }

  TEST_CASE("what is skipped for a sound plugin is what it does not have") {
    const KitReport report = check_plugin("good");

    CHECK(report.ids("skip") ==
          std::vector<std::string>{"axis-cost-values", "axis-cost-matches-covers", "reads-source",
                                   "plane-bytes", "plan", "axes-cuda", "large-shape"});
  }

  TEST_CASE("the list names every case once, in kebab case and with a description") {
    CheckOptions options;
    options.list = true;
    options.json = true;
    int exit_code = -1;
    const auto list = nlohmann::json::parse(kit_output(options, exit_code))["cases"];

    CHECK(exit_code == kCheckPassed);
    std::set<std::string> ids;
    for (const auto& test : list) {
      const std::string id = test["id"];
      CHECK(ids.insert(id).second);
      CHECK(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos);
      CHECK(test["description"].get<std::string>().size() > 10);
    }
    CHECK(ids.size() > 40);
  }

  TEST_CASE("only the cases asked for run, without those they need") {
    const KitReport report = check_plugin("wrong_corner", {"axes-recount", "table-length"});

    CHECK(report.document["cases"].size() == 2);
    CHECK(report.find("table-length")["verdict"] == "pass");
    CHECK(report.find("axes-recount")["verdict"] == "fail");
  }

  TEST_CASE("a case whose ground has failed is skipped and says why") {
    const KitReport report = check_plugin("wrong_corner");

    CHECK(report.find("axes-recount")["verdict"] == "skip");
    CHECK(report.find("axes-recount")["detail"] == "needs axes-coverage-sum");
  }

  TEST_CASE("the text report has a line for each case and a summary") {
    CheckOptions options = options_for("wrong_corner");
    int exit_code = -1;
    const std::string text = kit_output(options, exit_code);

    CHECK(exit_code == kCheckFailed);
    CHECK(text.find("  FAIL  axes-coverage-sum") != std::string::npos);
    CHECK(text.find("  PASS  table-length") != std::string::npos);
    CHECK(text.find("1 failed, 0 crashed") != std::string::npos);
  }

  TEST_CASE("in this process a case gives the same verdict") {
    CheckOptions options = options_for("wrong_corner");
    options.in_process = true;
    options.cases = {"axes-coverage-sum", "table-matches-covers"};
    int exit_code = -1;
    const std::string text = kit_output(options, exit_code);

    CHECK(exit_code == kCheckFailed);
    CHECK(text.find("the field at (1) is 0, should be 1") != std::string::npos);
    CHECK(text.find("1 passed, 1 failed") != std::string::npos);
  }

  TEST_CASE("two runs with one seed find the same") {
    const KitReport first = check_plugin("counts_workers", {"axes-threads"});
    const KitReport second = check_plugin("counts_workers", {"axes-threads"});

    CHECK(first.find("axes-threads")["detail"] == second.find("axes-threads")["detail"]);
  }

  TEST_CASE("what validate takes and what the family says of it stand side by side") {
    const KitReport report = check_plugin("good", {"validate-accepts-something"});

    CHECK(
        report.find("validate-accepts-something")["detail"] ==
        "accepts some of: n 1..4, axes 2..4, R 0..2; good_info says: 1 to 4 axes of sizes 2 to 4, "
        "R 0..2");
  }

  TEST_CASE("a radius without a limit is reported as one") {
    const KitReport report = check_plugin("any_radius", {"validate-accepts-something"});

    const std::string detail = report.find("validate-accepts-something")["detail"];
    CHECK_MESSAGE(detail.find("R 0..2147483647;") != std::string::npos, detail);
  }

  TEST_CASE("a file that is no plugin is judged by the one case that says so") {
    const std::pair<const char*, const char*> files[] = {
        {NO_PLUGIN, "this is no plugin: not an ELF shared object"},
        // Its functions coldcore_plugin_scan and so on are no markers.
        {ENGINE, "this is no plugin: no exported symbol is called coldcore_plugin_MAJOR_ID_NAME"}};
    for (const auto& [file, says] : files) {
      for (const char* id : {"", "marker-abi", "table-length"}) {
        CAPTURE(file);
        CAPTURE(id);
        CheckOptions options;
        options.file = file;
        options.json = true;
        if (*id != '\0') options.cases = {id};
        int exit_code = -1;
        const auto cases = nlohmann::json::parse(kit_output(options, exit_code))["cases"];

        CHECK(exit_code == kCheckFailed);
        REQUIRE(cases.size() == 1);
        CHECK(cases[0]["detail"] == says);
      }
    }
  }

  TEST_CASE("bad use has an exit code of its own") {
    CHECK(exit_code_of(options_for("there_is_none")) == kCheckBadUse);

    CheckOptions folder;
    folder.file = BAD_PLUGINS_DIR;
    CHECK(exit_code_of(folder) == kCheckBadUse);

    CheckOptions unknown = options_for("good");
    unknown.cases = {"no-such-case"};
    CHECK(exit_code_of(unknown) == kCheckBadUse);

    CheckOptions no_time = options_for("good");
    no_time.timeout_s = 0;
    CHECK(exit_code_of(no_time) == kCheckBadUse);
  }
}
