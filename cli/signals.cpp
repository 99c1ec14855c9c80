// SPDX-License-Identifier: Apache-2.0
#include "signals.hpp"

#include <atomic>
#include <csignal>

namespace coldcore::cli {
namespace {

/// The handler runs on whatever thread the signal meets.
std::atomic<int> noted_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note_signal(int number) {
  noted_signal = number;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

void survive_file_size_limit() { std::signal(SIGXFSZ, SIG_IGN); }

int caught_signal() { return noted_signal; }

}  // namespace coldcore::cli
