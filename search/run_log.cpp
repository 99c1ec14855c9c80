// SPDX-License-Identifier: Apache-2.0
#include "run_log.hpp"

#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>

#include "atomic_file.hpp"

namespace coldcore::search {

RunLog::RunLog(const std::filesystem::path& path) : path_(path), file_(path, std::ios::app) {
  if (!file_.is_open()) fail_on_file("write", path_);
}

void RunLog::write(std::string_view event, const nlohmann::ordered_json& fields) {
  if (!file_.is_open()) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  nlohmann::ordered_json line;
  line["event"] = event;
  line["t"] = std::round(elapsed.count() * 1000) / 1000;
  line.update(fields);
  // Command lines and paths need not be UTF-8.
  file_ << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n'
        << std::flush;
  if (file_.good()) return;
  const int reason = errno;
  file_.close();
  errno = reason;
  fail_on_file("write", path_);
}

}  // namespace coldcore::search
