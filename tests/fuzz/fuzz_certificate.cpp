// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "atomic_file.hpp"
#include "certificate.hpp"
#include "input_file.hpp"
#include "problem.hpp"

using namespace coldcore::search;

namespace {

constexpr std::int64_t kSets = 100;

Certificate read_text(const std::string& text) {
  const InputFile file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return read_certificate(file.path(), kSets);
}

/// What was read is written and read again.
void check(const Certificate& certificate) {
  for (const Candidate set : certificate.sets) require(set >= 0 && set < kSets);
  CertificateOrigin origin;
  origin.instance = certificate.header.instance.value_or("");
  origin.mu = certificate.header.mu.value_or(1);
  const Certificate again = read_text(certificate_text(origin, certificate.sets));
  require(again.sets == certificate.sets);
  require(again.header.mu == origin.mu);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    read_certificate_header(file.path());
    check(read_certificate(file.path(), kSets));
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}
