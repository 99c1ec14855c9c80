// SPDX-License-Identifier: Apache-2.0
//
// The family compiled as C++, so that an exception can leave it.
#define DEFECT THROWS
#include "family.c"
