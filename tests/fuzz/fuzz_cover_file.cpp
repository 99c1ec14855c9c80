// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <vector>

#include "atomic_file.hpp"
#include "cover_file.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

namespace {

void read(const InputFile& file, const std::optional<std::vector<int>>& axes) {
  try {
    const CoverFile cover = read_cover_file(file.path(), axes);
    require(cover.words.size() == cover.lines.size());
    for (const Candidate word : cover.words) require(word >= 0 && word < space_size(cover.axes));
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  read(file, std::nullopt);
  read(file, std::vector<int>{3, 16, 2});
  return 0;
}
