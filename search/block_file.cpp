// SPDX-License-Identifier: Apache-2.0
#include "block_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "number_file.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

std::optional<Design> read_design(const NumberFile& file) {
  const std::optional<std::string> text = file.text("design");
  if (!text) return std::nullopt;
  try {
    return parse_design(*text);
  } catch (const InputError&) {
    file.complain_about_value("design");
  }
}

BlockHeader block_header_of(const NumberFile& file) {
  BlockHeader header;
  header.design = read_design(file);
  if (const auto mu = file.number("mu", 1, kMostMultiplicity)) header.mu = static_cast<int>(*mu);
  header.distinct = file.is_set("blocks");
  header.size = file.number("size", 0);
  header.ours = file.has_first_line();
  return header;
}

/// Cuts the numbers of a file into blocks.
class BlockReader {
 public:
  BlockReader(const NumberFile& numbers, BlockFile& file)
      : numbers_(numbers), file_(file), first_(numbers.first_number(file.design.v, "point")) {}

  void read() {
    const std::vector<PlacedNumber>& all = numbers_.numbers();
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin + 1;
      while (end < all.size() && all[end].line == all[begin].line) ++end;
      add_block(std::span(all).subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  void add_block(std::span<const PlacedNumber> points) {
    const auto k = static_cast<std::size_t>(file_.design.k);
    if (points.size() != k) {
      const PlacedNumber& where = points.size() > k ? points[k] : points.back();
      numbers_.complain(where, fmt::format("{} point{} where a block has {}", points.size(),
                                           points.size() == 1 ? "" : "s", k));
    }
    for (const PlacedNumber& point : points) {
      file_.points.push_back(static_cast<int>(point.value) - first_);
    }
    const auto block = file_.points.end() - static_cast<std::ptrdiff_t>(k);
    std::sort(block, file_.points.end());
    if (std::adjacent_find(block, file_.points.end()) != file_.points.end()) {
      numbers_.complain(points.front(), "a point is twice in this block");
    }
    file_.lines.push_back(points.front().line);
  }

  const NumberFile& numbers_;
  BlockFile& file_;
  int first_;
};

}  // namespace

std::span<const int> BlockFile::block(std::size_t b) const {
  const auto k = static_cast<std::size_t>(design.k);
  return std::span(points).subspan(b * k, k);
}

std::string format_block(std::span<const int> block) {
  std::string text;
  for (const int point : block) {
    fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " ", point + 1);
  }
  return text;
}

std::string block_text(const Design& design, const BlockOrigin& origin,
                       std::span<const int> points) {
  std::string text = fmt::format("{}\n", kBlockLine);
  text += comment_line("design", fmt::format("{},{},{}", design.v, design.k, design.t));
  text += comment_line("mu", std::to_string(origin.mu));
  text += comment_line("blocks", origin.distinct ? "set" : "multiset");
  text += comment_line("size", std::to_string(points.size() / static_cast<std::size_t>(design.k)));
  text += comment_line("seed", std::to_string(origin.seed));
  text += comment_line("version", origin.version);
  text += comment_line("command", origin.command);
  text += generator_lines(origin.group);
  const auto k = static_cast<std::size_t>(design.k);
  for (std::size_t at = 0; at + k <= points.size(); at += k) {
    text += format_block(points.subspan(at, k)) + '\n';
  }
  return text;
}

BlockHeader read_block_header(const std::filesystem::path& path) {
  return block_header_of(NumberFile(path, kBlockLine));
}

BlockFile read_block_file(const std::filesystem::path& path, const std::optional<Design>& design) {
  const NumberFile numbers(path, kBlockLine);
  BlockFile file{block_header_of(numbers), {}, {}, {}};
  const std::optional<Design> by = design ? design : file.header.design;
  if (!by) {
    throw InputError(fmt::format(
        "{}: v, k and t are not known: the file does not name them; give --vkt", path.string()));
  }
  file.design = *by;
  BlockReader(numbers, file).read();
  return file;
}

std::vector<Candidate> identities(const BlockFile& file) {
  std::map<std::vector<int>, Candidate> known;
  std::vector<Candidate> result;
  for (std::size_t b = 0; b < file.lines.size(); ++b) {
    const std::span<const int> block = file.block(b);
    const auto next = static_cast<Candidate>(known.size());
    result.push_back(
        known.emplace(std::vector<int>(block.begin(), block.end()), next).first->second);
  }
  return result;
}

}  // namespace coldcore::search
