// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "kit.hpp"

using coldcore::conformance::kCheckFailed;

namespace {

/// A plugin with one defect, the one case that names it, and what the message has to say.
struct Defect {
  const char* plugin;
  const char* verdict;
  const char* id;
  const char* says;
};

void check_all(const std::vector<Defect>& defects) {
  for (const Defect& defect : defects) {
    CAPTURE(defect.plugin);
    const KitReport report = check_plugin(defect.plugin);
    CHECK(report.exit_code == kCheckFailed);
    CHECK(report.bad() == defect.id);
    const nlohmann::json test = report.find(defect.id);
    CHECK(test["verdict"] == defect.verdict);
    const std::string detail = test["detail"];
    CHECK_MESSAGE(detail.find(defect.says) != std::string::npos, detail);
  }
}

}  // namespace

TEST_SUITE("conformance/bad plugins") {
  TEST_CASE("a file that cannot be a plugin is named before any of its code runs") {
    check_all({
        {"no_marker", "fail", "marker-well-formed", "no exported symbol"},
        {"bad_marker", "fail", "marker-well-formed", "coldcore_plugin_one_1000_bad_marker is not"},
        {"wrong_major", "fail", "marker-abi", "ABI 2"},
        {"reserved_id", "fail", "marker-id", "id 7"},
        {"no_info", "fail", "symbols-required", "not exported: no_info_info"},
        {"no_validate", "fail", "symbols-required", "not exported: no_validate_validate"},
        {"no_bind", "fail", "symbols-required", "not exported: no_bind_bind"},
        {"no_axes", "fail", "symbols-required", "not exported: no_axes_axes"},
        {"no_table", "fail", "symbols-required", "not exported: no_table_table"},
        {"no_covers", "fail", "symbols-required", "not exported: no_covers_covers"},
    });
  }

  TEST_CASE("a file that does not load, or loads badly, is named") {
    check_all({
        {"needs_absent_library", "fail", "loads-now", "libcoldcore_absent.so"},
        {"aborts_at_load", "crash", "loads-now", "SIGABRT during: loading"},
        {"prints_at_load", "fail", "stdout-stays-empty", "loads-now: hello from a constructor"},
    });
  }

  TEST_CASE("wrong data in the info is named") {
    check_all({
        {"wrong_magic", "fail", "info-well-formed", "magic is 0x12345678"},
        {"short_struct", "fail", "info-well-formed", "struct_size is 24"},
        {"no_title", "fail", "info-well-formed", "info.title"},
        {"info_major", "fail", "info-agrees-with-marker", "info.abi_major is 2, the marker says 1"},
        {"wrong_id", "fail", "info-agrees-with-marker", "info.id is 1001, the marker says 1000"},
        {"wrong_name", "fail", "info-agrees-with-marker", "info.name is somebody_else"},
    });
  }

  TEST_CASE("each way for validate to be wrong is named") {
    check_all({
        {"refuses_all", "fail", "validate-accepts-something", "no shape"},
        {"throws", "fail", "validate-accepts-something", "an exception left the plugin"},
        {"says_true", "fail", "validate-accepts-something",
         "returned 1 for axes 2, R=0; it must be 0 (taken) or a code"},
        {"positive_code", "fail", "validate-codes", "returned 1 for axes 2, R=3"},
        {"low_code", "fail", "validate-codes", "returned -200 for axes 2, R=3"},
        {"no_layers", "fail", "validate-layers", "axes 2, R=2 asks for 0 planes"},
        {"layers_on_refusal", "fail", "validate-layers", "*nlayers was set to 2"},
        {"forgetful", "fail", "validate-repeatable", "later -5"},
        {"negative_radius", "fail", "validate-refuses-impossible", "R=-1"},
        {"any_radius", "fail", "validate-layers", "axes 2, R=64 asks for 65 planes"},
        {"any_second_axis", "fail", "validate-refuses-impossible", "axes 2,17, R=0"},
    });
  }

  TEST_CASE("accepting too much is named with the smallest shape that does not work") {
    check_all({
        {"too_much_for_table", "fail", "accepted-shapes-work",
         "axes 2, R=3 is accepted, but too_much_for_table_table answers -3"},
        {"too_far_for_table", "fail", "accepted-shapes-work",
         "axes 2, R=41 is accepted, but too_far_for_table_table answers -3"},
        {"too_much_for_axes", "fail", "accepted-shapes-work",
         "axes 2, R=3 is accepted, but too_much_for_axes_axes returns -3"},
    });
  }

  TEST_CASE("a definition that disagrees on an accepted shape is named by table and driver") {
    const KitReport report = check_plugin("too_much_for_definition");

    CHECK(report.bad() == "table-matches-covers axes-coverage-sum");
    for (const char* id : {"table-matches-covers", "axes-coverage-sum"}) {
      CHECK(report.find(id)["detail"].get<std::string>().starts_with("axes 2,2,2, R=3"));
    }
  }

  TEST_CASE("a relation that is none the engine can use is named with its words") {
    check_all({
        {"odd_answer", "fail", "covers-answers", "u=(0,0), x=(0,0) is 2"},
        {"no_centre", "fail", "covers-itself", "axes 2,2, R=0: (0,0) does not cover itself"},
        {"asymmetric", "fail", "covers-symmetric", "axes 2, R=1: (1) covers (0)"},
        {"prints", "fail", "stdout-stays-empty", "u is x"},
        {"cost_of_staying", "fail", "axis-cost-values", "the step from 0 to 0 costs 1"},
        {"free_step", "fail", "axis-cost-values",
         "axes 2, R=0: (0) covers (1): axis_cost is 0 for digits that differ"},
        {"cost_too_high", "fail", "axis-cost-matches-covers", "axes 4, R=1: u=(3), x=(0)"},
    });
  }

  TEST_CASE("each way for a table to be wrong is named with its entry") {
    check_all({
        {"ignores_cap", "fail", "table-length", "wrote out[0], outside 0..-1"},
        {"position_out_of_range", "fail", "table-patterns", "position 1 is outside 0..0"},
        {"delta_out_of_range", "fail", "table-patterns", "delta 5 is outside 1..2"},
        {"without_centre", "fail", "table-centre-first", "the empty pattern is not in the table"},
        {"centre_last", "fail", "table-centre-first", "the empty pattern is entry 2"},
        {"point_twice", "fail", "table-no-point-twice", "[axis 0 +1] is listed twice"},
        {"lacks_point", "fail", "table-matches-covers", "(0) covers (2), but no entry"},
        {"weight_9", "fail", "table-ox-patterns", "it changes 9 positions"},
        {"ox_other_point", "fail", "table-ox-matches-v1",
         "[axis 0 +1] is in ox_other_point_table only"},
    });
  }

  TEST_CASE("a driver that computes something else is named with its field") {
    check_all({
        {"wrong_corner", "fail", "axes-coverage-sum",
         "axes 2, R=1, S = {(0)}, out_mode 1: the field at (1) is 0, should be 1"},
        {"trusts_scratch", "fail", "axes-coverage-sum", "S = the empty set"},
        {"recount_stops_at_255", "fail", "axes-full-multiset", "(1) x65535"},
        {"only_mu_1", "fail", "axes-gain-and-loss", "mu 2, S = the words with 1 <= cnt <= 2"},
        {"counts_workers", "fail", "axes-threads", "3 workers"},
    });
  }

  TEST_CASE("a driver that depends on the instruction set is named where there are two") {
    const KitReport report = check_plugin("counts_isa");

    const bool one_only = report.find("axes-instruction-sets")["verdict"] == "skip";
    CHECK(report.bad() == (one_only ? "" : "axes-instruction-sets"));
  }

  TEST_CASE("a plan that cannot be carried out is named") {
    check_all({
        {"plan_repeats_axis", "fail", "plan", "does axis 0 2 times"},
        {"plan_overspends", "fail", "plan", "uses 1 bytes of private storage, and there are 0"},
    });
  }

  TEST_CASE("a driver that breaks the protocol is named") {
    check_all({
        {"works_unbound", "fail", "bind-protocol", "before the first bind"},
        {"any_mode", "fail", "axes-refuses-unknown-mode", "out_mode 0"},
        {"touches_cnt", "fail", "axes-leaves-cnt", "changed cnt at (0) from 0 to 5"},
        {"changes_view", "fail", "axes-stays-inside", "changed the view"},
    });
  }

  TEST_CASE("a write outside of what was lent is named with the array and the index") {
    check_all({
        {"past_plane", "fail", "axes-stays-inside", "wrote planes[0][2], outside 0..1"},
        {"far_past_plane", "fail", "axes-stays-inside", "planes[0][66], outside 0..1"},
        {"before_plane", "fail", "axes-stays-inside", "wrote planes[0][-1], outside 0..1"},
        {"writes_past_private", "fail", "axes-stays-inside",
         "wrote private_storage[4], outside 0..3"},
    });
  }

  TEST_CASE("a driver that ends its process is named with the call that did it") {
    check_all({
        {"crashes", "crash", "axes-stays-inside",
         "SIGSEGV at address 0x8 during: crashes_axes, out_mode 1, axes 2,2, R=0"},
        {"overflows_stack", "crash", "axes-stays-inside", "SIGSEGV"},
        {"exits", "crash", "axes-stays-inside", "exit code 0 during: exits_axes"},
        {"hangs", "crash", "axes-stays-inside", "still running after 2 s during: hangs_axes"},
    });
  }
}
