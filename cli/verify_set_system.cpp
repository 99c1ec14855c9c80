// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "block_file.hpp"
#include "certificate.hpp"
#include "design_task.hpp"
#include "examined.hpp"
#include "gate_design.hpp"
#include "messages.hpp"
#include "set_cover_task.hpp"
#include "stated_problem.hpp"

namespace coldcore::cli {

using search::BlockFile;
using search::Certificate;
using search::CertificateHeader;
using search::InputError;
using search::SetCoverFile;

namespace {

/// The instance that the options name, else the one that the certificate does: as it is named
/// there, else by that name beside the certificate.
std::filesystem::path instance_of(const VerifyCommand& command, const CertificateHeader& header) {
  if (!command.problem.instance.empty()) return command.problem.instance;
  if (!header.instance) {
    throw InputError(fmt::format(
        "{}: the instance is not known: the file does not name it; give it with --instance",
        command.file));
  }
  std::error_code ignored;
  if (std::filesystem::exists(*header.instance, ignored)) return *header.instance;
  const std::filesystem::path beside = std::filesystem::path(command.file).parent_path() /
                                       std::filesystem::path(*header.instance).filename();
  if (std::filesystem::exists(beside, ignored)) return beside;
  throw InputError(fmt::format("{}: its instance {} is not there: give it with --instance",
                               command.file, *header.instance));
}

ProblemOptions problem_of(const VerifyCommand& command, const CertificateHeader& header) {
  ProblemOptions problem = command.problem;
  problem.instance = instance_of(command, header).string();
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
void require_same_instance(const VerifyCommand& command, const CertificateHeader& header,
                           const std::string& instance) {
  if (!header.hash) return;
  CertificateHeader wanted;
  wanted.instance = instance;
  wanted.hash = search::hash_of_instance(instance);
  if (*wanted.hash == *header.hash) return;
  throw InputError(fmt::format("{} {}", command.file, difference_text(header, wanted)));
}

/// Before a recount that lasts longer than one waits without wondering.
void say_long_recount(const VerifyCommand& command, std::int64_t coverings, const Names& names) {
  constexpr std::int64_t kLong = 2'000'000'000;
  if (coverings < kLong || coverings > search::DesignGate::kMostCoverings) return;
  say(fmt::format("{}: its blocks contain {}, each counted by itself: some seconds a billion",
                  command.file, counted(coverings, names.point)));
}

}  // namespace

Examined examine_design(const VerifyCommand& command) {
  std::optional<search::Design> given;
  if (command.problem.design) given = search::parse_design(*command.problem.design);
  const auto file = std::make_shared<BlockFile>(search::read_block_file(command.file, given));
  const search::Design& design = file->design;
  const int mu = command.problem.mu.value_or(file->header.mu.value_or(1));
  const bool distinct = command.problem.distinct || file->header.distinct.value_or(false);
  const auto gate = std::make_shared<search::DesignGate>(design.v, design.k, design.t);
  Examined examined;
  examined.title = design_title(design, mu, distinct);
  examined.names = design_names(design);
  examined.problem = design_json(design, mu, distinct);
  examined.mu = mu;
  examined.file = command.file;
  examined.size = file->size();
  examined.stated_size = file->header.size;
  if (file->header.ours && !file->header.size) examined.unstated = {"size"};
  say_long_recount(command, gate->coverings(file->size()), examined.names);
  examined.recount = {gate->recount(file->points, mu), file->size()};
  if (distinct) examined.twice = search::find_duplicate(search::identities(*file));
  examined.lines = file->lines;
  examined.point_text = [gate](search::Point x) { return search::format_block(gate->subset(x)); };
  examined.member_text = [file](std::size_t b) { return search::format_block(file->block(b)); };
  return examined;
}

Examined examine_set_cover(const VerifyCommand& command) {
  const CertificateHeader header = search::read_certificate_header(command.file);
  const ProblemOptions problem = problem_of(command, header);
  require_same_instance(command, header, problem.instance);
  SetCoverFile instance = read_instance(problem);
  const auto file = std::make_shared<Certificate>(
      search::read_certificate(command.file, instance.system.candidate_count()));
  if (!problem.format) say_dialect(instance, problem.instance);
  Examined examined;
  examined.title = set_cover_title(problem.instance, *problem.mu, problem.distinct);
  examined.names = set_cover_names(instance);
  examined.problem = set_cover_json(instance, problem.instance, *problem.mu, problem.distinct);
  examined.mu = *problem.mu;
  examined.file = command.file;
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
  examined.recount = set_cover_gate(std::move(instance), *problem.mu)(file->sets);
  return examined;
}

}  // namespace coldcore::cli
