// SPDX-License-Identifier: Apache-2.0
#include "render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace coldcore::manifest {
namespace {

/// Of C, C++ and CUDA together, so that a kernel keeps its names from one to the other.
const std::set<std::string_view>& c_keywords() {
  static const std::set<std::string_view> kWords = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
      "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "co_await", "co_return",
      "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
      "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
      "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
      "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
      "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
      "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
      "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try",
      "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned", "using",
      "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // Names that headers define as macros or types.
      "I", "NULL", "complex", "imaginary", "linux", "unix", "int8_t", "int16_t", "int32_t",
      "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "std"};
  return kWords;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Fortran does not tell cases apart, begins names with letters and ends them at 63.
std::vector<std::string> fortran_names(const std::vector<std::string>& names,
                                       const std::string& procedure) {
  constexpr std::size_t kLongest = 63;
  std::set<std::string> used = {lower_case(procedure)};
  for (const char* imported : {"c_int8_t", "c_int16_t", "c_int32_t", "c_int64_t", "c_float",
                               "c_double", "c_float_complex", "c_double_complex"}) {
    used.insert(imported);
  }
  std::vector<std::string> spelt;
  for (const std::string& name : names) {
    const std::string base = name[0] == '_' ? "x" + name : name;
    std::string candidate = base.substr(0, kLongest);
    for (int n = 2; !used.insert(lower_case(candidate)).second; ++n) {
      const std::string ending = fmt::format("_{}", n);
      candidate = base.substr(0, kLongest - ending.size()) + ending;
    }
    spelt.push_back(candidate);
  }
  return spelt;
}

std::vector<std::string> c_names(const std::vector<std::string>& names,
                                 const std::string& procedure) {
  std::set<std::string> used(names.begin(), names.end());
  std::vector<std::string> spelt;
  for (const std::string& name : names) {
    std::string candidate = name;
    if (c_keywords().contains(name) || name == procedure) {
      do {
        candidate += '_';
      } while (!used.insert(candidate).second);
    }
    spelt.push_back(candidate);
  }
  return spelt;
}

std::string shape_text(const Arg& arg) {
  if (!arg.pointer) return "";
  return arg.shape ? fmt::format(" [{}]", fmt::join(*arg.shape, ", ")) : " [shape not declared]";
}

}  // namespace

std::optional<Language> language_by_name(std::string_view name) {
  if (name == "c") return Language::kC;
  if (name == "cpp") return Language::kCpp;
  if (name == "cuda") return Language::kCuda;
  if (name == "fortran") return Language::kFortran;
  return std::nullopt;
}

std::vector<std::string> spelt_names(const Binding& binding, Language language) {
  std::vector<std::string> names;
  for (const Arg& arg : binding.args) names.push_back(arg.name);
  names.emplace_back(kWorkspace);
  names.emplace_back(kWorkspaceSize);
  return language == Language::kFortran ? fortran_names(names, binding.symbol)
                                        : c_names(names, binding.symbol);
}

std::vector<std::string> argument_lines(const Binding& binding, Language language) {
  const std::vector<std::string> names = spelt_names(binding, language);
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < binding.args.size(); ++i) {
    const Arg& arg = binding.args[i];
    lines.push_back(
        fmt::format("{:<{}}  {}{}: {}", names[i], width, arg.dtype, shape_text(arg), arg.what));
  }
  lines.push_back(
      fmt::format("{:<{}}  {} [{}]: scratch memory, not to be read before it is written; "
                  "NULL unless asked for",
                  names[binding.args.size()], width, kWorkspaceDtype, kWorkspaceSize));
  lines.push_back(
      fmt::format("{:<{}}  {}: its bytes, 0 without", names.back(), width, kSymbolDtype));
  return lines;
}

std::string origin_line(const Binding& binding) {
  std::string line = fmt::format("kernel {}", binding.kernel);
  if (!binding.configuration.empty()) line += ", configuration " + binding.configuration;
  return line + fmt::format(", ABI {}", kAbi);
}

std::string prototype(const Binding& binding, Language language) {
  return language == Language::kFortran ? fortran_interface(binding)
                                        : c_prototype(binding, language);
}

std::string stub(const Binding& binding, Language language) {
  return language == Language::kFortran ? fortran_stub(binding) : c_stub(binding, language);
}

}  // namespace coldcore::manifest
