// SPDX-License-Identifier: Apache-2.0
#include "copy_speed.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "parallel.hpp"

namespace coldcore::cli {

double copy_speed() {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  constexpr std::int64_t kParts = 64;
  constexpr std::size_t kPart = kBytes / kParts;
  const std::vector<char> from(kBytes, 1);
  std::vector<char> to(kBytes, 2);
  using Clock = std::chrono::steady_clock;
  double fastest = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto start = Clock::now();
    search::run_parallel(kParts, 0, [&](std::int64_t part, int) {
      const std::size_t at = static_cast<std::size_t>(part) * kPart;
      std::memcpy(to.data() + at, from.data() + at, kPart);
    });
    fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return 2 * static_cast<double>(kBytes) / fastest;
}

}  // namespace coldcore::cli
