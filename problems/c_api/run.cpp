// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "cover_search.hpp"
#include "engines.hpp"
#include "failure.hpp"
#include "family.hpp"
#include "listener.hpp"
#include "request.hpp"

namespace coldcore::problems {

using search::Candidate;
using search::InputError;

namespace {

constexpr const char* kCommand = "coldcore_search_solve";

/// What one problem needs: made once, used for the search and for the recount of what it finds.
struct Parts {
  ProblemOptions options;
  Result result = std::make_unique<coldcore_search_result>();

  Notice notice() {
    return [this](const std::string& line) {
      result->notices += (result->notices.empty() ? "" : "\n") + line;
    };
  }
};

std::vector<std::uint32_t> ascending_lines(std::size_t count) {
  std::vector<std::uint32_t> lines(count);
  std::iota(lines.begin(), lines.end(), std::uint32_t{1});
  return lines;
}

Examined recount_of_words(const search::Problem& problem, std::vector<Candidate> words) {
  search::CoverFile file;
  file.axes = problem.axes;
  file.lines = ascending_lines(words.size());
  file.words = std::move(words);
  return recounted_words(engine(), problem,
                         std::make_shared<const search::CoverFile>(std::move(file)), "members");
}

Examined recount_of_blocks(const search::Design& design, const ProblemOptions& options,
                           std::vector<int> points, const Notice& notice) {
  search::BlockFile file;
  file.design = design;
  file.lines = ascending_lines(points.size() / static_cast<std::size_t>(design.k));
  file.points = std::move(points);
  return recounted_blocks(std::make_shared<const search::BlockFile>(std::move(file)), *options.mu,
                          options.distinct, "members", notice);
}

Examined recount_of_sets(search::SetCoverFile instance, const ProblemOptions& options,
                         std::vector<Candidate> sets) {
  search::Certificate file;
  file.lines = ascending_lines(sets.size());
  file.sets = std::move(sets);
  return recounted_sets(std::move(instance), options,
                        std::make_shared<const search::Certificate>(std::move(file)), "members");
}

/// A file's name need not be UTF-8.
std::string text_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Fills in what follows from the recount.
void take(coldcore_search_result& result, Examined examined) {
  result.examined = std::move(examined);
  result.has_members = true;
  result.problem = text_of(result.examined.problem);
  for (const search::Point x : result.examined.recount.coverage.first_deficient) {
    result.uncovered.push_back(result.examined.point_text(x));
  }
}

void refuse_the_impossible(const coldcore_search_options& options, const CoverTask& task) {
  const search::Bound& lower = *task.bounds().lower;
  if (options.target == 0 || options.target >= lower.size) return;
  throw InputError(fmt::format("target {}: {} needs at least {} ({})", grouped(options.target),
                               task.title(), amount_text(task.names(), lower.size), lower.source));
}

search::SolveOptions solve_options(const coldcore_search_options& options, const CoverTask& task,
                                   std::vector<Candidate> warm_start) {
  search::SolveOptions solving;
  solving.seconds = options.seconds;
  solving.iterations = options.iterations > 0 ? options.iterations : -1;
  solving.seed = options.seed;
  solving.target = options.target;
  solving.lower_bound = task.bounds().lower->size;
  solving.distinct = task.distinct();
  solving.threads = options.threads;
  if (task.distinct() && search::find_duplicate(warm_start)) {
    throw InputError("warm_start has a member twice, but members have to be distinct");
  }
  solving.warm_start = std::move(warm_start);
  return solving;
}

std::int32_t ended_code(search::SolveStatus status) {
  switch (status) {
    case search::SolveStatus::kTarget:
      return COLDCORE_ENDED_TARGET;
    case search::SolveStatus::kOptimal:
      return COLDCORE_ENDED_OPTIMAL;
    case search::SolveStatus::kTime:
      return COLDCORE_ENDED_TIME;
    case search::SolveStatus::kIterations:
      return COLDCORE_ENDED_ITERATIONS;
    case search::SolveStatus::kStopped:
      return COLDCORE_ENDED_STOPPED;
    case search::SolveStatus::kCapacity:
      return COLDCORE_ENDED_CAPACITY;
    case search::SolveStatus::kInfeasible:
      return COLDCORE_ENDED_INFEASIBLE;
  }
  return COLDCORE_ENDED_NO_SEARCH;
}

/// Searches and writes down how that went; returns the best cover.
std::vector<Candidate> run(const CoverTask& task, const SearchOpener& open, Parts& parts,
                           const coldcore_search_options& options,
                           std::vector<Candidate> warm_start, coldcore_search_progress_fn progress,
                           void* user) {
  refuse_the_impossible(options, task);
  const search::SolveOptions solving = solve_options(options, task, std::move(warm_start));
  coldcore_search_result& result = *parts.result;
  result.bounds = task.bounds();
  result.examined.title = task.title();
  result.examined.names = task.names();
  result.examined.mu = task.mu();
  result.examined.distinct = task.distinct();
  result.problem = text_of(task.json());
  result.seed = options.seed;

  std::vector<std::string> group;
  Listener listener(task, progress, user, group);
  const Search search = open();
  search::SolveResult found = search(solving, listener, group);
  result.ended = ended_code(found.status);
  result.ended_text = search::describe(found.status, task.capacity());
  result.history = listener.history();
  result.group = listener.group();
  result.iterations = found.iterations;
  result.seconds = found.seconds;
  return std::move(found.cover);
}

void confirm(const coldcore_search_result& result, std::int64_t cost) {
  const Examined& examined = result.examined;
  if (examined.covered() && examined.recount.cost == cost) return;
  throw std::logic_error(
      fmt::format("internal error: the search took {} for a cover and the recount does not: {} "
                  "without coverage",
                  counted(examined.size, examined.names.member),
                  counted(examined.recount.coverage.deficient, examined.names.point)));
}

std::vector<std::string> group_texts(const coldcore_search_options& options) {
  return {options.group, options.group + options.group_count};
}

Result solve_product(Parts parts, const coldcore_search_options& options,
                     coldcore_search_progress_fn progress, void* user) try {
  const ProductTask task(engine(), product_problem(parts.options), parts.notice());
  const auto start =
      checked_rows(options.warm_start, options.warm_count, parts.result->width, "warm_start");
  const SearchOpener open = options.group_count > 0
                                ? orbit_search(task, module(), group_texts(options))
                                : free_search(task);
  std::vector<Candidate> words =
      run(task, open, parts, options, words_of(start, task.problem().axes), progress, user);
  if (words.empty()) return std::move(parts.result);
  const std::int64_t cost = task.cost(words);
  take(*parts.result, recount_of_words(task.problem(), std::move(words)));
  confirm(*parts.result, cost);
  return std::move(parts.result);
} catch (const search::OracleError& error) {
  fail_as_engine(error);
}

std::vector<Candidate> block_numbers(const search::SubsetRanks& ranks, std::vector<int> points,
                                     int k) {
  std::vector<Candidate> numbers;
  const auto size = static_cast<std::size_t>(k);
  for (std::size_t at = 0; at < points.size(); at += size) {
    numbers.push_back(ranks.rank(std::span(points).subspan(at, size)));
  }
  return numbers;
}

Result solve_design(Parts parts, const coldcore_search_options& options,
                    coldcore_search_progress_fn progress, void* user) try {
  const bool by_orbits = options.group_count > 0;
  const DesignTask task(module(), parts.options, options.threads, by_orbits);
  const search::Design& design = task.design();
  const auto start = checked_rows(options.warm_start, options.warm_count, design.k, "warm_start");
  std::vector<Candidate> members = block_numbers(search::SubsetRanks(design.v, design.k),
                                                 blocks_of(start, design.v, design.k), design.k);
  const SearchOpener open =
      by_orbits ? orbit_search(task, module(), group_texts(options)) : free_search(task);
  members = run(task, open, parts, options, std::move(members), progress, user);
  if (members.empty()) return std::move(parts.result);
  take(*parts.result,
       recount_of_blocks(design, parts.options, task.points_of(members), parts.notice()));
  confirm(*parts.result, std::ssize(members));
  return std::move(parts.result);
} catch (const search::OracleError& error) {
  fail_as_module(error);
}

Result solve_set_cover(Parts parts, const coldcore_search_options& options,
                       coldcore_search_progress_fn progress, void* user) try {
  const SetCoverTask task(module(), parts.options, parts.notice());
  const auto start = checked_rows(options.warm_start, options.warm_count, 1, "warm_start");
  const SearchOpener open = options.group_count > 0
                                ? orbit_search(task, module(), group_texts(options))
                                : free_search(task);
  std::vector<Candidate> sets =
      run(task, open, parts, options, sets_of(start, task.candidate_count()), progress, user);
  if (sets.empty()) return std::move(parts.result);
  search::SetCoverFile again = read_instance(parts.options);
  if (again.hash != task.file().hash) {
    throw InputError(fmt::format("{} was changed during the search", parts.options.instance));
  }
  const std::int64_t cost = task.cost(sets);
  take(*parts.result, recount_of_sets(std::move(again), parts.options, std::move(sets)));
  confirm(*parts.result, cost);
  return std::move(parts.result);
} catch (const search::OracleError& error) {
  fail_as_module(error);
}

Parts parts_of(const coldcore_search_problem& problem, const ProblemOptions& options) {
  Parts parts{options};
  parts.result->kind = problem.kind;
  parts.result->width = width_of(problem);
  parts.result->instance = options.instance;
  return parts;
}

/// Of a recount, what is known of its problem; a set cover's bound would take as long as a search.
search::KnownBounds bounds_of(const ProblemOptions& options, const Notice& notice) {
  search::KnownBounds bounds;
  if (options.kind == ProblemKind::kProduct) {
    const search::Problem problem = product_problem(options);
    return collect_bounds(open_family(engine(), problem.family), problem, notice);
  }
  if (options.kind == ProblemKind::kDesign) {
    const search::Design design = search::parse_design(*options.design);
    bounds.raise_lower({search::schonheim_bound(design, *options.mu), "Schonheim bound"});
  }
  return bounds;
}

Examined recount_of_rows(Parts& parts, const std::int32_t* rows, std::int64_t count) {
  const ProblemOptions& options = parts.options;
  if (options.kind == ProblemKind::kProduct) {
    const search::Problem problem = product_problem(options);
    const auto checked = checked_rows(rows, count, parts.result->width, "rows");
    return recount_of_words(problem, words_of(checked, problem.axes));
  }
  if (options.kind == ProblemKind::kDesign) {
    const search::Design design = search::parse_design(*options.design);
    const auto checked = checked_rows(rows, count, design.k, "rows");
    return recount_of_blocks(design, options, blocks_of(checked, design.v, design.k),
                             parts.notice());
  }
  const auto checked = checked_rows(rows, count, 1, "rows");
  search::SetCoverFile instance = read_instance(options);
  const std::int64_t sets = instance.system.candidate_count();
  return recount_of_sets(std::move(instance), options, sets_of(checked, sets));
}

/// The problem of a file that has been recounted, in full.
ProblemOptions problem_of_file(ProblemKind kind, const Examined& examined) {
  const nlohmann::ordered_json& json = examined.problem;
  ProblemOptions options;
  options.kind = kind;
  options.mu = examined.mu;
  options.distinct = examined.distinct;
  switch (kind) {
    case ProblemKind::kProduct:
      options.family = json.at("family");
      options.axes = json.at("axes");
      options.radius = json.at("R");
      break;
    case ProblemKind::kDesign:
      options.design = fmt::format("{},{},{}", json.at("v").get<int>(), json.at("k").get<int>(),
                                   json.at("t").get<int>());
      break;
    case ProblemKind::kSetCover:
      options.instance = json.at("instance");
      options.format = json.at("format");
      break;
  }
  return options;
}

Examined examine(ProblemKind kind, const ProblemOptions& given, const std::string& file,
                 const Notice& notice) {
  if (kind == ProblemKind::kSetCover) return examine_set_cover(given, file, notice);
  if (kind == ProblemKind::kDesign) return examine_design(given, file, notice);
  return examine_product(engine(), given, file);
}

ProblemKind kind_of_result(const coldcore_search_result& result) {
  return static_cast<ProblemKind>(result.kind - COLDCORE_PROBLEM_PRODUCT);
}

bool same_members(const Examined& a, const Examined& b) {
  if (a.size != b.size) return false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.size); ++i) {
    if (a.member_row(i) != b.member_row(i)) return false;
  }
  return true;
}

