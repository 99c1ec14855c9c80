// SPDX-License-Identifier: Apache-2.0
//
// What the kit is trying, kept where it survives a crash of the plugin.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace coldcore::conformance {

constexpr std::size_t kNoteBytes = 1024;

/// The text of the note in force, NUL-terminated.
inline char*& note_text() {
  static char private_text[kNoteBytes];
  static char* text = private_text;  // In a child it points into memory shared with the parent.
  return text;
}

/// To be called before every step into the plugin that could end badly.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  char* const text = note_text();
  *fmt::format_to_n(text, kNoteBytes - 1, format, std::forward<Args>(args)...).out = '\0';
}

}  // namespace coldcore::conformance
