// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "atomic_file.hpp"
#include "certificate.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

constexpr std::int64_t kSets = 50;

CertificateOrigin example() {
  CertificateOrigin origin;
  origin.instance = "scp.txt";
  origin.dialect = SetDialect::kRail;
  origin.hash = 0x00ab'cdef'0123'4567U;
  origin.mu = 2;
  origin.distinct = true;
  origin.cost = 429;
  origin.seed = 7;
  origin.version = "1.2.3";
  origin.command = "coldcore solve setcover scp.txt\n# mu: 9";
  return origin;
}

std::string complaint(const std::string& content) {
  const TemporaryFolder folder;
  const auto path = folder.write("c", content);
  const std::string line = message_of<InputError>([&] { read_certificate(path, kSets); });
  return line.empty() ? "accepted" : line.substr(path.string().size() + 1);
}

std::vector<Candidate> sets_of(const std::string& content) {
  const TemporaryFolder folder;
  return read_certificate(folder.write("c", content), kSets).sets;
}

bool begins(const std::string& text, std::string_view start) { return text.find(start) == 0; }

}  // namespace

TEST_SUITE("search/certificate") {
  TEST_CASE("a written certificate says everything and is read back number for number") {
    const TemporaryFolder folder;
    const std::vector<Candidate> sets = {3, 0, 49};
    const auto path = folder.write("c", certificate_text(example(), sets));

    const Certificate read = read_certificate(path, kSets);

    CHECK(content_of(path) ==
          "# coldcore set cover\n# instance: scp.txt\n# format: rail\n"
          "# hash: fnv1a64 00abcdef01234567\n# mu: 2\n# sets: set\n# size: 3\n# cost: 429\n"
          "# seed: 7\n# version: 1.2.3\n# command: coldcore solve setcover scp.txt?# mu: 9\n"
          "4\n1\n50\n");
    CHECK(read.sets == sets);
    CHECK(read.lines == std::vector<std::uint32_t>{12, 13, 14});
    CHECK(read.header.instance == "scp.txt");
    CHECK(read.header.dialect == SetDialect::kRail);
    CHECK(read.header.hash == example().hash);
    CHECK(read.header.mu == 2);
    CHECK(read.header.distinct == true);
    CHECK(read.header.size == 3);
    CHECK(read.header.cost == 429);
    CHECK(read_certificate_header(path).hash == example().hash);
    CHECK(read.header.ours);
  }

  TEST_CASE("a long command is cut, so that every reader takes the line") {
    CertificateOrigin origin = example();
    const std::string command(100'000, 'x');
    origin.command = command;
    CHECK(sets_of(certificate_text(origin, std::vector<Candidate>{4})) ==
          std::vector<Candidate>{4});
  }

  TEST_CASE("numbers from elsewhere count from 1, or from 0 if a 0 occurs") {
    CHECK(sets_of("4 1\n50\n") == std::vector<Candidate>{3, 0, 49});
    CHECK(sets_of("4, 0\r\n\r\n49\r\n") == std::vector<Candidate>{4, 0, 49});
    CHECK(sets_of("# cost: a lot\n7") == std::vector<Candidate>{6});
    CHECK(sets_of("").empty());
  }

  TEST_CASE("anything else is refused with line and column") {
    CHECK(begins(complaint("1\n51\n"), "2:1: there is no set 51: they go from 1 to 50"));
    CHECK(begins(complaint("0\n3 50\n"),
                 "2:3: there is no set 50: they go from 0 to 49, as line 1 has a 0"));
    CHECK(begins(complaint("# coldcore set cover\n3\n0\n"), "3:1: there is no set 0"));
    CHECK(begins(complaint("# coldcore set cover\n50\n0\n"),
                 "3:1: there is no set 0: they go from 1 to 50"));
    CHECK(begins(complaint("1\n2x\n"), "2:2: unexpected character 'x'"));
    CHECK(begins(complaint("1\n-2\n"), "2:1: unexpected character '-'"));
    CHECK(begins(complaint(std::string("1\n2\0\n", 5)), "2:2: unexpected byte 0x00"));
    CHECK(begins(complaint("99999999999999999999"), "1:1: the number is too large"));
    CHECK(begins(complaint(std::string(5000, '1')), "1:4097: "));
  }

  TEST_CASE("a header of ours with nonsense in it is refused") {
    const auto with = [](const std::string& line) {
      return complaint("# coldcore set cover\n" + line + "\n1\n");
    };
    CHECK(begins(with("# mu: 0"), "2:7: \"0\" is no value for \"mu\""));
    CHECK(begins(with("# mu: 65536"), "2:7: "));
    CHECK(begins(with("# sets: bag"), "2:9: \"bag\" is no value"));
    CHECK(begins(with("# format: xml"), "2:11: "));
    CHECK(begins(with("# hash: md5 12"), "2:9: "));
    CHECK(begins(with("# hash: fnv1a64 xyz"), "2:9: "));
    CHECK(begins(with("# hash: fnv1a64 "), "2:9: "));
    CHECK(begins(with("# hash: fnv1a64 11112222333344445"), "2:9: "));
    CHECK(begins(with("# size: -1"), "2:9: "));
    CHECK(begins(with("# mu: 2\n# mu: 3"), "3:3: \"mu\" is said a second time"));
    CHECK(with("# author: me: myself") == "accepted");
  }

  TEST_CASE("a file that cannot be read is an error of its own kind") {
    CHECK_THROWS_AS(read_certificate("/nonexistent/c", kSets), FileError);
  }
}
