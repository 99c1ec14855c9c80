// SPDX-License-Identifier: Apache-2.0
#include "sparse_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sparse_elements.hpp"

namespace coldcore::cli {
namespace {

std::vector<double> numbers_in(const Argument& argument, const void* data) {
  return as_doubles(argument.declared.dtype, data, argument.elements);
}

/// An output after the first call or the last one.
std::vector<double> answer_in(const AnsweredCall& call, const std::string& name, bool last) {
  const Contents& outputs = last ? call.result.last : call.result.first;
  return numbers_in(*call.list.find(name), outputs.find(name)->second.data());
}

class Judge {
 public:
  Judge(const AnsweredCall& kernel, const AnsweredCall& reference, const LogicalInputs& inputs,
        const ReferenceKernel* meaning, std::optional<double> tolerance)
      : kernel_(kernel),
        reference_(reference),
        inputs_(inputs),
        meaning_(meaning),
        tolerance_(tolerance),
        bound_(tolerance_for(terms(), roundoff())) {}

  Judgement judge() {
    for (const Argument& argument : kernel_.list.arguments) {
      if (is_judged(argument)) compare(argument);
    }
    if (!judgement_.outputs.empty() && judges_residual()) judge_residual();
    judgement_.agrees = std::ranges::all_of(judgement_.outputs, &OutputComparison::agrees);
    return std::move(judgement_);
  }

 private:
  /// What solvers tell beside x depends on the way, not on the system.
  bool is_judged(const Argument& argument) const {
    if (!is_output(argument) || (is_solver() && argument.declared.name != "x")) return false;
    const Argument* const theirs = reference_.list.find(argument.declared.name);
    return theirs != nullptr && is_output(*theirs);
  }

  bool is_solver() const { return meaning_ != nullptr && meaning_->kind == KernelKind::kSolver; }

  void compare(const Argument& argument) {
    const std::string& name = argument.declared.name;
    const std::vector<double> expected = answer_in(reference_, name, true);
    OutputComparison comparison;
    comparison.name = name;
    comparison.tolerance = tolerance_.value_or(default_tolerance(argument));
    const std::vector<double> scale = scale_of(argument, expected, comparison.scale);
    for (const bool last : {false, true}) {
      const ErrorMeasures measures =
          measure(answer_in(kernel_, name, last), expected, scale, comparison.tolerance);
      const bool worse = measures.beyond > comparison.measures.beyond ||
                         measures.max_scaled > comparison.measures.max_scaled;
      if (!last || worse) comparison.measures = measures;
    }
    comparison.agrees = comparison.measures.beyond == 0;
    judgement_.outputs.push_back(std::move(comparison));
  }

  double default_tolerance(const Argument& argument) const {
    if (judges_residual()) return std::numeric_limits<double>::infinity();
    if (is_whole_dtype(argument.declared.dtype)) return 0;
    return bound_;
  }

  std::int64_t terms() const {
    std::int64_t most = 0;
    for (const auto& [name, rows] : inputs_.sparse) most = std::max(most, longest_row(rows));
    return most;
  }

  /// Of the coarsest type among the arrays.
  double roundoff() const {
    double coarsest = 0;
    for (const Argument& argument : kernel_.list.arguments) {
      if (argument.declared.pointer) {
        coarsest = std::max(coarsest, unit_roundoff(argument.declared.dtype));
      }
    }
    return coarsest;
  }

  /// What differences of an output are measured by, and how that is called.
  std::vector<double> scale_of(const Argument& output, const std::vector<double>& expected,
                               std::string& name) const {
    const std::string& array = output.declared.name;
    if (is_meant("spmv") && array == "y" && has_elements("x", 1) &&
        output.elements == matrix().rows()) {
      const Argument& x = *kernel_.list.find("x");
      name = "|A||x|";
      return magnitudes_of_product(matrix(), numbers_in(x, initial_data(x, kernel_.contents)), 1);
    }
    if (is_meant("spmm") && array == "C" && kernel_.list.find("alpha") != nullptr &&
        kernel_.list.find("beta") != nullptr) {
      const std::int64_t columns = output.elements / std::max<std::int64_t>(matrix().rows(), 1);
      if (has_elements("B", columns) && output.elements == columns * matrix().rows()) {
        name = "|alpha||A||B| + |beta||C|";
        return scale_of_spmm(output, columns);
      }
    }
    name = fmt::format("max |{}|", array);
    double most = 0;
    for (const double value : expected) {
      if (std::isfinite(value)) most = std::max(most, std::abs(value));
    }
    return std::vector<double>(expected.size(), most);
  }

