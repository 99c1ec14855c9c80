// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "atomic_file.hpp"
#include "campaign/campaign_log.hpp"
#include "campaign/problem_lines.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

CampaignHeader header() {
  return {18446744073709551615U,
          0.1,
          {{"f 3^4 R=1", {{}, {"symmetries 1"}}}, {"C(7,3,2)", {{"cyclic", "random 1"}}}},
          "0.1.0"};
}

TryRecord record(std::int64_t number) {
  TryRecord record;
  record.problem = "f 3^4 R=1";
  record.number = number;
  record.group = {"symmetries 1"};
  record.generators = {"digits 1 (0 1 2)", "axes (1 2)"};
  record.seed = 18446744073709551615U;
  record.seconds = 0.1;
  record.elapsed = 1.0 / 3;
  record.iterations = std::int64_t{1} << 53;
  record.size = 9;
  record.status = "cover";
  record.lower = 8;
  record.target = 9;
  record.version = "0.1.0";
  record.command = "coldcore solve f --axes 3^4 -R 1 --group 'symmetries 1'";
  return record;
}

std::string complaint_about(const std::string& line, bool as_header = false) {
  return message_of<InputError>([&] {
    if (as_header) {
      parse_header(line);
    } else {
      parse_record(line);
    }
  });
}

std::string with(std::string line, const std::string& what, const std::string& instead) {
  REQUIRE(line.find(what) != std::string::npos);
  return line.replace(line.find(what), what.size(), instead);
}

}  // namespace

