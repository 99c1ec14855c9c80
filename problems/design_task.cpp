// SPDX-License-Identifier: Apache-2.0
#include "design_task.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "counted.hpp"
#include "gate_design.hpp"
#include "problem.hpp"
#include "sparse_oracle.hpp"
#include "symmetry/design_groups.hpp"

namespace coldcore::problems {

using search::Candidate;
using search::Design;
using search::InputError;

namespace {

/// Entries of an instance beside a search by orbits: each cover that orbits give is improved there,
/// and larger ones take longer for that than orbits take for the next cover.
constexpr std::int64_t kMostEntriesBesideOrbits = std::int64_t{1} << 22;

std::optional<search::SetSystem> generated(const Design& design, int threads, bool by_orbits) {
  if (!by_orbits) return search::generate(design, threads);
  search::require_block_orbits(design);
  const std::int64_t per_block = search::binomial(design.k, design.t);
  const std::int64_t blocks = search::binomial(design.v, design.k);
  if (blocks > kMostEntriesBesideOrbits / per_block) return std::nullopt;
  return search::generate(design, threads);
}

}  // namespace

DesignTask::DesignTask(const search::IncidenceLibrary& module, const ProblemOptions& options,
                       int threads, bool by_orbits)
    : module_(module),
      design_(search::parse_design(*options.design)),
      mu_(options.mu.value_or(1)),
      distinct_(options.distinct),
      names_(design_names(design_)),
      system_(generated(design_, threads, by_orbits)),
      ranks_(design_.v, design_.k) {
  refuse_the_impossible();
  bounds_.raise_lower({search::schonheim_bound(design_, mu_), "Schonheim bound"});
}

/// All t-subsets lie in the same number of blocks.
void DesignTask::refuse_the_impossible() const {
  const std::int64_t blocks = search::binomial(design_.v - design_.t, design_.k - design_.t);
  if (!distinct_ || blocks >= mu_) return;
  throw InputError(fmt::format("{}: no cover exists: every {} lies in {} and no more", title(),
                               names_.point, counted(blocks, "block")));
}

std::string DesignTask::title() const { return design_title(design_, mu_, distinct_); }

StatedProblem DesignTask::statement() const {
  return search::BlockHeader{design_, mu_, distinct_, std::nullopt};
}

nlohmann::ordered_json DesignTask::json() const { return design_json(design_, mu_, distinct_); }

std::int64_t DesignTask::capacity() const { return std::numeric_limits<std::int32_t>::max(); }

std::string DesignTask::member_text(Candidate member) const {
  return search::format_block(points_of({&member, 1}));
}

std::filesystem::path DesignTask::default_path() const {
  return fmt::format("design-{},{},{}{}.cover", design_.v, design_.k, design_.t,
                     mu_suffix(mu_, distinct_));
}

std::string DesignTask::file_text(std::span<const Candidate> members, const Origin& origin) const {
  search::BlockOrigin written = {mu_, distinct_, origin.seed, COLDCORE_PROJECT_VERSION,
                                 origin.command};
  if (origin.group != nullptr) written.group = *origin.group;
  return search::block_text(design_, written, points_of(members));
}

StoredCover DesignTask::read(const std::filesystem::path& file) const {
  search::BlockFile blocks = search::read_block_file(file, design_);
  StoredCover cover;
  for (std::size_t b = 0; b < blocks.lines.size(); ++b) {
    cover.members.push_back(ranks_.rank(blocks.block(b)));
  }
  cover.lines = std::move(blocks.lines);
  const search::BlockHeader& header = blocks.header;
  cover.names_problem =
      header.design == design_ && header.mu == mu_ && header.distinct == distinct_;
  return cover;
}

Gate DesignTask::open_gate() const {
  const auto gate = std::make_shared<search::DesignGate>(design_.v, design_.k, design_.t);
  return [gate, this](std::span<const Candidate> members) {
    return Recount{gate->recount(points_of(members), mu_),
                   static_cast<std::int64_t>(members.size())};
  };
}

std::unique_ptr<search::Oracle> DesignTask::open_oracle() const {
  return std::make_unique<search::SparseOracle>(module_, *system_, mu_);
}

std::vector<int> DesignTask::points_of(std::span<const Candidate> blocks) const {
  const auto k = static_cast<std::size_t>(design_.k);
  std::vector<int> points(blocks.size() * k);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    ranks_.unrank(blocks[b], std::span(points).subspan(b * k, k));
  }
  return points;
}

std::string design_title(const Design& design, int mu, bool distinct) {
  return search::format_design(design) + mu_text(mu, distinct);
}

Names design_names(const Design& design) {
  return {"block", fmt::format("{}-subset", design.t), false, false};
}

nlohmann::ordered_json design_json(const Design& design, int mu, bool distinct) {
  return {{"kind", "design"}, {"v", design.v}, {"k", design.k},
          {"t", design.t},    {"mu", mu},      {"distinct", distinct}};
}

}  // namespace coldcore::problems
