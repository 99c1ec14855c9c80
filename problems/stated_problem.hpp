// SPDX-License-Identifier: Apache-2.0
//
// What the comments of a cover file say that it is for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "block_file.hpp"
#include "certificate.hpp"
#include "cover_file.hpp"
#include "problem_choice.hpp"

namespace coldcore::problems {

/// In the order of ProblemKind. A header may leave anything open.
using StatedProblem =
    std::variant<search::CoverHeader, search::BlockHeader, search::CertificateHeader>;

ProblemKind kind_of(const StatedProblem& stated);

/// What a file's comments say; nothing if they are not ours, or if it is a pipe, which can be read
/// once only. Throws as the readers of the headers do.
std::optional<StatedProblem> stated_problem(const std::filesystem::path& file);

/// "hamming 3^6 R=1", "the design C(11,5,4) mu=2", "the set cover instance s.txt (hash ...)".
std::string stated_title(const StatedProblem& stated);

/// Whether what a file says contradicts what is wanted: family, axes and radius, v, k and t, or the
/// instance. An instance is known by its hash, and by its file's name only where a hash is missing.
bool names_other_instance(const StatedProblem& file, const StatedProblem& wanted);

/// The same, or another mu, or another choice between sets and multisets.
bool names_other_problem(const StatedProblem& file, const StatedProblem& wanted);

/// What to say behind the name of a file for which that is true: "is a cover of A, not of B".
std::string difference_text(const StatedProblem& file, const StatedProblem& wanted);

}  // namespace coldcore::problems
