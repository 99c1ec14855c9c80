// SPDX-License-Identifier: Apache-2.0
//
// A YAML document as a tree that knows where each of its nodes stands.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "manifest_error.hpp"

namespace coldcore::manifest {

/// A manifest is a page or two; what is larger is none, and must not cost memory or time.
constexpr std::size_t kMostBytes = 256 * 1024;
constexpr std::size_t kMostNodes = 20'000;         ///< With aliases filled in.
constexpr std::size_t kMostText = 4 * kMostBytes;  ///< Bytes of all scalars, likewise.
constexpr std::size_t kMostDepth = 32;

enum class NodeKind { kNull, kScalar, kList, kMap };

struct Node;

struct Entry {
  const Node* key;
  const Node* value;
};

struct Node {
  NodeKind kind = NodeKind::kNull;
  std::string text;     ///< Of a scalar.
  bool quoted = false;  ///< A scalar that is a text whatever it looks like.
  int line = 1;         ///< From 1, like the column, which counts bytes.
  int column = 1;
  const Node* parent = nullptr;
  const Node* key = nullptr;  ///< Under which a mapping has it; of a key, the key itself.
  std::size_t index = 0;      ///< In a list.
  std::vector<const Node*> items;
  std::vector<Entry> entries;

  /// The value of the first entry with this key, nullptr if there is none or it is null.
  const Node* find(std::string_view name) const;
};

/// Owns its nodes; their addresses stay.
class Document {
 public:
  Document() = default;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// nullptr before a document is read.
  const Node* root() const { return root_; }

 private:
  friend class TreeBuilder;
  std::deque<Node> nodes_;
  const Node* root_ = nullptr;
};

/// Reads one document. Aliases are filled in. ManifestError "FILE:LINE:COLUMN: ..." for what is no
/// YAML, is not UTF-8, is past a limit, has tags, merge keys or keys that are no scalars, is empty,
/// has more than one document, or is no mapping at the top.
Document read_yaml(std::string_view text, const std::string& file);

/// The document again, with the same values in the same order; comments and layout are lost.
std::string write_yaml(const Node& node);

/// Where a node is inside its document: "sparse_layouts.A.variants.csr.buffers[0].name", "" for
/// the whole.
std::string path_of(const Node& node);

/// For a message: a long text cut, with control characters as '?'.
std::string shown(std::string_view text);

}  // namespace coldcore::manifest
