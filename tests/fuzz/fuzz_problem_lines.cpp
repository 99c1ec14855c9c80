// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "atomic_file.hpp"
#include "campaign/problem_lines.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    for (const ProblemLine& problem : read_problem_lines(file.path())) {
      require(!problem.words.empty());
      require(split_words(join_words(problem.words)) == problem.words);
    }
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}
