// SPDX-License-Identifier: Apache-2.0
//
// The coldcore_* group of exported functions.
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>

#include <algorithm>
#include <cstring>

#include "error.hpp"
#include "guard.hpp"
#include "registry.hpp"

namespace core = coldcore::core;

namespace {

void require(const void* pointer, const char* what) {
  if (pointer == nullptr) core::fail(DCT_E_NULL, "{} is NULL", what);
}

coldcore_listing to_abi(const core::PluginListing& listing) {
  coldcore_listing out{};
  out.struct_size = sizeof out;
  out.id = listing.id;
  out.abi_major = listing.abi_major;
  out.status = listing.status;
  out.name = listing.name.c_str();
  out.path = listing.path_text.c_str();
  out.note = listing.note.c_str();
  return out;
}

}  // namespace

int coldcore_plugin_scan(void) {
  return core::guarded([] { return static_cast<int>(core::scan_plugins().size()); });
}

int coldcore_plugin_listing(int i, coldcore_listing* out) {
  return core::guarded([i, out] {
    require(out, "coldcore_plugin_listing: out");
    const auto& listings = core::plugin_listings();
    if (out->struct_size < sizeof(coldcore_listing)) {
      core::fail(DCT_E_ARGUMENT,
                 "coldcore_plugin_listing: out->struct_size is {}, expected at least {}",
                 out->struct_size, sizeof(coldcore_listing));
    }
    if (i < 0 || static_cast<std::size_t>(i) >= listings.size()) {
      core::fail(DCT_E_ARGUMENT, "coldcore_plugin_listing: {} asked for, the scan found {} files",
                 i, listings.size());
    }
    // A caller with a larger struct keeps its own size and its tail.
    const std::uint32_t callers_size = out->struct_size;
    *out = to_abi(listings[static_cast<std::size_t>(i)]);
    out->struct_size = callers_size;
    return static_cast<int>(DCT_OK);
  });
}

int coldcore_plugin_id(const char* name) {
  return core::guarded([name] {
    require(name, "coldcore_plugin_id: name");
    return core::plugin_id(name);
  });
}

int coldcore_plugin_load(const char* name, const coldcore_plugin** out) {
  return core::guarded([name, out] {
    require(name, "coldcore_plugin_load: name");
    require(out, "coldcore_plugin_load: out");
    *out = &core::load_plugin(name);
    return static_cast<int>(DCT_OK);
  });
}

int coldcore_plugin_load_id(int id, const coldcore_plugin** out) {
  return core::guarded([id, out] {
    require(out, "coldcore_plugin_load_id: out");
    *out = &core::load_plugin(id);
    return static_cast<int>(DCT_OK);
  });
}

const char* coldcore_version(void) { return COLDCORE_PROJECT_VERSION; }

const char* coldcore_error_name(int code) {
#define COLDCORE_NAME_CODE(name) \
  case name:                     \
    return #name
  switch (code) {
    COLDCORE_NAME_CODE(DCT_OK);
    COLDCORE_NAME_CODE(DCT_E_NO_CELL);
    COLDCORE_NAME_CODE(DCT_E_CELL_OPEN);
    COLDCORE_NAME_CODE(DCT_E_NULL);
    COLDCORE_NAME_CODE(DCT_E_ARGUMENT);
    COLDCORE_NAME_CODE(DCT_E_INDEX);
    COLDCORE_NAME_CODE(DCT_E_SIGN);
    COLDCORE_NAME_CODE(DCT_E_ABSENT);
    COLDCORE_NAME_CODE(DCT_E_CAPACITY);
    COLDCORE_NAME_CODE(DCT_E_PAIR);
    COLDCORE_NAME_CODE(DCT_E_NO_CODE);
    COLDCORE_NAME_CODE(DCT_E_NO_MAP);
    COLDCORE_NAME_CODE(DCT_E_PROBLEM);
    COLDCORE_NAME_CODE(DCT_E_SHAPE);
    COLDCORE_NAME_CODE(DCT_E_REFUSED);
    COLDCORE_NAME_CODE(DCT_E_TABLE);
    COLDCORE_NAME_CODE(DCT_E_MEMORY);
    COLDCORE_NAME_CODE(DCT_E_FORMAT);
    COLDCORE_NAME_CODE(DCT_E_NO_OWNER);
    COLDCORE_NAME_CODE(DCT_E_TOO_LARGE);
    COLDCORE_NAME_CODE(DCT_E_PLUGIN);
    COLDCORE_NAME_CODE(DCT_E_DEVICE);
    COLDCORE_NAME_CODE(DCT_E_ENVIRONMENT);
    COLDCORE_NAME_CODE(DCT_E_LOST);
    COLDCORE_NAME_CODE(DCT_E_INTERNAL);
    default:
      return "unknown code";
  }
#undef COLDCORE_NAME_CODE
}

const char* coldcore_last_error(void) { return core::last_error(); }
