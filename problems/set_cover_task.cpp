// SPDX-License-Identifier: Apache-2.0
#include "set_cover_task.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "available_memory.hpp"
#include "counted.hpp"
#include "gate_set_system.hpp"
#include "lagrangian.hpp"
#include "number_reader.hpp"
#include "problem.hpp"
#include "set_system_check.hpp"
#include "sparse_oracle.hpp"

namespace coldcore::problems {

using search::Candidate;
using search::InputError;
using search::SetCoverFile;
using search::SetSystem;

namespace {

/// The search wants mu times the sum of all costs below 2^62.
void require_exact_costs(const SetSystem& system, const std::filesystem::path& path, int mu) {
  const std::int64_t most = (std::int64_t{1} << 62) / mu;
  std::int64_t sum = 0;  // At most 2^32 costs below 2^31.
  for (const std::int64_t cost : system.costs) sum += cost;
  if (sum < most) return;
  throw InputError(fmt::format("{}: all costs together are {}; with mu = {} the most is {}",
                               path.string(), grouped(sum), mu, grouped(most - 1)));
}

search::Bound lower_bound(const SetSystem& system, int mu, bool distinct) {
  const search::LagrangianOptions options{.mu = mu, .distinct = distinct, .upper = 0, .steps = 0};
  return {search::lagrangian_bound(system, options), "Lagrangian bound"};
}

}  // namespace

SetCoverTask::SetCoverTask(const search::IncidenceLibrary& module, const ProblemOptions& options,
                           const Notice& notice)
    : module_(module),
      path_(options.instance),
      mu_(options.mu.value_or(1)),
      distinct_(options.distinct),
      file_(read_instance(options)),
      names_(set_cover_names(file_)) {
  require_coverable(file_, path_, mu_, distinct_);
  if (!options.format) notice(dialect_text(file_, path_));
  for (const std::string& line : file_.notices) {
    notice(fmt::format("{}: {}", path_.string(), line));
  }
  bounds_.raise_lower(lower_bound(file_.system, mu_, distinct_));
}

std::string SetCoverTask::title() const { return set_cover_title(path_, mu_, distinct_); }

/// Whatever its file is called.
std::string SetCoverTask::identity() const {
  return fmt::format("the {} instance {}{}", search::dialect_name(file_.dialect),
                     search::format_hash(file_.hash), mu_text(mu_, distinct_));
}

StatedProblem SetCoverTask::statement() const {
  search::CertificateHeader header;
  header.instance = path_.string();
  header.dialect = file_.dialect;
  header.hash = file_.hash;
  header.mu = mu_;
  header.distinct = distinct_;
  return header;
}

nlohmann::ordered_json SetCoverTask::json() const {
  return set_cover_json(file_, path_, mu_, distinct_);
}

std::int64_t SetCoverTask::capacity() const { return std::numeric_limits<std::int32_t>::max(); }

std::int64_t SetCoverTask::cost(std::span<const Candidate> members) const {
  return search::Costs(file_.system.costs).total(members);
}

std::string SetCoverTask::member_text(Candidate member) const {
  return std::to_string(SetCoverFile::set_number(member));
}

std::filesystem::path SetCoverTask::default_path() const {
  return fmt::format("setcover-{}{}.cover", path_.filename().string(), mu_suffix(mu_, distinct_));
}

std::string SetCoverTask::file_text(std::span<const Candidate> members,
                                    const Origin& origin) const {
  search::CertificateOrigin written = {.instance = path_.string(),
                                       .dialect = file_.dialect,
                                       .hash = file_.hash,
                                       .mu = mu_,
                                       .distinct = distinct_,
                                       .cost = cost(members),
                                       .seed = origin.seed,
                                       .version = COLDCORE_PROJECT_VERSION,
                                       .command = origin.command};
  if (origin.group != nullptr) written.group = *origin.group;
  return search::certificate_text(written, members);
}

StoredCover SetCoverTask::read(const std::filesystem::path& file) const {
  search::Certificate certificate = search::read_certificate(file, candidate_count());
  const search::CertificateHeader& header = certificate.header;
  const bool named = header.hash == file_.hash && header.dialect == file_.dialect &&
                     header.mu == mu_ && header.distinct == distinct_;
  return {std::move(certificate.sets), std::move(certificate.lines), named};
}

std::string SetCoverTask::changed_since() const {
  std::string now;
  try {
    const std::uint64_t hash = search::hash_of_instance(path_);
    if (hash == file_.hash) return {};
    now = fmt::format("has changed during the run (hash {} then, hash {} now)",
                      search::format_hash(file_.hash), search::format_hash(hash));
  } catch (const std::runtime_error& error) {
    now = fmt::format("is no longer what it was ({})", error.what());
  }
  return fmt::format("{} {}: the cover is of the instance as it was, and is verified by that alone",
                     path_.string(), now);
}

Gate SetCoverTask::open_gate() const {
  SetCoverFile again = search::read_set_cover_file(path_, file_.dialect);
  if (again.hash != file_.hash) {
    throw InputError(fmt::format("{} was changed while it was read", path_.string()));
  }
  return set_cover_gate(std::move(again), mu_);
}

std::unique_ptr<search::Oracle> SetCoverTask::open_oracle() const {
  return std::make_unique<search::SparseOracle>(module_, file_.system, mu_);
}

SetCoverFile read_instance(const ProblemOptions& options) {
  std::optional<search::SetDialect> dialect;
  if (options.format) dialect = search::dialect_of(*options.format);
  try {
    return search::read_set_cover_file(options.instance, dialect);
  } catch (const search::MemoryError& error) {
    throw search::MemoryError(fmt::format("{}: {}", options.instance, error.what()));
  }
}

std::string dialect_text(const SetCoverFile& file, const std::filesystem::path& path) {
  return fmt::format("{}: read as {} (--format {}); --format names another", path.string(),
                     search::dialect_title(file.dialect), search::dialect_name(file.dialect));
}

void require_coverable(const SetCoverFile& file, const std::filesystem::path& path, int mu,
                       bool distinct) {
  require_exact_costs(file.system, path, mu);
  const auto point = search::first_uncoverable(file.system, mu, distinct);
  if (!point) return;
  throw InputError(fmt::format("{}: no cover exists: element {} is in {}, but has to be covered {}",
                               path.string(), file.element_number(point->point),
                               counted(point->candidates, "set"), counted(mu, "time")));
}

std::string set_cover_title(const std::filesystem::path& path, int mu, bool distinct) {
  return path.filename().string() + mu_text(mu, distinct);
}

Names set_cover_names(const SetCoverFile& file) {
  return {"set", "element", false, !file.system.costs.empty()};
}

nlohmann::ordered_json set_cover_json(const SetCoverFile& file, const std::filesystem::path& path,
                                      int mu, bool distinct) {
  return {{"kind", "setcover"},
          {"instance", path.string()},
          {"format", search::dialect_name(file.dialect)},
          {"hash", search::format_hash(file.hash)},
          {"sets", file.system.candidate_count()},
          {"elements", file.system.point_count},
          {"entries", file.system.points.entries.size()},
          {"mu", mu},
          {"distinct", distinct}};
}

Gate set_cover_gate(SetCoverFile file, int mu) {
  const auto kept = std::make_shared<SetCoverFile>(std::move(file));
  return [kept, mu](std::span<const Candidate> members) {
    const SetSystem& system = kept->system;
    const search::GateRows rows{system.point_count, system.points.offsets, system.points.entries,
                                system.multiplicities, system.costs};
    const search::SetGateReport report = search::recount_sets(rows, members, mu);
    return Recount{report.coverage, report.cost};
  };
}

}  // namespace coldcore::problems
