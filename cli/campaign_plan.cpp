// SPDX-License-Identifier: Apache-2.0
#include "campaign_plan.hpp"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "available_memory.hpp"

namespace coldcore::cli {
namespace {

constexpr double kMemoryShare = 0.9;
constexpr double kGibibyte = 1 << 30;

}  // namespace

search::CampaignHeader header_of(const CampaignCommand& command,
                                 const std::vector<CampaignProblem>& problems, double try_seconds) {
  search::CampaignHeader header{command.seed, try_seconds, {}, COLDCORE_PROJECT_VERSION};
  for (const CampaignProblem& problem : problems) {
    header.problems.push_back({problem.title, problem.ladder});
  }
  return header;
}

search::Schedule schedule_of(const search::CampaignHeader& header) {
  std::vector<std::size_t> rungs;
  for (const search::CampaignHeader::ProblemOf& problem : header.problems) {
    rungs.push_back(problem.groups.size());
  }
  return {std::move(rungs), header.seed, header.try_seconds};
}

std::size_t job_count(const CampaignCommand& command) {
  if (command.jobs > 0) return static_cast<std::size_t>(command.jobs);
  const unsigned processors = std::thread::hardware_concurrency();
  return std::max(1U, processors / static_cast<unsigned>(command.threads));
}

double default_try_seconds(const CampaignCommand& command, std::size_t problems, std::size_t jobs) {
  constexpr double kLeast = 1;
  constexpr double kMost = 60;
  if (command.seconds <= 0) return kMost;
  const double share = command.seconds * static_cast<double>(jobs) / static_cast<double>(problems);
  return std::clamp(std::min(share, command.seconds) / 10, kLeast, kMost);
}

std::int64_t memory_of_a_try(const CampaignCommand& command, std::size_t jobs) {
  if (command.memory_gib) return static_cast<std::int64_t>(*command.memory_gib * kGibibyte);
  const std::int64_t available = search::available_memory();
  if (available == std::numeric_limits<std::int64_t>::max()) return 0;
  return static_cast<std::int64_t>(kMemoryShare * static_cast<double>(available)) /
         static_cast<std::int64_t>(jobs);
}

}  // namespace coldcore::cli
