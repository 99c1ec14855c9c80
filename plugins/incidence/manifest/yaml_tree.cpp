// SPDX-License-Identifier: Apache-2.0
#include "yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace coldcore::manifest {
namespace {

[[noreturn]] void fail_at(const std::string& file, int line, int column, std::string_view what) {
  throw ManifestError(fmt::format("{}:{}:{}: {}", file, line, column, what));
}

/// Length of the character at `at` if it is well-formed UTF-8 that YAML allows, else 0.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned first = byte(at);
  if (first < 0x80) {
    const bool control = first < 0x20 && first != '\t' && first != '\n' && first != '\r';
    return control || first == 0x7f ? 0 : 1;
  }
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  unsigned value = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80U) return 0;
    value = value << 6U | (byte(at + i) & 0x3fU);
  }
  if (length == 3 && (value < 0x800 || (value >= 0xd800 && value < 0xe000))) return 0;
  if (length == 4 && (value < 0x10000 || value > 0x10ffff)) return 0;
  return length;
}

void require_text(std::string_view text, const std::string& file) {
  int line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) {
      fail_at(file, line, static_cast<int>(at - line_begin) + 1,
              fmt::format("byte 0x{:02x} is no text in UTF-8: save the file as UTF-8",
                          static_cast<unsigned char>(text[at])));
    }
    at += length;
    if (text[at - length] != '\n') continue;
    ++line;
    line_begin = at;
  }
}

std::size_t offset_of(std::string_view text, int line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) at = text.find('\n', at) + 1;
  return at + static_cast<std::size_t>(column) - 1;
}

/// Whether a quoted text that begins here goes on past the end of the file, which the parser takes.
bool lacks_closing_quote(std::string_view text, std::size_t begin) {
  if (begin >= text.size() || (text[begin] != '"' && text[begin] != '\'')) return false;
  const char quote = text[begin];
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || at + 1 >= text.size() || text[at + 1] != quote) return false;
      ++at;
    }
  }
  return true;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace

