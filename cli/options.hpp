// SPDX-License-Identifier: Apache-2.0
//
// The command line as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "check.hpp"
#include "problem_choice.hpp"
#include "sparse_input_options.hpp"

namespace coldcore::cli {

// What the commands are about: cover tasks, problems as they are named, headers of files.
using namespace problems;

struct SolveCommand {
  ProblemOptions problem;
  std::optional<double> seconds;
  std::optional<std::int64_t> iterations;
  std::optional<std::uint64_t> seed;
  std::optional<std::int64_t> target;
  std::string out;
  std::string warm_start;
  std::vector<std::string> group;  ///< What --group said, each time.
  std::string log;
  bool resume = false;
  bool overwrite = false;
  bool json = false;
  bool quiet = false;
  int threads = 0;         ///< 0: not given.
  std::string whole_line;  ///< The command as it was typed, for the log.
};

struct CampaignCommand {
  ProblemOptions problem;          ///< No kind: `list` names a file of problems instead.
  std::vector<std::string> group;  ///< Of that problem.
  std::string list;
  std::string target = "beat";        ///< Or "meet", or a number.
  double seconds = 3600;              ///< 0 for no limit.
  std::optional<double> try_seconds;  ///< Of the first tries.
  int jobs = 0;                       ///< 0: not given.
  int threads = 1;                    ///< Of each try.
  std::optional<double> memory_gib;   ///< Of each try; 0 for no limit.
  std::uint64_t seed = 1;
  std::string folder = "runs";
  bool resume = false;
  bool keep_going = false;
  bool json = false;
  bool quiet = false;
};

struct VerifyCommand {
  ProblemOptions problem;
  std::string file;
  bool json = false;
};

struct PlanCommand {
  std::string family;
  std::string axes;
  int radius = 0;
  bool json = false;
};

struct ReportCommand {
  std::string log;
  std::string out;
  std::string cover;     ///< Empty: where the log says.
  std::string instance;  ///< Likewise, where the cover says.
};

struct PluginListCommand {};

struct PluginInfoCommand {
  std::string family;
};

struct PluginNewCommand {
  std::string name;
  std::optional<int> id;
  std::string language = "cpp";  ///< "c" or "cpp".
  std::string folder;            ///< Empty: the name.
};

struct PluginCheckCommand {
  conformance::CheckOptions options;
};

struct SparseValidateCommand {
  std::string file;
  bool all = false;
  bool json = false;
};

struct SparseBindingCommand {
  std::string file;
  std::optional<std::string> configuration;  ///< Absent: the first of the manifest.
  bool json = false;
  std::string language = "c";  ///< "c", "cpp", "cuda" or "fortran".
};

struct SparseStubCommand {
  std::string file;
  std::string configuration;
  std::string language;
  std::string out;  ///< Empty: standard output.
};

struct SparseUnpackCommand {
  SparseInputOptions inputs;
  std::string out;   ///< A folder that is not there yet; empty: nothing is written.
  bool raw = false;  ///< Bytes without a header.
  bool json = false;
};

struct SparseRunCommand {
  SparseInputOptions inputs;
  std::string kernel;     ///< A shared library.
  std::string reference;  ///< Another one with the same symbol; empty: libcoldcore_kernels.
  std::optional<double> tolerance;  ///< Absent: by the number of terms.
  int calls = 5;                    ///< Timed, after one that is not.
  std::int64_t workspace = 0;       ///< Bytes.
  double seconds = 600;             ///< For each of the two kernels.
  bool json = false;
};

struct SparseComposeCommand {
  std::string a;
  std::string j;
  std::int64_t blocks = 1;
  std::string out;
  int threads = 0;  ///< 0: left to the library.
  bool symbolic = false;
  bool json = false;
};

/// Everything is said already (help, a version, a complaint): leave with this code.
struct Leave {
  int code = 0;
};

using Command =
    std::variant<Leave, SolveCommand, CampaignCommand, VerifyCommand, PlanCommand,
                 ReportCommand, PluginListCommand, PluginInfoCommand, PluginNewCommand, PluginCheckCommand,
                 SparseValidateCommand, SparseBindingCommand, SparseStubCommand,
                 SparseUnpackCommand, SparseRunCommand, SparseComposeCommand>;

/// Parses the command line, prints help and complaints, and sets the environment variables that
/// stand behind --threads and --device.
Command parse_command_line(int argc, char** argv);

}  // namespace coldcore::cli
