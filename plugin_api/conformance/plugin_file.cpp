// SPDX-License-Identifier: Apache-2.0
#include "plugin_file.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>

namespace coldcore::conformance {
namespace {

constexpr std::string_view kMarkerPrefix = "coldcore_plugin_";
constexpr std::size_t kMaxNameLength = 63;

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (fd_ >= 0) close(fd_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};

void add_exports(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, PluginFile& file) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const int count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
    if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
    const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name != nullptr) file.symbols.push_back({name, GELF_ST_TYPE(symbol.st_info) == STT_FUNC});
  }
}

/// Unlike the engine's own coldcore_plugin_* functions.
bool is_taken_for_marker(std::string_view symbol) {
  if (!symbol.starts_with(kMarkerPrefix) || symbol.size() == kMarkerPrefix.size()) return false;
  const char next = symbol[kMarkerPrefix.size()];
  return next >= '0' && next <= '9';
}

bool parse_number(std::string_view text, int& number) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0;
}

bool is_family_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength || name[0] < 'a' || name[0] > 'z') return false;
  return std::ranges::all_of(
      name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

}  // namespace

const ExportedSymbol* PluginFile::find(std::string_view name) const {
  const auto at = std::ranges::find(symbols, name, &ExportedSymbol::name);
  return at == symbols.end() ? nullptr : &*at;
}

PluginFile read_plugin_file(const std::filesystem::path& path) {
  PluginFile file;
  const OpenFile open_file(path);
  if (open_file.fd() < 0) {
    file.problem = std::strerror(errno);
    return file;
  }
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, EndElf> elf(elf_begin(open_file.fd(), ELF_C_READ, nullptr));
  GElf_Ehdr header;
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF ||
      gelf_getehdr(elf.get(), &header) == nullptr || header.e_type != ET_DYN) {
    file.problem = "not an ELF shared object";
    return file;
  }
  bool found = false;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    GElf_Shdr section_header;
    if (gelf_getshdr(section, &section_header) == nullptr) continue;
    if (section_header.sh_type != SHT_DYNSYM) continue;
    add_exports(elf.get(), section, section_header, file);
    found = true;
  }
  if (!found) file.problem = "a shared object without a readable dynamic symbol table";
  return file;
}

std::vector<std::string> marker_symbols(const PluginFile& file) {
  std::vector<std::string> markers;
  for (const ExportedSymbol& symbol : file.symbols) {
    if (is_taken_for_marker(symbol.name)) markers.push_back(symbol.name);
  }
  return markers;
}

std::string mistaken_marker(const PluginFile& file) {
  const auto is_mistaken = [](const ExportedSymbol& symbol) {
    return !symbol.is_function && symbol.name.starts_with(kMarkerPrefix) &&
           !is_taken_for_marker(symbol.name);
  };
  const auto at = std::ranges::find_if(file.symbols, is_mistaken);
  return at == file.symbols.end() ? "" : at->name;
}

std::optional<Marker> parse_marker(std::string_view symbol) {
  if (!symbol.starts_with(kMarkerPrefix)) return std::nullopt;
  symbol.remove_prefix(kMarkerPrefix.size());
  const std::size_t first = symbol.find('_');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = symbol.find('_', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  Marker marker;
  marker.name = symbol.substr(second + 1);
  const bool good = parse_number(symbol.substr(0, first), marker.abi_major) &&
                    parse_number(symbol.substr(first + 1, second - first - 1), marker.id) &&
                    is_family_name(marker.name);
  return good ? std::optional(marker) : std::nullopt;
}

std::optional<Marker> find_marker(const PluginFile& file) {
  const std::vector<std::string> markers = marker_symbols(file);
  return markers.size() == 1 ? parse_marker(markers.front()) : std::nullopt;
}

}  // namespace coldcore::conformance
