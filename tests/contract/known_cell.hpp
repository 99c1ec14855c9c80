// SPDX-License-Identifier: Apache-2.0
//
// A cell whose every field is known, so that a refused call can be shown to have touched none of
// them.
#pragma once

#include <cstring>

#include "cell.hpp"
#include "shapes.hpp"

namespace contract_test {

/// Radius 1 on 3 x 2 x 4; different represented and pending multisets, mu = 2, the gain map in A_0.
class KnownCell {
 public:
  explicit KnownCell(int use_owner = 1)
      : cell_("hamming", {3, 2, 4}, 1, {0, 0, use_owner}),
        balls_(reference::hamming_balls(cell_.space(), 1)),
        cnt_(reference::counts(balls_, represented_)),
        pending_sum_(reference::coverage_sum(balls_, pending_)) {
    cell_.represent(represented_);
    cell_.set_pending(pending_);
    set_mu(2);
  }

  const Cell& cell() const { return cell_; }
  const Words& represented() const { return represented_; }
  Word size() const { return cell_.space().size(); }

  void set_mu(int mu) {
    mu_ = mu;
    REQUIRE(dct_set_mu(mu) == DCT_OK);
    map_ = reference::gain(balls_, cnt_, mu);
    cell_.transform(1, 1);
  }

  /// Every field is what it was: cnt, A_0, mu, the multiplicities behind cnt, the pending multiset.
  void check_untouched() const {
    CHECK(mismatch(cell_.counts(), cnt_) == "");
    CHECK(mismatch(cell_.map(), map_) == "");
    CHECK(mismatch(extracted(), map_) == "");
    CHECK(dct_get_mu() == mu_);
    CHECK(dct_count_deficit() == reference::deficit(cnt_, mu_));

    cell_.update(represented_, -1);
    CHECK(mismatch(cell_.counts(), Counts(cnt_.size(), 0)) == "");
    cell_.update(represented_, 1);
    CHECK(mismatch(cell_.counts(), cnt_) == "");

    CHECK(mismatch(cell_.field(0), pending_sum_) == "");
    CHECK(mismatch(cell_.field(1), map_) == "");
  }

 private:
  /// The map through dct_map_extract64.
  Field extracted() const {
    const int size = static_cast<int>(this->size());
    std::vector<std::int64_t> idx(map_.size(), -1);
    Field val(map_.size(), -77);
    REQUIRE(dct_map_extract64(std::numeric_limits<std::int32_t>::min(), idx.data(), val.data(),
                              size) == size);
    Field field(map_.size(), -77);
    for (std::size_t i = 0; i < idx.size(); ++i) field[static_cast<std::size_t>(idx[i])] = val[i];
    return field;
  }

  const Words represented_{0, 5, 5, 13, 23, 7};
  const Words pending_{1, 1, 20, 9};
  Cell cell_;
  reference::Balls balls_;
  Counts cnt_;
  Field pending_sum_;
  int mu_ = 1;
  Field map_;
};

/// An output array that has to stay as it is.
template <class T>
class Canary {
 public:
  explicit Canary(std::size_t length = 64) : data_(length) {
    std::memset(data_.data(), 0x5A, length * sizeof(T));
    copy_ = data_;
  }
  T* data() { return data_.data(); }
  bool intact() const { return data_ == copy_; }

 private:
  std::vector<T> data_;
  std::vector<T> copy_;
};

/// One line about the failure, and the name of its code known.
inline void check_reported(long long code) {
  const std::string line = coldcore_last_error();
  CHECK(line.size() > 10);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(std::string(coldcore_error_name(static_cast<int>(code))).rfind("DCT_E_", 0) == 0);
}

}  // namespace contract_test

/// The call answers `code`, says so, and changes no field of the KnownCell.
#define CHECK_REFUSED(known, code, call) \
  do {                                   \
    INFO(#call);                         \
    CHECK((call) == (code));             \
    contract_test::check_reported(code); \
    (known).check_untouched();           \
  } while (false)

/// The same where no cell is open.
#define CHECK_CODE(code, call)           \
  do {                                   \
    INFO(#call);                         \
    CHECK((call) == (code));             \
    contract_test::check_reported(code); \
  } while (false)
