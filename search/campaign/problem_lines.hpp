// SPDX-License-Identifier: Apache-2.0
//
// Files with a problem on each line, written as it would be typed after `coldcore solve`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

struct ProblemLine {
  std::int64_t line = 0;  ///< Its number, from 1.
  std::vector<std::string> words;
};

/// The words of a line as a shell would take them: blanks separate, single and double quotes keep
/// together, `#` at the beginning of a word ends the line. Nothing else is special. Throws
/// InputError where a quote is not closed.
std::vector<std::string> split_words(std::string_view line);

/// A line as split_words reads it back: words are in quotes where a shell would need them.
std::string join_words(const std::vector<std::string>& words);

/// The lines of a file that have words. Throws FileError where it cannot be read; InputError
/// "FILE:LINE: ..." for a line that cannot, or where there is none.
std::vector<ProblemLine> read_problem_lines(const std::filesystem::path& file);

}  // namespace coldcore::search
