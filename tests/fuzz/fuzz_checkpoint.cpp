// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "atomic_file.hpp"
#include "checkpoint.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    const auto checkpoint = load_checkpoint(file.path(), "C(7,3,2)", 35);
    require(checkpoint.has_value());
    for (const Candidate member : checkpoint->best) require(member >= 0 && member < 35);
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}
