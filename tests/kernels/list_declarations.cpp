// SPDX-License-Identifier: Apache-2.0
//
// Writes a C program that includes kernels.h, declares every kernel once more as it follows from
// its manifest, and needs all of them: it compiles if both declarations agree, and links if the
// library has them. Beside it their names, one a line.
//
//   list_declarations PROGRAM.c NAMES MANIFEST...
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "binding.hpp"
#include "layout_roles.hpp"
#include "manifest.hpp"
#include "render.hpp"
#include "rules.hpp"

namespace {

using namespace coldcore::manifest;

Manifest valid_manifest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Manifest manifest = read_manifest(text, path);
  for (const Finding& finding : validate(manifest)) {
    throw std::runtime_error(describe(finding, path));
  }
  return manifest;
}

struct Declarations {
  std::string program = "#include <coldcore/kernels.h>\n";
  std::vector<std::string> names;

  void add(const Manifest& manifest) {
    for (const Format& format : formats()) {  // Each is a configuration, or this throws.
      const Binding binding = binding_from_spec(manifest, format.name);
      program += prototype(binding, Language::kC);
      names.push_back(binding.symbol);
    }
  }

  void end() {
    program += "typedef void (*kernel)(void);\nstatic const kernel kernels[] = {\n";
    for (const std::string& name : names) program += fmt::format("  (kernel){},\n", name);
    program +=
        "};\nint main(void) {\n"
        "  unsigned i;\n"
        "  for (i = 0; i < sizeof kernels / sizeof *kernels; ++i) if (!kernels[i]) return 1;\n"
        "  return 0;\n}\n";
  }
};

void write(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write {}", path));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Declarations declarations;
    for (int i = 3; i < argc; ++i) declarations.add(valid_manifest(argv[i]));
    declarations.end();
    write(argv[1], declarations.program);
    write(argv[2], fmt::format("{}\n", fmt::join(declarations.names, "\n")));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "list_declarations: %s\n", error.what());
    return 1;
  }
}
