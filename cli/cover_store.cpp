// SPDX-License-Identifier: Apache-2.0
#include "cover_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace coldcore::cli {

using search::Candidate;
using search::Gate;
using search::InputError;
using search::Problem;

namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "choose another file with --out, or replace it with --overwrite";

/// Checked before the lock, whose file would otherwise appear beside a folder or a device.
fs::path possible_file(fs::path path) {
  std::error_code ignored;
  if (path.has_filename() && (!fs::exists(path, ignored) || fs::is_regular_file(path, ignored))) {
    return path;
  }
  throw InputError(fmt::format("{} is no ordinary file: choose another with --out", path.string()));
}

}  // namespace

CoverStore::CoverStore(const Problem& problem, fs::path path)
    : problem_(problem), path_(possible_file(std::move(path))), lock_(path_) {}

void CoverStore::examine(Gate& gate) {
  std::error_code ignored;
  if (!fs::exists(path_, ignored)) return;
  search::CoverFile file;
  try {
    file = search::read_cover_file(path_, problem_.axes);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} exists and is no cover file ({}): {}", path_.string(),
                                 error.what(), kRemedy));
  }
  if (!file.header.is_for(problem_)) {
    throw InputError(fmt::format("{} exists and does not say that it is for {}: {}", path_.string(),
                                 search::describe(problem_), kRemedy));
  }
  ConfirmedCover cover{std::move(file.words), {}};
  cover.report = gate.recount(cover.words, problem_.mu);
  if (!is_cover(cover)) {
    throw InputError(fmt::format("{} exists and is for {}, but it is no cover: {}", path_.string(),
                                 search::describe(problem_), kRemedy));
  }
  earlier_ = std::move(cover.words);
}

void CoverStore::save(std::vector<Candidate> words, std::uint64_t seed, Gate& gate) {
  if (!earlier_.empty() && words.size() >= earlier_.size()) return;
  std::sort(words.begin(), words.end());
  const std::string text = search::cover_text(problem_, words, {seed, COLDCORE_PROJECT_VERSION});
  search::StagedFile staged(path_, text);
  const ConfirmedCover read_back = read_and_recount(staged.staged_path(), gate);
  if (read_back.words != words || !is_cover(read_back)) {
    throw std::logic_error(fmt::format(
        "internal error: the search took {} words for a cover and the recount does not: {} words "
        "lack coverage; {} is as it was",
        words.size(), read_back.report.deficient, path_.string()));
  }
  staged.commit();
  saved_ = true;
}

std::optional<ConfirmedCover> CoverStore::confirm(Gate& gate) const {
  if (!saved_ && earlier_.empty()) return std::nullopt;
  ConfirmedCover cover = read_and_recount(path_, gate);
  if (is_cover(cover)) return cover;
  throw std::logic_error(
      fmt::format("internal error: {} was a cover and is none any more", path_.string()));
}

ConfirmedCover CoverStore::read_and_recount(const fs::path& file, Gate& gate) const {
  ConfirmedCover cover{search::read_cover_file(file, problem_.axes).words, {}};
  cover.report = gate.recount(cover.words, problem_.mu);
  return cover;
}

bool CoverStore::is_cover(const ConfirmedCover& cover) const {
  if (problem_.distinct && search::find_duplicate(cover.words)) return false;
  return cover.report.covered();
}

fs::path default_cover_path(const Problem& problem) {
  std::string name =
      fmt::format("{}-{}-R{}", problem.family, search::format_axes(problem.axes), problem.radius);
  if (problem.mu != 1) name += fmt::format("-mu{}", problem.mu);
  if (problem.distinct) name += "-distinct";
  return name + ".cover";
}

}  // namespace coldcore::cli
