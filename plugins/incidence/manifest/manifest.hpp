// SPDX-License-Identifier: Apache-2.0
//
// A manifest of a sparse kernel as data. What is not named here is kept in the document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules.hpp"
#include "yaml_tree.hpp"

namespace coldcore::manifest {

/// A text of the document and where it stands. Without a node it is not there.
struct Text {
  std::string value;
  const Node* node = nullptr;

  bool given() const { return node != nullptr; }
};

using Texts = std::vector<Text>;

struct Buffer {
  const Node* node;
  Text role;
  Text name;
  Text dtype;
  const Node* shape_node = nullptr;  ///< nullptr if no shape is given.
  Texts shape;
};

struct Variant {
  Text format;
  std::vector<Buffer> buffers;
};

struct SparseArray {
  Text name;
  const Node* shape_node = nullptr;
  Texts logical_shape;
  Text default_dtype;
  std::vector<Variant> variants;

  const Variant* find(std::string_view format) const;
};

/// One format for one array.
struct Choice {
  Text array;
  Text format;
};

struct Configuration {
  Text name;
  std::vector<Choice> choices;

  const Choice* find(std::string_view array) const;
};

struct Distribution {
  Text name;
  Text configuration;
};

/// What init says of a dense array or a scalar.
struct Declaration {
  Text name;
  Text dtype;
  const Node* shape_node = nullptr;
  Texts shape;
  Text value;  ///< Of a scalar.
};

struct Manifest {
  Document document;
  std::string kernel;  ///< short_name, else the file's name without its ending.
  Text kernel_text;    ///< Where it is given.
  std::string symbol;  ///< What symbols begin with: module_name, else the kernel.
  Text symbol_text;

  const Node* input_args_node = nullptr;  ///< nullptr: not given.
  Texts input_args;
  Texts array_args;
  Texts output_args;
  std::vector<SparseArray> sparse_arrays;
  std::vector<Configuration> configurations;
  std::vector<Distribution> distributions;
  std::vector<Declaration> declarations;
  bool has_parameters = false;
  Texts parameters;  ///< Every name of every set, with the value it has first.
  Texts parameter_values;

  /// Findings 12 to 14, which the reader makes.
  std::vector<Finding> structure;

  const SparseArray* find_sparse(std::string_view name) const;
  const Configuration* find_configuration(std::string_view name) const;
  const Declaration* find_declaration(std::string_view name) const;
  const Text* parameter_value(std::string_view name) const;
  /// The sparse array one of whose variants has a buffer of this name, nullptr if none has.
  const SparseArray* owner_of_buffer(std::string_view name) const;
};

bool contains(const Texts& texts, std::string_view value);

/// Reads a manifest; `file` is named in messages and, without its folder and ending, the kernel
/// that does not name itself. ManifestError for what read_yaml refuses; anything else is a Finding.
Manifest read_manifest(std::string_view text, const std::string& file);

/// Whether YAML 1.1 takes an unquoted text for a truth value: "no", "On".
bool is_yaml_bool(const Text& text);

}  // namespace coldcore::manifest
