// SPDX-License-Identifier: Apache-2.0
#include "sparse_manifest.hpp"

#include <fmt/format.h>

#include <vector>

#include "atomic_file.hpp"
#include "problem.hpp"
#include "rules.hpp"

namespace coldcore::cli {

manifest::Manifest manifest_of(const std::string& file) try {
  return manifest::read_manifest(search::read_whole_file(file, 2 * manifest::kMostBytes), file);
} catch (const manifest::ManifestError& error) {
  throw search::InputError(error.what());
}

manifest::Manifest valid_manifest(const std::string& file) {
  manifest::Manifest read = manifest_of(file);
  const std::vector<manifest::Finding> findings = manifest::validate(read);
  const manifest::Finding* const error = manifest::first_error(findings);
  if (error != nullptr) throw search::InputError(manifest::describe(*error, file));
  return read;
}

manifest::Binding binding_of(const manifest::Manifest& spec, const std::string& file,
                             const std::optional<std::string>& configuration) try {
  return manifest::binding_from_spec(spec, configuration);
} catch (const manifest::ManifestError& error) {
  throw search::InputError(fmt::format("{}: {}", file, error.what()));
}

}  // namespace coldcore::cli
