// SPDX-License-Identifier: Apache-2.0
//
// The file that a solution of a set cover instance is kept in: comment lines that say of which
// instance, then one set number a line, counted from 1 as in the instance.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle.hpp"
#include "set_dialect.hpp"

namespace coldcore::search {

/// What the comment lines say; a file from elsewhere has none of it.
struct CertificateHeader {
  std::optional<std::string> instance;  ///< File name, as it was given.
  std::optional<SetDialect> dialect;
  std::optional<std::uint64_t> hash;  ///< Of the instance, see SetCoverFile.
  std::optional<int> mu;
  std::optional<bool> distinct;
  std::optional<std::int64_t> size;
  std::optional<std::int64_t> cost;
  bool ours = false;  ///< The file begins as those that we write.
};

struct Certificate {
  CertificateHeader header;
  std::vector<Candidate> sets;       ///< In the file's order.
  std::vector<std::uint32_t> lines;  ///< Line number of each, from 1.
};

/// Whatever a certificate says of where it comes from.
struct CertificateOrigin {
  std::string instance;
  SetDialect dialect = SetDialect::kSets;
  std::uint64_t hash = 0;
  int mu = 1;
  bool distinct = false;
  std::int64_t cost = 0;
  std::uint64_t seed = 0;
  std::string_view version;
  std::string_view command;
  std::span<const std::string> group = {};  ///< Generators of the symmetries it was found with.
};

/// The first line of a certificate.
constexpr std::string_view kCertificateLine = "# coldcore set cover";

std::string certificate_text(const CertificateOrigin& origin, std::span<const Candidate> sets);

/// The comment lines alone. FileError, InputError.
CertificateHeader read_certificate_header(const std::filesystem::path& path);

/// Reads a certificate for an instance with so many candidates. A file without our comments may
/// count sets from 0, which it does if a 0 occurs. FileError if the file cannot be read, InputError
/// "FILE:LINE:COLUMN: ..." for anything else that it holds.
Certificate read_certificate(const std::filesystem::path& path, std::int64_t candidate_count);

}  // namespace coldcore::search