/// Makes the tree of what the parser reports, and stops it where a limit is passed.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, Document& document) : file_(file), document_(document) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (document_.root_ != nullptr) {
      fail(mark, "a second document begins: a manifest is one document, so split the file");
    }
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(make(NodeKind::kNull, mark), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(NodeKind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(NodeKind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

  /// nullptr if there is none.
  const Node* last_scalar() const { return last_scalar_; }

 private:
  struct Open {
    Node* node;
    const Node* pending_key;
  };

  [[noreturn]] void fail(const YAML::Mark& mark, std::string_view what) const {
    fail_at(file_, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1, what);
  }
  [[noreturn]] void fail(const Node& node, std::string_view what) const {
    fail_at(file_, node.line, node.column, what);
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const;
  Node* make(NodeKind kind, const YAML::Mark& mark);
  Node* make_copy(const Node& original);
  void count(const Node& node);
  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void close() { open_.pop_back(); }
  void add(Node* node, YAML::anchor_t anchor);
  void add_to_mapping(Open& mapping, Node* node);

  const std::string& file_;
  Document& document_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, const Node*> anchored_;
  const Node* last_scalar_ = nullptr;
  std::size_t nodes_ = 0;
  std::size_t text_ = 0;
};

void TreeBuilder::refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
  if (tag.empty() || tag == "?" || tag == "!") return;
  fail(mark, fmt::format("a tag, {}: a manifest has plain values only, so remove it", shown(tag)));
}

void TreeBuilder::count(const Node& node) {
  text_ += node.text.size();
  if (++nodes_ > kMostNodes) {
    fail(node,
         fmt::format("more than {} values, aliases filled in: this is no manifest", kMostNodes));
  }
  if (text_ > kMostText) {
    fail(node, fmt::format("more than {} bytes of text, aliases filled in: this is no manifest",
                           kMostText));
  }
}

Node* TreeBuilder::make(NodeKind kind, const YAML::Mark& mark) {
  Node& node = document_.nodes_.emplace_back();
  node.kind = kind;
  node.line = std::max(mark.line, 0) + 1;
  node.column = std::max(mark.column, 0) + 1;
  return &node;
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  refuse_tag(mark, tag);
  Node* const node = make(NodeKind::kScalar, mark);
  node->text = value;
  node->quoted = tag == "!";
  last_scalar_ = node;
  add(node, anchor);
}

void TreeBuilder::open(NodeKind kind, const YAML::Mark& mark, const std::string& tag,
                       YAML::anchor_t anchor) {
  refuse_tag(mark, tag);
  if (open_.size() >= kMostDepth) {
    fail(mark, fmt::format("values nested more than {} deep: this is no manifest", kMostDepth));
  }
  Node* const node = make(kind, mark);
  add(node, anchor);
  open_.push_back({node, nullptr});
}

void TreeBuilder::add(Node* node, YAML::anchor_t anchor) {
  count(*node);
  if (anchor != YAML::NullAnchor) anchored_[anchor] = node;
  if (open_.empty()) {
    document_.root_ = node;
    return;
  }
  Open& top = open_.back();
  node->parent = top.node;
  if (top.node->kind == NodeKind::kMap) return add_to_mapping(top, node);
  node->index = top.node->items.size();
  top.node->items.push_back(node);
}

void TreeBuilder::add_to_mapping(Open& mapping, Node* node) {
  if (mapping.pending_key != nullptr) {
    node->key = mapping.pending_key;
    mapping.node->entries.push_back({mapping.pending_key, node});
    mapping.pending_key = nullptr;
    return;
  }
  if (node->kind != NodeKind::kScalar) fail(*node, "a key has to be a text");
  if (node->text == "<<" && !node->quoted) {
    fail(*node, "merge keys are not read: write the entries out");
  }
  node->key = node;
  mapping.pending_key = node;
}

/// Counts every node of the copy but the copy itself, which add() counts.
Node* TreeBuilder::make_copy(const Node& original) {
  Node& copy = document_.nodes_.emplace_back();
  copy.kind = original.kind;
  copy.text = original.text;
  copy.quoted = original.quoted;
  copy.line = original.line;
  copy.column = original.column;
  for (std::size_t i = 0; i < original.items.size(); ++i) {
    Node* const item = make_copy(*original.items[i]);
    count(*item);
    item->parent = &copy;
    item->index = i;
    copy.items.push_back(item);
  }
  for (const Entry& entry : original.entries) {
    Node* const key = make_copy(*entry.key);
    Node* const value = make_copy(*entry.value);
    count(*key);
    count(*value);
    key->parent = value->parent = &copy;
    key->key = value->key = key;
    copy.entries.push_back({key, value});
  }
  return &copy;
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchored_.find(anchor);
  if (found == anchored_.end()) fail(mark, "an alias for nothing");
  const Node* const original = found->second;
  const bool inside = std::ranges::any_of(
      open_, [original](const Open& around) { return around.node == original; });
  if (inside) fail(mark, "an alias for a value that it is a part of");
  Node* const copy = make_copy(*original);
  add(copy, YAML::NullAnchor);
}

const Node* Node::find(std::string_view name) const {
  for (const Entry& entry : entries) {
    if (entry.key->text != name) continue;
    return entry.value->kind == NodeKind::kNull ? nullptr : entry.value;
  }
  return nullptr;
}

Document read_yaml(std::string_view text, const std::string& file) {
  if (text.size() > kMostBytes) {
    throw ManifestError(
        fmt::format("{}: more than {} bytes: this is no manifest", file, kMostBytes));
  }
  text = without_byte_order_mark(text);
  require_text(text, file);
  Document document;
  TreeBuilder builder(file, document);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    fail_at(file, std::max(error.mark.line, 0) + 1, std::max(error.mark.column, 0) + 1,
            fmt::format("this is no YAML: {}", shown(error.msg)));
  }
  const Node* const last = builder.last_scalar();
  if (last != nullptr && last->quoted &&
      lacks_closing_quote(text, offset_of(text, last->line, last->column))) {
    fail_at(file, last->line, last->column, "this is no YAML: the closing quote is missing");
  }
  constexpr std::string_view kMapping = "a manifest is a mapping, input_args: [...] and so on";
  const Node* const root = document.root();
  if (root == nullptr || root->kind == NodeKind::kNull) {
    throw ManifestError(fmt::format("{}: it is empty: {}", file, kMapping));
  }
  if (root->kind != NodeKind::kMap) fail_at(file, root->line, root->column, kMapping);
  return document;
}

std::string path_of(const Node& node) {
  std::vector<std::string> steps;
  for (const Node* at = &node; at->parent != nullptr; at = at->parent) {
    steps.push_back(at->key == nullptr ? fmt::format("[{}]", at->index)
                                       : fmt::format(".{}", shown(at->key->text)));
  }
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) path += *step;
  // The top is a mapping, whose keys need no dot before them.
  return path.substr(path.empty() ? 0 : 1);
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string result(text.substr(0, kMost));
  if (text.size() > kMost) {
    // Not in the middle of a character.
    while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xc0U) == 0x80U) {
      result.pop_back();
    }
    if (!result.empty() && static_cast<unsigned char>(result.back()) >= 0xc0U) result.pop_back();
    result += "...";
  }
  std::ranges::replace_if(
      result, [](unsigned char c) { return c < 32 || c == 127; }, '?');
  return result;
}

}  // namespace coldcore::manifest
