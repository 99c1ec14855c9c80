// SPDX-License-Identifier: Apache-2.0
#include "mirror.hpp"

#include <numeric>

namespace coldcore::compose {
namespace {

// Beyond this a pointer for each column would cost more than the entries.
bool worth_all_columns(const Matrix& a) {
  return a.columns <= (std::int64_t{1} << 16) ||
         (a.columns - (std::int64_t{1} << 16)) / 16 <= a.nnz;
}

template <class T>
std::int64_t bytes_of(const std::vector<T>& array) {
  return static_cast<std::int64_t>(array.size() * sizeof(T));
}

}  // namespace

Mirror::Mirror(const Matrix& a, MirrorOf what) : row_count_(a.rows), column_count_(a.columns) {
  for (std::int64_t i = 0; i < a.rows; ++i) nonempty_rows_ += line_of(a, i).size() > 0 ? 1 : 0;
  choose_columns(a);
  count_columns(a);
  place_entries(a, what);
}

void Mirror::choose_columns(const Matrix& a) {
  all_columns_ = worth_all_columns(a);
  if (all_columns_) return;
  kept_.assign(a.indices, a.indices + a.nnz);
  std::sort(kept_.begin(), kept_.end());
  kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
  kept_.shrink_to_fit();
}

std::int64_t Mirror::slot_of(std::int64_t c) const {
  return all_columns_ ? c : std::lower_bound(kept_.begin(), kept_.end(), c) - kept_.begin();
}

// Leaves in starts_[slot + 1] where the slot begins: place_entries moves it to where it ends.
void Mirror::count_columns(const Matrix& a) {
  const std::size_t slots = all_columns_ ? static_cast<std::size_t>(a.columns) : kept_.size();
  starts_.assign(slots + 2, 0);
  for (std::int64_t e = 0; e < a.nnz; ++e) ++starts_[slot_of(a.indices[e]) + 2];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  starts_.pop_back();
}

// Rows are gone through in order, so they ascend within each column.
void Mirror::place_entries(const Matrix& a, MirrorOf what) {
  rows_.resize(static_cast<std::size_t>(a.nnz));
  if (what != MirrorOf::kPattern) values_.resize(rows_.size());
  if (what == MirrorOf::kRefreshable) sources_.resize(rows_.size());
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const Range row = line_of(a, i);
    for (std::int64_t e = row.begin; e < row.end; ++e) {
      const std::int64_t at = starts_[slot_of(a.indices[e]) + 1]++;
      rows_[at] = i;
      if (what != MirrorOf::kPattern) values_[at] = a.values[e];
      if (what == MirrorOf::kRefreshable) sources_[at] = e;
    }
  }
}

void Mirror::take_values(const double* a_values) {
  for (std::size_t e = 0; e < values_.size(); ++e) values_[e] = a_values[sources_[e]];
}

std::int64_t Mirror::bytes() const {
  return bytes_of(kept_) + bytes_of(starts_) + bytes_of(rows_) + bytes_of(values_) +
         bytes_of(sources_);
}

}  // namespace coldcore::compose
