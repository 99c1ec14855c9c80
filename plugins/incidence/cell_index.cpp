// SPDX-License-Identifier: Apache-2.0
#include "cell.hpp"
#include "error.hpp"
#include "marginal.hpp"

namespace coldcore::incidence {

void Cell::set_index(int enable) {
  if (enable != 0 && enable != 1) {
    fail(SPARSE_E_ARGUMENT, "enable = {}, but it must be 0 or 1", enable);
  }
  if (enable == 0) {
    index_.reset();
    tracked_ = -1;
  } else if (index_ == nullptr) {
    index_.reset(new Index{InvertedIndex(rows_, n_univ_), BlockMaxima(rows_.candidate_count())});
    index_->maxima.mark_all();
  }
}

std::int64_t Cell::index_bytes() const {
  return index_ == nullptr ? 0 : index_->columns.bytes() + index_->maxima.bytes();
}

void Cell::track(int role) {
  if (role != kGain && role != kLoss && role != -1) {
    fail(SPARSE_E_ARGUMENT, "role = {}, but it must be 0 (gain), 1 (loss) or -1 (none)", role);
  }
  if (role >= 0 && index_ == nullptr) {
    fail(SPARSE_E_NO_INDEX, "there is no inverted index; build it by coldcore_sparse_index");
  }
  if (role >= 0 && role != tracked_) compute_map(role);
  tracked_ = role;
}

}  // namespace coldcore::incidence
