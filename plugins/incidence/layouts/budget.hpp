// SPDX-License-Identifier: Apache-2.0
//
// Memory that one call may take: estimated and asked for before it is allocated.
#pragma once

#include <cstdint>
#include <string>

namespace coldcore::layout {

/// Products of two sizes and an element's width, before it is known that they fit.
__extension__ typedef __int128 Wide;

class Budget {
 public:
  /// limit 0: what the machine has available.
  explicit Budget(std::int64_t limit) : limit_(limit) {}

  /// Memory for as long as the call and its result live. Throws Error(E_MEMORY), naming the bytes.
  void take(Wide bytes, const std::string& what);

  /// Scratch, given back at the end of a scope.
  class Loan {
   public:
    Loan(Budget& budget, Wide bytes, const std::string& what);
    ~Loan() { budget_.used_ -= bytes_; }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

   private:
    Budget& budget_;
    std::int64_t bytes_;
  };

 private:
  std::int64_t limit();

  std::int64_t limit_;
  std::int64_t used_ = 0;
  bool measured_ = false;
};

}  // namespace coldcore::layout
