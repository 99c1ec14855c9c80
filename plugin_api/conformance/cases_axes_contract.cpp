// SPDX-License-Identifier: Apache-2.0
//
// What the driver may touch and when it may be called, whatever it computes.
#include <algorithm>
#include <vector>

#include "cases.hpp"
#include "host.hpp"
#include "multisets.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

void must_refuse_unbound(const Family& family, const char* when) {
  note("{}_axes {}", family.name, when);
  const int code = family.axes(1, 0, 0);
  if (code >= 0) fail("{}_axes returned {} {}, where no view is bound", family.name, code, when);
}

std::string bind_protocol(const Subject& subject) {
  const Family& family = subject.family();
  must_refuse_unbound(family, "before the first bind");
  for (int round = 0; round < 2; ++round) {
    for (const Shape& shape : {small_shapes(family).front(), small_shapes(family).back()}) {
      { const Host host(family, shape); }
      must_refuse_unbound(family, "after bind(NULL)");
    }
  }
  note("{}_bind(NULL) again", family.name);
  const int code = family.bind(nullptr);
  if (code != COLDCORE_PLUGIN_OK) fail("{}_bind returned {} for NULL", family.name, code);
  return "";
}

std::string plane_bytes(const Subject& subject) {
  const Family& family = subject.family();
  if (family.plane_bytes == nullptr) skip("{}_plane_bytes is not exported", family.name);
  long long most = 0;
  for (const Shape& shape : small_shapes(family)) {
    note("{}_plane_bytes, {}", family.name, text(shape));
    const long long bytes = family.plane_bytes(shape.n(), shape.ax.data(), shape.R);
    const long long again = family.plane_bytes(shape.n(), shape.ax.data(), shape.R);
    if (bytes < 0) fail("{}: {}_plane_bytes returned {}", text(shape), family.name, bytes);
    if (bytes != again) fail("{}: {} bytes first, then {}", text(shape), bytes, again);
    most = std::max(most, bytes);
  }
  return fmt::format("up to {} bytes for 64 words", most);
}

/// Every axis in exactly one pass.
void check_passes(const Family& family, const Shape& shape, const coldcore_plan& plan) {
  std::vector<int> done(shape.ax.size(), 0);
  for (int p = 0; p < plan.passes; ++p) {
    const coldcore_plan_pass& pass = plan.pass[p];
    if (pass.first_axis < 0 || pass.last_axis >= shape.n() || pass.first_axis > pass.last_axis) {
      fail("{}: {}_plan says that pass {} does axes {}..{}", text(shape), family.name, p,
           pass.first_axis, pass.last_axis);
    }
    if (pass.tile_bytes < 0 || pass.read_bytes < 0 || pass.written_bytes < 0) {
      fail("{}: {}_plan has a negative size in pass {}", text(shape), family.name, p);
    }
    for (int j = pass.first_axis; j <= pass.last_axis; ++j) ++done[static_cast<std::size_t>(j)];
  }
  const auto wrong = std::ranges::find_if(done, [](int times) { return times != 1; });
  if (wrong == done.end()) return;
  fail("{}: {}_plan does axis {} {} times", text(shape), family.name, wrong - done.begin(), *wrong);
}

std::string plan(const Subject& subject) {
  const Family& family = subject.family();
  if (family.plan == nullptr) skip("{}_plan is not exported", family.name);
  for (const Shape& shape : small_shapes(family)) {
    note("{}_plan, {}", family.name, text(shape));
    coldcore_plan plan{};
    plan.struct_size = sizeof plan;
    const int code = family.plan(shape.n(), shape.ax.data(), shape.R, &plan);
    if (code != COLDCORE_PLUGIN_OK) fail("{}: {}_plan returned {}", text(shape), family.name, code);
    if (plan.passes < 1 || plan.passes > COLDCORE_MAX_PASSES) {
      fail("{}: {}_plan has {} passes", text(shape), family.name, plan.passes);
    }
    check_passes(family, shape, plan);
    const long long room =
        family.plane_bytes == nullptr ? 0 : family.plane_bytes(shape.n(), shape.ax.data(), shape.R);
    if (plan.private_bytes < 0 || plan.private_bytes > room) {
      fail("{}: {}_plan uses {} bytes of private storage, and there are {}", text(shape),
           family.name, plan.private_bytes, room);
    }
  }
  return "";
}

