// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include <dlfcn.h>

#include "case.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

template <class Symbol>
void resolve(void* handle, const std::string& name, Symbol& symbol) {
  symbol = reinterpret_cast<Symbol>(dlsym(handle, name.c_str()));
}

template <class Symbol>
void require(void* handle, const std::string& name, Symbol& symbol) {
  resolve(handle, name, symbol);
  if (symbol == nullptr) fail("{} is not exported", name);
}

Family load_family(const std::filesystem::path& path, const std::string& name) {
  note("loading the file, which runs its static constructors");
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) fail("the loader refuses the file: {}", dlerror());
  note("looking up the symbols");
  Family family;
  family.name = name;
  require(handle, name + "_info", family.info);
  require(handle, name + "_validate", family.validate);
  require(handle, name + "_bind", family.bind);
  require(handle, name + "_axes", family.axes);
  require(handle, name + "_table", family.table);
  require(handle, name + "_covers", family.covers);
  resolve(handle, name + "_axis_cost", family.axis_cost);
  resolve(handle, name + "_table_ox", family.table_ox);
  resolve(handle, name + "_plane_bytes", family.plane_bytes);
  resolve(handle, name + "_plan", family.plan);
  resolve(handle, name + "_reads_source", family.reads_source);
  return family;
}

}  // namespace

Subject::Subject(std::filesystem::path path, std::uint64_t seed)
    : path_(std::filesystem::absolute(path)),  // A bare name would be sought in the library path.
      seed_(seed),
      file_(read_plugin_file(path_)),
      marker_(find_marker(file_)) {}

const Family& Subject::family() const {
  if (!marker_) fail("the file has no well-formed marker, so its symbols have no known names");
  if (!family_) family_ = load_family(path_, marker_->name);
  return *family_;
}

}  // namespace coldcore::conformance
