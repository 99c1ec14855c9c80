// SPDX-License-Identifier: Apache-2.0
#include "stated_problem.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>
#include <type_traits>

#include "cover_task.hpp"
#include "line_reader.hpp"
#include "number_reader.hpp"

namespace coldcore::problems {

using search::BlockHeader;
using search::CertificateHeader;
using search::CoverHeader;

namespace {

template <class Header>
std::string mu_of(const Header& header) {
  return mu_text(header.mu.value_or(1), header.distinct.value_or(false));
}

std::string title(const CoverHeader& header) {
  const std::string axes = header.axes ? fmt::format(" {}", search::format_axes(*header.axes)) : "";
  const std::string radius = header.radius ? fmt::format(" R={}", *header.radius) : "";
  return header.family.value_or("a product space") + axes + radius + mu_of(header);
}

std::string title(const BlockHeader& header) {
  if (!header.design) return fmt::format("a design{}", mu_of(header));
  return fmt::format("the design {}{}", search::format_design(*header.design), mu_of(header));
}

std::string file_name(const CertificateHeader& header) {
  return std::filesystem::path(header.instance.value_or("")).filename().string();
}

std::string title(const CertificateHeader& header) {
  const std::string name = header.instance
                               ? fmt::format("the set cover instance {}", file_name(header))
                               : "a set cover instance";
  const std::string hash =
      header.hash ? fmt::format(" (hash {})", search::format_hash(*header.hash)) : "";
  return name + mu_of(header) + hash;
}

template <class T>
bool differ(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b && *a != *b;
}

bool differ(const CoverHeader& a, const CoverHeader& b) {
  return differ(a.family, b.family) || differ(a.axes, b.axes) || differ(a.radius, b.radius);
}

bool differ(const BlockHeader& a, const BlockHeader& b) {
  return a.design && b.design && !(*a.design == *b.design);
}

bool differ(const CertificateHeader& a, const CertificateHeader& b) {
  if (differ(a.dialect, b.dialect)) return true;
  if (a.hash && b.hash) return *a.hash != *b.hash;
  return a.instance && b.instance && file_name(a) != file_name(b);
}

/// Both headers are of one kind.
template <class Compare>
bool compare(const StatedProblem& a, const StatedProblem& b, const Compare& compare_headers) {
  return std::visit(
      [&](const auto& header) {
        return compare_headers(header, std::get<std::decay_t<decltype(header)>>(b));
      },
      a);
}

/// Whether both are about a file of one name, the content of which is another one.
bool instance_changed(const CertificateHeader* a, const CertificateHeader* b) {
  return a != nullptr && b != nullptr && differ(a->hash, b->hash) && file_name(*a) == file_name(*b);
}

}  // namespace

ProblemKind kind_of(const StatedProblem& stated) {
  constexpr ProblemKind kKinds[] = {ProblemKind::kProduct, ProblemKind::kDesign,
                                    ProblemKind::kSetCover};
  return kKinds[stated.index()];
}

std::optional<StatedProblem> stated_problem(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  search::LineReader lines(file);
  std::string_view line;
  while (lines.next(line) && (line.empty() || line.front() == '#')) {
    if (line == search::kCoverLine) return search::read_cover_header(file);
    if (line == search::kBlockLine) return search::read_block_header(file);
    if (line == search::kCertificateLine) return search::read_certificate_header(file);
  }
  return std::nullopt;
}

std::string stated_title(const StatedProblem& stated) {
  return std::visit([](const auto& header) { return title(header); }, stated);
}

bool names_other_instance(const StatedProblem& file, const StatedProblem& wanted) {
  if (file.index() != wanted.index()) return true;
  return compare(file, wanted, [](const auto& a, const auto& b) { return differ(a, b); });
}

bool names_other_problem(const StatedProblem& file, const StatedProblem& wanted) {
  return names_other_instance(file, wanted) ||
         compare(file, wanted, [](const auto& a, const auto& b) {
           return differ(a.mu, b.mu) || differ(a.distinct, b.distinct);
         });
}

std::string difference_text(const StatedProblem& file, const StatedProblem& wanted) {
  const auto* const then = std::get_if<CertificateHeader>(&file);
  const auto* const now = std::get_if<CertificateHeader>(&wanted);
  if (!instance_changed(then, now)) {
    return fmt::format("is a cover of {}, not of {}", stated_title(file), stated_title(wanted));
  }
  return fmt::format(
      "is for {} with another hash: the instance has changed since (hash {} in the file, hash {} "
      "now)",
      file_name(*then), search::format_hash(*then->hash), search::format_hash(*now->hash));
}

}  // namespace coldcore::problems
