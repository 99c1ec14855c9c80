// SPDX-License-Identifier: Apache-2.0
//
// What the passes over memory have in common.
#pragma once

#include <coldcore/sdk/storage.hpp>
#include <coldcore/sdk/tile.hpp>

namespace coldcore::sdk {
namespace {

/// What all tasks of one transform share.
struct Job {
  const coldcore_view& view;
  const Plan& plan;
  Source source;
  std::uint8_t* scratch;  ///< [workers * scratch_bytes].
  std::int64_t scratch_bytes;
  int g = 0;                         ///< The group being done.
  std::int64_t blocks_together = 1;  ///< See UpperPass.
  Storage from = {};                 ///< What the pass before left, if g > 0.
  Storage to = {};                   ///< Where this pass leaves its planes, if it is not the last.
  bool to_counts = false;
};

}  // namespace
}  // namespace coldcore::sdk
