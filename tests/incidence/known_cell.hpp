// SPDX-License-Identifier: Apache-2.0
//
// A cell whose every field is known, so that a refused call can be shown to have touched none of
// them.
#pragma once

#include <cstring>

#include "sparse_cell.hpp"

namespace incidence_test {

/// Five weighted candidates on four points, mu = 2, the gain in the map.
class KnownCell {
 public:
  KnownCell() : cell_(system_, Form::kCsr, 0, 3) {
    cell_.recount(chosen_);
    cell_.set_mu(2);
    REQUIRE(sparse_field(0) == SPARSE_OK);
  }

  const Cell& cell() const { return cell_; }
  const System& system() const { return system_; }

  void check_untouched() const {
    const Field cnt = incidence_reference::counts(system_, chosen_);
    CHECK(sparse_get_mu() == 2);
    CHECK(mismatch(cell_.counts(), cnt) == "");
    CHECK(mismatch(cell_.map(), incidence_reference::field(system_, cnt, 2, 0)) == "");
    // The multiplicities: exactly what is chosen can be taken out.
    cell_.update(chosen_, -1);
    CHECK(mismatch(cell_.counts(), Field(4, 0)) == "");
    cell_.update(chosen_, 1);
    CHECK(mismatch(cell_.counts(), cnt) == "");
  }

 private:
  const System system_{.points = 4,
                       .rows = {{{0, 1}, {2, 3}}, {{1, 2}}, {}, {{3, 1}, {0, 2}, {1, 1}}, {{2, 1}}},
                       .point_weights = {1, 5, 2, 3}};
  const Multiset chosen_{0, 1, 1, 2};
  Cell cell_;
};

/// An output array that has to stay as it is.
template <class T>
class Canary {
 public:
  Canary() : data_(5000) {
    std::memset(data_.data(), 0x5A, data_.size() * sizeof(T));
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
  const std::string line = coldcore_sparse_last_error();
  CHECK(line.size() > 10);
  CHECK(line.find('\n') == std::string::npos);
  const std::string name = coldcore_sparse_error_name(static_cast<int>(code));
  CHECK(name.rfind("SPARSE_E_", 0) == 0);
}

inline bool last_error_has(const std::string& text) {
  return std::string(coldcore_sparse_last_error()).find(text) != std::string::npos;
}

}  // namespace incidence_test

/// The call answers `code` and says so.
#define CHECK_CODE(code, call)            \
  do {                                    \
    INFO(#call);                          \
    CHECK((call) == (code));              \
    incidence_test::check_reported(code); \
  } while (false)

/// The same, and the KnownCell is untouched.
#define CHECK_REFUSED(known, code, call) \
  do {                                   \
    CHECK_CODE(code, call);              \
    (known).check_untouched();           \
  } while (false)
