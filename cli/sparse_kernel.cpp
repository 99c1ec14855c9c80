// SPDX-License-Identifier: Apache-2.0
#include "sparse_kernel.hpp"

#include <dlfcn.h>
#include <ffi.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "available_memory.hpp"
#include "guarded_array.hpp"
#include "mailbox.hpp"
#include "messages.hpp"
#include "sparse_elements.hpp"

namespace coldcore::cli {
namespace {

using conformance::GuardedArray;
using conformance::Mailbox;
using conformance::Verdict;

/// Memory that the child fills for its parent: times, then the outputs twice.
class ResultArea {
 public:
  explicit ResultArea(const KernelCall& call) : call_(call) {
    for (const Argument& argument : call.list.arguments) {
      if (is_output(argument)) output_bytes_ += argument.bytes;
    }
    bytes_ = static_cast<std::size_t>(8 * call.calls + 2 * output_bytes_ + 8);
    void* const memory =
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
  }
  ResultArea(const ResultArea&) = delete;
  ResultArea& operator=(const ResultArea&) = delete;
  ~ResultArea() { ::munmap(memory_, bytes_); }

  double* seconds() { return reinterpret_cast<double*>(memory_); }

  /// Where the outputs lie after the first call, or after the last.
  std::byte* outputs(bool last) { return memory_ + 8 * call_.calls + (last ? output_bytes_ : 0); }

  Contents outputs_by_name(bool last) {
    Contents contents;
    const std::byte* at = outputs(last);
    for (const Argument& argument : call_.list.arguments) {
      if (!is_output(argument)) continue;
      contents.emplace(argument.declared.name, std::vector(at, at + argument.bytes));
      at += argument.bytes;
    }
    return contents;
  }

 private:
  const KernelCall& call_;
  std::int64_t output_bytes_ = 0;
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

ffi_type* scalar_type(const std::string& dtype) {
  if (dtype == "int64") return &ffi_type_sint64;
  if (dtype == "int32") return &ffi_type_sint32;
  if (dtype == "int16") return &ffi_type_sint16;
  if (dtype == "int8") return &ffi_type_sint8;
  if (dtype == "uint64") return &ffi_type_uint64;
  if (dtype == "uint32") return &ffi_type_uint32;
  if (dtype == "uint16" || dtype == "float16") return &ffi_type_uint16;  // A float16 is its bits.
  if (dtype == "uint8") return &ffi_type_uint8;
  if (dtype == "float32") return &ffi_type_float;
  if (dtype == "complex64") return &ffi_type_complex_float;
  return dtype == "complex128" ? &ffi_type_complex_double : &ffi_type_double;
}

std::uint32_t checksum(const GuardedArray& array, std::int64_t bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, array.as<unsigned char>(), static_cast<std::size_t>(bytes)));
}

/// What happens in the child.
class Calls {
 public:
  Calls(const KernelCall& call, ResultArea& area) : call_(call), area_(area) {}

  /// Throws std::exception, which says why not.
  void load() {
    conformance::note("loading the library");
    std::error_code failure;
    library_.load(call_.library, failure, load_mode());
    if (failure) {
      const char* const reason = ::dlerror();
      throw std::runtime_error(fmt::format("cannot be loaded: {}",
                                           reason != nullptr ? reason : failure.message().c_str()));
    }
    const std::string& symbol = call_.list.binding.symbol;
    if (!library_.has(symbol)) {
      throw std::runtime_error(
          fmt::format("there is no symbol {} in {}", symbol, call_.library.string()));
    }
    kernel_ = &library_.get<void()>(symbol);
  }

  /// What is wrong, "" if nothing is.
  std::string run() {
    make_arrays();
    make_interface();
    call_all();
    return problem();
  }

 private:
  boost::dll::load_mode::type load_mode() const {
    const auto mode = boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local;
    return call_.library.has_parent_path() ? mode
                                           : mode | boost::dll::load_mode::search_system_folders;
  }

