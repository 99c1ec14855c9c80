// SPDX-License-Identifier: Apache-2.0
#include "budget.hpp"

#include "available_memory.hpp"
#include "error.hpp"

namespace coldcore::layout {
namespace {

// So little is there always; the machine is not asked for each small matrix.
constexpr std::int64_t kNeverAsked = std::int64_t{1} << 20;

}  // namespace

std::int64_t Budget::limit() {
  if (limit_ == 0) {
    limit_ = available_memory();
    measured_ = true;
  }
  return limit_;
}

void Budget::take(Wide bytes, const std::string& what) {
  const Wide total = bytes + used_;
  if ((limit_ != 0 || total > kNeverAsked) && total > limit()) {
    fail(COLDCORE_LAYOUT_E_MEMORY,
         "{} needs {} bytes beside {} in use, but {} {} bytes; take another format or a smaller "
         "matrix{}",
         what, bytes, used_, measured_ ? "this process can have" : "memory_limit is", limit(),
         measured_ ? "" : ", or raise the limit");
  }
  used_ = static_cast<std::int64_t>(total);
}

Budget::Loan::Loan(Budget& budget, Wide bytes, const std::string& what) : budget_(budget) {
  budget.take(bytes, what);
  bytes_ = static_cast<std::int64_t>(bytes);
}

}  // namespace coldcore::layout
