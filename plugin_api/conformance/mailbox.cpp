// SPDX-License-Identifier: Apache-2.0
#include "mailbox.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstring>
#include <new>

#include "guarded_array.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::size_t kSignalStackBytes = 65536;
constexpr int kDeadlySignals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                  SIGABRT, SIGTERM, SIGINT, SIGPIPE};

Mailbox* fault_mailbox = nullptr;

void copy_text(char* to, std::size_t room, const std::string& text) {
  const std::size_t length = text.copy(to, room - 1);
  to[length] = '\0';
}

bool was_write([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  constexpr greg_t kWriteBit = 2;  // Of the page fault's error code.
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWriteBit) != 0;
#else
  return false;
#endif
}

// Reads the list of arrays, which no plugin call changes, and writes to the mailbox: both are safe
// here.
void describe_fault(int signal, siginfo_t* info, void* context) {
  Fault& fault = fault_mailbox->fault;
  fault.happened = true;
  fault.address = info->si_addr;
  fault.is_write = was_write(context);
  for (const GuardedArray* array : GuardedArray::alive()) {
    const auto index = array->index_near(info->si_addr);
    if (!index) continue;
    fault.on_array = true;
    copy_text(fault.array, sizeof fault.array, array->name());
    fault.index = *index;
    fault.count = array->count();
    break;
  }
  ::signal(signal, SIG_DFL);  // On return the same access ends the process.
}

}  // namespace

Mailbox* open_mailbox() {
  void* const memory =
      mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return new (memory) Mailbox{};
}

void close_mailbox(Mailbox* mailbox) { munmap(mailbox, sizeof(Mailbox)); }

void deliver(Mailbox& mailbox, const Outcome& outcome) {
  mailbox.verdict = outcome.verdict;
  copy_text(mailbox.detail, kDetailBytes, outcome.detail);
  mailbox.delivered = true;
}

void record_faults(Mailbox& mailbox) {
  fault_mailbox = &mailbox;
  for (const int signal : kDeadlySignals) ::signal(signal, SIG_DFL);

  static char stack[kSignalStackBytes];  // A fault may be the end of the usual stack.
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);

  struct sigaction action {};
  action.sa_sigaction = describe_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace coldcore::conformance
