// SPDX-License-Identifier: Apache-2.0
//
// Opening and closing a cell.
#include <coldcore/dct.h>

#include <algorithm>
#include <utility>

#include "cell.hpp"
#include "cpu/kernels.hpp"
#include "error.hpp"
#include "settings.hpp"
#include "thread_pool.hpp"

namespace coldcore::core {
namespace {

void lend_parallel_for(std::int64_t count, std::int64_t grain, std::int32_t max_workers,
                       coldcore_task_fn task, void* arg) {
  pool().run(count, grain, max_workers, task, arg);
}

}  // namespace

Cell::Cell(const CellRequest& request) : Cell(request, plan_cell(request)) {}

Cell::Cell(const CellRequest& request, CellPlan plan)
    : ball_(std::move(plan.ball)), plugin_(*plan.plugin), extract_cap_(request.extract_cap) {
  const Settings settings = read_settings();
  prepare_pool(settings.threads);
  prepare_kernels(settings.isa);
  services_ = {sizeof services_, pool().size(), settings.isa, lend_parallel_for};
  allocate(plan, request);
  fill_view(plan);
  const int code = plugin_.bind(&view_);
  if (code != COLDCORE_PLUGIN_OK) {
    fail(DCT_E_PLUGIN, "{}: {}_bind failed with code {}", plugin_.path, plugin_.name, code);
  }
}

Cell::~Cell() { plugin_.bind(nullptr); }

// The owner plane goes with the layers: it is as large as one, and only loss_owner touches it.
void Cell::allocate(const CellPlan& plan, const CellRequest& request) {
  const auto layers = static_cast<Placement>(request.layers_mode);
  const auto counts = static_cast<Placement>(request.cnt_mode);
  const std::int64_t size = ball_.shape.size;
  for (int i = 0; i < plan.planes; ++i) {
    planes_.emplace_back(4 * size, layers);
    plane_pointers_[i] = planes_.back().as<std::int32_t>();
  }
  if (plan.private_bytes > 0) private_storage_ = Pages(plan.private_bytes, layers);
  if (request.use_owner == 1) owner_pages_ = Pages(4 * size, layers);
  cnt_pages_ = Pages(2 * size, counts);
  map_ = plane_pointers_[0];
  marks_ = Marks(ball_, counts);
  cnt_ = cnt_pages_.as<std::uint16_t>();
  const std::int64_t with_layers = bytes() - counts_bytes() - ball_.walks.bytes();
  host_bytes_ = (layers != Placement::kDevice ? with_layers : 0) +
                (counts != Placement::kDevice ? counts_bytes() : 0);
}

void Cell::fill_view(const CellPlan& plan) {
  view_.struct_size = sizeof view_;
  view_.n = ball_.shape.n;
  view_.R = plan.R;
  view_.nlayers = plan.nlayers;
  std::copy(ball_.shape.ax.begin(), ball_.shape.ax.end(), view_.ax);
  std::copy(ball_.shape.stride.begin(), ball_.shape.stride.end(), view_.stride);
  view_.size = ball_.shape.size;
  view_.planes = plane_pointers_.data();
  view_.cnt = cnt_;
  view_.mu = mu_;
  view_.source_kind = COLDCORE_SOURCE_NONE;
  view_.private_storage = private_storage_.as<void>();
  view_.private_bytes = plan.private_bytes;
  view_.services = &services_;
}

std::int64_t Cell::counts_bytes() const { return cnt_pages_.bytes() + marks_.bytes(); }

std::int64_t Cell::bytes() const {
  std::int64_t sum =
      private_storage_.bytes() + owner_pages_.bytes() + counts_bytes() + ball_.walks.bytes();
  for (const Pages& plane : planes_) sum += plane.bytes();
  return sum;
}

}  // namespace coldcore::core
