// SPDX-License-Identifier: Apache-2.0
#include "format.hpp"

#include "error.hpp"

namespace coldcore::layout {

const Format* find_format(int id) {
  static constexpr std::array kFormats = {&kCsr,          &kCsc,   &kCoo, &kDia,
                                          &kEll,          &kBcsr,  &kJds, &kSellCSigma,
                                          &kPackedBanded, &kDense, &kBcoo};
  if (id < COLDCORE_LAYOUT_CSR || id > COLDCORE_LAYOUT_BCOO) return nullptr;
  return kFormats[static_cast<std::size_t>(id - COLDCORE_LAYOUT_CSR)];
}

const Format& format_of(int id) {
  const Format* format = find_format(id);
  if (format == nullptr) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT, "format = {}, but formats are {}..{}", id, COLDCORE_LAYOUT_CSR,
         COLDCORE_LAYOUT_BCOO);
  }
  return *format;
}

}  // namespace coldcore::layout
