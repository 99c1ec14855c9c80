// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "coldcore checkpoint 2";
/// Some millions of members.
constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

Json to_json(const Checkpoint& checkpoint) {
  return {{"format", kFormat},
          {"version", checkpoint.version},
          {"problem", checkpoint.problem},
          {"seed", checkpoint.seed},
          {"resumptions", checkpoint.resumptions},
          {"elapsed", checkpoint.elapsed},
          {"iterations", checkpoint.iterations},
          {"best", checkpoint.best}};
}

/// A number of the file; `get` would bend a fraction or a truth value into one.
template <class Number>
Number whole(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    if (std::in_range<Number>(value)) return static_cast<Number>(value);
  }
  throw InputError(fmt::format("{} is no whole number", json.dump()));
}

Checkpoint from_json(const Json& json) {
  if (json.at("format") != kFormat) throw InputError("it is of another format");
  Checkpoint checkpoint;
  checkpoint.problem = json.at("problem");
  checkpoint.version = json.at("version");
  checkpoint.seed = whole<std::uint64_t>(json.at("seed"));
  checkpoint.resumptions = whole<int>(json.at("resumptions"));
  checkpoint.elapsed = json.at("elapsed");
  checkpoint.iterations = whole<std::int64_t>(json.at("iterations"));
  for (const Json& member : json.at("best")) {
    checkpoint.best.push_back(whole<Candidate>(member));
  }
  return checkpoint;
}

void check_members(const Checkpoint& checkpoint, std::int64_t candidate_count) {
  for (const Candidate member : checkpoint.best) {
    if (member >= 0 && member < candidate_count) continue;
    throw InputError(fmt::format("member {} of {} candidates", member, candidate_count));
  }
}

/// `parse` and `from_json` complain in many ways; for the user all of them mean the same.
InputError damaged(const std::filesystem::path& path, const std::string& why) {
  return InputError(fmt::format(
      "checkpoint {} is damaged ({}): delete it, or start without --resume", path.string(), why));
}

Checkpoint parse_checkpoint(const std::filesystem::path& path, const std::string& content) {
  try {
    return from_json(Json::parse(content));
  } catch (const InputError& error) {
    throw damaged(path, error.what());
  } catch (const Json::parse_error& error) {  // Its text may have bytes that no terminal likes.
    throw damaged(path, fmt::format("no JSON at byte {}", error.byte));
  } catch (const Json::exception&) {
    throw damaged(path, "a field is missing or of another kind");
  }
}

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& cover_file) {
  return cover_file.string() + ".checkpoint";
}

void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  // A problem may be called after a file, whose name need not be UTF-8.
  const auto replace = Json::error_handler_t::replace;
  write_file_atomically(path, to_json(checkpoint).dump(1, ' ', false, replace) + "\n");
}

std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& path,
                                          std::string_view problem, std::int64_t candidate_count) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  Checkpoint checkpoint = parse_checkpoint(path, read_whole_file(path, kMaxBytes));
  if (checkpoint.problem != problem) {
    throw InputError(
        fmt::format("checkpoint {} is for {}, not for {}: choose another file with --out, or start "
                    "without --resume",
                    path.string(), checkpoint.problem, problem));
  }
  try {
    check_members(checkpoint, candidate_count);
  } catch (const InputError& error) {
    throw damaged(path, error.what());
  }
  return checkpoint;
}

}  // namespace coldcore::search