TEST_SUITE("search/campaign_log") {
  TEST_CASE("lines are read back as they were written") {
    const CampaignHeader again = parse_header(header_line(header()));
    CHECK(difference_text(again, header()).empty());
    CHECK(again.version == "0.1.0");
    TryRecord with_message = record(3);
    with_message.size.reset();
    with_message.lower.reset();
    with_message.exit_code = 137;
    with_message.message = "out of \"memory\"\n";
    for (const TryRecord& one : {record(0), with_message}) {
      const std::string line = record_line(one);
      CHECK(line.find('\n') == std::string::npos);
      CHECK(parse_record(line) == one);
    }
  }

  TEST_CASE("bytes that are no UTF-8 are no obstacle") {
    TryRecord odd = record(0);
    odd.message = "\xff";
    CHECK(parse_record(record_line(odd)).message == "\xef\xbf\xbd");  // U+FFFD
  }

  TEST_CASE("keys that are not known are passed over") {
    CHECK(parse_record(with(record_line(record(1)), "{", "{\"new\":[1],")) == record(1));
  }

  TEST_CASE("what is no such line is refused") {
    const std::string line = record_line(record(1));
    CHECK(complaint_about("") == "not a line of a campaign's log");
    CHECK(complaint_about("[1]") == "not a line of a campaign's log");
    CHECK(complaint_about(line.substr(0, line.size() / 2)) == "not a line of a campaign's log");
    CHECK(complaint_about(with(line, "\"try\":1", "\"try\":-1")).find("\"try\"") !=
          std::string::npos);
    CHECK(complaint_about(with(line, "\"try\":1", "\"try\":1e400")) != "");
    CHECK(complaint_about(with(line, "\"try\":1", "\"try\":18446744073709551615")) != "");
    CHECK(complaint_about(with(line, "\"exit_code\":0", "\"exit_code\":256")) != "");
    CHECK(complaint_about(with(line, "[\"symmetries 1\"]", "[7]")) != "");
    CHECK(complaint_about(with(line, "\"size\":9", "\"size\":\"9\"")) != "");
    CHECK(complaint_about(with(header_line(header()), "\"campaign\":1", "\"campaign\":2"), true)
              .find("another version") != std::string::npos);
    CHECK(complaint_about(with(header_line(header()), "[[\"cyclic\",\"random 1\"]]", "[]"), true) !=
          "");
    CHECK(complaint_about(with(header_line(header()), "\"try_time\":0.1", "\"try_time\":0"),
                          true) != "");
    CHECK(complaint_about(line, true) != "");
  }

  TEST_CASE("two campaigns differ in seed, times, problems or groups") {
    CampaignHeader other = header();
    other.seed = 1;
    CHECK(difference_text(header(), other) == "seed 18446744073709551615, not 1");
    other = header();
    other.try_seconds = 2;
    CHECK(difference_text(header(), other) == "0.1 s for the first tries, not 2");
    other = header();
    other.problems.pop_back();
    CHECK(difference_text(header(), other) == "2 problems, not 1");
    other = header();
    other.problems[1].problem = "C(8,3,2)";
    CHECK(difference_text(header(), other) == "C(7,3,2), not C(8,3,2)");
    other = header();
    other.problems[0].groups.pop_back();
    CHECK(difference_text(header(), other) == "other groups for f 3^4 R=1");
    other = header();
    other.version = "2";
    CHECK(difference_text(header(), other).empty());
  }

  TEST_CASE("a log grows by a line a try, and is read back") {
    const TemporaryFolder folder;
    const auto file = folder / "log";
    CHECK_FALSE(read_campaign_log(file));
    {
      CampaignLog log(file, begin_campaign_log(file, header()).bytes);
      log.append(record(0));
      CHECK(read_campaign_log(file)->records.size() == 1);
    }
    CampaignLog(file, read_campaign_log(file)->bytes).append(record(1));
    const CampaignHistory history = *read_campaign_log(file);
    CHECK(history.records == std::vector<TryRecord>{record(0), record(1)});
    CHECK(history.bytes == std::filesystem::file_size(file));
    CHECK(difference_text(history.header, header()).empty());
  }

  TEST_CASE("a torn last line is cut off, wherever it is torn") {
    const TemporaryFolder folder;
    const auto file = folder / "log";
    CampaignLog(file, begin_campaign_log(file, header()).bytes).append(record(0));
    const std::string whole = content_of(file);
    const std::string line = record_line(record(1));
    for (std::size_t length = 1; length <= line.size(); ++length) {
      folder.write("log", whole + line.substr(0, length));
      const CampaignHistory history = *read_campaign_log(file);
      REQUIRE(history.records.size() == 1);
      REQUIRE(history.bytes == whole.size());
    }
    CampaignLog(file, whole.size()).append(record(2));
    CHECK(content_of(file) == whole + record_line(record(2)) + "\n");
  }

  TEST_CASE("a broken line is refused with its number, and so is what is no log") {
    const TemporaryFolder folder;
    const auto complaint = [&](const std::string& content) {
      const auto file = folder.write("log", content);
      const std::string line = message_of<InputError>([&] { read_campaign_log(file); });
      return line.empty() ? "" : line.substr(file.string().size());
    };
    const std::string head = header_line(header()) + "\n";
    CHECK(complaint(head + record_line(record(0)) + "\nx\n" + record_line(record(1)) + "\n") ==
          ":3: not a line of a campaign's log");
    CHECK(complaint("") == ":1: not a line of a campaign's log");
    CHECK(complaint("{\"campaign\":1") == ":1: not a line of a campaign's log");
    CHECK(complaint("a text\n") == ":1: not a line of a campaign's log");
    CHECK(complaint(head) == "");
    CHECK_THROWS_AS(read_campaign_log("/dev/null"), InputError);
    CHECK_THROWS_AS(begin_campaign_log(folder / "none/log", header()), FileError);
    CHECK_THROWS_AS(CampaignLog(folder / "none/log", 0), FileError);
  }

  TEST_CASE("a line that does not fit leaves the log as it was") {
    const TemporaryFolder folder;
    const auto file = folder / "log";
    CampaignLog log(file, begin_campaign_log(file, header()).bytes);
    log.append(record(0));
    const std::string before = content_of(file);
    rlimit limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{before.size() + 10, limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string complaint = message_of<FileError>([&] { log.append(record(1)); });
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    std::signal(SIGXFSZ, old_handler);
    CHECK(complaint.find("cannot write " + file.string()) == 0);
    CHECK(content_of(file) == before);
    log.append(record(1));
    CHECK(read_campaign_log(file)->records.size() == 2);
  }
}

TEST_SUITE("search/problem_lines") {
  TEST_CASE("words are taken as a shell takes them") {
    CHECK(split_words(" a\t 'b c'  --x=\"d 'e'\"f '' # g") ==
          std::vector<std::string>{"a", "b c", "--x=d 'e'f", ""});
    CHECK(split_words("a#b") == std::vector<std::string>{"a#b"});
    CHECK(split_words("").empty());
    CHECK(split_words("  # a").empty());
    CHECK_THROWS_AS(split_words("a 'b"), InputError);
    CHECK_THROWS_AS(split_words("a \"b'"), InputError);
  }

  TEST_CASE("words that are joined are split again") {
    const std::vector<std::string> words = {
        "f", "--axes", "3^4,2", "axes (1 2); digits * (0 1)", "it's", "\"", "", "#", "'"};
    CHECK(split_words(join_words(words)) == words);
    CHECK(join_words({"solve", "--axes", "3^4", "a b"}) == "solve --axes 3^4 'a b'");
  }

  TEST_CASE("a file gives its lines with their numbers") {
    const TemporaryFolder folder;
    const auto lines = read_problem_lines(
        folder.write("p", "# some\n\nf --axes 3^4 -R 1\r\n  # none\ndesign --vkt 7,3,2"));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].line == 3);
    CHECK(lines[0].words == std::vector<std::string>{"f", "--axes", "3^4", "-R", "1"});
    CHECK(lines[1].line == 5);
    CHECK(lines[1].words == std::vector<std::string>{"design", "--vkt", "7,3,2"});
    const auto file = folder.write("q", "a\nb 'c\n");
    CHECK(message_of<InputError>([&] { read_problem_lines(file); }) ==
          file.string() + ":2: a quote (') is not closed");
    CHECK_THROWS_AS(read_problem_lines(folder.write("r", "# nothing\n")), InputError);
    CHECK_THROWS_AS(read_problem_lines(folder / "none"), FileError);
  }
}
