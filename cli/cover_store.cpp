// SPDX-License-Identifier: Apache-2.0
#include "cover_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "cover_file.hpp"

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
  StoredCover file;
  try {
    file = task_.read(path_);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} exists and is no cover file ({}): {}", path_.string(),
                                 error.what(), kRemedy));
  }
  if (!file.names_problem) {
    throw InputError(fmt::format("{} exists and does not say that it is for {}: {}", path_.string(),
                                 task_.title(), kRemedy));
  }
  const Recount recount = gate(file.members);
  ConfirmedCover cover{std::move(file.members), recount};
  if (!is_cover(cover)) {
    throw InputError(fmt::format("{} exists and is for {}, but it is no cover: {}", path_.string(),
                                 task_.title(), kRemedy));
  }
  earlier_ = std::move(cover.members);
}

void CoverStore::save(std::vector<Candidate> members, const Origin& origin, const Gate& gate) {
  const std::int64_t cost = task_.cost(members);
  if (!earlier_.empty() && cost >= earlier_cost()) return;
  std::sort(members.begin(), members.end());
  search::StagedFile staged(path_, task_.file_text(members, origin));
  const ConfirmedCover read_back = read_and_recount(staged.staged_path(), gate);
  if (read_back.members != members || read_back.recount.cost != cost || !is_cover(read_back)) {
    throw std::logic_error(fmt::format(
        "internal error: the search took {} {}s for a cover and the recount does not: {} {}s lack "
        "coverage; {} is as it was",
        members.size(), task_.names().member, read_back.recount.coverage.deficient,
        task_.names().point, path_.string()));
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
