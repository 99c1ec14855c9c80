// SPDX-License-Identifier: Apache-2.0
//
// Permutations of the points of a design, or of the elements of a set cover, as --group spells
// them.
#include <cstdint>
#include <string_view>
#include <vector>

#include "input_file.hpp"
#include "problem.hpp"
#include "symmetry/point_group.hpp"

using namespace coldcore::search;

namespace {

void require_permutation(const Permutation& permutation, int count) {
  require(permutation.size() == static_cast<std::size_t>(count));
  std::vector<bool> hit(permutation.size());
  for (const int to : permutation) {
    require(to >= 0 && to < count && !hit[static_cast<std::size_t>(to)]);
    hit[static_cast<std::size_t>(to)] = true;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const PointNames& names : {PointNames{"point", 26, 1}, PointNames{"element", 9, 0}}) {
    try {
      const Permutation permutation = parse_permutation(text, names);
      require_permutation(permutation, names.count);
      require(parse_permutation(format_permutation(permutation, names), names) == permutation);
    } catch (const InputError&) {
    }
  }
  return 0;
}
