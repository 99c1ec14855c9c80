// SPDX-License-Identifier: Apache-2.0
//
// Problems as the command line spells them.
#include <cstdint>
#include <string_view>

#include "design.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto axes = parse_axes(text);
    require(parse_axes(format_axes(axes)) == axes);
  } catch (const InputError&) {
  }
  try {
    const Design design = parse_design(text);
    require(design.t >= 1 && design.t <= design.k && design.k <= design.v);
    require(schonheim_bound(design, 65'535) >= 1);
  } catch (const InputError&) {
  }
  return 0;
}
