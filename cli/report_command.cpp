// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "commands.hpp"
#include "engine_failure.hpp"
#include "engine_library.hpp"
#include "exit_code.hpp"
#include "family.hpp"
#include "messages.hpp"
#include "problem.hpp"
#include "report_page.hpp"

namespace coldcore::cli {

namespace fs = std::filesystem;
using search::InputError;
using Json = nlohmann::ordered_json;

namespace {

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored);
}

/// Where the cover is: as an option names it, as the log does, or by that name beside the log.
/// Nothing if it is nowhere.
std::optional<fs::path> cover_file(const ReportCommand& command, const RecordedRun& run) {
  if (!command.cover.empty()) return command.cover;
  const fs::path named = run.end ? run.end->file : run.file;
  if (named.empty()) return std::nullopt;
  if (is_there(named)) return named;
  const fs::path beside = fs::path(command.log).parent_path() / named.filename();
  if (is_there(beside)) return beside;
  if (run.end) {
    say(fmt::format("{} is not there, so the page has the log alone; --cover FILE names it",
                    named.string()));
  }
  return std::nullopt;
}

void refuse_to_replace(const std::string& out, const fs::path& file, const char* what) {
  std::error_code ignored;
  if (!fs::equivalent(out, file, ignored)) return;
  throw InputError(fmt::format("-o {}: this is {}", out, what));
}

/// Instances are known by their hash: their names may differ.
Json identity_of(Json problem) {
  problem.erase("instance");
  return problem;
}

void require_cover_of(const RecordedRun& run, const Examined& examined) {
  if (identity_of(examined.problem) != identity_of(run.problem)) {
    throw InputError(fmt::format("{} is about {}, the log about {}; --cover FILE names its cover",
                                 examined.file, examined.title, run.title));
  }
  if (examined.covered()) return;
  throw InputError(fmt::format("{} is no cover of {}; 'coldcore verify' says why", examined.file,
                               examined.title));
}

/// How often the members cover each word, by the definition; the space is small.
Board board_of(const search::Definition& definition, const Examined& examined) {
  Board board;
  board.width = definition.axes[0];
  board.height = definition.axes[1];
  const auto words = static_cast<std::size_t>(board.width * board.height);
  board.multiplicity.assign(words, 0);
  board.chosen.assign(words, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(examined.size); ++i) {
    const std::vector<int> member = examined.member_row(i);
    ++board.chosen[static_cast<std::size_t>(member[0] + member[1] * board.width)];
    for (std::size_t w = 0; w < words; ++w) {
      const int word[] = {static_cast<int>(w) % board.width, static_cast<int>(w) / board.width};
      board.multiplicity[w] +=
          definition.covers(2, definition.axes.data(), definition.radius, member.data(), word);
    }
  }
  return board;
}

std::optional<Board> product_board(const search::EngineLibrary& engine, const RecordedRun& run,
                                   const Examined& examined) {
  search::Problem problem;
  problem.axes = search::parse_axes(run.problem["axes"].get<std::string>());
  if (problem.axes.size() != 2) return std::nullopt;
  problem.family = run.problem["family"].get<std::string>();
  problem.radius = run.problem["R"].get<int>();
  return board_of(definition_of(open_family(engine, problem.family), problem), examined);
}

ReportedCover examine_cover(const ReportCommand& command, const RecordedRun& run,
                            const search::EngineLibrary* engine, const std::string& file) {
  ProblemOptions given;
  given.kind = run.kind;
  given.instance = command.instance;
  kind_to_examine(given, file);
  ReportedCover cover;
  if (run.kind == ProblemKind::kProduct) {
    cover.examined = examine_product(*engine, given, file);
  } else if (run.kind == ProblemKind::kDesign) {
    cover.examined = examine_design(given, file, say);
  } else {
    cover.examined = examine_set_cover(given, file, say);
  }
  require_cover_of(run, cover.examined);
  if (engine != nullptr) cover.board = product_board(*engine, run, cover.examined);
  constexpr std::uintmax_t kMostContent = 256 << 10;
  std::error_code unknown;  // Of a pipe, say.
  const std::uintmax_t size = fs::file_size(file, unknown);
  if (!unknown && size <= kMostContent) {
    cover.content = search::read_whole_file(file, kMostContent);
  }
  return cover;
}

int make_page(const ReportCommand& command, const RecordedRun& run,
              const search::EngineLibrary* engine, const std::optional<fs::path>& file) {
  std::optional<ReportedCover> cover;
  if (file) cover = examine_cover(command, run, engine, file->string());
  search::write_file_atomically(command.out, report_page(run, cover, command.log));
  return kExitCover;
}

}  // namespace

int run(const ReportCommand& command) {
  const RecordedRun run = read_recorded_run(command.log);
  if (!command.instance.empty() && run.kind != ProblemKind::kSetCover) {
    throw InputError(fmt::format("--instance is for set covers; {} is about none", command.log));
  }
  const std::optional<fs::path> file = cover_file(command, run);
  refuse_to_replace(command.out, command.log, "the log");
  if (file) refuse_to_replace(command.out, *file, "the cover");
  if (!file || run.kind != ProblemKind::kProduct) return make_page(command, run, nullptr, file);
  const search::EngineLibrary engine = search::load_engine();
  try {
    return make_page(command, run, &engine, file);
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace coldcore::cli
