// SPDX-License-Identifier: Apache-2.0
#include "run_log.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::search {

namespace {

/// Events are added to a log; to anything else they would be damage.
void refuse_other_files(const std::filesystem::path& path) {
  std::ifstream file(path);
  const int first = file.get();
  if (!file.good() || first == '{') return;
  throw InputError(fmt::format("{}: not a run log, so nothing is added to it; name another file",
                               path.string()));
}

}  // namespace

RunLog::RunLog(const std::filesystem::path& path) : path_(path) {
  if (std::filesystem::is_fifo(path)) {  // Opening it would wait for a reader.
    throw InputError(fmt::format("{}: a pipe cannot be the log; name a file", path.string()));
  }
  if (std::filesystem::is_regular_file(path)) refuse_other_files(path);
  file_.open(path, std::ios::app);
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
  failed_ = true;
  errno = reason;
  fail_on_file("write", path_);
}

}  // namespace coldcore::search
