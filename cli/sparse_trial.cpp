// SPDX-License-Identifier: Apache-2.0
#include "sparse_trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"
#include "rng.hpp"
#include "shared_object.hpp"
#include "sparse_elements.hpp"
#include "sparse_manifest.hpp"
#include "sparse_reference.hpp"

namespace coldcore::cli {
namespace {

using search::InputError;

/// A library as a user names it is a file, never one of the system's.
std::filesystem::path file_named(const std::string& name) {
  if (::access(name.c_str(), R_OK) != 0) search::fail_on_file("read", name);
  const std::filesystem::path path(name);
  return path.has_parent_path() ? path : "." / path;
}

class TrialMaker {
 public:
  explicit TrialMaker(const SparseRunCommand& command)
      : command_(command),
        kernel_file_(file_named(command.kernel)),
        spec_(valid_manifest(command.inputs.manifest)),
        sizes_(known_sizes(spec_, command.inputs)) {}

  Trial make() {
    const manifest::Binding binding =
        binding_of(spec_, command_.inputs.manifest, command_.inputs.configuration);
    inputs_ = logical_inputs(spec_, binding.configuration, command_.inputs, sizes_);
    list_ = bind_arguments(spec_, binding, command_.inputs, sizes_, inputs_);
    meaning_ = reference_kernel(binding.kernel);
    describe();
    contents_ = initial_contents();
    if (has_reference()) run_reference();
    run_kernel();
    return std::move(trial_);
  }

 private:
  bool uses_library() const { return meaning_ && command_.reference.empty(); }

  bool has_reference() const { return meaning_ || !command_.reference.empty(); }

  bool is_solver() const { return meaning_ && meaning_->kind == KernelKind::kSolver; }

  void describe() {
    trial_.kernel = list_.binding.kernel;
    trial_.configuration = list_.binding.configuration;
    trial_.symbol = list_.binding.symbol;
    trial_.bytes = list_.bytes();
  }

  // --- What arrays begin with

  Contents initial_contents() const {
    Contents contents;
    for (const Argument& argument : list_.arguments) {
      if (!argument.declared.pointer || argument.data != nullptr) continue;
      if (!argument.shape) {
        throw InputError(
            fmt::format("{}: nothing says what shape {} has: declare it in init.arrays",
                        command_.inputs.manifest, argument.declared.name));
      }
      contents.emplace(argument.declared.name, initial_content(argument));
    }
    return contents;
  }

  /// Solvers start at 0; everything else, outputs too, from random numbers, so that an element that
  /// is not written is seen.
  std::vector<std::byte> initial_content(const Argument& argument) const {
    std::vector<std::byte> content(static_cast<std::size_t>(argument.bytes));
    if (is_solver() && is_output(argument)) return content;
    search::Rng rng(seed_for(command_.inputs.seed, argument.declared.name));
    fill_at_random(rng, argument.declared.dtype, content.data(), argument.elements);
    return content;
  }

  // --- The reference

  void run_reference() {
    if (uses_library()) {
      bind_reference();
      trial_.reference_library = reference_library();
    } else {
      reference_list_ = &list_;
      trial_.reference_library = file_named(command_.reference);
      reference_contents_ = contents_;
    }
    trial_.reference_symbol = reference_list_->binding.symbol;
    reference_ = call_kernel({trial_.reference_library, *reference_list_, reference_contents_,
                              command_.calls + 1, 0, command_.seconds});
    if (reference_.ending != KernelEnding::kReturned) {
      throw search::EngineLoadError(
          fmt::format("the reference {} of {}: {}", trial_.reference_symbol,
                      trial_.reference_library.string(), reference_.what));
    }
    trial_.reference_seconds = reference_.seconds;
  }

  /// The same numbers as the library's own argument list: its names of sizes and widths of indices
  /// need not be the user's.
  void bind_reference() {
    reference_spec_ = manifest::read_manifest(meaning_->manifest, meaning_->name + ".yaml");
    require_arrays();
    SparseInputOptions options;
    options.manifest = meaning_->name;
    const coldcore_layout_info layout = list_.layouts.front().info();
    if (layout.block_rows > 0) options.block_rows = layout.block_rows;
    if (layout.block_cols > 0) options.block_cols = layout.block_cols;
    if (layout.slice_rows > 0) options.slice_rows = layout.slice_rows;
    if (layout.sigma > 0) options.sigma = layout.sigma;
    const std::string format(layouts::name(list_.layouts.front().format()));
    own_list_ =
        bind_arguments(reference_spec_, manifest::binding_from_spec(reference_spec_, format),
                       options, reference_sizes(), inputs_);
    reference_list_ = &own_list_;
    for (const Argument& argument : own_list_.arguments) {
      if (argument.declared.pointer && argument.data == nullptr) take_content(argument);
    }
  }

