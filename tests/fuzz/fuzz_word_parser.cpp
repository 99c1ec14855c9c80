// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "input_file.hpp"
#include "problem.hpp"
#include "word_parser.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  for (const char* axes : {"2", "3^4", "16,2,10", "16^10"}) {
    const WordParser parser(parse_axes(axes));
    const ParsedWord word = parser.parse(line);
    if (!word.error.empty()) {
      require(word.column >= 1 && word.column <= size + 1);
      continue;
    }
    require(word.index >= 0 && word.index < space_size(parser.axes()));
    require(parser.parse(format_word(word.index, parser.axes())).index == word.index);
  }
  return 0;
}
