// SPDX-License-Identifier: Apache-2.0
//
// Matrix Market files as https://math.nist.gov/MatrixMarket/formats.html describes them.
#pragma once

#include <filesystem>

#include "coo_matrix.hpp"

namespace coldcore::matrix {

/// Reads a matrix, plain or gzip: coordinate or array; real, integer or pattern, whose entries are
/// 1; general, symmetric or skew-symmetric, where the other triangle is filled in. Entries come in
/// the order of the file, each followed by its mirror image; of an array the zeros are no entries.
/// Blank lines, comments and "\r\n" may be anywhere below the first line.
///
/// InputError "FILE:LINE:COLUMN: ..." for anything else: complex and hermitian matrices, numbers
/// that are none, that do not fit or (integer) that a double cannot hold, indices outside the
/// matrix or the triangle, more entries or fewer than announced, sizes above 2^48. FileError if the
/// file cannot be read, MemoryError before more memory is taken than there is.
CooMatrix read_matrix_market(const std::filesystem::path& path);

}  // namespace coldcore::matrix
