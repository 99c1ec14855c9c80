// SPDX-License-Identifier: Apache-2.0
#include "sparse_tool_options.hpp"

#include <cstdint>
#include <limits>

#include "coo_matrix.hpp"
#include "numbers.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kUnpackFooter =
    R"(Makes the buffers of a matrix and prints the arguments of the kernel in their order:
name, role, type, shape, bytes. -o writes each buffer as NAME.npy, and all that is
printed as arguments.json. docs/sparse-tools.md has the details.
Exit codes: 0 done, 2 bad input, 4 out of memory, 7 a file could not be read or written.
Examples:
  coldcore sparse unpack spmv.yaml --configuration csr --matrix A=a.mtx.gz
  coldcore sparse unpack spmv.yaml --configuration ell --matrix A=a.mtx -o buffers
  coldcore sparse unpack cg.yaml --generate banded --bands 2,2 --spd --set N=1000 --save A=a.mtx)";

constexpr const char* kRunFooter =
    R"(Calls a kernel of a shared library with the argument list of the manifest, in a process
of its own, and compares its answers with those of libcoldcore_kernels, or of --reference,
for the same numbers. Inputs must be left as they are, and memory around the arrays too.
docs/sparse-tools.md says what is measured and what is tolerated.
Exit codes: 0 agrees (or timed, where there is no reference), 2 bad input, 3 a library or
its symbol could not be loaded, 4 out of memory, 7 a file could not be read, 8 the kernel
crashed, did not end, wrote where it may not, or does not agree.
Examples:
  coldcore sparse run spmv.yaml --configuration csr --kernel ./mine.so --matrix A=a.mtx
  coldcore sparse run cg.yaml --kernel ./mine.so --generate banded --spd --set N=100000
  coldcore sparse run mine.yaml --kernel ./mine.so --reference ./slow.so --generate A=uniform)";

constexpr const char* kComposeFooter =
    R"(C = (I kron A) J: A times each of the blocks of rows of J. Row b * m + i of C is row i
of A times block b. With A a map of points to weighted groups and J an incidence matrix,
C is the coarser incidence. docs/sparse-tools.md, docs/compose.md.
Exit codes: 0 done, 2 bad input, 4 out of memory, 7 a file could not be read or written.
Examples:
  coldcore sparse compose A.mtx J.mtx --blocks 3 -o C.mtx
  coldcore sparse compose A.mtx J.mtx --blocks 3 --symbolic --json)";

constexpr std::int64_t kMostBlock = 65536;

/// A number in 0..most; "nan" is none.
CLI::Validator number_up_to(double most, const char* what) {
  const auto check = [most, what](const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end && value >= 0 && value <= most) return std::string();
    return "'" + text + "' is no " + what;
  };
  return CLI::Validator(check, "", what);
}

CLI::Validator share() { return number_up_to(1, "number in 0..1"); }

CLI::Validator tolerance() {
  return number_up_to(std::numeric_limits<double>::max(), "tolerance, a number from 0");
}

void add_sources(CLI::App& command, SparseInputOptions& inputs) {
  command.add_option("FILE", inputs.manifest, "a manifest")->required()->check(not_empty());
  command.add_option("--configuration", inputs.configuration,
                     "which one [the first of the manifest]");
  command
      .add_option("--matrix", inputs.matrices,
                  "NAME=FILE: a Matrix Market file, plain or gzip; for dense arrays too")
      ->allow_extra_args(false);
  command
      .add_option("--generate", inputs.generate,
                  "[NAME=]KIND: uniform, banded, diagonal, or one of the manifest's distributions")
      ->allow_extra_args(false);
  command.add_option("--save", inputs.save, "NAME=FILE: write the matrix as a Matrix Market file")
      ->allow_extra_args(false);
  command.add_option("--set", inputs.values, "NAME=VALUE of a size or a scalar")
      ->allow_extra_args(false);
}

void add_generator(CLI::App& command, SparseInputOptions& inputs) {
  const auto counts = whole_number<std::int64_t>(0, matrix::kMostRows);
  CLI::Option* const per_row =
      command.add_option("--per-row", inputs.per_row, "generate: entries in each row [uniform: 8]")
          ->check(counts);
  CLI::Option* const entries =
      command.add_option("--entries", inputs.entries, "generate: entries in all")
          ->check(counts)
          ->excludes(per_row);
  command.add_option("--density", inputs.density, "generate: share of the places, 0..1")
      ->check(share())
      ->excludes(per_row)
      ->excludes(entries);
  command.add_option("--bands", inputs.bands,
                     "generate banded: LOWER,UPPER diagonals beside the main one [1,1]");
  command.add_flag("--spd", inputs.positive_definite,
                   "generate: symmetric and positive definite, counts are below the diagonal");
  command.add_option("--seed", inputs.seed, "generate, and fill dense inputs, from this seed [1]")
      ->check(whole_number<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()));
}

