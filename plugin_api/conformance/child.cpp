// SPDX-License-Identifier: Apache-2.0
#include "child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "run_case.hpp"
#include "subject.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::size_t kMostOutput = 65536;

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void close_if_open(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

}  // namespace

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe");
  reader_ = ends[0];
  writer_ = ends[1];
  fcntl(reader_, F_SETFL, O_NONBLOCK);
}

Pipe::~Pipe() {
  close_if_open(reader_);
  close_if_open(writer_);
}

void Pipe::become(int stream) const { dup2(writer_, stream); }

void Pipe::close_writer() { close_if_open(writer_); }

void Pipe::drain() {
  char buffer[4096];
  while (reader_ >= 0) {
    const ssize_t got = read(reader_, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;  // Nothing there now.
    if (got == 0) return close_if_open(reader_);
    const std::size_t room = kMostOutput - text_.size();
    text_.append(buffer, std::min(room, static_cast<std::size_t>(got)));
  }
}

Child::Child(const Case& test, const Subject& subject, double timeout_s)
    : test_(test), timeout_s_(timeout_s), mailbox_(open_mailbox()) {
  std::fflush(nullptr);  // Or the child would write it again.
  pid_ = fork();
  if (pid_ < 0) throw_errno("fork");
  if (pid_ == 0) run(subject);
  setpgid(pid_, pid_);  // Here and in the child, whoever comes first.
  out_.close_writer();
  err_.close_writer();
}

Child::~Child() {
  if (!done_) {
    kill_all();
    waitpid(pid_, nullptr, 0);
  }
  close_mailbox(mailbox_);
}

// A group of its own lets the parent end the plugin's own children too.
void Child::run(const Subject& subject) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  out_.become(STDOUT_FILENO);
  err_.become(STDERR_FILENO);
  note_text() = mailbox_->note;
  record_faults(*mailbox_);
  deliver(*mailbox_, run_case(test_, subject));
  std::fflush(nullptr);
  _exit(0);
}

double Child::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Child::kill_all() const { kill(-pid_, SIGKILL); }

bool Child::poll() {
  out_.drain();
  err_.drain();
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == 0) {
    if (seconds() < timeout_s_) return false;
    timed_out_ = true;
    kill_all();
    waitpid(pid_, &status, 0);
  }
  finish(status);
  return true;
}

void Child::finish(int status) {
  kill_all();
  out_.drain();
  err_.drain();
  done_ = true;
  outcome_ = judge(status);
  outcome_.standard_out = out_.text();
  outcome_.standard_error = err_.text();
  outcome_.seconds = seconds();
}

Outcome Child::judge(int status) const {
  const char* const trying = mailbox_->note;
  if (mailbox_->delivered) return {mailbox_->verdict, mailbox_->detail};
  if (timed_out_) {
    return {Verdict::kCrash,
            fmt::format("still running after {} s during: {}", timeout_s_, trying)};
  }
  if (WIFSIGNALED(status)) return judge_signal(WTERMSIG(status));
  return {Verdict::kCrash, fmt::format("ended the process with exit code {} during: {}",
                                       WEXITSTATUS(status), trying)};
}

Outcome Child::judge_signal(int signal) const {
  const Fault& fault = mailbox_->fault;
  const char* const trying = mailbox_->note;
  if (fault.happened && fault.on_array) {
    return {Verdict::kFail, fmt::format("{} {}[{}], outside 0..{}, during: {}",
                                        fault.is_write ? "wrote" : "touched", fault.array,
                                        fault.index, fault.count - 1, trying)};
  }
  const std::string address = fault.happened ? fmt::format(" at address {}", fault.address) : "";
  return {Verdict::kCrash,
          fmt::format("SIG{}{} during: {}", sigabbrev_np(signal), address, trying)};
}

}  // namespace coldcore::conformance
