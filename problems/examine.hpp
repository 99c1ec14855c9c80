// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "block_file.hpp"
#include "certificate.hpp"
#include "counted.hpp"
#include "cover_file.hpp"
#include "cover_task.hpp"
#include "engine_library.hpp"
#include "problem_choice.hpp"
#include "set_cover_file.hpp"

namespace coldcore::problems {

/// A file of members that has been recounted, whatever the kind of problem.
struct Examined {
  std::string title;
  Names names;
  nlohmann::ordered_json problem;
  int mu = 1;
  bool distinct = false;
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
  /// Member i in numbers: digits of a word, points of a block from 1, or the number of a set.
  std::function<std::vector<int>(std::size_t)> member_row;
  /// The content of a cover file of it.
  std::function<std::string(const Origin&)> file_text;

  bool covered() const { return recount.coverage.covered() && !twice; }
  bool size_contradicted() const { return stated_size && *stated_size != size; }
  bool cost_contradicted() const { return stated_cost && *stated_cost != recount.cost; }
  /// A claim of the file's comments is not so.
  bool contradicted() const { return size_contradicted() || cost_contradicted(); }
};

/// What kind of problem a file is about: `given`, or what its comments say. InputError where
/// neither says it, or they contradict each other.
ProblemKind kind_to_examine(const ProblemOptions& given, const std::string& file);

/// Each examines a file of its kind; what `given` leaves open, the comments of the file say. They
/// throw what reading, families and gates throw; `notice` hears what is odd.
Examined examine_product(const search::EngineLibrary& engine, const ProblemOptions& given,
                         const std::string& file);
Examined examine_design(const ProblemOptions& given, const std::string& file, const Notice& notice);
Examined examine_set_cover(const ProblemOptions& given, const std::string& file,
                           const Notice& notice);

/// The same of members that were read or made up already; `name` is what messages call them. The
/// certificate's header may be empty.
Examined recounted_words(const search::EngineLibrary& engine, const search::Problem& problem,
                         const std::shared_ptr<const search::CoverFile>& file,
                         const std::string& name);
Examined recounted_blocks(const std::shared_ptr<const search::BlockFile>& file, int mu,
                          bool distinct, const std::string& name, const Notice& notice);
Examined recounted_sets(search::SetCoverFile instance, const ProblemOptions& problem,
                        const std::shared_ptr<const search::Certificate>& file,
                        const std::string& name);

}  // namespace coldcore::problems
