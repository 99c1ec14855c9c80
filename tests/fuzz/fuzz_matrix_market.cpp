// SPDX-License-Identifier: Apache-2.0
//
// The input is a Matrix Market file, plain or gzip. What is read keeps its promises, and comes back
// from a file that is written of it.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "input_file.hpp"
#include "matrix_market_reader.hpp"
#include "matrix_market_writer.hpp"
#include "problem.hpp"

using namespace coldcore::matrix;

namespace {

void check(const CooMatrix& matrix) {
  require(matrix.rows >= 0 && matrix.rows <= kMostRows);
  require(matrix.cols >= 0 && matrix.cols <= kMostRows);
  require(matrix.row.size() == matrix.value.size() && matrix.col.size() == matrix.value.size());
  for (std::size_t i = 0; i < matrix.value.size(); ++i) {
    require(matrix.row[i] >= 0 && matrix.row[i] < matrix.rows);
    require(matrix.col[i] >= 0 && matrix.col[i] < matrix.cols);
  }
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

std::filesystem::path written_path() {
  static const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("fuzz-matrix-" + std::to_string(::getpid()));
  static const int at_exit = std::atexit([] { std::filesystem::remove(written_path()); });
  (void)at_exit;
  return path;
}

/// Every entry in a row of its own, so that their order stays.
void check_round_trip(const CooMatrix& matrix) {
  std::vector<std::int64_t> indptr{0};
  for (std::int64_t i = 1; i <= matrix.entries(); ++i) indptr.push_back(i);
  write_matrix_market(written_path(), {matrix.cols, indptr, matrix.col, matrix.value});
  const CooMatrix again = read_matrix_market(written_path());
  require(again.cols == matrix.cols && again.rows == matrix.entries() && again.col == matrix.col);
  for (std::size_t i = 0; i < matrix.value.size(); ++i) {
    require(again.row[i] == static_cast<std::int64_t>(i));
    require(same(again.value[i], matrix.value[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file(data, size);
  try {
    const CooMatrix matrix = read_matrix_market(file.path());
    check(matrix);
    // A file is synced to disk, which takes long beside a parse: now and then is enough.
    if (size % 64 == 0) check_round_trip(matrix);
  } catch (const coldcore::search::InputError&) {
  } catch (const coldcore::search::FileError&) {
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