  KnownSizes reference_sizes() const {
    KnownSizes sizes;
    for (const Argument& argument : list_.arguments) {
      if (argument.declared.pointer) continue;
      const std::string text = scalar_text(argument);
      if (argument.declared.role == manifest::ArgRole::kSymbol) {
        sizes.otherwise.emplace(argument.declared.name, std::stoll(text));
      } else if (reference_spec_.find_declaration(argument.declared.name) != nullptr) {
        sizes.given_texts.emplace(argument.declared.name, text);
      }
    }
    return sizes;
  }

  /// Of what a solver tells, x alone has to be there.
  bool may_be_missing(const std::string& name) const {
    return is_solver() && name != "x" && manifest::contains(reference_spec_.output_args, name);
  }

  void require_arrays() const {
    if (inputs_.sparse.size() != 1 || !inputs_.sparse.contains("A")) {
      throw InputError(
          fmt::format("{}: the reference kernel {} has one sparse array, A: give another "
                      "--reference",
                      command_.inputs.manifest, meaning_->name));
    }
    for (const manifest::Text& array : reference_spec_.array_args) {
      const std::string& name = array.value;
      if (may_be_missing(name) || manifest::contains(spec_.array_args, name)) continue;
      throw InputError(
          fmt::format("{}: the reference kernel {} has an array {}, which is missing: add "
                      "it to array_args, or give another --reference",
                      command_.inputs.manifest, meaning_->name, name));
    }
  }

  void take_content(const Argument& wanted) {
    const std::string& name = wanted.declared.name;
    const Argument* const own = list_.find(name);
    if (own == nullptr) {
      reference_contents_.emplace(name,
                                  std::vector<std::byte>(static_cast<std::size_t>(wanted.bytes)));
      return;
    }
    if (own->elements != wanted.elements) {
      throw InputError(fmt::format(
          "{}: {} has {} elements, but for the reference kernel {} it has {}",
          command_.inputs.manifest, name, own->elements, meaning_->name, wanted.elements));
    }
    if (own->declared.dtype.starts_with("complex")) {
      throw InputError(fmt::format("{}: {} is {}, but the reference kernel {} is real",
                                   command_.inputs.manifest, name, own->declared.dtype,
                                   meaning_->name));
    }
    const std::vector<double> numbers =
        as_doubles(own->declared.dtype, initial_data(*own, contents_), own->elements);
    reference_contents_.emplace(
        name, converted("float64", numbers.data(), wanted.elements, wanted.declared.dtype, name));
  }

  // --- The kernel

  void run_kernel() {
    const KernelResult result = call_kernel(
        {kernel_file_, list_, contents_, command_.calls + 1, command_.workspace, command_.seconds});
    trial_.what = result.what;
    trial_.seconds = result.seconds;
    if (result.ending == KernelEnding::kNotLoaded) {
      trial_.status = TrialStatus::kNotLoaded;
    } else if (result.ending == KernelEnding::kFailed) {
      trial_.status = TrialStatus::kFailed;
    } else if (!has_reference()) {
      trial_.status = TrialStatus::kTimed;
      trial_.what = fmt::format(
          "is not compared: {} is no kernel of the reference library. Let short_name say what it "
          "computes and module_name how its symbols begin, or name another with --reference",
          list_.binding.kernel);
    } else {
      judge_result(result);
    }
  }

  void judge_result(const KernelResult& result) {
    Judgement judgement =
        judge({list_, contents_, result}, {*reference_list_, reference_contents_, reference_},
              inputs_, meaning_ ? &*meaning_ : nullptr, command_.tolerance);
    trial_.status = judgement.agrees ? TrialStatus::kAgrees : TrialStatus::kDiffers;
    if (judgement.outputs.empty()) {
      trial_.status = TrialStatus::kTimed;
      trial_.what = "has no output that the reference has too: not compared";
    }
    trial_.outputs = std::move(judgement.outputs);
    trial_.residuals = judgement.residuals;
  }

  const SparseRunCommand& command_;
  std::filesystem::path kernel_file_;
  manifest::Manifest spec_;
  KnownSizes sizes_;
  LogicalInputs inputs_;
  ArgumentList list_;
  Contents contents_;
  std::optional<ReferenceKernel> meaning_;  ///< What the kernel computes, by its name.
  manifest::Manifest reference_spec_;
  ArgumentList own_list_;
  const ArgumentList* reference_list_ = nullptr;
  Contents reference_contents_;
  KernelResult reference_;
  Trial trial_;
};

}  // namespace

Trial try_kernel(const SparseRunCommand& command) { return TrialMaker(command).make(); }

}  // namespace coldcore::cli
