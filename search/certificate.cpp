// SPDX-License-Identifier: Apache-2.0
#include "certificate.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <limits>
#include <system_error>

#include "number_file.hpp"
#include "number_reader.hpp"

namespace coldcore::search {
namespace {

constexpr std::string_view kHashName = "fnv1a64 ";

std::optional<SetDialect> read_dialect(const NumberFile& file) {
  const std::optional<std::string> name = file.text("format");
  if (!name) return std::nullopt;
  const std::optional<SetDialect> dialect = dialect_of(*name);
  if (!dialect) file.complain_about_value("format");
  return dialect;
}

std::optional<std::uint64_t> read_hash(const NumberFile& file) {
  const std::optional<std::string> value = file.text("hash");
  if (!value) return std::nullopt;
  if (!value->starts_with(kHashName)) file.complain_about_value("hash");
  std::uint64_t hash = 0;
  const char* const end = value->data() + value->size();
  const auto [stop, error] = std::from_chars(value->data() + kHashName.size(), end, hash, 16);
  if (error != std::errc() || stop != end) file.complain_about_value("hash");
  return hash;
}

CertificateHeader certificate_header_of(const NumberFile& file) {
  CertificateHeader header;
  header.instance = file.text("instance");
  header.dialect = read_dialect(file);
  header.hash = read_hash(file);
  if (const auto mu = file.number("mu", 1, kMostMultiplicity)) header.mu = static_cast<int>(*mu);
  header.distinct = file.is_set("sets");
  header.size = file.number("size", 0);
  header.cost = file.number("cost", 0);
  header.ours = file.has_first_line();
  return header;
}

}  // namespace

std::string certificate_text(const CertificateOrigin& origin, std::span<const Candidate> sets) {
  std::string text = fmt::format("{}\n", kCertificateLine);
  text += comment_line("instance", origin.instance);
  text += comment_line("format", dialect_name(origin.dialect));
  text += comment_line("hash", std::string(kHashName) + format_hash(origin.hash));
  text += comment_line("mu", std::to_string(origin.mu));
  text += comment_line("sets", origin.distinct ? "set" : "multiset");
  text += comment_line("size", std::to_string(sets.size()));
  text += comment_line("cost", std::to_string(origin.cost));
  text += comment_line("seed", std::to_string(origin.seed));
  text += comment_line("version", origin.version);
  text += comment_line("command", origin.command);
  text += generator_lines(origin.group);
  for (const Candidate set : sets) fmt::format_to(std::back_inserter(text), "{}\n", set + 1);
  return text;
}

CertificateHeader read_certificate_header(const std::filesystem::path& path) {
  return certificate_header_of(NumberFile(path, kCertificateLine));
}

Certificate read_certificate(const std::filesystem::path& path, std::int64_t candidate_count) {
  const NumberFile file(path, kCertificateLine);
  Certificate certificate{certificate_header_of(file), {}, {}};
  const int first = file.first_number(candidate_count, "set");
  for (const PlacedNumber& number : file.numbers()) {
    certificate.sets.push_back(number.value - first);
    certificate.lines.push_back(number.line);
  }
  return certificate;
}

}  // namespace coldcore::search