  void make_arrays() {
    conformance::note("making its arrays");
    for (const Argument& argument : call_.list.arguments) {
      if (!argument.declared.pointer) continue;
      arrays_.push_back({&argument,
                         std::make_unique<GuardedArray>(argument.declared.name, argument.elements,
                                                        element_size(argument)),
                         0});
      restore(arrays_.back());
      if (!is_output(argument)) {
        arrays_.back().checksum = checksum(*arrays_.back().array, argument.bytes);
      }
    }
    if (call_.workspace_bytes > 0) {
      workspace_ = std::make_unique<GuardedArray>("workspace", call_.workspace_bytes, 1);
    }
  }

  static std::size_t element_size(const Argument& argument) {
    return static_cast<std::size_t>(element_bytes(argument.declared.dtype));
  }

  struct Array {
    const Argument* argument;
    std::unique_ptr<GuardedArray> array;
    std::uint32_t checksum;
  };

  void restore(const Array& array) const {
    const auto bytes = static_cast<std::size_t>(array.argument->bytes);
    if (bytes > 0) {
      std::memcpy(array.array->as<std::byte>(), initial_data(*array.argument, call_.contents),
                  bytes);
    }
  }

  void make_interface() {
    for (const Array& array : arrays_) add_pointer(array.array->as<void>());
    for (const Argument& argument : call_.list.arguments) {
      if (argument.declared.pointer) continue;
      types_.push_back(scalar_type(argument.declared.dtype));
      values_.push_back(const_cast<std::byte*>(argument.scalar.data()));  // libffi only reads.
    }
    add_pointer(workspace_ ? workspace_->as<void>() : nullptr);
    workspace_size_ = call_.workspace_bytes;
    types_.push_back(&ffi_type_sint64);
    values_.push_back(&workspace_size_);
    const auto count = static_cast<unsigned>(types_.size());
    if (ffi_prep_cif(&interface_, FFI_DEFAULT_ABI, count, &ffi_type_void, types_.data()) !=
        FFI_OK) {
      throw std::runtime_error("the argument list cannot be passed on this machine");
    }
  }

  void add_pointer(void* pointer) {
    pointers_.push_back(std::make_unique<void*>(pointer));
    types_.push_back(&ffi_type_pointer);
    values_.push_back(pointers_.back().get());
  }

  void call_all() {
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < call_.calls; ++i) {
      for (const Array& array : arrays_) {
        if (i > 0 && is_output(*array.argument)) restore(array);
      }
      conformance::note("call {} of {}", i + 1, call_.calls);
      const Clock::time_point start = Clock::now();
      ffi_call(&interface_, FFI_FN(kernel_), nullptr, values_.data());
      area_.seconds()[i] = std::chrono::duration<double>(Clock::now() - start).count();
      conformance::note("looking at the answers of call {}", i + 1);
      if (i == 0) copy_outputs(area_.outputs(false));
    }
    copy_outputs(area_.outputs(true));
  }

  void copy_outputs(std::byte* to) const {
    for (const Array& array : arrays_) {
      if (!is_output(*array.argument)) continue;
      std::memcpy(to, array.array->as<std::byte>(),
                  static_cast<std::size_t>(array.argument->bytes));
      to += array.argument->bytes;
    }
  }

  std::string problem() const {
    for (const Array& array : arrays_) {
      if (const auto index = array.array->damage()) return written_outside(*array.array, *index);
    }
    if (workspace_) {
      if (const auto index = workspace_->damage()) return written_outside(*workspace_, *index);
    }
    for (const Array& array : arrays_) {
      if (is_output(*array.argument)) continue;
      if (checksum(*array.array, array.argument->bytes) != array.checksum) {
        return fmt::format("changed {}, which is const", array.array->name());
      }
    }
    return "";
  }

  static std::string written_outside(const GuardedArray& array, std::int64_t index) {
    return fmt::format("wrote {}[{}], outside its {} elements", array.name(), index, array.count());
  }

  const KernelCall& call_;
  ResultArea& area_;
  boost::dll::shared_library library_;
  void (*kernel_)() = nullptr;
  std::vector<Array> arrays_;
  std::unique_ptr<GuardedArray> workspace_;
  std::int64_t workspace_size_ = 0;
  std::vector<std::unique_ptr<void*>> pointers_;
  std::vector<ffi_type*> types_;
  std::vector<void*> values_;
  ffi_cif interface_{};
};

void limit_time(double seconds) {
  itimerval timer{};
  const double whole = std::floor(seconds);
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - whole) * 1e6);
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

