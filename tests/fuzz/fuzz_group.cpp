// SPDX-License-Identifier: Apache-2.0
//
// Generators of symmetries as --group spells them.
#include <cstdint>
#include <string_view>

#include "input_file.hpp"
#include "problem.hpp"
#include "symmetry/group_text.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* spelled : {"3^4", "2,16,2,10"}) {
    const auto axes = parse_axes(spelled);
    try {
      const Symmetry symmetry = parse_symmetry(text, axes);
      require(parse_symmetry(format_symmetry(symmetry), axes) == symmetry);
      require(order(symmetry) >= 1);
    } catch (const InputError&) {
    }
  }
  return 0;
}
