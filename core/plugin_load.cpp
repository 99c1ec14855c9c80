// SPDX-License-Identifier: Apache-2.0
#include "plugin_load.hpp"

#include <coldcore/dct.h>
#include <dlfcn.h>

#include <boost/dll/shared_library.hpp>
#include <boost/dll/shared_library_load_mode.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "error.hpp"

namespace coldcore::core {
namespace {

/// What version 1.0 of plugin.h has, whatever later ones add.
constexpr std::size_t kInfoSize = offsetof(coldcore_plugin_info, limits) + sizeof(const char*);

[[noreturn]] void refuse(const PluginListing& listing, const std::string& why) {
  fail(DCT_E_PLUGIN, "{}: {}", listing.path_text, why);
}

boost::dll::shared_library open_library(const PluginListing& listing) {
  using boost::dll::load_mode::type;
  const auto mode = boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local |
                    static_cast<type>(RTLD_NODELETE);
  boost::dll::shared_library library;
  boost::dll::fs::error_code error;
  library.load(listing.path, error, mode);
  if (error) {
    const char* reason = dlerror();
    refuse(listing,
           fmt::format("expected a loadable shared object, found: {}; rebuild or remove it",
                       reason == nullptr ? error.message() : reason));
  }
  return library;
}

void judge_info(const PluginListing& listing, const coldcore_plugin_info& info) {
  const auto expect = [&listing](bool good, std::string_view field, const auto& expected,
                                 const auto& found) {
    if (good) return;
    refuse(listing, fmt::format("{}_info.{}: expected {}, found {}; rebuild it against plugin.h",
                                listing.name, field, expected, found));
  };
  expect(info.magic == COLDCORE_PLUGIN_MAGIC, "magic", COLDCORE_PLUGIN_MAGIC, info.magic);
  expect(info.struct_size >= kInfoSize, "struct_size", fmt::format("at least {}", kInfoSize),
         info.struct_size);
  expect(info.abi_major == COLDCORE_PLUGIN_ABI_MAJOR, "abi_major", COLDCORE_PLUGIN_ABI_MAJOR,
         info.abi_major);
  expect(info.id == listing.id, "id", fmt::format("{} as in the marker", listing.id), info.id);
  const std::string_view name = info.name == nullptr ? "NULL" : info.name;
  expect(name == listing.name, "name", fmt::format("'{}' as in the marker", listing.name), name);
  for (const char* text : {info.title, info.version, info.licence, info.limits}) {
    expect(text != nullptr, "title, version, licence and limits", "text", "NULL");
  }
}

void judge_cost_rule(const PluginListing& listing, const coldcore_plugin_info& info) {
  if (info.cost_rule == COLDCORE_COST_SUM || info.cost_rule == COLDCORE_COST_MAX) return;
  refuse(listing, fmt::format("{}_info.cost_rule: expected {} or {}, found {}; see plugin.h",
                              listing.name, static_cast<int>(COLDCORE_COST_SUM),
                              static_cast<int>(COLDCORE_COST_MAX), info.cost_rule));
}

/// Looks a family's symbols up; remembers which required ones were missing.
class SymbolFinder {
 public:
  SymbolFinder(const boost::dll::shared_library& library, const std::string& family)
      : library_(library), family_(family) {}

  template <class Symbol>
  Symbol* optional(std::string_view suffix) const {
    const std::string name = fmt::format("{}_{}", family_, suffix);
    return library_.has(name) ? &library_.get<Symbol>(name) : nullptr;
  }

  template <class Symbol>
  Symbol* required(std::string_view suffix) {
    Symbol* symbol = optional<Symbol>(suffix);
    if (symbol == nullptr) missing_ += fmt::format(" {}_{}", family_, suffix);
    return symbol;
  }

  const std::string& missing() const { return missing_; }

 private:
  const boost::dll::shared_library& library_;
  const std::string& family_;
  std::string missing_;
};

template <class Pointer>
using Function = std::remove_pointer_t<Pointer>;

void find_functions(SymbolFinder& find, coldcore_plugin& symbols) {
  symbols.validate = find.required<Function<coldcore_validate_fn>>("validate");
  symbols.bind = find.required<Function<coldcore_bind_fn>>("bind");
  symbols.axes = find.required<Function<coldcore_axes_fn>>("axes");
  symbols.table = find.required<Function<coldcore_table_fn>>("table");
  symbols.covers = find.required<Function<coldcore_covers_fn>>("covers");
  symbols.axis_cost = find.optional<Function<coldcore_axis_cost_fn>>("axis_cost");
  symbols.table_ox = find.optional<Function<coldcore_table_ox_fn>>("table_ox");
  symbols.plane_bytes = find.optional<Function<coldcore_plane_bytes_fn>>("plane_bytes");
  symbols.axes_cuda = find.optional<Function<coldcore_axes_fn>>("axes_cuda");
  symbols.plan = find.optional<Function<coldcore_plan_fn>>("plan");
  const auto* reads_source = find.optional<const std::int32_t>("reads_source");
  symbols.reads_source = reads_source != nullptr && *reads_source == 1 ? 1 : 0;
}

}  // namespace

std::unique_ptr<LoadedPlugin> load_plugin_file(const PluginListing& listing) {
  const boost::dll::shared_library library = open_library(listing);
  auto plugin = std::make_unique<LoadedPlugin>();
  plugin->path = listing.path_text;
  coldcore_plugin& symbols = plugin->symbols;

  SymbolFinder find(library, listing.name);
  symbols.info = find.required<const coldcore_plugin_info>("info");
  if (symbols.info != nullptr) judge_info(listing, *symbols.info);
  find_functions(find, symbols);
  if (!find.missing().empty()) {
    refuse(listing, fmt::format("expected all required symbols of plugin.h, found none called{}; "
                                "define and export them",
                                find.missing()));
  }
  if (symbols.axis_cost != nullptr) judge_cost_rule(listing, *symbols.info);

  symbols.struct_size = sizeof(coldcore_plugin);
  symbols.id = listing.id;
  symbols.name = symbols.info->name;
  symbols.path = plugin->path.c_str();
  return plugin;
}

}  // namespace coldcore::core
