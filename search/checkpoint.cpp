// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "atomic_file.hpp"
#include "word_parser.hpp"

namespace coldcore::search {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "coldcore checkpoint 1";
/// 65,535 words of 16 digits take some 1.3 MB.
constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

Json to_json(const Checkpoint& checkpoint) {
  const Problem& problem = checkpoint.problem;
  Json words = Json::array();
  for (const Candidate word : checkpoint.best) words.push_back(format_word(word, problem.axes));
  return {{"format", kFormat},
          {"version", checkpoint.version},
          {"problem",
           {{"family", problem.family},
            {"axes", format_axes(problem.axes)},
            {"R", problem.radius},
            {"mu", problem.mu},
            {"distinct", problem.distinct}}},
          {"seed", checkpoint.seed},
          {"resumptions", checkpoint.resumptions},
          {"elapsed", checkpoint.elapsed},
          {"iterations", checkpoint.iterations},
          {"best", std::move(words)}};
}

std::vector<Candidate> words_from(const Json& json, const std::vector<int>& axes) {
  const WordParser parser(axes);
  std::vector<Candidate> words;
  for (const Json& text : json) {
    const ParsedWord word = parser.parse(text.get_ref<const std::string&>());
    if (!word.error.empty()) throw InputError(fmt::format("word {}: {}", words.size(), word.error));
    words.push_back(word.index);
  }
  return words;
}

Checkpoint from_json(const Json& json) {
  if (json.at("format") != kFormat) throw InputError("it is of another format");
  Checkpoint checkpoint;
  const Json& problem = json.at("problem");
  checkpoint.problem.family = problem.at("family");
  checkpoint.problem.axes = parse_axes(problem.at("axes").get_ref<const std::string&>());
  checkpoint.problem.radius = problem.at("R");
  checkpoint.problem.mu = problem.at("mu");
  checkpoint.problem.distinct = problem.at("distinct");
  checkpoint.version = json.at("version");
  checkpoint.seed = json.at("seed");
  checkpoint.resumptions = json.at("resumptions");
  checkpoint.elapsed = json.at("elapsed");
  checkpoint.iterations = json.at("iterations");
  checkpoint.best = words_from(json.at("best"), checkpoint.problem.axes);
  return checkpoint;
}

/// `parse` and `from_json` complain in many ways; for the user all of them mean the same.
Checkpoint parse_checkpoint(const std::filesystem::path& path, const std::string& content) {
  const auto damaged = [&](const char* why) {
    return InputError(fmt::format(
        "checkpoint {} is damaged ({}): delete it, or start without --resume", path.string(), why));
  };
  try {
    return from_json(Json::parse(content));
  } catch (const InputError& error) {
    throw damaged(error.what());
  } catch (const Json::exception& error) {
    throw damaged(error.what());
  }
}

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& cover_file) {
  return cover_file.string() + ".checkpoint";
}

void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  write_file_atomically(path, to_json(checkpoint).dump(1) + "\n");
}

std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& path,
                                          const Problem& problem) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  Checkpoint checkpoint = parse_checkpoint(path, read_whole_file(path, kMaxBytes));
  if (checkpoint.problem == problem) return checkpoint;
  throw InputError(
      fmt::format("checkpoint {} is for {}, not for {}: choose another file with --out, or start "
                  "without --resume",
                  path.string(), describe(checkpoint.problem), describe(problem)));
}

}  // namespace coldcore::search
