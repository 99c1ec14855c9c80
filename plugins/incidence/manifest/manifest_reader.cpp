// SPDX-License-Identifier: Apache-2.0
//
// From the document to the model, with findings 12 to 14 on the way.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "manifest.hpp"
#include "shape_expression.hpp"

namespace coldcore::manifest {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kTopKeys[] = {
    "short_name", "module_name", "parameters",     "init",           "input_args",
    "array_args", "output_args", "sparse_layouts", "configurations", "distributions"};
constexpr std::string_view kLayoutKeys[] = {"logical_shape", "default_dtype", "variants"};
constexpr std::string_view kVariantKeys[] = {"buffers"};
constexpr std::string_view kBufferKeys[] = {"role", "name", "shape", "dtype"};
constexpr std::string_view kDistributionKeys[] = {"configuration", "distribution"};
constexpr std::string_view kInitKeys[] = {"arrays", "scalars", "dtypes", "shapes"};

std::string_view kind_text(NodeKind kind) {
  switch (kind) {
    case NodeKind::kNull:
      return "nothing";
    case NodeKind::kScalar:
      return "a single value";
    case NodeKind::kList:
      return "a list";
    case NodeKind::kMap:
      return "a mapping";
  }
  return "";
}

/// Keys that are meant to be equal but for case, '-' and a plural s.
std::string folded(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (c == '-' || c == '_' || c == ' ') continue;
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (result.size() > 3 && result.back() == 's') result.pop_back();
  return result;
}

/// Insertions, deletions, replacements and swaps of neighbours from one text to the other.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

bool resembles(std::string_view key, std::string_view known) {
  constexpr std::size_t kLongestKey = 40;
  if (key.size() > kLongestKey) return false;
  const std::string a = folded(key);
  const std::string b = folded(known);
  if (a == b) return true;
  const std::size_t most = b.size() >= 8 ? 2 : b.size() >= 4 ? 1 : 0;
  return edits(a, b) <= most;
}

class ManifestReader {
 public:
  explicit ManifestReader(Manifest& manifest) : manifest_(manifest) {}

  void read() {
    const Node& root = *manifest_.document.root();
    check_keys_once(root);
    check_spelling(root, kTopKeys);
    manifest_.kernel_text = text(root, "short_name");
    manifest_.symbol_text = text(root, "module_name");
    manifest_.input_args_node = root.find("input_args");
    manifest_.input_args = texts(manifest_.input_args_node);
    manifest_.array_args = texts(root.find("array_args"));
    manifest_.output_args = texts(root.find("output_args"));
    read_sparse_arrays(root);
    read_configurations(root);
    read_distributions(root);
    read_init(root);
    read_parameters(root);
    std::ranges::stable_sort(manifest_.structure, {}, &Finding::rule);
  }

 private:
  void report(Finding finding) {
    if (manifest_.structure.size() < kMostFindings) {
      manifest_.structure.push_back(std::move(finding));
    }
  }

  bool is_kind(const Node& node, NodeKind kind) {
    if (node.kind == kind) return true;
    report(finding_at(node, 12,
                      fmt::format("{} where {} is needed", kind_text(node.kind), kind_text(kind)),
                      kind == NodeKind::kList  ? "write [...], or one '- ' line for each"
                      : kind == NodeKind::kMap ? "write keys with values"
                                               : "write one value"));
    return false;
  }

  void check_keys_once(const Node& node) {
    std::unordered_map<std::string_view, int> lines;
    for (const Entry& entry : node.entries) {
      const auto [first, fresh] = lines.emplace(entry.key->text, entry.key->line);
      if (!fresh) {
        report(finding_at(*entry.key, 13,
                          fmt::format("this key is on line {} already, and one of the two values "
                                      "would be lost",
                                      first->second),
                          "remove one"));
      }
      check_keys_once(*entry.value);
    }
    for (const Node* item : node.items) check_keys_once(*item);
  }

  /// An unknown key is somebody else's, unless it resembles one of ours that is missing.
  void check_spelling(const Node& mapping, Names known) {
    std::unordered_set<std::string_view> present;
    for (const Entry& entry : mapping.entries) present.insert(entry.key->text);
    for (const Entry& entry : mapping.entries) {
      if (std::ranges::find(known, entry.key->text) != known.end()) continue;
      for (const std::string_view name : known) {
        if (present.contains(name) || !resembles(entry.key->text, name)) continue;
        report(finding_at(*entry.key, 14,
                          fmt::format("there is no key \"{}\"", shown(entry.key->text)),
                          fmt::format("write {}", name)));
        break;
      }
    }
  }

  Text text_of(const Node* node) {
    if (node == nullptr || !is_kind(*node, NodeKind::kScalar)) return {};
    return {node->text, node};
  }

  Text text(const Node& mapping, std::string_view key) { return text_of(mapping.find(key)); }

  Texts texts(const Node* list) {
    Texts result;
    if (list == nullptr || !is_kind(*list, NodeKind::kList)) return result;
    for (const Node* item : list->items) {
      if (const Text value = text_of(item); value.given()) result.push_back(value);
    }
    return result;
  }

  /// The entries of a mapping that are there, each with a value of this kind; a value that is null
  /// is left out.
  std::vector<Entry> entries(const Node* mapping, NodeKind kind) {
    std::vector<Entry> result;
    if (mapping == nullptr || !is_kind(*mapping, NodeKind::kMap)) return result;
    for (const Entry& entry : mapping->entries) {
      if (is_kind(*entry.value, kind)) result.push_back(entry);
    }
    return result;
  }

  static Text key_text(const Entry& entry) { return {entry.key->text, entry.key}; }

