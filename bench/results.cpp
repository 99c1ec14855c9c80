// SPDX-License-Identifier: Apache-2.0
#include "results.hpp"

#include <fstream>
#include <stdexcept>

namespace coldcore::bench {

void write_results(const std::string& file, const nlohmann::ordered_json& results) {
  std::ofstream out(file);
  out << results.dump(1) << '\n';
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file);
}

}  // namespace coldcore::bench
