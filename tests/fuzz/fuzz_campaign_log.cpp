// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "atomic_file.hpp"
#include "campaign/campaign_log.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    const auto history = read_campaign_log(file.path());
    require(history && history->bytes <= size);
    const CampaignHeader again = parse_header(header_line(history->header));
    require(difference_text(again, history->header).empty());
    for (const TryRecord& record : history->records) {
      require(parse_record(record_line(record)) == record);
    }
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}
