// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_library.hpp"
#include "incidence_library.hpp"
#include "oracle.hpp"

namespace coldcore::cli {

/// Says what the incidence module refused, unless it has said so itself, and returns the exit code
/// for it.
int module_failure(const search::IncidenceLibrary& module, const search::OracleError& error);

/// The same of the product-space engine.
int engine_failure(const search::EngineLibrary& engine, const search::OracleError& error);

}  // namespace coldcore::cli