int width_of_file(ProblemKind kind, const nlohmann::ordered_json& problem) {
  if (kind == ProblemKind::kDesign) return problem.at("k");
  if (kind == ProblemKind::kSetCover) return 1;
  return static_cast<int>(search::parse_axes(problem.at("axes").get<std::string>()).size());
}

}  // namespace

Result solve(const coldcore_search_problem& problem, const coldcore_search_options& options,
             coldcore_search_progress_fn progress, void* user) {
  Parts parts = parts_of(problem, whole_problem(problem));
  switch (*parts.options.kind) {
    case ProblemKind::kProduct:
      return solve_product(std::move(parts), options, progress, user);
    case ProblemKind::kDesign:
      return solve_design(std::move(parts), options, progress, user);
    default:
      return solve_set_cover(std::move(parts), options, progress, user);
  }
}

Result verify(const coldcore_search_problem& problem, const std::int32_t* rows,
              std::int64_t count) try {
  Parts parts = parts_of(problem, whole_problem(problem));
  take(*parts.result, recount_of_rows(parts, rows, count));
  parts.result->bounds = bounds_of(parts.options, parts.notice());
  return std::move(parts.result);
} catch (const search::OracleError& error) {
  fail_as_engine(error);
}

Result verify_file(const std::string& file, const ProblemOptions& given) try {
  const ProblemKind kind = kind_to_examine(given, file);
  auto result = std::make_unique<coldcore_search_result>();
  const Notice notice = [&](const std::string& line) {
    result->notices += (result->notices.empty() ? "" : "\n") + line;
  };
  take(*result, examine(kind, given, file, notice));
  const ProblemOptions options = problem_of_file(kind, result->examined);
  result->kind = COLDCORE_PROBLEM_PRODUCT + static_cast<std::int32_t>(kind);
  result->width = width_of_file(kind, result->examined.problem);
  result->instance = options.instance;
  result->bounds = bounds_of(options, notice);
  return result;
} catch (const search::OracleError& error) {
  fail_as_engine(error);
}

void write(const coldcore_search_result& result, const std::string& file, bool overwrite) {
  if (!result.has_members || !result.examined.covered()) {
    throw Failure(COLDCORE_SEARCH_E_NO_COVER,
                  fmt::format("{}: there is no cover to write", result.examined.title));
  }
  std::error_code ignored;
  if (!overwrite && std::filesystem::exists(file, ignored)) {
    throw search::FileError(fmt::format("{} is there already: overwrite it or name another", file));
  }
  const Origin origin{result.seed, kCommand, &result.group};
  search::StagedFile staged(file, result.examined.file_text(origin));
  ProblemOptions given;
  given.instance = result.instance;
  const Examined again = examine(kind_of_result(result), given, staged.staged_path().string(),
                                 [](const std::string&) {});
  if (!again.covered() || !same_members(again, result.examined)) {
    throw std::logic_error("internal error: what was written is not what was to be written");
  }
  staged.commit();
}

}  // namespace coldcore::problems
