// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "layout_roles.hpp"
#include "render.hpp"

namespace coldcore::manifest {
namespace {

/// Lists are broken into lines: a line of Fortran ends at 132.
std::string broken_list(const std::vector<std::string>& names, const std::string& begin,
                        const std::string& indent) {
  constexpr std::size_t kFortranWidth = 100;
  std::string text;
  std::string line = begin;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && line.size() + names[i].size() > kFortranWidth) {
      text += line + "&\n";
      line = indent;
    }
    line += names[i] + (i + 1 < names.size() ? ", " : "");
  }
  return text + line;
}

std::string fortran_declaration(const Arg& arg, const std::string& name) {
  const std::string_view type = find_dtype(arg.dtype)->fortran;
  if (!arg.pointer) return fmt::format("{}, value, intent(in) :: {}", type, name);
  return fmt::format("{}, intent({}) :: {}(*)", type, arg.is_const ? "in" : "inout", name);
}

std::vector<std::string> fortran_kinds(const Binding& binding) {
  std::set<std::string> kinds = {std::string(find_dtype(kWorkspaceDtype)->fortran_kind),
                                 std::string(find_dtype(kSymbolDtype)->fortran_kind)};
  for (const Arg& arg : binding.args) kinds.emplace(find_dtype(arg.dtype)->fortran_kind);
  return {kinds.begin(), kinds.end()};
}

/// The subroutine's head and declarations, indented.
std::string fortran_head(const Binding& binding, const std::string& indent) {
  const std::vector<std::string> names = spelt_names(binding, Language::kFortran);
  std::string text =
      broken_list(names, fmt::format("{}subroutine {}(", indent, binding.symbol), indent + "    ");
  text += fmt::format(") &\n{}    bind(c, name=\"{}\")\n", indent, binding.symbol);
  text += fmt::format("{}  use, intrinsic :: iso_c_binding, only: {}\n{}  implicit none\n", indent,
                      fmt::join(fortran_kinds(binding), ", "), indent);
  for (std::size_t i = 0; i < binding.args.size(); ++i) {
    text += fmt::format("{}  {}\n", indent, fortran_declaration(binding.args[i], names[i]));
  }
  text += fmt::format("{}  {}, intent(inout) :: {}(*)\n", indent,
                      find_dtype(kWorkspaceDtype)->fortran, names[binding.args.size()]);
  text += fmt::format("{}  {}, value, intent(in) :: {}\n", indent,
                      find_dtype(kSymbolDtype)->fortran, names.back());
  return text;
}

}  // namespace

std::string fortran_interface(const Binding& binding) {
  return fmt::format("interface\n{}  end subroutine {}\nend interface\n",
                     fortran_head(binding, "  "), binding.symbol);
}

std::string fortran_stub(const Binding& binding) {
  std::string text = fmt::format("! {}: {}.\n!\n", binding.symbol, origin_line(binding));
  for (const std::string& line : argument_lines(binding, Language::kFortran)) {
    text += "!   " + line + "\n";
  }
  return text + fortran_head(binding, "") + fmt::format("end subroutine {}\n", binding.symbol);
}

}  // namespace coldcore::manifest
