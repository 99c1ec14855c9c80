// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "atomic_file.hpp"
#include "block_file.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

namespace {

BlockFile read_text(const std::string& text) {
  const InputFile file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return read_block_file(file.path(), std::nullopt);
}

void check(const BlockFile& blocks) {
  for (std::size_t b = 0; b < blocks.lines.size(); ++b) {
    const auto block = blocks.block(b);
    require(std::ranges::is_sorted(block, std::less_equal<>()));
    require(block.front() >= 0 && block.back() < blocks.design.v);
  }
  require(identities(blocks).size() == blocks.lines.size());
  const BlockFile again = read_text(block_text(blocks.design, {}, blocks.points));
  require(again.points == blocks.points);
  require(again.design == blocks.design);
}

void read(const InputFile& file, const std::optional<Design>& design) {
  try {
    check(read_block_file(file.path(), design));
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  read(file, std::nullopt);
  read(file, Design{7, 3, 2});
  return 0;
}
