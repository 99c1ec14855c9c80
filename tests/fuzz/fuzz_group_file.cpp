// SPDX-License-Identifier: Apache-2.0
//
// Files of generators, for a space and for points.
#include <cstdint>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "input_file.hpp"
#include "problem.hpp"
#include "symmetry/group_text.hpp"
#include "symmetry/point_group.hpp"

using namespace coldcore::search;

namespace {

void read_for_space(const std::vector<std::string>& texts, const std::vector<int>& axes) {
  const GroupPlan plan = parse_group(texts, axes);
  require(!plan.fixed.empty() && !plan.random());
  for (const Symmetry& generator : plan.fixed) {
    require(parse_symmetry(format_symmetry(generator), axes) == generator);
  }
}

void read_for_points(const std::vector<std::string>& texts) {
  const PointPlan plan = parse_point_group(texts, {"point", 13, 1});
  require(!plan.fixed.empty() && !plan.random);
}

template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  const std::vector<std::string> texts = {file.path().string()};
  for (const char* spelled : {"4^6", "2,16,9,10"}) {
    read_or_refuse([&] { read_for_space(texts, parse_axes(spelled)); });
  }
  read_or_refuse([&] { read_for_points(texts); });
  return 0;
}
