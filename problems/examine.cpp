// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "block_file.hpp"
#include "certificate.hpp"
#include "design_task.hpp"
#include "examine.hpp"
#include "gate_design.hpp"
#include "set_cover_task.hpp"
#include "stated_problem.hpp"

namespace coldcore::problems {

using search::BlockFile;
using search::Certificate;
using search::CertificateHeader;
using search::InputError;
using search::SetCoverFile;

namespace {

const char* options_of(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::kDesign:
      return "--vkt";
    case ProblemKind::kSetCover:
      return "--instance";
    default:
      return "a family, --axes and -R";
  }
}

/// A file that may be anything. What cannot be looked at beforehand is left to the reader of
/// products, which says what it lacks.
ProblemKind kind_of_nothing(const std::string& name) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name, ignored)) return ProblemKind::kProduct;
  throw InputError(fmt::format(
      "{} does not say what it covers: give FAMILY, --axes and -R, or --vkt, or --instance", name));
}

/// The instance that the options name, else the one that the certificate does: as it is named
/// there, else by that name beside the certificate.
std::filesystem::path instance_of(const ProblemOptions& given, const std::string& name,
                                  const CertificateHeader& header) {
  if (!given.instance.empty()) return given.instance;
  if (!header.instance) {
    throw InputError(fmt::format(
        "{}: the instance is not known: the file does not name it; give it with --instance", name));
  }
  std::error_code ignored;
  if (std::filesystem::exists(*header.instance, ignored)) return *header.instance;
  const std::filesystem::path beside = std::filesystem::path(name).parent_path() /
                                       std::filesystem::path(*header.instance).filename();
  if (std::filesystem::exists(beside, ignored)) return beside;
  throw InputError(fmt::format("{}: its instance {} is not there: give it with --instance", name,
                               *header.instance));
}

ProblemOptions problem_of(const ProblemOptions& given, const std::string& name,
                          const CertificateHeader& header) {
  ProblemOptions problem = given;
  problem.instance = instance_of(given, name, header).string();
  if (!problem.format && header.dialect) problem.format = search::dialect_name(*header.dialect);
  problem.mu = problem.mu.value_or(header.mu.value_or(1));
  problem.distinct = problem.distinct || header.distinct.value_or(false);
  return problem;
}

/// What certificates of ours state and this one does not.
std::vector<std::string> unstated_by(const CertificateHeader& header) {
  std::vector<std::string> unstated;
  if (!header.ours) return unstated;
  if (!header.size) unstated.emplace_back("size");
  if (!header.cost) unstated.emplace_back("cost");
  if (!header.hash)
    unstated.emplace_back("hash (whether the instance has changed since is not known)");
  return unstated;
}

/// Before the instance is read: one that has another hash is refused for that, however it differs.
void require_same_instance(const std::string& name, const CertificateHeader& header,
                           const std::string& instance) {
  if (!header.hash) return;
  CertificateHeader wanted;
  wanted.instance = instance;
  wanted.hash = search::hash_of_instance(instance);
  if (*wanted.hash == *header.hash) return;
  throw InputError(fmt::format("{} {}", name, difference_text(header, wanted)));
}

std::vector<int> numbers_of(std::span<const int> block) {
  std::vector<int> numbers(block.begin(), block.end());
  for (int& number : numbers) ++number;
  return numbers;
}

/// Before a recount that lasts longer than one waits without wondering.
void note_long_recount(const Notice& notice, const std::string& name, std::int64_t coverings,
                       const Names& names) {
  constexpr std::int64_t kLong = 2'000'000'000;
  if (coverings < kLong || coverings > search::DesignGate::kMostCoverings) return;
  notice(fmt::format("{}: its blocks contain {}, each counted by itself: some seconds a billion",
                     name, counted(coverings, names.point)));
}

}  // namespace

ProblemKind kind_to_examine(const ProblemOptions& given, const std::string& name) {
  const std::optional<StatedProblem> stated = stated_problem(name);
  if (!stated) return given.kind ? *given.kind : kind_of_nothing(name);
  if (!given.kind || *given.kind == kind_of(*stated)) return kind_of(*stated);
  throw InputError(fmt::format("{}: this is a cover of {}; {} cannot go with it", name,
                               stated_title(*stated), options_of(*given.kind)));
}

