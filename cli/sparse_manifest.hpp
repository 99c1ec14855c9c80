// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "binding.hpp"
#include "manifest.hpp"

namespace coldcore::cli {

/// Reads a manifest, whether it keeps the rules or not. InputError, FileError.
manifest::Manifest manifest_of(const std::string& file);

/// A manifest to derive something from. InputError with the first rule that does not hold.
manifest::Manifest valid_manifest(const std::string& file);

/// The argument list for a configuration, or for the first. `file` is for the message. InputError
/// if there is none of this name.
manifest::Binding binding_of(const manifest::Manifest& spec, const std::string& file,
                             const std::optional<std::string>& configuration);

}  // namespace coldcore::cli
