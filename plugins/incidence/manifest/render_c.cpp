// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "layout_roles.hpp"
#include "render.hpp"

namespace coldcore::manifest {
namespace {

struct CDialect {
  std::string_view restrict_word;
  std::string_view linkage;
  std::string_view integers;  ///< The header of int64_t and its like.
  bool plain_c;
};

constexpr CDialect kPlainC = {"restrict", "", "stdint.h", true};
constexpr CDialect kCPlusPlus = {"__restrict__", "extern \"C\" ", "cstdint", false};

const CDialect& dialect_of(Language language) {
  return language == Language::kC ? kPlainC : kCPlusPlus;
}

std::string_view c_type(std::string_view dtype, const CDialect& dialect) {
  const Dtype* const found = find_dtype(dtype);
  return dialect.plain_c ? found->c : found->cpp;
}

std::string c_pointer(std::string_view dtype, bool is_const, std::string_view name,
                      const CDialect& dialect) {
  return fmt::format("{}{} *{} {}", is_const ? "const " : "", c_type(dtype, dialect),
                     dialect.restrict_word, name);
}

std::string c_scalar(std::string_view dtype, std::string_view name, const CDialect& dialect) {
  return fmt::format("const {} {}", c_type(dtype, dialect), name);
}

std::vector<std::string> c_parameters(const Binding& binding, Language language) {
  const CDialect& dialect = dialect_of(language);
  const std::vector<std::string> names = spelt_names(binding, language);
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < binding.args.size(); ++i) {
    const Arg& arg = binding.args[i];
    parameters.push_back(arg.pointer ? c_pointer(arg.dtype, arg.is_const, names[i], dialect)
                                     : c_scalar(arg.dtype, names[i], dialect));
  }
  parameters.push_back(c_pointer(kWorkspaceDtype, false, names[binding.args.size()], dialect));
  parameters.push_back(c_scalar(kSymbolDtype, names.back(), dialect));
  return parameters;
}

/// The head of the function, broken before a parameter that does not fit.
std::string c_head(const Binding& binding, Language language) {
  constexpr std::size_t kWidth = 100;
  const std::string begin = fmt::format("{}void {}(", dialect_of(language).linkage, binding.symbol);
  const std::string indent(begin.size() < kWidth / 2 ? begin.size() : 4, ' ');
  std::string head;
  std::string line = begin;
  for (const std::string& parameter : c_parameters(binding, language)) {
    const bool first = line == begin;
    if (!first && line.size() + parameter.size() + 3 > kWidth) {
      head += line + ",\n";
      line = indent + parameter;
    } else {
      line += (first ? "" : ", ") + parameter;
    }
  }
  return head + line + ")";
}

bool has_complex(const Binding& binding) {
  return std::ranges::any_of(binding.args, [](const Arg& arg) {
    return find_dtype(arg.dtype)->kind == NumberKind::kComplex;
  });
}

std::string c_includes(const Binding& binding, Language language) {
  const CDialect& dialect = dialect_of(language);
  std::string text;
  if (has_complex(binding) && !dialect.plain_c) text += "#include <complex>\n";
  return text + fmt::format("#include <{}>\n\n", dialect.integers);
}

}  // namespace

std::string c_prototype(const Binding& binding, Language language) {
  return c_includes(binding, language) + c_head(binding, language) + ";\n";
}

std::string c_stub(const Binding& binding, Language language) {
  std::string text = fmt::format("/* {}: {}.\n *\n", binding.symbol, origin_line(binding));
  for (const std::string& line : argument_lines(binding, language)) text += " *   " + line + "\n";
  text += " */\n" + c_includes(binding, language) + c_head(binding, language) + " {\n}\n";
  return text;
}

}  // namespace coldcore::manifest
