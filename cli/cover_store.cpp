// SPDX-License-Identifier: Apache-2.0
#include "cover_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "cover_file.hpp"
#include "messages.hpp"

namespace coldcore::cli {

using search::Candidate;
using search::InputError;

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

CoverStore::CoverStore(const CoverTask& task, fs::path path)
    : task_(task), path_(possible_file(std::move(path))), lock_(path_) {}

void CoverStore::examine(const Gate& gate) {
  std::error_code ignored;
  if (!fs::exists(path_, ignored)) return;
  StoredCover file = read_earlier();
  const Recount recount = gate(file.members);
  ConfirmedCover cover{std::move(file.members), recount};
  if (!is_cover(cover)) refuse(fmt::format("is for {}, but it is no cover", task_.title()));
  earlier_ = std::move(cover.members);
}

StoredCover CoverStore::read_earlier() const {
  const StatedProblem wanted = task_.statement();
  StoredCover file;
  std::string other;
  try {
    const std::optional<StatedProblem> stated = stated_problem(path_);
    if (stated && names_other_problem(*stated, wanted)) other = difference_text(*stated, wanted);
    if (other.empty()) file = task_.read(path_);
  } catch (const InputError& error) {
    refuse(fmt::format("is no cover file ({})", error.what()));
  }
  if (!other.empty()) refuse(other);
  if (!file.names_problem) {
    refuse(fmt::format("does not say that it is for {}", task_.title()));
  }
  return file;
}

void CoverStore::refuse(const std::string& what) const {
  throw InputError(fmt::format("{} exists and {}: {}", path_.string(), what, kRemedy));
}

void CoverStore::save(std::vector<Candidate> members, const Origin& origin, const Gate& gate) {
  const std::int64_t cost = task_.cost(members);
  if (!earlier_.empty() && cost >= earlier_cost()) return;
  std::sort(members.begin(), members.end());
  search::StagedFile staged(path_, task_.file_text(members, origin));
  const ConfirmedCover read_back = read_and_recount(staged.staged_path(), gate);
  if (read_back.members != members || read_back.recount.cost != cost || !is_cover(read_back)) {
    throw std::logic_error(fmt::format(
        "internal error: the search took {} for a cover and the recount does not: {} without "
        "coverage; {} is as it was{}",
        counted(std::ssize(members), task_.names().member),
        counted(read_back.recount.coverage.deficient, task_.names().point), path_.string(),
        task_.advice()));
  }
  staged.commit();
  saved_ = true;
}

std::optional<ConfirmedCover> CoverStore::confirm(const Gate& gate) const {
  if (!saved_ && earlier_.empty()) return std::nullopt;
  ConfirmedCover cover = read_and_recount(path_, gate);
  if (is_cover(cover)) return cover;
  throw std::logic_error(
      fmt::format("internal error: {} was a cover and is none any more", path_.string()));
}

ConfirmedCover CoverStore::read_and_recount(const fs::path& file, const Gate& gate) const {
  ConfirmedCover cover{task_.read(file).members, {}};
  cover.recount = gate(cover.members);
  return cover;
}

bool CoverStore::is_cover(const ConfirmedCover& cover) const {
  if (task_.distinct() && search::find_duplicate(cover.members)) return false;
  return cover.recount.coverage.covered();
}

}  // namespace coldcore::cli
