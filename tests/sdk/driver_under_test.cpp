// SPDX-License-Identifier: Apache-2.0
//
// DRIVER_UNDER_TEST is the name of the function to define.
#include "driver_under_test.hpp"

#include <coldcore/sdk/driver.hpp>
#include <coldcore/sdk/plan_choice.hpp>

#include "family.hpp"

namespace {

using namespace coldcore::sdk;

Plan plan_for(const coldcore_view& view, const Cutting& cutting) {
  const bool indicator = view.source_kind == COLDCORE_SOURCE_COUNTS;
  const Caches caches = {cutting.l2, cutting.l3};
  Plan plan = make_plan<Family>(view.n, view.ax, view.R, indicator, caches);
  if (cutting.cuts < 0) return plan;
  set_groups(plan, cutting.cuts, cutting.cut);
  set_planes(plan, ShiftCosts<Family>(view.n, view.ax, view.R), indicator);
  return plan;
}

Needs needs(const coldcore_view& view, const Cutting& cutting) {
  const Plan plan = plan_for(view, cutting);
  bool wide = false;
  for (int g = 0; g + 1 < plan.groups; ++g) {
    const Planes& kept = plan.planes[plan.group[g].last];
    wide = wide || kept.wide(kept.high);
  }
  return {plan.groups, private_bytes(plan), scratch_bytes(plan), wide};
}

void run(const coldcore_view& view, const Cutting& cutting, int out_mode, std::uint8_t* scratch) {
  run_plan<Family>(view, plan_for(view, cutting), out_mode, 0, scratch);
}

}  // namespace

const DriverUnderTest& DRIVER_UNDER_TEST() {
  static constexpr DriverUnderTest driver = {needs, run};
  return driver;
}