  bool is_meant(std::string_view kernel) const {
    return meaning_ != nullptr && meaning_->name == kernel && inputs_.sparse.size() == 1;
  }

  /// Whether an array can be multiplied by A from the left: as many rows as A has columns.
  bool has_elements(std::string_view array, std::int64_t columns) const {
    const Argument* const found = kernel_.list.find(array);
    return found != nullptr && found->declared.pointer &&
           found->elements == columns * matrix().cols();
  }

  std::vector<double> scale_of_spmm(const Argument& output, std::int64_t columns) const {
    const Argument& b = *kernel_.list.find("B");
    const double alpha = std::abs(scalar("alpha"));
    const double beta = std::abs(scalar("beta"));
    std::vector<double> scale =
        magnitudes_of_product(matrix(), numbers_in(b, initial_data(b, kernel_.contents)), columns);
    const std::vector<double> before = numbers_in(output, initial_data(output, kernel_.contents));
    for (std::size_t i = 0; i < scale.size(); ++i) {
      scale[i] = alpha * scale[i] + (beta == 0 ? 0 : beta * std::abs(before[i]));
    }
    return scale;
  }

  const layouts::Layout& matrix() const { return inputs_.sparse.begin()->second; }

  double scalar(std::string_view name) const {
    const Argument& argument = *kernel_.list.find(name);
    return as_doubles(argument.declared.dtype, argument.scalar.data(), 1).front();
  }

  /// Solvers are, by default, unless their arrays are not those of a system A x = b.
  bool judges_residual() const {
    const Argument* const b = kernel_.list.find("b");
    return is_solver() && !tolerance_ && inputs_.sparse.size() == 1 && has_elements("x", 1) &&
           b != nullptr && b->elements == matrix().rows();
  }

  /// A solver has done what it was asked for if its residual is as small as that, or about as small
  /// as the reference's, or as rounding allows to tell.
  void judge_residual() {
    const Argument& b = *kernel_.list.find("b");
    const std::vector<double> right = numbers_in(b, initial_data(b, kernel_.contents));
    const std::vector<double> theirs = answer_in(reference_, "x", true);
    SolverResiduals residuals;
    residuals.reference = residual_norm(matrix(), theirs, right);
    for (const bool last : {false, true}) {
      const double residual = residual_norm(matrix(), answer_in(kernel_, "x", last), right);
      // A NaN stays, whichever call it is of.
      const bool worse = std::isnan(residual) || residual > residuals.kernel;
      if (worse) residuals.kernel = residual;
    }
    const std::vector<double> magnitudes = magnitudes_of_product(matrix(), theirs, 1);
    const double rounding = bound_ * (norm(magnitudes) + norm(right));
    const double asked = kernel_.list.find("tol") == nullptr ? 0 : scalar("tol") * norm(right);
    residuals.limit = 2 * std::max(asked, residuals.reference) + rounding;
    OutputComparison& comparison = judgement_.outputs.front();
    comparison.agrees = comparison.agrees && residuals.kernel <= residuals.limit;
    judgement_.residuals = residuals;
  }

  const AnsweredCall& kernel_;
  const AnsweredCall& reference_;
  const LogicalInputs& inputs_;
  const ReferenceKernel* meaning_;
  std::optional<double> tolerance_;
  double bound_;  ///< On the difference of two sums, by the number of terms.
  Judgement judgement_;
};

}  // namespace

Judgement judge(const AnsweredCall& kernel, const AnsweredCall& reference,
                const LogicalInputs& inputs, const ReferenceKernel* meaning,
                std::optional<double> tolerance) {
  return Judge(kernel, reference, inputs, meaning, tolerance).judge();
}

}  // namespace coldcore::cli