conformance::Outcome load_and_run(Calls& calls) {
  try {
    calls.load();
  } catch (const std::exception& error) {
    return {Verdict::kSkip, error.what()};
  }
  try {
    const std::string problem = calls.run();
    return {problem.empty() ? Verdict::kPass : Verdict::kFail, problem};
  } catch (const std::exception& error) {
    return {Verdict::kFail, fmt::format("threw an exception: {}", error.what())};
  } catch (...) {
    return {Verdict::kFail, "threw an exception"};
  }
}

[[noreturn]] void live_as_child(const KernelCall& call, ResultArea& area, Mailbox& mailbox) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  conformance::note_text() = mailbox.note;
  conformance::record_faults(mailbox);
  ::signal(SIGALRM, SIG_DFL);
  limit_time(call.seconds);
  Calls& calls = *new Calls(call, area);  // Never destroyed: the process ends here.
  conformance::deliver(mailbox, load_and_run(calls));
  std::fflush(nullptr);
  ::_exit(0);
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string fault_text(const conformance::Fault& fault) {
  if (!fault.happened) return "";
  if (!fault.on_array) return fmt::format(" at address {}", fault.address);
  return fmt::format(", when it {} {}[{}], outside its {} elements",
                     fault.is_write ? "wrote" : "touched", fault.array, fault.index, fault.count);
}

/// What became of a child that delivered nothing.
std::string death_text(int status, const Mailbox& mailbox, double limit) {
  const char* const during = mailbox.note;
  if (!WIFSIGNALED(status)) {
    return fmt::format("ended the process with exit status {} ({})", WEXITSTATUS(status), during);
  }
  if (WTERMSIG(status) == SIGALRM) {
    return fmt::format("did not end within {} s ({})", limit, during);
  }
  return fmt::format("crashed with SIG{}{} ({})", sigabbrev_np(WTERMSIG(status)),
                     fault_text(mailbox.fault), during);
}

void require_memory_for(const KernelCall& call) {
  std::int64_t outputs = 0;
  for (const Argument& argument : call.list.arguments)
    outputs += is_output(argument) ? argument.bytes : 0;
  const std::int64_t bytes = call.list.bytes() + 4 * outputs + call.workspace_bytes;
  const std::int64_t available = search::available_memory();
  if (bytes <= available) return;
  throw search::MemoryError(
      fmt::format("a call of {} takes {} bytes of memory, but {} are available",
                  call.list.binding.symbol, bytes, available));
}

KernelResult result_of(int status, const KernelCall& call, ResultArea& area,
                       const Mailbox& mailbox) {
  KernelResult result;
  if (!mailbox.delivered) {
    result.ending = KernelEnding::kFailed;
    result.what = death_text(status, mailbox, call.seconds);
    return result;
  }
  result.what = mailbox.detail;
  if (mailbox.verdict == Verdict::kSkip) result.ending = KernelEnding::kNotLoaded;
  if (mailbox.verdict == Verdict::kFail) result.ending = KernelEnding::kFailed;
  if (mailbox.verdict != Verdict::kPass) return result;
  result.first = area.outputs_by_name(false);
  result.last = area.outputs_by_name(true);
  const double* const seconds = area.seconds();
  result.seconds.assign(seconds + (call.calls > 1 ? 1 : 0), seconds + call.calls);
  std::ranges::sort(result.seconds);
  return result;
}

}  // namespace

bool is_output(const Argument& argument) {
  return argument.declared.pointer && !argument.declared.is_const;
}

const void* initial_data(const Argument& argument, const Contents& contents) {
  if (argument.data != nullptr) return argument.data;
  return contents.find(argument.declared.name)->second.data();
}

KernelResult call_kernel(const KernelCall& call) {
  require_memory_for(call);
  ResultArea area(call);
  const std::unique_ptr<Mailbox, void (*)(Mailbox*)> mailbox(conformance::open_mailbox(),
                                                             conformance::close_mailbox);
  std::fflush(nullptr);  // Or the child would write it again.
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) live_as_child(call, area, *mailbox);
  return result_of(wait_for(child), call, area, *mailbox);
}

}  // namespace coldcore::cli
