// SPDX-License-Identifier: Apache-2.0
#include "listener.hpp"

namespace coldcore::problems {
namespace {

constexpr std::size_t kMostEvents = 4096;
/// Polls come far more often than reports; a caller who waits to stop the search hears of them too.
constexpr auto kLongestSilence = std::chrono::milliseconds(50);

}  // namespace

void Listener::improved(std::span<const search::Candidate> cover) {
  group_of_best_ = group_;
  now_.seconds = elapsed();
  now_.size = static_cast<std::int64_t>(cover.size());
  now_.deficit = 0;
  now_.best = task_.cost(cover);
  remember(now_);
  tell(true);
}

void Listener::progress(const search::Progress& now) {
  phase_ = now.phase;
  now_ = {elapsed(), now.iterations, now.size, now.deficit, now.best};
  if (now_.seconds >= next_event_) {
    remember(now_);
    next_event_ = now_.seconds + event_interval_;
  }
  tell(false);
}

bool Listener::stop_requested() {
  if (!stopped_ && tell_ != nullptr && Clock::now() - told_ >= kLongestSilence) {
    now_.seconds = elapsed();
    tell(false);
  }
  return stopped_;
}

/// A long run keeps every second event of its first half, and so on.
void Listener::remember(const coldcore_search_event& event) {
  if (history_.size() == kMostEvents) {
    for (std::size_t i = 0; i < kMostEvents / 2; ++i) history_[i] = history_[2 * i + 1];
    history_.resize(kMostEvents / 2);
    event_interval_ *= 2;
  }
  history_.push_back(event);
}

void Listener::tell(bool improved) {
  if (tell_ == nullptr) return;
  const coldcore_search_progress now{.struct_size = sizeof(coldcore_search_progress),
                                     .improved = improved ? 1 : 0,
                                     .phase = phase_.c_str(),
                                     .seconds = now_.seconds,
                                     .iterations = now_.iterations,
                                     .size = now_.size,
                                     .deficit = now_.deficit,
                                     .best = now_.best};
  if (tell_(&now, user_) != 0) stopped_ = true;
  told_ = Clock::now();
}

double Listener::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace coldcore::problems
