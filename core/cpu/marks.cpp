// SPDX-License-Identifier: Apache-2.0
#include "marks.hpp"

#include <algorithm>

#include "../thread_pool.hpp"
#include "grain.hpp"

namespace coldcore::core {
namespace {

// In loads of a walk, which mostly waits for memory: a gather saves one of each that it would do
// on counts, an update spends so many more, and one stands for so many words marked at once.
constexpr std::int64_t kSpentByUpdates = 2;
constexpr std::int64_t kMarkedAtATime = 8;

std::int64_t plane_bytes(const Ball& ball) {
  return ball.marks.units * static_cast<std::int64_t>(sizeof(std::uint64_t));
}

}  // namespace

Marks::Marks(const Ball& ball, Placement placement) : ball_(&ball) {
  if (!ball.marks.exists()) return;
  for (Plane& plane : planes_) plane.pages = Pages(plane_bytes(ball), placement);
}

std::int64_t Marks::bytes_for(const Ball& ball) {
  return ball.marks.exists() ? kMostMarkTargets * whole_pages(plane_bytes(ball)) : 0;
}

std::int64_t Marks::bytes() const {
  std::int64_t sum = 0;
  for (const Plane& plane : planes_) sum += plane.pages.bytes();
  return sum;
}

void Marks::set_stale() {
  for (Plane& plane : planes_) plane.fresh = false;
}

const std::uint64_t* Marks::for_gathers(CountRange range, std::int64_t words,
                                        const std::uint16_t* cnt) {
  if (bytes() == 0 || range.low >= kMostMarkTargets) return nullptr;
  Plane& plane = planes_[range.low];
  if (plane.range != range) plane.fresh = false;
  plane.saved = std::min(plane.saved + words * ball_->walks.work(), cost_of_making());
  if (plane.fresh) return plane.bits();
  if (plane.saved < cost_of_making()) return nullptr;
  plane.range = range;
  make(plane, cnt);
  return plane.bits();
}

MarkRefresh Marks::for_updates(std::int64_t words) {
  MarkRefresh refresh{targets_.data(), 0, ball_->walks.block().size, ball_->marks.block_units,
                      ball_->marks.block_reciprocal};
  for (Plane& plane : planes_) {
    const std::int64_t spent = words * ball_->walks.work() * kSpentByUpdates;
    plane.saved = std::max<std::int64_t>(plane.saved - spent, 0);
    if (plane.saved == 0) plane.fresh = false;
    if (plane.fresh) targets_[refresh.count++] = {plane.bits(), plane.range};
  }
  return refresh;
}

std::int64_t Marks::cost_of_making() const { return ball_->shape.size / kMarkedAtATime + 1; }

void Marks::make(Plane& plane, const std::uint16_t* cnt) {
  const int block_size = ball_->walks.block().size;
  const int block_units = ball_->marks.block_units;
  const std::int64_t grain = kScanGrain / block_size;
  std::uint64_t* const bits = plane.bits();
  parallel_for(ball_->shape.size / block_size, grain,
               [=, &plane](std::int64_t begin, std::int64_t end, int) {
                 kernels().mark_blocks(cnt + begin * block_size, block_size, end - begin,
                                       plane.range, bits + begin * block_units);
               });
  plane.fresh = true;
}

}  // namespace coldcore::core