Examined examine_design(const ProblemOptions& given, const std::string& name,
                        const Notice& notice) {
  std::optional<search::Design> named;
  if (given.design) named = search::parse_design(*given.design);
  const auto file = std::make_shared<BlockFile>(search::read_block_file(name, named));
  return recounted_blocks(file, given.mu.value_or(file->header.mu.value_or(1)),
                          given.distinct || file->header.distinct.value_or(false), name, notice);
}

Examined recounted_blocks(const std::shared_ptr<const BlockFile>& file, int mu, bool distinct,
                          const std::string& name, const Notice& notice) {
  const search::Design& design = file->design;
  const auto gate = std::make_shared<search::DesignGate>(design.v, design.k, design.t);
  Examined examined;
  examined.title = design_title(design, mu, distinct);
  examined.names = design_names(design);
  examined.problem = design_json(design, mu, distinct);
  examined.mu = mu;
  examined.distinct = distinct;
  examined.file = name;
  examined.size = file->size();
  examined.stated_size = file->header.size;
  if (file->header.ours && !file->header.size) examined.unstated = {"size"};
  note_long_recount(notice, name, gate->coverings(file->size()), examined.names);
  examined.recount = {gate->recount(file->points, mu), file->size()};
  if (distinct) examined.twice = search::find_duplicate(search::identities(*file));
  examined.lines = file->lines;
  examined.point_text = [gate](search::Point x) { return search::format_block(gate->subset(x)); };
  examined.member_text = [file](std::size_t b) { return search::format_block(file->block(b)); };
  examined.member_row = [file](std::size_t b) { return numbers_of(file->block(b)); };
  examined.file_text = [file, mu, distinct](const Origin& origin) {
    search::BlockOrigin written = {mu, distinct, origin.seed, COLDCORE_PROJECT_VERSION,
                                   origin.command};
    if (origin.group != nullptr) written.group = *origin.group;
    return search::block_text(file->design, written, file->points);
  };
  return examined;
}

Examined examine_set_cover(const ProblemOptions& given, const std::string& name,
                           const Notice& notice) {
  const CertificateHeader header = search::read_certificate_header(name);
  const ProblemOptions problem = problem_of(given, name, header);
  require_same_instance(name, header, problem.instance);
  SetCoverFile instance = read_instance(problem);
  const auto file = std::make_shared<Certificate>(
      search::read_certificate(name, instance.system.candidate_count()));
  if (!problem.format) notice(dialect_text(instance, problem.instance));
  return recounted_sets(std::move(instance), problem, file, name);
}

Examined recounted_sets(SetCoverFile instance, const ProblemOptions& problem,
                        const std::shared_ptr<const Certificate>& file, const std::string& name) {
  const CertificateHeader& header = file->header;
  const int mu = problem.mu.value_or(1);
  Examined examined;
  examined.title = set_cover_title(problem.instance, mu, problem.distinct);
  examined.names = set_cover_names(instance);
  examined.problem = set_cover_json(instance, problem.instance, mu, problem.distinct);
  examined.mu = mu;
  examined.distinct = problem.distinct;
  examined.file = name;
  examined.size = static_cast<std::int64_t>(file->sets.size());
  examined.stated_size = header.size;
  examined.stated_cost = header.cost;
  examined.unstated = unstated_by(header);
  if (problem.distinct) examined.twice = search::find_duplicate(file->sets);
  examined.lines = file->lines;
  examined.point_text = [first = instance.first_element](search::Point x) {
    return std::to_string(x + first);
  };
  examined.member_text = [file](std::size_t s) {
    return std::to_string(SetCoverFile::set_number(file->sets[s]));
  };
  examined.member_row = [file](std::size_t s) {
    return std::vector{static_cast<int>(SetCoverFile::set_number(file->sets[s]))};
  };
  search::CertificateOrigin stated = {
      .instance = problem.instance,
      .dialect = instance.dialect,
      .hash = instance.hash,
      .mu = mu,
      .distinct = problem.distinct,
      .cost = search::Costs(instance.system.costs).total(file->sets),
      .version = COLDCORE_PROJECT_VERSION,
      .command = {}};
  examined.file_text = [file, stated = std::move(stated)](const Origin& origin) {
    search::CertificateOrigin written = stated;
    written.seed = origin.seed;
    written.command = origin.command;
    if (origin.group != nullptr) written.group = *origin.group;
    return search::certificate_text(written, file->sets);
  };
  examined.recount = set_cover_gate(std::move(instance), mu)(file->sets);
  return examined;
}

}  // namespace coldcore::problems
