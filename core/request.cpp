// SPDX-License-Identifier: Apache-2.0
#include "request.hpp"

#include <coldcore/dct.h>

#include <optional>
#include <span>
#include <string>

#include "cpu/marks.hpp"
#include "error.hpp"
#include "memory.hpp"
#include "memory_limit.hpp"
#include "registry.hpp"

namespace coldcore::core {
namespace {

// Far above any machine; keeps sums of what a plugin asks for from overflowing.
constexpr std::int64_t kMaxPrivateBytes = std::int64_t{1} << 56;

void check_range(const char* name, int value, int low, int high) {
  if (value < low || value > high) {
    fail(DCT_E_ARGUMENT, "{} = {}, but it must be in {}..{}", name, value, low, high);
  }
}

void check_arguments(const CellRequest& request) {
  if (request.ax == nullptr) fail(DCT_E_NULL, "ax is NULL");
  if (request.ballpat == nullptr) fail(DCT_E_NULL, "ballpat is NULL");
  check_range("layers_mode", request.layers_mode, 0, 2);
  check_range("cnt_mode", request.cnt_mode, 0, 2);
  check_range("use_owner", request.use_owner, 0, 1);
  if (request.extract_cap < 1) {
    fail(DCT_E_ARGUMENT, "extract_cap = {}, but it must be at least 1", request.extract_cap);
  }
}

std::string axes_text(const Shape& shape) {
  std::string text;
  for (int j = 0; j < shape.n; ++j) text += fmt::format("{}{}", j == 0 ? "" : ",", shape.ax[j]);
  return text;
}

const char* reason(int code) {
  switch (code) {
    case COLDCORE_PLUGIN_E_N:
      return "the number of axes";
    case COLDCORE_PLUGIN_E_AXIS:
      return "an axis size";
    case COLDCORE_PLUGIN_E_RADIUS:
      return "the radius";
    case COLDCORE_PLUGIN_E_TOO_LARGE:
      return "the size";
    default:
      return nullptr;
  }
}

int ask_layers(const coldcore_plugin& plugin, const Shape& shape, int R) {
  int nlayers = 0;
  const int code = plugin.validate(shape.n, shape.ax.data(), R, &nlayers);
  if (code != COLDCORE_PLUGIN_OK && reason(code) != nullptr) {
    fail(DCT_E_REFUSED, "{} does not take axes {} with R = {}, because of {}; it takes {}",
         plugin.name, axes_text(shape), R, reason(code), plugin.info->limits);
  }
  if (code != COLDCORE_PLUGIN_OK) {
    fail(DCT_E_PLUGIN, "{}: {}_validate failed with code {}", plugin.path, plugin.name, code);
  }
  if (nlayers < 1 || nlayers > COLDCORE_MAX_LAYERS) {
    fail(DCT_E_PLUGIN, "{}: {}_validate asks for {} planes, but 1..{} are possible", plugin.path,
         plugin.name, nlayers, COLDCORE_MAX_LAYERS);
  }
  return nlayers;
}

std::int64_t ask_private_bytes(const coldcore_plugin& plugin, const Shape& shape, int R) {
  const long long bytes = plugin.plane_bytes(shape.n, shape.ax.data(), R);
  if (bytes < 0 || bytes > kMaxPrivateBytes) {
    fail(DCT_E_PLUGIN, "{}: {}_plane_bytes answers {}, which is no size", plugin.path, plugin.name,
         bytes);
  }
  return bytes;
}

Ball read_ball(const CellRequest& request, const Shape& shape, const coldcore_plugin& plugin) {
  check_table_length(shape, request.balllen);
  check_memory(WalkTable::build_bytes(request.balllen), "the support table");
  const auto length = static_cast<std::size_t>(request.balllen);
  const auto table = SupportTable::from_v1(shape, {request.ballpat, length});
  std::optional<StepCosts> costs;
  if (plugin.axis_cost != nullptr) {
    costs = make_step_costs(shape, request.R, plugin.axis_cost, plugin.info->cost_rule);
  }
  return Ball(shape, table, costs);
}

std::int64_t array_bytes(const CellPlan& plan, bool use_owner) {
  const std::int64_t size = plan.ball.shape.size;
  const std::int64_t plane = whole_pages(4 * size);
  const std::int64_t owner = use_owner ? plane : 0;
  return plan.planes * plane + whole_pages(plan.private_bytes) + whole_pages(2 * size) +
         Marks::bytes_for(plan.ball) + owner;
}

}  // namespace

CellPlan plan_cell(const CellRequest& request) {
  check_arguments(request);
  CellPlan plan;
  const Shape shape = make_shape(request.n, request.ax);
  const coldcore_plugin& plugin = load_plugin(request.problem);
  plan.plugin = &plugin;
  plan.R = request.R;
  plan.nlayers = ask_layers(plugin, shape, request.R);
  plan.planes = plugin.plane_bytes != nullptr ? 1 : plan.nlayers;
  if (plugin.plane_bytes != nullptr) {
    plan.private_bytes = ask_private_bytes(plugin, shape, request.R);
  }
  plan.ball = read_ball(request, shape, plugin);
  check_memory(array_bytes(plan, request.use_owner == 1), "the cell");
  return plan;
}

}  // namespace coldcore::core
