// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "block_file.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

const Design kDesign{5, 3, 2};

std::vector<int> points_of(const std::string& content) {
  const TemporaryFolder folder;
  return read_block_file(folder.write("b", content), kDesign).points;
}

std::string complaint(const std::string& content, std::optional<Design> design = kDesign) {
  const TemporaryFolder folder;
  const auto path = folder.write("b", content);
  const std::string line = message_of<InputError>([&] { read_block_file(path, design); });
  return line.empty() ? "accepted" : line.substr(path.string().size() + 1);
}

bool begins(const std::string& text, std::string_view start) { return text.find(start) == 0; }

}  // namespace

TEST_SUITE("search/block_file") {
  TEST_CASE("a written file says everything and is read back point for point") {
    const TemporaryFolder folder;
    const std::vector<int> points = {0, 1, 4, 1, 2, 3};
    const BlockOrigin origin{2, true, 7, "1.2.3", "coldcore solve design"};
    const auto path = folder.write("b", block_text(kDesign, origin, points));

    const BlockFile file = read_block_file(path, std::nullopt);

    CHECK(content_of(path) ==
          "# coldcore design\n# design: 5,3,2\n# mu: 2\n# blocks: set\n# size: 2\n# seed: 7\n"
          "# version: 1.2.3\n# command: coldcore solve design\n1 2 5\n2 3 4\n");
    CHECK(file.points == points);
    CHECK(file.size() == 2);
    CHECK(file.lines == std::vector<std::uint32_t>{9, 10});
    CHECK(file.design == kDesign);
    CHECK(file.header.design == kDesign);
    CHECK(file.header.mu == 2);
    CHECK(file.header.distinct == true);
    CHECK(file.header.size == 2);
    CHECK(format_block(file.block(1)) == "2 3 4");
  }

  TEST_CASE("points count from 1, or from 0 if a 0 occurs, in any order") {
    CHECK(points_of("5 1 2\n4 3 2\n") == std::vector<int>{0, 1, 4, 1, 2, 3});
    CHECK(points_of("4 0 1\n3 2 1\n") == std::vector<int>{0, 1, 4, 1, 2, 3});
    CHECK(points_of(" 1,2, 3\r\n\r\n# between\n4\t5 1\n") == std::vector<int>{0, 1, 2, 0, 3, 4});
    CHECK(points_of("").empty());
  }

  TEST_CASE("anything else is refused with line and column") {
    CHECK(begins(complaint("1 2 3\n1 2\n"), "2:3: 2 points where a block has 3"));
    CHECK(begins(complaint("1 2 3 4\n"), "1:7: 4 points where a block has 3"));
    CHECK(begins(complaint("1 2 6\n"), "1:5: there is no point 6: they go from 1 to 5"));
    CHECK(begins(complaint("0 1 2\n1 2 5\n"), "2:5: there is no point 5: they go from 0 to 4"));
    CHECK(begins(complaint("1 2 3\n2 4 2\n"), "2:1: a point is twice in this block"));
    CHECK(begins(complaint("1 2 x\n"), "1:5: unexpected character 'x'"));
    CHECK(begins(complaint("# coldcore design\n1 2 3\n0 1 2\n"), "3:1: there is no point 0"));
    // Not at the 5, which would be wrong only if points counted from 0.
    CHECK(begins(complaint("# coldcore design\n1 2 5\n0 1 2\n"),
                 "3:1: there is no point 0: they go from 1 to 5"));
    CHECK(begins(complaint("1 2 5\n1 3 4\n0 1 2\n"),
                 "1:5: there is no point 5: they go from 0 to 4, as line 3 has a 0"));
    CHECK(begins(complaint("# coldcore design\n# design: 3,5,2\n"), "2:11: \"3,5,2\" is no value"));
    CHECK(begins(complaint("# coldcore design\n# mu: 0\n"), "2:7: "));
    CHECK(complaint("1 2 3\n", std::nullopt).find("give --vkt") != std::string::npos);
  }

  TEST_CASE("the header alone is read whatever the blocks are") {
    const TemporaryFolder folder;
    const BlockHeader header = read_block_header(
        folder.write("h", "# coldcore design\n# design: 7,3,2\n# blocks: set\n1 2 3 4 99\n"));
    CHECK(header.design == Design{7, 3, 2});
    CHECK(header.distinct == true);
    CHECK_FALSE(header.mu.has_value());
  }

  TEST_CASE("equal blocks have equal identities") {
    const TemporaryFolder folder;
    const auto path = folder.write("b", "1 2 3\n2 3 4\n3 2 1\n");
    CHECK(identities(read_block_file(path, kDesign)) == std::vector<Candidate>{0, 1, 0});
  }
}