  void read_sparse_arrays(const Node& root) {
    for (const Entry& entry : entries(root.find("sparse_layouts"), NodeKind::kMap)) {
      check_spelling(*entry.value, kLayoutKeys);
      SparseArray array;
      array.name = key_text(entry);
      array.shape_node = entry.value->find("logical_shape");
      array.logical_shape = extents(array.shape_node);
      array.default_dtype = text(*entry.value, "default_dtype");
      for (const Entry& variant : entries(entry.value->find("variants"), NodeKind::kMap)) {
        array.variants.push_back(read_variant(variant));
      }
      manifest_.sparse_arrays.push_back(std::move(array));
    }
  }

  /// A list; a single text is left for rule 18, which knows what would become of it.
  Texts extents(const Node* node) {
    if (node == nullptr || node->kind == NodeKind::kScalar) return {};
    return texts(node);
  }

  Variant read_variant(const Entry& entry) {
    check_spelling(*entry.value, kVariantKeys);
    Variant variant{key_text(entry), {}};
    const Node* const list = entry.value->find("buffers");
    if (list == nullptr || !is_kind(*list, NodeKind::kList)) return variant;
    for (const Node* item : list->items) {
      if (is_kind(*item, NodeKind::kMap)) variant.buffers.push_back(read_buffer(*item));
    }
    return variant;
  }

  Buffer read_buffer(const Node& node) {
    check_spelling(node, kBufferKeys);
    Buffer buffer{
        &node, text(node, "role"), text(node, "name"), text(node, "dtype"), node.find("shape"), {}};
    buffer.shape = extents(buffer.shape_node);
    return buffer;
  }

  void read_configurations(const Node& root) {
    for (const Entry& entry : entries(root.find("configurations"), NodeKind::kMap)) {
      Configuration configuration{key_text(entry), {}};
      for (const Entry& choice : entries(entry.value, NodeKind::kScalar)) {
        configuration.choices.push_back({key_text(choice), {choice.value->text, choice.value}});
      }
      manifest_.configurations.push_back(std::move(configuration));
    }
  }

  void read_distributions(const Node& root) {
    for (const Entry& entry : entries(root.find("distributions"), NodeKind::kMap)) {
      check_spelling(*entry.value, kDistributionKeys);
      manifest_.distributions.push_back({key_text(entry), text(*entry.value, "configuration")});
    }
  }

  Declaration& declaration(const Entry& entry) {
    const auto found = index_of_declaration_.find(entry.key->text);
    if (found != index_of_declaration_.end()) return manifest_.declarations[found->second];
    index_of_declaration_.emplace(entry.key->text, manifest_.declarations.size());
    Declaration& fresh = manifest_.declarations.emplace_back();
    fresh.name = key_text(entry);
    return fresh;
  }

  void set_shape(Declaration& target, const Node* node) {
    if (node == nullptr) return;
    target.shape_node = node;
    if (node->kind != NodeKind::kScalar) {
      target.shape = texts(node);
      return;
    }
    target.shape.clear();
    for (std::string& extent : extents_of_tuple(node->text)) {
      target.shape.push_back({std::move(extent), node});
    }
  }

  void read_array(const Entry& entry) {
    Declaration& target = declaration(entry);
    if (entry.value->kind != NodeKind::kMap) {
      set_shape(target, entry.value->kind == NodeKind::kNull ? nullptr : entry.value);
      return;
    }
    set_shape(target, entry.value->find("shape"));
    if (const Text dtype = text(*entry.value, "dtype"); dtype.given()) target.dtype = dtype;
  }

  void read_init(const Node& root) {
    const Node* const init = root.find("init");
    if (init == nullptr || !is_kind(*init, NodeKind::kMap)) return;
    check_spelling(*init, kInitKeys);
    if (const Node* arrays = init->find("arrays"); arrays && is_kind(*arrays, NodeKind::kMap)) {
      for (const Entry& entry : arrays->entries) read_array(entry);
    }
    if (const Node* shapes = init->find("shapes"); shapes && is_kind(*shapes, NodeKind::kMap)) {
      for (const Entry& entry : shapes->entries) {
        if (entry.value->kind != NodeKind::kNull) set_shape(declaration(entry), entry.value);
      }
    }
    for (const Entry& entry : entries(init->find("scalars"), NodeKind::kScalar)) {
      declaration(entry).value = {entry.value->text, entry.value};
    }
    for (const Entry& entry : entries(init->find("dtypes"), NodeKind::kScalar)) {
      declaration(entry).dtype = {entry.value->text, entry.value};
    }
  }

  void read_parameters(const Node& root) {
    std::unordered_set<std::string_view> seen;
    const Node* const sets = root.find("parameters");
    if (sets == nullptr || !is_kind(*sets, NodeKind::kMap)) return;
    manifest_.has_parameters = !sets->entries.empty();
    for (const Entry& set : sets->entries) {
      for (const Entry& entry : set.value->entries) {
        if (!seen.insert(entry.key->text).second) continue;
        manifest_.parameters.push_back(key_text(entry));
        manifest_.parameter_values.push_back({entry.value->text, entry.value});
      }
    }
  }

  Manifest& manifest_;
  std::unordered_map<std::string_view, std::size_t> index_of_declaration_;
};

}  // namespace

Manifest read_manifest(std::string_view text, const std::string& file) {
  Manifest manifest;
  manifest.document = read_yaml(text, file);
  ManifestReader(manifest).read();
  manifest.kernel = manifest.kernel_text.given() ? manifest.kernel_text.value
                                                 : std::filesystem::path(file).stem().string();
  manifest.symbol = manifest.symbol_text.given() ? manifest.symbol_text.value : manifest.kernel;
  return manifest;
}

}  // namespace coldcore::manifest
