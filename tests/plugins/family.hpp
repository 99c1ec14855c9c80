// SPDX-License-Identifier: Apache-2.0
//
// A family's exports looked up in its file, and a host small enough to be seen through.
#pragma once

#include <coldcore/plugin.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "brute_force.hpp"

namespace family_test {

/// The family that the build hands to the test: COLDCORE_TEST_PLUGIN is its file.
class Family {
 public:
  explicit Family(const std::string& name) : name_(name) {
    const char* path = std::getenv("COLDCORE_TEST_PLUGIN");
    library_ = dlopen(path == nullptr ? "" : path, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    validate = find<coldcore_validate_fn>("validate");
    bind = find<coldcore_bind_fn>("bind");
    axes = find<coldcore_axes_fn>("axes");
    table = find<coldcore_table_fn>("table");
    table_ox = find<coldcore_table_ox_fn>("table_ox");
    covers = find<coldcore_covers_fn>("covers");
  }

  coldcore_validate_fn validate;
  coldcore_bind_fn bind;
  coldcore_axes_fn axes;
  coldcore_table_fn table;
  coldcore_table_ox_fn table_ox;
  coldcore_covers_fn covers;

 private:
  template <class Function>
  Function find(const std::string& suffix) const {
    void* symbol = dlsym(library_, (name_ + "_" + suffix).c_str());
    if (symbol == nullptr) throw std::runtime_error(dlerror());
    return reinterpret_cast<Function>(symbol);
  }

  std::string name_;
  void* library_ = nullptr;
};

/// Instruction sets that this CPU has.
inline std::vector<int> instruction_sets() {
  std::vector<int> sets{COLDCORE_ISA_PORTABLE};
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2) sets.push_back(COLDCORE_ISA_AVX2);
  if (avx2 && avx512) sets.push_back(COLDCORE_ISA_AVX512);
#endif
  return sets;
}

/// Threads that take one range after the other, as a host's pool would.
class Workers {
 public:
  static inline int count = 1;              ///< As services.threads.
  static inline int last_max_workers = -1;  ///< What the family asked for last.

  static void parallel_for(std::int64_t items, std::int64_t grain, std::int32_t max_workers,
                           coldcore_task_fn task, void* arg) {
    last_max_workers = max_workers;
    const std::int64_t step = grain > 0 ? grain : 3;
    const int workers = max_workers > 0 && max_workers < count ? max_workers : count;
    std::atomic<std::int64_t> next{0};
    const auto work = [&](std::int32_t worker) {
      for (std::int64_t begin = next.fetch_add(step); begin < items; begin = next.fetch_add(step)) {
        task(arg, begin, begin + step < items ? begin + step : items, worker);
      }
    };
    std::vector<std::thread> threads;
    for (int worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
  }
};

/// A cell of one shape: planes, counts and the view of them.
class Cell {
 public:
  Cell(const reference::Space& space, int radius, int layers)
      : size_(static_cast<std::size_t>(space.size())),
        planes_(static_cast<std::size_t>(layers), reference::Field(size_)),
        counts(size_) {
    for (reference::Field& plane : planes_) pointers_.push_back(plane.data());
    view.struct_size = sizeof view;
    view.n = static_cast<int>(space.axes().size());
    view.R = radius;
    view.nlayers = layers;
    std::int64_t stride = 1;
    for (int j = 0; j < view.n; ++j) {
      view.ax[j] = space.axes()[static_cast<std::size_t>(j)];
      view.stride[j] = stride;
      stride *= view.ax[j];
    }
    view.size = space.size();
    view.planes = pointers_.data();
    view.cnt = counts.data();
    view.mu = 1;
    view.services = &services;
    lend_threads(1);
  }
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  void lend_threads(int count) { services.threads = Workers::count = count; }

  /// planes[0] gets the multiplicities, every other plane and cnt garbage.
  void fill(const reference::Words& multiset) {
    for (reference::Field& plane : planes_) plane.assign(size_, 0x5eed5eed);
    counts.assign(size_, 0xbeef);
    planes_[0].assign(size_, 0);
    for (reference::Word word : multiset) ++planes_[0][static_cast<std::size_t>(word)];
    words_.assign(multiset.begin(), multiset.end());
    view.source_kind = COLDCORE_SOURCE_WORDS;
    view.words = words_.data();
    view.nwords = static_cast<std::int64_t>(words_.size());
  }

  const reference::Field& field() const { return planes_[0]; }

 private:
  std::size_t size_;
  std::vector<reference::Field> planes_;
  std::vector<std::int32_t*> pointers_;
  std::vector<std::int64_t> words_;

 public:
  reference::Counts counts;
  coldcore_services services{sizeof(coldcore_services), 1, COLDCORE_ISA_PORTABLE,
                             Workers::parallel_for};
  coldcore_view view{};
};

}  // namespace family_test
