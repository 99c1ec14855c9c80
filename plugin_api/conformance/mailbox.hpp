// SPDX-License-Identifier: Apache-2.0
//
// Memory that a child process shares with its parent: what the child was trying outlives it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "note.hpp"
#include "outcome.hpp"

namespace coldcore::conformance {

constexpr std::size_t kDetailBytes = 16384;

/// An access to memory that the system refused.
struct Fault {
  bool happened;
  bool on_array;  ///< Just outside an array of the kit, which the next three describe.
  char array[64];
  std::int64_t index;
  std::int64_t count;
  bool is_write;
  const void* address;
};

struct Mailbox {
  char note[kNoteBytes];
  bool delivered;
  Verdict verdict;
  char detail[kDetailBytes];
  Fault fault;
};

/// Maps a mailbox that is shared with children forked later. Throws std::bad_alloc.
Mailbox* open_mailbox();
void close_mailbox(Mailbox* mailbox);

void deliver(Mailbox& mailbox, const Outcome& outcome);

/// In a child: signals get their default effect, and memory faults are described in the mailbox
/// first.
void record_faults(Mailbox& mailbox);

}  // namespace coldcore::conformance
