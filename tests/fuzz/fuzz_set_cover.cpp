// SPDX-License-Identifier: Apache-2.0
//
// The first byte names the format or asks for its detection, the rest is the file.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>

#include "atomic_file.hpp"
#include "input_file.hpp"
#include "problem.hpp"
#include "set_cover_file.hpp"
#include "set_system_check.hpp"

using namespace coldcore::search;

namespace {

std::optional<SetDialect> dialect_by(std::uint8_t choice) {
  switch (choice) {
    case 'o':
      return SetDialect::kOrLibrary;
    case 'r':
      return SetDialect::kRail;
    case 't':
      return SetDialect::kSteiner;
    case 's':
      return SetDialect::kSets;
    default:
      return std::nullopt;
  }
}

void check(const SetSystem& system) {
  require(system.point_count >= 1);
  require(system.costs.empty() ||
          static_cast<std::int64_t>(system.costs.size()) == system.candidate_count());
  for (std::int64_t c = 0; c < system.candidate_count(); ++c) {
    const auto points = system.points[static_cast<Index>(c)];
    require(std::ranges::is_sorted(points, std::less_equal<>()));
    require(points.empty() || points.back() < system.point_count);
    require(system.cost(c) >= 1 && system.cost(c) <= kMostCost);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const InputFile file(data + 1, size - 1);
  try {
    const SetCoverFile read = read_set_cover_file(file.path(), dialect_by(data[0]));
    check(read.system);
    first_uncoverable(read.system, 2, true);
  } catch (const InputError&) {
  } catch (const FileError&) {
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
