// SPDX-License-Identifier: Apache-2.0
#include "report_markup.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace coldcore::cli {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// The same text with U+FFFD for what is no UTF-8.
std::string as_utf8(std::string_view text) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

void append_escaped(std::string& html, char c) {
  switch (c) {
    case '&':
      html += "&amp;";
      return;
    case '<':
      html += "&lt;";
      return;
    case '>':
      html += "&gt;";
      return;
    case '"':
      html += "&quot;";
      return;
    case '\'':
      html += "&#39;";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  const bool control = (code < 32 && c != '\n' && c != '\t') || code == 127;
  if (control) {
    html += kReplacement;
  } else {
    html += c;
  }
}

bool plain_in_shells(char c) {
  constexpr std::string_view kPlain = "-_./,+=:@%^";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kPlain.find(c) != std::string_view::npos;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : as_utf8(text)) append_escaped(html, c);
  return html;
}

std::string shell_argument(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, plain_in_shells)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace coldcore::cli