void add_layout(CLI::App& command, SparseInputOptions& inputs) {
  const auto blocks = whole_number<std::int64_t>(1, kMostBlock);
  command.add_option("--block-rows", inputs.block_rows, "bcsr, bcoo: rows of a block [2]")
      ->check(blocks);
  command.add_option("--block-cols", inputs.block_cols, "bcsr, bcoo: columns of a block [2]")
      ->check(blocks);
  command.add_option("--slice-rows", inputs.slice_rows, "sell_c_sigma: C [4]")->check(blocks);
  command.add_option("--sigma", inputs.sigma, "sell_c_sigma: sigma [C]")
      ->check(whole_number<std::int64_t>(1, matrix::kMostRows));
}

void add_inputs(CLI::App& command, SparseInputOptions& inputs) {
  add_sources(command, inputs);
  add_generator(command, inputs);
  add_layout(command, inputs);
}

}  // namespace

SparseToolOptions::SparseToolOptions(CLI::App& sparse) {
  add_unpack(sparse);
  add_run(sparse);
  add_compose(sparse);
}

void SparseToolOptions::add_unpack(CLI::App& sparse) {
  unpack_ = &add_command(sparse, "unpack", "the buffers of a matrix, as a kernel gets them",
                         kUnpackFooter);
  add_inputs(*unpack_, unpack_command_.inputs);
  unpack_->add_option("-o,--out", unpack_command_.out, "a new folder for the buffers")
      ->check(not_empty());
  unpack_->add_flag("--raw", unpack_command_.raw, "write NAME.bin, the bytes without a header");
  unpack_->add_flag("--json", unpack_command_.json, "print one JSON object");
}

void SparseToolOptions::add_run(CLI::App& sparse) {
  run_ = &add_command(sparse, "run", "call a kernel, check its answers, take its time", kRunFooter);
  add_inputs(*run_, run_command_.inputs);
  run_->add_option("--kernel", run_command_.kernel, "the shared library with the kernel")
      ->required()
      ->check(not_empty());
  run_->add_option("--reference", run_command_.reference,
                   "a library with the same symbol to compare with [libcoldcore_kernels.so]")
      ->check(not_empty());
  run_->add_option("--tolerance", run_command_.tolerance,
                   "the largest error in units of the scale [by the number of terms]")
      ->check(tolerance());
  run_->add_option("--calls", run_command_.calls, "timed calls, after one that is not [5]")
      ->check(whole_number(1, 1'000'000));
  run_->add_option("--workspace", run_command_.workspace, "bytes of scratch for the kernel [none]")
      ->check(whole_number<std::int64_t>(0, std::int64_t{1} << 50));
  run_->add_option("--time", run_command_.seconds,
                   "seconds that each kernel may take, 0 for any [600]")
      ->check(seconds_up_to(1e9));
  run_->add_flag("--json", run_command_.json, "print one JSON object");
}

void SparseToolOptions::add_compose(CLI::App& sparse) {
  compose_ = &add_command(sparse, "compose", "the product of a matrix with each block of another",
                          kComposeFooter);
  SparseComposeCommand& command = compose_command_;
  compose_->add_option("A", command.a, "a Matrix Market file, m x n")
      ->required()
      ->check(not_empty());
  compose_->add_option("J", command.j, "another one, BLOCKS * n x k")
      ->required()
      ->check(not_empty());
  compose_->add_option("--blocks", command.blocks, "how many blocks J has")
      ->required()
      ->check(whole_number<std::int64_t>(1, std::numeric_limits<std::int64_t>::max()));
  compose_->add_option("-o,--out", command.out, "write C as a Matrix Market file")
      ->check(not_empty());
  compose_->add_flag("--symbolic", command.symbolic, "where C has entries, without their values");
  compose_->add_option("--threads", command.threads, "how many [as many as the work is worth]")
      ->check(whole_number(1, 1024));
  compose_->add_flag("--json", command.json, "print one JSON object");
}

bool SparseToolOptions::parsed() const {
  return unpack_->parsed() || run_->parsed() || compose_->parsed();
}

Command SparseToolOptions::chosen() const {
  if (run_->parsed()) return run_command_;
  if (compose_->parsed()) return compose_command_;
  return unpack_command_;
}

}  // namespace coldcore::cli
