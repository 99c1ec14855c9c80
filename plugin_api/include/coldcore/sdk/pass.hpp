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
  int g = 0;          ///< The group being done.
  Storage from = {};  ///< What the pass before left, if g > 0.
  Storage to = {};    ///< Where this pass leaves its planes, if it is not the last.
  bool to_counts = false;
};

/// Calls work<Number> for numbers of so many bytes.
template <class Work>
void with_number(int bytes, const Work& work) {
  if (bytes == 1) return work.template operator()<std::uint8_t>();
  if (bytes == 2) return work.template operator()<std::uint16_t>();
  work.template operator()<std::uint32_t>();
}

/// Calls work<From, To> for numbers of so many bytes, which differ by one step at most.
template <class Work>
void with_numbers(int from, int to, const Work& work) {
  if (from == 1 && to == 2) return work.template operator()<std::uint8_t, std::uint16_t>();
  if (from == 2 && to == 1) return work.template operator()<std::uint16_t, std::uint8_t>();
  with_number(from, [&]<class Number>() { work.template operator()<Number, Number>(); });
}

}  // namespace
}  // namespace coldcore::sdk
