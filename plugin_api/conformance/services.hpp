// SPDX-License-Identifier: Apache-2.0
//
// What the kit lends to a plugin in place of a host's thread pool.
#pragma once

#include <coldcore/plugin.h>

namespace coldcore::conformance {

/// The best instruction set of this CPU, COLDCORE_ISA_*.
int best_isa();

/// Services of `threads` workers. With one, ranges run on the caller, last range first: a driver
/// may not rely on an order. One set of services is in use at a time.
coldcore_services make_services(int threads, int isa);

}  // namespace coldcore::conformance
