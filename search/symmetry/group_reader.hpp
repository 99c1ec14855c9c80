// SPDX-License-Identifier: Apache-2.0
//
// What is the same in every text about a group, whatever the group acts on.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// For a message: the first hundred bytes, without control characters.
std::string shown(std::string_view text);

/// Takes the first word off, which ends at a blank or a bracket.
std::string_view take_word(std::string_view& text);

/// The whole text as a number that fits an int, or nothing.
std::optional<int> number_of(std::string_view text);

/// A permutation of 0..count-1 from cycles such as "(1 2 3)(4 5)", of numbers that count from
/// `first`. Throws InputError; `what` is what the numbers stand for, "axis".
std::vector<int> parse_cycles(std::string_view text, int first, int count, std::string_view what);

/// The cycles of a permutation, those of length 1 left out; "" for the identity.
std::string format_cycles(std::span<const int> to, int first);

/// The number behind "random" and the like: 0 where there is none. Throws InputError, which names
/// `text`, where it is none from 1 to 64.
int parse_generator_count(std::string_view number, std::string_view text);

/// Goes through all that --group says. A text that `take_name` takes is done with; another is a
/// file with a generator on each line, or a generator, and those go to `add`. What `add` throws as
/// an InputError gets the file and the line before it. FileError, and InputError for a file without
/// generators or with very many, and for a folder or a pipe.
void read_group(std::span<const std::string> texts,
                const std::function<bool(std::string_view)>& take_name,
                const std::function<void(std::string_view)>& add);

}  // namespace coldcore::search
