// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "atomic_file.hpp"
#include "input_file.hpp"
#include "known_bounds.hpp"
#include "problem.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    const KnownBounds bounds =
        read_known_bounds(file.path(), {"family", {3, 3, 3, 3}, 1, 1, false});
    require(!bounds.lower || bounds.lower->size >= 1);
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}
