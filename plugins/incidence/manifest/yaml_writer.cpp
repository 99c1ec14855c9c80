// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>
#include <yaml-cpp/null.h>

#include "yaml_tree.hpp"

namespace coldcore::manifest {
namespace {

void emit_node(YAML::Emitter& out, const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      out << YAML::_Null();
      return;
    case NodeKind::kScalar:
      if (node.quoted) out << YAML::DoubleQuoted;
      out << node.text;
      return;
    case NodeKind::kList:
      out << YAML::BeginSeq;
      for (const Node* item : node.items) emit_node(out, *item);
      out << YAML::EndSeq;
      return;
    case NodeKind::kMap:
      out << YAML::BeginMap;
      for (const Entry& entry : node.entries) {
        out << YAML::Key;
        emit_node(out, *entry.key);
        out << YAML::Value;
        emit_node(out, *entry.value);
      }
      out << YAML::EndMap;
      return;
  }
}

}  // namespace

std::string write_yaml(const Node& node) {
  YAML::Emitter out;
  emit_node(out, node);
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace coldcore::manifest
