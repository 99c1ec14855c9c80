// SPDX-License-Identifier: Apache-2.0
//
// What this family exports, apart from the definition (covers.cpp).
#include <coldcore/plugin.h>

#include "axes.hpp"
#include "limits.hpp"
#include "support.hpp"

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): the names are the contract's.
extern COLDCORE_EXPORT const unsigned char coldcore_plugin_1_0_hamming;
const unsigned char coldcore_plugin_1_0_hamming = 1;

extern COLDCORE_EXPORT const coldcore_plugin_info hamming_info;
const coldcore_plugin_info hamming_info = {
    COLDCORE_PLUGIN_MAGIC,
    sizeof(coldcore_plugin_info),
    COLDCORE_PLUGIN_ABI_MAJOR,
    COLDCORE_PLUGIN_ABI_MINOR,
    0,
    0,
    COLDCORE_COST_SUM,
    "hamming",
    "Hamming balls: u covers x if at most R digits differ",
    COLDCORE_PROJECT_VERSION,
    "Apache-2.0",
    "1 to 16 axes of sizes 2 to 10, mixed sizes allowed; 0 <= R <= 6; balls of at most 2^31-1 "
    "words",
};

// NOLINTEND(readability-identifier-naming)

COLDCORE_EXPORT int hamming_validate(int n, const int* ax, int R, int* nlayers) {
  const int code = hamming::check_limits(n, ax, R);
  if (code == COLDCORE_PLUGIN_OK) *nlayers = R + 1;
  return code;
}

COLDCORE_EXPORT int hamming_bind(const coldcore_view* view) { return hamming::bind(view); }

COLDCORE_EXPORT int hamming_axes(int out_mode, int /*blocks*/, int threads) {
  return hamming::axes(out_mode, threads);
}

COLDCORE_EXPORT long long hamming_table(int n, const int* ax, int R, uint64_t* out, long long cap) {
  const int code = hamming::check_limits(n, ax, R);
  return code == COLDCORE_PLUGIN_OK ? hamming::write_table(n, ax, R, out, cap) : code;
}

COLDCORE_EXPORT long long hamming_table_ox(int n, const int* ax, int R, uint16_t* mask,
                                           uint64_t* offs, long long cap) {
  const int code = hamming::check_limits(n, ax, R);
  return code == COLDCORE_PLUGIN_OK ? hamming::write_table_ox(n, ax, R, mask, offs, cap) : code;
}

}  // extern "C"
