// SPDX-License-Identifier: Apache-2.0
#include "entry.hpp"

namespace coldcore::incidence {

std::mutex& api_mutex() {
  // Never destroyed: a thread may still call while the process ends.
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

Cell*& cell_slot() {
  // Not destroyed at exit either: its workers may not be joined from static destructors.
  static Cell* cell = nullptr;
  return cell;
}

Cell& open_cell() {
  if (cell_slot() == nullptr) {
    fail(SPARSE_E_NO_CELL, "no cell is open; open one by sparse_init or sparse_init_csr");
  }
  return *cell_slot();
}

Candidates checked_candidates(const long long* idx, long long count) {
  if (idx == nullptr && count != 0) fail(SPARSE_E_NULL, "the array of candidates is NULL");
  if (count < 0)
    fail(SPARSE_E_ARGUMENT, "{} candidates, but the number must not be negative", count);
  return {idx, static_cast<std::size_t>(count)};
}

}  // namespace coldcore::incidence
