// SPDX-License-Identifier: Apache-2.0
#include "report_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "atomic_file.hpp"
#include "design_task.hpp"
#include "product_task.hpp"
#include "set_cover_task.hpp"

namespace coldcore::cli {

using search::InputError;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostLogBytes = std::size_t{256} << 20;

/// One line of the log. Its readers say where they stand.
class LogLine {
 public:
  LogLine(const std::filesystem::path& log, std::int64_t number, std::string_view text)
      : place_(fmt::format("{}:{}", log.string(), number)), fields_(parse(text)) {
    event_ = text_of(fields_, "event");
    time_ = seconds("t");
  }

  const std::string& event() const { return event_; }
  double time() const { return time_; }

  [[noreturn]] void refuse(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", place_, what));
  }

  bool has(const char* key) const { return fields_.contains(key) && !fields_[key].is_null(); }
  std::string text(const char* key) const { return text_of(fields_, key); }
  std::string optional_text(const char* key) const { return has(key) ? text(key) : std::string(); }
  std::int64_t count(const char* key) const { return number_of(fields_, key, 0); }
  std::optional<std::int64_t> optional_count(const char* key) const {
    if (!has(key)) return std::nullopt;
    return count(key);
  }
  const Json& object(const char* key) const {
    if (fields_.contains(key) && fields_[key].is_object()) return fields_[key];
    refuse(fmt::format("\"{}\" is no object", key));
  }

  std::uint64_t seed() const {
    if (!fields_.contains("seed") || !fields_["seed"].is_number_unsigned()) {
      refuse("\"seed\" is no whole number from 0");
    }
    return fields_["seed"].get<std::uint64_t>();
  }

  double seconds(const char* key) const {
    const bool number = fields_.contains(key) && fields_[key].is_number();
    const double value = number ? fields_[key].get<double>() : -1;
    if (value >= 0 && value < 1e12) return value;
    refuse(fmt::format("\"{}\" is no number of seconds", key));
  }

  std::string text_of(const Json& object, const char* key) const {
    if (object.contains(key) && object[key].is_string()) return object[key].get<std::string>();
    refuse(fmt::format("\"{}\" is no text", key));
  }

  std::int64_t number_of(const Json& object, const char* key, std::int64_t least,
                         std::int64_t most = std::numeric_limits<std::int64_t>::max()) const {
    if (object.contains(key) && object[key].is_number_integer()) {
      const bool fits = !object[key].is_number_unsigned() ||
                        object[key].get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
      const auto value = object[key].get<std::int64_t>();
      if (fits && value >= least && value <= most) return value;
    }
    refuse(fmt::format("\"{}\" is no whole number in {}..{}", key, least, most));
  }

  bool flag_of(const Json& object, const char* key) const {
    if (object.contains(key) && object[key].is_boolean()) return object[key].get<bool>();
    refuse(fmt::format("\"{}\" is neither true nor false", key));
  }

 private:
  Json parse(std::string_view text) const {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_object()) return json;
    refuse("no JSON object; where a run was killed while it wrote this line, delete the line");
  }

  std::string place_;
  Json fields_;
  std::string event_;
  double time_ = 0;
};

/// How the log's problem is called, and what it calls its members and points.
class ProblemReader {
 public:
  ProblemReader(const LogLine& line, RecordedRun& run)
      : line_(line), problem_(line.object("problem")), run_(run) {}

