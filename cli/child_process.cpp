// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "available_memory.hpp"
#include "exit_code.hpp"

namespace coldcore::cli {
namespace {

/// The program, whatever has happened to its name since it was started.
constexpr const char* kThisProgram = "/proc/self/exe";
constexpr int kNotStarted = 127;
/// Of a stream; what comes after it is not looked at.
constexpr std::size_t kMostOutput = std::size_t{1} << 20;

[[noreturn]] void no_process() {
  throw search::MemoryError(
      fmt::format("the system gives no further process: {}", std::strerror(errno)));
}

/// Bytes of data that this process has, as RLIMIT_DATA counts them. What the program takes as it
/// starts, under a sanitizer terabytes of addresses, is in it.
std::int64_t own_data() {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key; status.ignore(4096, '\n')) {
    std::int64_t kibibytes = 0;
    if (key == "VmData:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

void limit_data(std::int64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min(static_cast<rlim_t>(bytes), limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

/// Holds interrupts back, so that none meets a child that is not yet what it will be.
class HeldInterrupts {
 public:
  HeldInterrupts() {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, &before_);
  }
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;
  ~HeldInterrupts() { let_through(); }

  void let_through() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

ChildProcess::Capture::Capture() : descriptor_(::memfd_create("output", MFD_CLOEXEC)) {
  if (descriptor_ < 0) no_process();
}

ChildProcess::Capture::~Capture() { ::close(descriptor_); }

std::string ChildProcess::Capture::content() const {
  const off_t size = std::max<off_t>(::lseek(descriptor_, 0, SEEK_END), 0);
  std::string text(std::min(static_cast<std::size_t>(size), kMostOutput), '\0');
  const ssize_t got = ::pread(descriptor_, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::int64_t most_bytes) {
  // Everything that takes memory comes before the fork.
  std::vector<std::string> words = {"coldcore"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::int64_t data = most_bytes > 0 ? own_data() + most_bytes : 0;
  const pid_t parent = ::getpid();
  const HeldInterrupts held;
  pid_ = ::fork();
  if (pid_ < 0) no_process();
  if (pid_ == 0) {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    held.let_through();
    become(pointers.data(), data, parent);
  }
  ::setpgid(pid_, pid_);  // Here and in the child, whoever comes first.
}

// Between fork and exec nothing may be called that takes memory or a lock.
void ChildProcess::become(char* const* arguments, std::int64_t most_bytes, pid_t parent) const {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kNotStarted);  // It died before it could be watched.
  if (most_bytes > 0) limit_data(most_bytes);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out_.descriptor(), STDOUT_FILENO);
  ::dup2(err_.descriptor(), STDERR_FILENO);
  ::execv(kThisProgram, arguments);
  constexpr char kMessage[] = "the program could not be started again\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  ::_exit(kNotStarted);
}

ChildProcess::~ChildProcess() {
  if (ended_) return;
  kill();
  reap(0);
}

bool ChildProcess::ended() { return ended_ || reap(WNOHANG); }

const ChildResult& ChildProcess::wait() {
  if (!ended_) reap(0);
  return result_;
}

/// Takes note of its end; false if it goes on.
bool ChildProcess::reap(int options) {
  int status = 0;
  pid_t found = 0;
  do {
    found = ::waitpid(pid_, &status, options);
  } while (found < 0 && errno == EINTR);
  if (found == 0) return false;
  ended_ = true;
  result_.exit_code = WIFSIGNALED(status) ? kExitSignal + WTERMSIG(status) : WEXITSTATUS(status);
  result_.out = out_.content();
  result_.err = err_.content();
  result_.seconds = seconds();
  return true;
}

double ChildProcess::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void ChildProcess::interrupt() const {
  if (!ended_) ::kill(pid_, SIGTERM);
}

void ChildProcess::kill() const {
  if (!ended_) ::kill(pid_, SIGKILL);
}

}  // namespace coldcore::cli
