// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cover_file.hpp"
#include "cover_task.hpp"
#include "options.hpp"

namespace coldcore::cli {

/// A file that verify has recounted, whatever the kind of problem.
struct Examined {
  std::string title;
  Names names;
  nlohmann::ordered_json problem;
  int mu = 1;
  std::string file;
  std::int64_t size = 0;
  std::optional<std::int64_t> stated_size;
  std::optional<std::int64_t> stated_cost;
  std::vector<std::string> unstated;  ///< What comments of ours state and those of the file do not.
  Recount recount;
  std::optional<search::Duplicate> twice;  ///< Where members have to be distinct.
  std::vector<std::uint32_t> lines;        ///< Of the members, from 1.
  std::function<std::string(search::Point)> point_text;
  std::function<std::string(std::size_t)> member_text;

  bool covered() const { return recount.coverage.covered() && !twice; }
  bool size_contradicted() const { return stated_size && *stated_size != size; }
  bool cost_contradicted() const { return stated_cost && *stated_cost != recount.cost; }
  /// A claim of the file's comments is not so.
  bool contradicted() const { return size_contradicted() || cost_contradicted(); }
};

/// Prints what was found as text or as JSON; returns the exit code.
int report_on(const Examined& examined, bool json);

/// Each examines a file of its kind. They throw what reading, families and gates throw.
int verify_product(const VerifyCommand& command);
Examined examine_design(const VerifyCommand& command);
Examined examine_set_cover(const VerifyCommand& command);

}  // namespace coldcore::cli
