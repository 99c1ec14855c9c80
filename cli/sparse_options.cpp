// SPDX-License-Identifier: Apache-2.0
#include "sparse_options.hpp"

#include "numbers.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kSparseFooter =
    R"(A manifest, in YAML, says how sparse arrays are passed to a kernel: in which
formats, in which buffers, of which shapes and types: docs/sparse-manifests.md.
docs/sparse-tools.md is about the commands that work with matrices.
Examples:
  coldcore sparse validate spmv.yaml
  coldcore sparse binding spmv.yaml --configuration csr --json
  coldcore sparse stub spmv.yaml --configuration csr --language c -o spmv.c
  coldcore sparse unpack spmv.yaml --configuration csr --matrix A=a.mtx -o buffers)";

constexpr const char* kValidateFooter =
    R"(Reports the first rule that does not hold, or all of them: file, line, path inside
the document, the rule's number and what to do. Warnings leave a manifest valid.
Exit codes: 0 valid, 2 not valid or no YAML, 7 the file could not be read.
Examples:
  coldcore sparse validate spmv.yaml
  coldcore sparse validate spmv.yaml --all --json)";

constexpr const char* kBindingFooter =
    R"(Prints the arguments of the kernel in their order: pointers, scalars and sizes, each
sorted by name, then the workspace pair.
Examples:
  coldcore sparse binding spmv.yaml
  coldcore sparse binding spmv.yaml --configuration coo --language fortran
  coldcore sparse binding spmv.yaml --configuration coo --json)";

constexpr const char* kStubFooter =
    R"(Writes a source file that compiles: the kernel with an empty body and a comment on
each argument.
Examples:
  coldcore sparse stub spmv.yaml --configuration csr --language c -o spmv.c
  coldcore sparse stub spmv.yaml --configuration csr --language cuda)";

void add_manifest_file(CLI::App& command, std::string& file) {
  command.add_option("FILE", file, "a manifest")->required()->check(not_empty());
}

CLI::Option* add_language(CLI::App& command, std::string& language, const char* what) {
  return command.add_option("--language", language, what)
      ->check(CLI::IsMember({"c", "cpp", "cuda", "fortran"}));
}

}  // namespace

SparseOptions::SparseOptions(CLI::App& app)
    : sparse_(add_command(app, "sparse", "sparse kernels and their matrices", kSparseFooter)) {
  sparse_.require_subcommand(1);
  add_validate();
  add_binding();
  add_stub();
  tools_.emplace(sparse_);
}

void SparseOptions::add_validate() {
  validate_ = &add_command(sparse_, "validate", "check a manifest rule by rule", kValidateFooter);
  add_manifest_file(*validate_, validate_command_.file);
  validate_->add_flag("--all", validate_command_.all, "report everything, not the first error");
  validate_->add_flag("--json", validate_command_.json, "print one JSON object");
}

void SparseOptions::add_binding() {
  binding_ = &add_command(sparse_, "binding", "the arguments of a kernel", kBindingFooter);
  add_manifest_file(*binding_, binding_command_.file);
  binding_->add_option("--configuration", binding_command_.configuration,
                       "which one [the first of the manifest]");
  CLI::Option* const json =
      binding_->add_flag("--json", binding_command_.json, "print the binding as one JSON object");
  add_language(*binding_, binding_command_.language, "declare it in c, cpp, cuda or fortran [c]")
      ->excludes(json);
}

void SparseOptions::add_stub() {
  CLI::App& stub = add_command(sparse_, "stub", "an empty kernel to fill in", kStubFooter);
  add_manifest_file(stub, stub_command_.file);
  stub.add_option("--configuration", stub_command_.configuration, "which one")->required();
  add_language(stub, stub_command_.language, "c, cpp, cuda or fortran")->required();
  stub.add_option("-o,--out", stub_command_.out, "a new file [standard output]")
      ->check(not_empty());
}

Command SparseOptions::chosen() const {
  if (tools_->parsed()) return tools_->chosen();
  if (validate_->parsed()) return validate_command_;
  if (binding_->parsed()) return binding_command_;
  return stub_command_;
}

}  // namespace coldcore::cli
