// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <nlohmann/json.hpp>

#include "binding.hpp"

namespace coldcore::manifest {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson json_of(const Arg& arg) {
  OrderedJson json{{"name", arg.name},
                   {"kind", arg.pointer ? "ptr" : "scalar"},
                   {"dtype", arg.dtype},
                   {"const", arg.is_const}};
  if (arg.pointer) json["shape"] = arg.shape ? OrderedJson(*arg.shape) : OrderedJson(nullptr);
  if (arg.role == ArgRole::kOutput) json["role"] = "output";
  if (arg.role == ArgRole::kSymbol) json["role"] = "symbol";
  return json;
}

}  // namespace

std::string binding_json(const Binding& binding) {
  OrderedJson json{{"kernel", binding.kernel}, {"symbol", binding.symbol}, {"abi", kAbi}};
  json["args"] = OrderedJson::array();
  for (const Arg& arg : binding.args) json["args"].push_back(json_of(arg));
  json["packed"] = OrderedJson::object();
  for (const PackedGroup& group : binding.packed) {
    json["packed"][group.logical] = {{"members", group.members}, {"format", group.format}};
  }
  json["workspace"] = {{"name", kWorkspace},          {"kind", "ptr"},
                       {"dtype", kWorkspaceDtype},    {"const", false},
                       {"size_name", kWorkspaceSize}, {"size_dtype", kSymbolDtype},
                       {"position", "trailing"},      {"nullable", true}};
  json["symbols"] = OrderedJson::object();
  constexpr std::array kLanguages = {"c", "cpp", "cuda", "fortran"};
  for (const char* language : kLanguages) json["symbols"][language] = binding.symbol;
  return json.dump();
}

}  // namespace coldcore::manifest
