// SPDX-License-Identifier: Apache-2.0
//
// What a campaign command leaves open, and what its tries follow from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "campaign/campaign_log.hpp"
#include "campaign/schedule.hpp"
#include "campaign_problem.hpp"
#include "options.hpp"

namespace coldcore::cli {

/// Tries at a time: as many as were asked for, or as the processors carry.
std::size_t job_count(const CampaignCommand& command);

/// Seconds of the first tries where nobody says how many: so that mostly all groups of a problem
/// have their turn.
double default_try_seconds(const CampaignCommand& command, std::size_t problems, std::size_t jobs);

/// Bytes that each try may take, 0 for no limit: those asked for, or a share of what is available.
std::int64_t memory_of_a_try(const CampaignCommand& command, std::size_t jobs);

search::CampaignHeader header_of(const CampaignCommand& command,
                                 const std::vector<CampaignProblem>& problems, double try_seconds);

/// Before the first try.
search::Schedule schedule_of(const search::CampaignHeader& header);

}  // namespace coldcore::cli
