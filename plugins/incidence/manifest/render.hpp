// SPDX-License-Identifier: Apache-2.0
//
// A binding as source text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binding.hpp"

namespace coldcore::manifest {

enum class Language { kC, kCpp, kCuda, kFortran };

/// "c", "cpp", "cuda" or "fortran".
std::optional<Language> language_by_name(std::string_view name);

/// The declaration of the kernel with what it needs: headers for C, C++ and CUDA, of which the last
/// two declare a host function extern "C"; an interface block for Fortran.
std::string prototype(const Binding& binding, Language language);

/// A source file that compiles: the kernel with an empty body, and a comment on each argument.
std::string stub(const Binding& binding, Language language);

/// The arguments' names in order, the workspace pair included, as the language can spell them. What
/// the language owns gets a '_' at its end; what Fortran cannot tell apart or begin with is
/// renamed.
std::vector<std::string> spelt_names(const Binding& binding, Language language);

/// One line for each argument: name, type, shape, meaning.
std::vector<std::string> argument_lines(const Binding& binding, Language language);

/// "kernel spmv, configuration csr, ABI c-abi-v2".
std::string origin_line(const Binding& binding);

std::string c_prototype(const Binding& binding, Language language);
std::string c_stub(const Binding& binding, Language language);
std::string fortran_interface(const Binding& binding);
std::string fortran_stub(const Binding& binding);

}  // namespace coldcore::manifest
