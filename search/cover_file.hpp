// SPDX-License-Identifier: Apache-2.0
//
// The file that a cover is kept in: comment lines that say what it covers, then one word a line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomic_file.hpp"
#include "oracle.hpp"
#include "problem.hpp"

namespace coldcore::search {

/// What the comment lines of a file say. A file from elsewhere has none of it.
struct CoverHeader {
  std::optional<std::string> family;
  std::optional<std::vector<int>> axes;
  std::optional<int> radius;
  std::optional<int> mu;
  std::optional<bool> distinct;
  std::optional<std::int64_t> size;
  std::optional<std::uint64_t> seed;

  /// True if the file says that it is for this very problem.
  bool is_for(const Problem& problem) const;
};

struct CoverFile {
  CoverHeader header;
  std::vector<int> axes;             ///< Those the words were read by.
  std::vector<Candidate> words;      ///< In the file's order.
  std::vector<std::uint32_t> lines;  ///< Line number of each word, from 1.
};

/// What cover_text writes into the comments besides the problem and the size.
struct CoverOrigin {
  std::uint64_t seed = 0;
  std::string_view version;
  std::span<const std::string> group = {};  ///< Generators of the symmetries it was found with.
};

/// The first line of a cover file of ours.
constexpr std::string_view kCoverLine = "# coldcore cover";

/// The content of a cover file. Words are base-36 digits, digit 0 first.
std::string cover_text(const Problem& problem, std::span<const Candidate> words,
                       const CoverOrigin& origin);

/// Reads a file by `axes` if given, else by those in its comments. Takes n base-36 digits or n
/// decimal numbers separated by blanks or commas a line, "\r\n", comments, and blank lines before
/// and after the words. Throws FileError if the file cannot be read, InputError "FILE:LINE:COLUMN:
/// ..." for anything else that it holds.
CoverFile read_cover_file(const std::filesystem::path& path,
                          const std::optional<std::vector<int>>& axes);

/// The comment lines before the words alone; FileError, InputError.
CoverHeader read_cover_header(const std::filesystem::path& path);

/// Two equal words, by their positions; the pair whose second comes first. Nothing if all differ.
struct Duplicate {
  std::size_t first = 0;
  std::size_t second = 0;
};
std::optional<Duplicate> find_duplicate(std::span<const Candidate> words);

}  // namespace coldcore::search
