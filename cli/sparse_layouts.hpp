// SPDX-License-Identifier: Apache-2.0
//
// Matrices as the layouts library holds them, with its errors as the program's.
#pragma once

#include <coldcore/layouts.hpp>

#include <string>
#include <utility>

#include "coo_matrix.hpp"
#include "manifest.hpp"

namespace coldcore::cli {

/// Throws the program's own exception for a failed call of the layouts: MemoryError, InputError.
[[noreturn]] void fail_as(const layouts::Error& error);

/// Runs a call of the layouts library and translates what it throws.
template <class Call>
auto laid_out(const Call& call) try {
  return call();
} catch (const layouts::Error& error) {
  fail_as(error);
}

/// float32 if that is how a variant declares its values, else float64.
layouts::Dtype value_dtype_of(const manifest::Variant& variant);

/// The canonical matrix in compressed rows, with int64 indices; entries of one place are summed in
/// the type of the values. InputError, MemoryError.
layouts::Layout rows_of(const matrix::CooMatrix& matrix, layouts::Dtype value);

/// Writes compressed rows with int64 indices as a Matrix Market file, or their pattern alone.
/// FileError, MemoryError.
void save_rows(const std::string& path, const layouts::Layout& rows, bool pattern = false);

}  // namespace coldcore::cli
