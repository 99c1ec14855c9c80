// SPDX-License-Identifier: Apache-2.0
//
// The file that a covering design is kept in: comment lines that say which, then one block a line,
// its points counted from 1 and separated by blanks, as collections of designs have them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "design.hpp"
#include "oracle.hpp"

namespace coldcore::search {

/// What the comment lines say; a file from elsewhere has none of it.
struct BlockHeader {
  std::optional<Design> design;
  std::optional<int> mu;
  std::optional<bool> distinct;
  std::optional<std::int64_t> size;
  bool ours = false;  ///< The file begins as those that we write.
};

/// Blocks end to end, k points each, ascending and from 0.
struct BlockFile {
  BlockHeader header;
  Design design;  ///< What the blocks were read by.
  std::vector<int> points;
  std::vector<std::uint32_t> lines;  ///< Line number of each block, from 1.

  std::int64_t size() const { return static_cast<std::int64_t>(lines.size()); }
  std::span<const int> block(std::size_t b) const;
};

struct BlockOrigin {
  int mu = 1;
  bool distinct = false;
  std::uint64_t seed = 0;
  std::string_view version;
  std::string_view command;
  std::span<const std::string> group = {};  ///< Generators of the symmetries it was found with.
};

/// The first line of a file of blocks.
constexpr std::string_view kBlockLine = "# coldcore design";

/// "1 2 3 5 8" for ascending points from 0.
std::string format_block(std::span<const int> block);

/// The content of a file; `points` as in BlockFile.
std::string block_text(const Design& design, const BlockOrigin& origin,
                       std::span<const int> points);

/// Reads a file by `design` if given, else by what its comments say. Points in a block may come in
/// any order. They count from 0 if a 0 occurs anywhere and the comments are not ours, else from 1.
/// FileError if the file cannot be read, InputError "FILE:LINE:COLUMN: ..." for anything else that
/// it holds.
BlockFile read_block_file(const std::filesystem::path& path, const std::optional<Design>& design);

/// The comment lines alone. FileError, InputError.
BlockHeader read_block_header(const std::filesystem::path& path);

/// A number for each block, the same for equal blocks only.
std::vector<Candidate> identities(const BlockFile& file);

}  // namespace coldcore::search