std::string reads_source(const Subject& subject) {
  const Family& family = subject.family();
  if (family.reads_source == nullptr) skip("{}_reads_source is not exported", family.name);
  if (*family.reads_source != 0 && *family.reads_source != 1) {
    fail("{}_reads_source is {}, neither 0 nor 1", family.name, *family.reads_source);
  }
  return family.reads_the_source() ? "S is not put into planes[0]" : "0, as if it were absent";
}

/// Runs the driver in all the ways that a host does, whatever it answers.
template <class Judge>
void run_all_ways(const Subject& subject, Judge&& judge) {
  const Family& family = subject.family();
  std::mt19937_64 random = subject.random();
  for (const Shape& shape : small_shapes(family)) {
    Host host(family, shape);
    const Words words = random_words(shape, 5, random);
    for (const int out_mode : {1, 2}) {
      note("{}_axes, out_mode {}, {}", family.name, out_mode, text(shape));
      judge(
          shape, host, [&] { host.run_words(words, out_mode); }, out_mode);
    }
    note("{}_axes, out_mode 1 from counts, {}", family.name, text(shape));
    judge(
        shape, host, [&] { host.run_counts(0, 1, 2); }, 1);
  }
}

std::string stays_inside(const Subject& subject) {
  run_all_ways(subject, [](const Shape&, Host&, auto&& run, int) { run(); });
  return "";
}

std::string leaves_cnt(const Subject& subject) {
  std::mt19937_64 random = subject.random();
  run_all_ways(subject, [&](const Shape& shape, Host& host, auto&& run, int out_mode) {
    std::ranges::generate(host.cnt(), [&] { return static_cast<std::uint16_t>(random() % 4); });
    const std::vector<std::uint16_t> before(host.cnt().begin(), host.cnt().end());
    run();
    const auto changed = std::ranges::mismatch(before, host.cnt()).in1 - before.begin();
    if (out_mode == 2 || changed == std::ssize(before)) return;
    fail("{}: out_mode 1 changed cnt at {} from {} to {}", text(shape), word_text(shape, changed),
         before[changed], host.cnt()[changed]);
  });
  return "";
}

std::string refuses_unknown_mode(const Subject& subject) {
  const Family& family = subject.family();
  const Shape shape = small_shapes(family).front();
  Host host(family, shape);
  const std::vector<std::uint16_t> before(host.cnt().begin(), host.cnt().end());
  for (const int out_mode : {0, 3, -1, 17}) {
    note("{}_axes, out_mode {}", family.name, out_mode);
    const int code = host.run_words(Words{0}, out_mode);
    if (code >= 0) fail("out_mode {} was answered with {}, not with a code", out_mode, code);
    if (!std::ranges::equal(before, host.cnt())) fail("out_mode {} changed cnt", out_mode);
  }
  return "";
}

}  // namespace

std::vector<Case> axes_contract_cases() {
  return {
      {"reads-source",
       "axes",
       "NAME_reads_source is 0 or 1",
       {"validate-accepts-something"},
       reads_source},
      {"plane-bytes",
       "axes",
       "NAME_plane_bytes answers for every shape, always the same",
       {"validate-accepts-something"},
       plane_bytes},
      {"plan",
       "axes",
       "NAME_plan does every axis once, within the private storage",
       {"plane-bytes"},
       plan},
      {"bind-protocol",
       "axes",
       "NAME_bind takes views and NULL; without a view NAME_axes refuses",
       {"validate-layers", "plane-bytes"},
       bind_protocol},
      {"axes-stays-inside",
       "axes",
       "NAME_axes writes nothing but the planes, the private storage and cnt",
       {"bind-protocol", "reads-source"},
       stays_inside},
      {"axes-leaves-cnt",
       "axes",
       "NAME_axes leaves cnt alone in out_mode 1",
       {"axes-stays-inside"},
       leaves_cnt},
      {"axes-refuses-unknown-mode",
       "axes",
       "NAME_axes refuses an out_mode other than 1 and 2",
       {"axes-stays-inside"},
       refuses_unknown_mode},
  };
}

}  // namespace coldcore::conformance
