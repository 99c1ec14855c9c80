// SPDX-License-Identifier: Apache-2.0
#include "manifest.hpp"

#include <algorithm>
#include <array>

namespace coldcore::manifest {
namespace {

template <class Table, class Projection>
auto find_by(const Table& table, std::string_view name, Projection projection) {
  const auto found = std::ranges::find(table, name, projection);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

const Variant* SparseArray::find(std::string_view format) const {
  return find_by(
      variants, format, [](const Variant& v) -> const auto& { return v.format.value; });
}

const Choice* Configuration::find(std::string_view array) const {
  return find_by(
      choices, array, [](const Choice& c) -> const auto& { return c.array.value; });
}

const SparseArray* Manifest::find_sparse(std::string_view name) const {
  return find_by(
      sparse_arrays, name, [](const SparseArray& a) -> const auto& { return a.name.value; });
}

const Configuration* Manifest::find_configuration(std::string_view name) const {
  return find_by(
      configurations, name, [](const Configuration& c) -> const auto& { return c.name.value; });
}

const Declaration* Manifest::find_declaration(std::string_view name) const {
  return find_by(
      declarations, name, [](const Declaration& d) -> const auto& { return d.name.value; });
}

const Text* Manifest::parameter_value(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &Text::value);
  return found == parameters.end()
             ? nullptr
             : &parameter_values[static_cast<std::size_t>(found - parameters.begin())];
}

const SparseArray* Manifest::owner_of_buffer(std::string_view name) const {
  for (const SparseArray& array : sparse_arrays) {
    for (const Variant& variant : array.variants) {
      for (const Buffer& buffer : variant.buffers) {
        if (buffer.name.given() && buffer.name.value == name) return &array;
      }
    }
  }
  return nullptr;
}

bool contains(const Texts& texts, std::string_view value) {
  return std::ranges::find(texts, value, &Text::value) != texts.end();
}

bool is_yaml_bool(const Text& text) {
  if (!text.given() || text.node->quoted) return false;
  constexpr std::array<std::string_view, 18> kTruthValues = {
      "yes", "Yes", "YES", "no",   "No",   "NO",   "on",    "On",    "ON",
      "off", "Off", "OFF", "true", "True", "TRUE", "false", "False", "FALSE"};
  return std::ranges::find(kTruthValues, text.value) != kTruthValues.end();
}

}  // namespace coldcore::manifest
