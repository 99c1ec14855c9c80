// SPDX-License-Identifier: Apache-2.0
//
// libelf, not boost::dll::library_info: that one (1.74) reads .symtab, which a stripped file lacks,
// and takes the names from the last string table of the file, usually the wrong one, and past its
// end.
#include "plugin_markers.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace coldcore::core {
namespace {

struct ElfCloser {
  void operator()(Elf* elf) const { elf_end(elf); }
};

class File {
 public:
  explicit File(const std::filesystem::path& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error(std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(descriptor_); }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

bool is_exported(const GElf_Sym& symbol) {
  const auto visibility = GELF_ST_VISIBILITY(symbol.st_other);
  return symbol.st_shndx != SHN_UNDEF && GELF_ST_BIND(symbol.st_info) != STB_LOCAL &&
         (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

/// A marker's name goes on with a digit, unlike the engine's own coldcore_plugin_* functions.
bool is_marker(std::string_view name) {
  if (!name.starts_with(kMarkerPrefix)) return false;
  name.remove_prefix(kMarkerPrefix.size());
  return !name.empty() && name[0] >= '0' && name[0] <= '9';
}

void append_markers(Elf* elf, Elf_Data* symbols, std::size_t names,
                    std::vector<std::string>& markers) {
  GElf_Sym symbol;
  for (int i = 0; gelf_getsym(symbols, i, &symbol) != nullptr; ++i) {
    const char* name = elf_strptr(elf, names, symbol.st_name);
    if (name != nullptr && is_exported(symbol) && is_marker(name)) markers.emplace_back(name);
  }
}

bool is_shared_object(Elf* elf) {
  GElf_Ehdr header;
  return elf != nullptr && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) != nullptr &&
         header.e_type == ET_DYN;
}

}  // namespace

std::vector<std::string> read_markers(const std::filesystem::path& path) {
  elf_version(EV_CURRENT);
  const File file(path);
  const std::unique_ptr<Elf, ElfCloser> elf(elf_begin(file.descriptor(), ELF_C_READ, nullptr));
  if (!is_shared_object(elf.get())) throw std::runtime_error("not an ELF shared object");

  bool has_table = false;
  std::vector<std::string> markers;
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM) continue;
    Elf_Data* symbols = elf_getdata(section, nullptr);
    if (symbols == nullptr) continue;
    has_table = true;
    append_markers(elf.get(), symbols, header.sh_link, markers);
  }
  if (!has_table) throw std::runtime_error("no dynamic symbol table: cut off or damaged");
  return markers;
}

}  // namespace coldcore::core
