// SPDX-License-Identifier: Apache-2.0
//
// What a host does before it calls the first function.
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "cases.hpp"
#include "note.hpp"
#include "subject.hpp"

namespace coldcore::conformance {
namespace {

constexpr int kFirstReservedId = 4;
constexpr int kFirstOwnId = 1000;

std::string shared_object(const Subject& subject) {
  if (!subject.file().problem.empty()) fail("this is no plugin: {}", subject.file().problem);
  return "";
}

[[noreturn]] void fail_on_form(const std::string& symbol) {
  fail(
      "{} is not coldcore_plugin_MAJOR_ID_NAME with plain numbers and a NAME of at most 63 "
      "lower-case letters, digits and '_' that begins with a letter",
      symbol);
}

std::string marker_well_formed(const Subject& subject) {
  const std::vector<std::string> markers = marker_symbols(subject.file());
  if (markers.empty()) {
    const std::string mistaken = mistaken_marker(subject.file());
    if (!mistaken.empty()) fail_on_form(mistaken);
    fail("this is no plugin: no exported symbol is called coldcore_plugin_MAJOR_ID_NAME");
  }
  if (markers.size() > 1) fail("more than one marker: {}", fmt::join(markers, ", "));
  if (!parse_marker(markers.front())) fail_on_form(markers.front());
  if (subject.file().find(markers.front())->is_function) fail("{} is a function", markers.front());
  return markers.front();
}

std::string marker_abi(const Subject& subject) {
  const int major = subject.marker()->abi_major;
  if (major != COLDCORE_PLUGIN_ABI_MAJOR) {
    fail("the marker says plugin ABI {}; this kit judges ABI {}", major, COLDCORE_PLUGIN_ABI_MAJOR);
  }
  return "";
}

std::string marker_id(const Subject& subject) {
  const int id = subject.marker()->id;
  if (id >= kFirstReservedId && id < kFirstOwnId) {
    fail("id {}: {}..{} are reserved, third-party families take {} or above", id, kFirstReservedId,
         kFirstOwnId - 1, kFirstOwnId);
  }
  return fmt::format("id {}", id);
}

struct KnownSymbol {
  const char* suffix;
  bool required;
  bool is_function;
};

constexpr KnownSymbol kKnownSymbols[] = {
    {"info", true, false},      {"validate", true, true},  {"bind", true, true},
    {"axes", true, true},       {"table", true, true},     {"covers", true, true},
    {"axis_cost", false, true}, {"table_ox", false, true}, {"plane_bytes", false, true},
    {"axes_cuda", false, true}, {"plan", false, true},     {"reads_source", false, false},
};

std::string symbols_required(const Subject& subject) {
  std::vector<std::string> absent;
  std::vector<std::string> optional_ones;
  for (const KnownSymbol& known : kKnownSymbols) {
    const std::string name = subject.marker()->name + "_" + known.suffix;
    const ExportedSymbol* const symbol = subject.file().find(name);
    if (symbol == nullptr && known.required) absent.push_back(name);
    if (symbol == nullptr) continue;
    if (symbol->is_function != known.is_function) {
      fail("{} should be {}", name, known.is_function ? "a function" : "data");
    }
    if (!known.required) optional_ones.push_back(known.suffix);
  }
  if (!absent.empty()) fail("not exported: {}", fmt::join(absent, ", "));
  return optional_ones.empty() ? "" : fmt::format("and {}", fmt::join(optional_ones, ", "));
}

std::string loads_now(const Subject& subject) {
  subject.family();
  return "";
}

std::string info_well_formed(const Subject& subject) {
  const coldcore_plugin_info& info = *subject.family().info;
  if (info.magic != COLDCORE_PLUGIN_MAGIC) {
    fail("magic is {:#010x}, not {:#010x}", info.magic, COLDCORE_PLUGIN_MAGIC);
  }
  if (info.struct_size < sizeof info) {
    fail("struct_size is {}; ABI {}.0 has {}", info.struct_size, COLDCORE_PLUGIN_ABI_MAJOR,
         sizeof info);
  }
  const std::pair<const char*, const char*> texts[] = {{"name", info.name},
                                                       {"title", info.title},
                                                       {"version", info.version},
                                                       {"licence", info.licence},
                                                       {"limits", info.limits}};
  for (const auto& [field, value] : texts) {
    note("reading info.{}", field);
    if (value == nullptr || *value == '\0') fail("info.{} is empty", field);
    if (std::strchr(value, '\n') != nullptr) fail("info.{} has more than one line", field);
  }
  return fmt::format("{} {}, {}", info.name, info.version, info.licence);
}

std::string info_agrees_with_marker(const Subject& subject) {
  const coldcore_plugin_info& info = *subject.family().info;
  const Marker& marker = *subject.marker();
  if (static_cast<int>(info.abi_major) != marker.abi_major) {
    fail("info.abi_major is {}, the marker says {}", info.abi_major, marker.abi_major);
  }
  if (info.id != marker.id) fail("info.id is {}, the marker says {}", info.id, marker.id);
  if (info.name != marker.name) fail("info.name is {}, the marker says {}", info.name, marker.name);
  return "";
}

}  // namespace

std::vector<Case> load_cases() {
  return {
      {"shared-object",
       "load",
       "The file is an ELF shared object whose symbols can be read",
       {},
       shared_object},
      {"marker-well-formed",
       "load",
       "Exactly one marker coldcore_plugin_MAJOR_ID_NAME is exported",
       {"shared-object"},
       marker_well_formed},
      {"marker-abi",
       "load",
       "The marker's major ABI is the one judged here",
       {"marker-well-formed"},
       marker_abi},
      {"marker-id",
       "load",
       "The marker's id is not one of the reserved ones",
       {"marker-well-formed"},
       marker_id},
      {"symbols-required",
       "load",
       "All required symbols are exported, functions as functions",
       {"marker-well-formed"},
       symbols_required},
      {"loads-now",
       "load",
       "The loader takes the file with RTLD_NOW and RTLD_LOCAL",
       {"marker-abi", "symbols-required"},
       loads_now},
      {"info-well-formed",
       "load",
       "NAME_info has its magic, its size and one line in every text",
       {"loads-now"},
       info_well_formed},
      {"info-agrees-with-marker",
       "load",
       "NAME_info and the marker agree on ABI, id and name",
       {"info-well-formed"},
       info_agrees_with_marker},
  };
}

}  // namespace coldcore::conformance
