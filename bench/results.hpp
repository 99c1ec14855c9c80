// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace coldcore::bench {

/// Writes what `--json FILE` asks for. Throws std::runtime_error if it cannot be written.
void write_results(const std::string& file, const nlohmann::ordered_json& results);

}  // namespace coldcore::bench
