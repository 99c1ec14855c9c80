// SPDX-License-Identifier: Apache-2.0
//
// Compares what a driver computes with the definition.
#pragma once

#include <optional>
#include <string>

#include "definition.hpp"
#include "host.hpp"

namespace coldcore::conformance {

class FieldCheck {
 public:
  FieldCheck(const Family& family, const Shape& shape)
      : family_(family), shape_(shape), host_(family, shape), definition_(family, shape) {}

  Host& host() { return host_; }
  Definition& definition() { return definition_; }

  /// Runs the driver on a multiset. Throws Failure with a counterexample from which no word can be
  /// left out, if the field is wrong. False if the driver answered with a code.
  bool words(const Words& words, int out_mode);

  /// Runs it on the words with low <= cnt <= high, cnt being host().cnt() as it is.
  bool counts(int low, int high, int mu);

  /// The driver's last code.
  int code() const { return code_; }

 private:
  std::optional<std::string> words_mismatch(const Words& words, int out_mode);
  std::optional<std::string> difference(const Words& set, int out_mode);

  const Family& family_;
  const Shape& shape_;
  Host host_;
  Definition definition_;
  int code_ = 0;
};

}  // namespace coldcore::conformance
