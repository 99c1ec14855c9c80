// SPDX-License-Identifier: Apache-2.0
//
// A family's exports, looked up in the file that the build hands to the test.
#pragma once

#include <coldcore/plugin.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "definition.hpp"

namespace family_test {

class Exports {
 public:
  Exports(const std::string& name, const char* path) : name_(name) {
    library_ = dlopen(path == nullptr ? "" : path, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    info = static_cast<const coldcore_plugin_info*>(required("info"));
    validate = reinterpret_cast<coldcore_validate_fn>(required("validate"));
    bind = reinterpret_cast<coldcore_bind_fn>(required("bind"));
    axes = reinterpret_cast<coldcore_axes_fn>(required("axes"));
    table = reinterpret_cast<coldcore_table_fn>(required("table"));
    covers = reinterpret_cast<coldcore_covers_fn>(required("covers"));
    table_ox = reinterpret_cast<coldcore_table_ox_fn>(optional("table_ox"));
    axis_cost = reinterpret_cast<coldcore_axis_cost_fn>(optional("axis_cost"));
    plane_bytes = reinterpret_cast<coldcore_plane_bytes_fn>(optional("plane_bytes"));
    const auto* flag = static_cast<const std::int32_t*>(optional("reads_source"));
    reads_source = flag != nullptr && *flag == 1;
  }

  const coldcore_plugin_info* info;
  coldcore_validate_fn validate;
  coldcore_bind_fn bind;
  coldcore_axes_fn axes;
  coldcore_table_fn table;
  coldcore_covers_fn covers;
  coldcore_table_ox_fn table_ox;  ///< NULL where absent, like the two below.
  coldcore_axis_cost_fn axis_cost;
  coldcore_plane_bytes_fn plane_bytes;
  bool reads_source;

 private:
  void* optional(const char* suffix) const {
    return dlsym(library_, (name_ + "_" + suffix).c_str());
  }
  void* required(const char* suffix) const {
    void* symbol = optional(suffix);
    if (symbol == nullptr) throw std::runtime_error(dlerror());
    return symbol;
  }

  std::string name_;
  void* library_ = nullptr;
};

/// COLDCORE_TEST_PLUGIN is the file of the family under test.
inline const Exports& exports() {
  static const Exports family(definition().name, std::getenv("COLDCORE_TEST_PLUGIN"));
  return family;
}

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

}  // namespace family_test