  void read() {
    run_.problem = problem_;
    run_.mu = number("mu", 1, 65'535);
    distinct_ = line_.flag_of(problem_, "distinct");
    if (!problem_.contains("kind")) return read_product();
    const std::string kind = line_.text_of(problem_, "kind");
    if (kind == "design") return read_design();
    if (kind == "setcover") return read_set_cover();
    line_.refuse(fmt::format("\"kind\" is neither design nor setcover but {}", kind));
  }

 private:
  int number(const char* key, int least, int most) const {
    return static_cast<int>(line_.number_of(problem_, key, least, most));
  }

  void read_product() {
    const std::string family = line_.text_of(problem_, "family");
    const std::string axes = line_.text_of(problem_, "axes");
    const int radius = number("R", 0, 1'000'000);
    run_.kind = ProblemKind::kProduct;
    run_.names = {"word", "word"};
    run_.title =
        search::describe({family, parsed(search::parse_axes, axes), radius, run_.mu, distinct_});
  }

  void read_design() {
    const std::string vkt =
        fmt::format("{},{},{}", number("v", 1, 255), number("k", 1, 255), number("t", 1, 255));
    const search::Design design = parsed(search::parse_design, vkt);
    run_.kind = ProblemKind::kDesign;
    run_.names = design_names(design);
    run_.title = design_title(design, run_.mu, distinct_);
  }

  void read_set_cover() {
    run_.kind = ProblemKind::kSetCover;
    run_.names = {"set", "element", false, false};
    run_.title = set_cover_title(line_.text_of(problem_, "instance"), run_.mu, distinct_);
  }

  /// What a parser makes of a text; its errors do not know the line.
  template <class Value>
  Value parsed(Value (*parse)(std::string_view), const std::string& text) const try {
    return parse(text);
  } catch (const InputError& error) {
    line_.refuse(error.what());
  }

  const LogLine& line_;
  const Json& problem_;
  RecordedRun& run_;
  bool distinct_ = false;
};

std::optional<search::Bound> bound_of(const LogLine& line, const char* key,
                                      const char* source_key) {
  const Json& known = line.object("known");
  if (!known.contains(key)) return std::nullopt;
  return search::Bound{line.number_of(known, key, 0), line.text_of(known, source_key)};
}

/// Puts the lines of a log together, run after run.
class LogReader {
 public:
  void take(const LogLine& line) {
    if (line.event() == "start") return start(line);
    if (!running_) line.refuse(fmt::format("{} before any start of a run", line.event()));
    if (line.time() < last_time_) line.refuse("\"t\" goes back within a run");
    last_time_ = line.time();
    run_.seconds = before_ + last_time_;
    take_event(line);
  }

  bool empty() const { return !started_; }
  RecordedRun result() && { return std::move(run_); }

 private:
  void start(const LogLine& line) {
    const std::int64_t resumptions = line.count("resumptions");
    RecordedRun next;
    ProblemReader(line, next).read();
    const bool resumes =
        started_ && resumptions == resumptions_ + 1 && next.problem == run_.problem;
    if (resumes) {
      take_over(next);
    } else {
      before_ = 0;
      next.warm_start = line.count("warm_start");
    }
    next.bounds = {bound_of(line, "lower", "lower_source"),
                   bound_of(line, "upper", "upper_source")};
    next.command = line.text("command");
    next.version = line.text("version");
    next.seed = line.seed();
    next.file = line.optional_text("file");
    next.seconds = before_ + line.time();
    run_ = std::move(next);
    resumptions_ = resumptions;
    last_time_ = line.time();
    started_ = running_ = true;
  }

  void take_over(RecordedRun& next) {
    before_ = run_.seconds;
    next.names = run_.names;
    next.warm_start = run_.warm_start;
    next.states = std::move(run_.states);
    next.improvements = std::move(run_.improvements);
    next.resumed = std::move(run_.resumed);
    next.resumed.push_back(before_);
  }

  void take_event(const LogLine& line) {
    const std::string& event = line.event();
    if (event == "phase" || event == "progress") {
      run_.states.push_back({run_.seconds, line.count("deficit")});
    } else if (event == "improved") {
      run_.improvements.push_back({run_.seconds, amount_of(line)});
    } else if (event == "phase_end") {
      run_.phases.push_back({line.text("phase"), line.seconds("seconds"), line.count("steps")});
    } else if (event == "end") {
      end(line);
    } else {
      line.refuse(fmt::format("there is no event {} in the log of a run", event));
    }
  }

  std::int64_t amount_of(const LogLine& line) {
    if (!line.has("cost")) return line.count("size");
    run_.names.weighted = true;
    return line.count("cost");
  }

  void end(const LogLine& line) {
    RunEnd end;
    end.status = line.text("status");
    end.why = line.text("ended");
    end.iterations = line.count("iterations");
    end.target = line.optional_count("target");
    end.size = line.optional_count("size");
    end.cost = line.optional_count("cost");
    end.file = line.optional_text("file");
    if (end.cost) run_.names.weighted = true;
    run_.end = std::move(end);
    running_ = false;
  }

  RecordedRun run_;
  bool started_ = false;
  bool running_ = false;
  std::int64_t resumptions_ = 0;
  double before_ = 0;  ///< Seconds of the runs before this one.
  double last_time_ = 0;
};

}  // namespace

RecordedRun read_recorded_run(const std::filesystem::path& log) {
  const std::string content = search::read_whole_file(log, kMostLogBytes);
  LogReader reader;
  std::int64_t number = 0;
  for (std::string_view rest = content; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    reader.take(LogLine(log, ++number, rest.substr(0, end)));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  if (!reader.empty()) return std::move(reader).result();
  throw InputError(fmt::format("{}: empty; 'coldcore solve --log FILE' writes one", log.string()));
}

}  // namespace coldcore::cli
