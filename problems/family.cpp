// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "bounds.hpp"

namespace coldcore::problems {

using search::InputError;
using search::KnownBounds;
using search::OracleError;
using search::Problem;

namespace {

std::string_view what_is_refused(int code) {
  switch (code) {
    case COLDCORE_PLUGIN_E_N:
      return "the number of axes";
    case COLDCORE_PLUGIN_E_AXIS:
      return "an axis size";
    case COLDCORE_PLUGIN_E_RADIUS:
      return "the radius";
    default:
      return "the shape";
  }
}

[[noreturn]] void broken_family(const coldcore_plugin& family, const std::string& what) {
  throw OracleError(DCT_E_PLUGIN,
                    fmt::format("{}_validate {}: 'coldcore plugin check {}' tells more",
                                family.name, what, family.path));
}

}  // namespace

const coldcore_plugin& open_family(const search::EngineLibrary& engine, const std::string& name) {
  const coldcore_plugin* family = nullptr;
  const int code = engine.plugin_load(name.c_str(), &family);
  if (code != DCT_OK) throw OracleError(code, engine.last_error());
  return *family;
}

coldcore_plan_fn plan_function(const coldcore_plugin& family) {
  const bool known = family.struct_size >= offsetof(coldcore_plugin, plan) + sizeof family.plan;
  return known ? family.plan : nullptr;
}

void check_shape(const coldcore_plugin& family, const Problem& problem) {
  int layers = 0;
  const int code = family.validate(static_cast<int>(problem.axes.size()), problem.axes.data(),
                                   problem.radius, &layers);
  if (code > 0) {
    broken_family(family, fmt::format("returned {}; it must be 0 or a negative code", code));
  }
  if (code == COLDCORE_PLUGIN_OK && (layers < 1 || layers > COLDCORE_MAX_LAYERS)) {
    broken_family(family, fmt::format("asks for {} planes, but 1..{} are possible", layers,
                                      COLDCORE_MAX_LAYERS));
  }
  if (code == COLDCORE_PLUGIN_OK) return;
  throw InputError(fmt::format("{} is refused because of {}; the family takes {}",
                               search::describe(problem), what_is_refused(code),
                               family.info->limits));
}

search::Definition definition_of(const coldcore_plugin& family, const Problem& problem) {
  return {problem.axes, problem.radius, family.covers, family.axis_cost};
}

std::int64_t largest_ball(const coldcore_plugin& family, const Problem& problem) {
  const long long length = family.table(static_cast<int>(problem.axes.size()), problem.axes.data(),
                                        problem.radius, nullptr, 0);
  if (length >= 1) return length;
  throw InputError(fmt::format("{}: the family gives no support table for it (code {})",
                               search::describe(problem), length));
}

KnownBounds collect_bounds(const coldcore_plugin& family, const Problem& problem,
                           const Notice& notice) {
  KnownBounds bounds;
  try {
    bounds = search::read_known_bounds(search::bounds_file_of(family.path), problem);
  } catch (const std::runtime_error& error) {
    notice(fmt::format("no known bounds: {}", error.what()));
  }
  bounds.raise_lower({search::sphere_covering_bound(search::space_size(problem.axes), problem.mu,
                                                    largest_ball(family, problem)),
                      "sphere covering bound"});
  return bounds;
}

}  // namespace coldcore::problems
