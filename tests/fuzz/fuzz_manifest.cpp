// SPDX-License-Identifier: Apache-2.0
//
// The input is a manifest. One that is read is judged and written again; one that keeps the rules
// is bound and rendered.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "binding.hpp"
#include "input_file.hpp"
#include "manifest.hpp"
#include "render.hpp"
#include "rules.hpp"

using namespace coldcore::manifest;

namespace {

void check(const Finding& finding) {
  require(finding.line >= 1 && finding.column >= 1);
  require(!finding.what.empty() && !finding.remedy.empty());
  require(describe(finding, "f").find("f:") == 0);
}

void check(const Binding& binding) {
  for (std::size_t i = 0; i < binding.args.size(); ++i) {
    const Arg& arg = binding.args[i];
    require(!arg.name.empty() && arg.name != kWorkspace && arg.name != kWorkspaceSize);
    if (i == 0) continue;
    const Arg& before = binding.args[i - 1];
    require(before.pointer || !arg.pointer);
    require(before.pointer != arg.pointer || before.name < arg.name);
  }
  binding_json(binding);
  for (const Language language :
       {Language::kC, Language::kCpp, Language::kCuda, Language::kFortran}) {
    require(prototype(binding, language).find(binding.symbol) != std::string::npos);
    require(stub(binding, language).find(binding.symbol) != std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Manifest manifest = read_manifest(text, "kernel.yaml");
    const auto findings = validate(manifest);
    require(findings.size() <= kMostFindings);
    for (const Finding& finding : findings) check(finding);
    read_manifest(write_yaml(*manifest.document.root()), "kernel.yaml");
    if (first_error(findings) != nullptr) return 0;
    check(binding_from_spec(manifest));
    for (const Configuration& configuration : manifest.configurations) {
      check(binding_from_spec(manifest, configuration.name.value));
    }
  } catch (const ManifestError&) {
  }
  return 0;
}
