// SPDX-License-Identifier: Apache-2.0
//
// What a format is: a name, its roles, and three functions. Each is written in one file of its own,
// as a struct with templates over the index and value type.
#pragma once

#include <array>
#include <cstddef>

#include "canonical.hpp"
#include "layout.hpp"

namespace coldcore::layout {

struct Role {
  const char* name = nullptr;
  int kind = 0;  // COLDCORE_LAYOUT_ROLE_*
};

using Roles = std::array<Role, 5>;  // Unused ones have no name.

struct Format {
  int id = 0;
  const char* name = nullptr;
  Roles roles{};
  std::size_t role_count = 0;
  void (*build)(const Canonical& in, Layout& out, Budget& budget) = nullptr;
  Canonical (*read)(const Layout& in, Budget& budget) = nullptr;
  void (*check)(const Layout& layout, Budget& budget) = nullptr;
};

constexpr Role index_role(const char* name) { return {name, COLDCORE_LAYOUT_ROLE_INDEX}; }
constexpr Role value_role(const char* name) { return {name, COLDCORE_LAYOUT_ROLE_VALUE}; }
constexpr Role scalar_role(const char* name) { return {name, COLDCORE_LAYOUT_ROLE_SCALAR}; }

/// The position of the role that holds the values.
constexpr std::size_t value_role(const Format& format) {
  std::size_t role = 0;
  while (format.roles[role].kind != COLDCORE_LAYOUT_ROLE_VALUE) ++role;
  return role;
}

template <class F>
void build_typed(const Canonical& in, Layout& out, Budget& budget) {
  with_types(out.index, out.value, [&](auto index, auto value) {
    using V = decltype(value);
    F::template build<decltype(index), V>(std::get<Csr<V>>(in), out, budget);
  });
}

template <class F>
Canonical read_typed(const Layout& in, Budget& budget) {
  return with_types(in.index, in.value, [&](auto index, auto value) {
    return Canonical(F::template read<decltype(index), decltype(value)>(in, budget));
  });
}

template <class F>
void check_typed(const Layout& layout, Budget& budget) {
  with_types(layout.index, layout.value, [&](auto index, auto value) {
    F::template check<decltype(index), decltype(value)>(layout, budget);
  });
}

template <class F>
constexpr Format describe(int id, const char* name, const Roles& roles) {
  Format format{id, name, roles, 0, build_typed<F>, read_typed<F>, check_typed<F>};
  while (format.role_count < roles.size() && roles[format.role_count].name != nullptr) {
    ++format.role_count;
  }
  return format;
}

extern const Format kCsr;
extern const Format kCsc;
extern const Format kCoo;
extern const Format kDia;
extern const Format kEll;
extern const Format kBcsr;
extern const Format kJds;
extern const Format kSellCSigma;
extern const Format kPackedBanded;
extern const Format kDense;
extern const Format kBcoo;

/// nullptr for what is no format.
const Format* find_format(int id);

/// Throws Error(E_ARGUMENT) for what is no format.
const Format& format_of(int id);

}  // namespace coldcore::layout
