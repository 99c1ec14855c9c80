// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "options.hpp"
#include "subcommand.hpp"

namespace coldcore::cli {

/// `coldcore campaign ...` as a part of the command line. Lives until it is parsed.
class CampaignOptions {
 public:
  explicit CampaignOptions(CLI::App& app);
  CampaignOptions(const CampaignOptions&) = delete;
  CampaignOptions& operator=(const CampaignOptions&) = delete;

  bool parsed() const { return campaign_.parsed(); }
  /// The command that was parsed. Throws CLI::ParseError where its parts do not go together.
  CampaignCommand command() const;

 private:
  void add_problem();
  void add_limits();
  void add_files();

  CLI::App& campaign_;
  CampaignCommand command_;
  std::string what_;  ///< A family, "design" or a file.
};

}  // namespace coldcore::cli
