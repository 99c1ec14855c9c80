// SPDX-License-Identifier: Apache-2.0
#include "sparse_inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

#include "available_memory.hpp"
#include "matrix_generator.hpp"
#include "matrix_market_reader.hpp"
#include "problem.hpp"
#include "rng.hpp"
#include "sparse_layouts.hpp"

namespace coldcore::cli {
namespace {

using layouts::Layout;
using matrix::CooMatrix;
using search::InputError;

constexpr std::int64_t kDefaultPerRow = 8;

/// "NAME=TEXT" of an option.
std::pair<std::string, std::string> split_pair(const std::string& text, const char* option) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
    throw InputError(
        fmt::format("{} {}: it has to be NAME=..., as in {} A=...", option, text, option));
  }
  return {text.substr(0, sign), text.substr(sign + 1)};
}

NamedTexts named_texts(const std::vector<std::string>& texts, const char* option) {
  NamedTexts named;
  for (const std::string& text : texts) {
    auto [name, value] = split_pair(text, option);
    if (!named.emplace(name, value).second) {
      throw InputError(fmt::format("{} says twice what {} is", option, name));
    }
  }
  return named;
}

std::optional<std::int64_t> whole_number_in(const std::string& text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

std::vector<std::string> texts_of(const manifest::Texts& texts) {
  std::vector<std::string> values;
  for (const manifest::Text& text : texts) values.push_back(text.value);
  return values;
}

/// The kind that `distributions.NAME` has, "" if there is none.
std::string declared_distribution(const manifest::Manifest& spec, const std::string& name) {
  const manifest::Node* node = spec.document.root()->find("distributions");
  if (node != nullptr) node = node->find(name);
  if (node != nullptr) node = node->find("distribution");
  return node == nullptr ? "" : node->text;
}

class InputMaker {
 public:
  InputMaker(const manifest::Manifest& spec, const std::string& configuration,
             const SparseInputOptions& options, const KnownSizes& sizes)
      : spec_(spec),
        configuration_(spec.find_configuration(configuration)),
        options_(options),
        sizes_(sizes),
        files_(named_texts(options.matrices, "--matrix")),
        saved_(named_texts(options.save, "--save")) {
    read_generate_options();
    check_names();
  }

  LogicalInputs make() {
    for (const manifest::SparseArray& array : spec_.sparse_arrays) {
      inputs_.sparse.emplace(array.name.value, layout_of(array));
    }
    for (const auto& [name, file] : files_) {
      if (spec_.find_sparse(name) == nullptr) inputs_.dense.emplace(name, read_dense(file));
    }
    return std::move(inputs_);
  }

 private:
  void read_generate_options() {
    for (const std::string& text : options_.generate) {
      if (text.find('=') != std::string::npos) {
        const auto [name, kind] = split_pair(text, "--generate");
        if (!generated_.emplace(name, kind).second) {
          throw InputError(fmt::format("--generate says twice what {} is", name));
        }
      } else if (std::exchange(generated_otherwise_, text) != "") {
        throw InputError("--generate without a NAME= is there twice");
      }
    }
  }

  void check_names() const {
    for (const auto& [name, file] : files_) {
      if (!manifest::contains(spec_.array_args, name)) complain_about_name("--matrix", name);
    }
    for (const auto* const named : {&generated_, &saved_}) {
      for (const auto& [name, text] : *named) {
        if (spec_.find_sparse(name) != nullptr) continue;
        complain_about_name(named == &saved_ ? "--save" : "--generate", name);
      }
    }
    for (const auto& [name, text] : generated_) {
      if (files_.contains(name)) {
        throw InputError(fmt::format("{} is to be read and to be generated: choose one", name));
      }
    }
  }

  [[noreturn]] void complain_about_name(const char* option, const std::string& name) const {
    throw InputError(fmt::format("{} {}: the arrays of {} are {}", option, name, options_.manifest,
                                 fmt::join(texts_of(spec_.array_args), ", ")));
  }

  Layout layout_of(const manifest::SparseArray& array) {
    const std::string& name = array.name.value;
    Layout rows = rows_of(matrix_of(array), value_dtype(array));
    if (const auto saved = saved_.find(name); saved != saved_.end()) save_rows(saved->second, rows);
    return rows;
  }

  layouts::Dtype value_dtype(const manifest::SparseArray& array) const {
    // A manifest that keeps the rules has both.
    return value_dtype_of(*array.find(configuration_->find(array.name.value)->format.value));
  }

  CooMatrix matrix_of(const manifest::SparseArray& array) const {
    const std::string& name = array.name.value;
    if (const auto file = files_.find(name); file != files_.end()) {
      return matrix::read_matrix_market(file->second);
    }
    const auto kind = generated_.find(name);
    const std::string& text = kind == generated_.end() ? generated_otherwise_ : kind->second;
    if (text.empty()) {
      throw InputError(fmt::format(
          "nothing says what {} is: --matrix {}=FILE or --generate {}=uniform", name, name, name));
    }
    return matrix::generate_matrix(recipe_of(array, text));
  }

  matrix::MatrixRecipe recipe_of(const manifest::SparseArray& array,
                                 const std::string& text) const {
    matrix::MatrixRecipe recipe;
    const std::string declared = declared_distribution(spec_, text);
    const auto kind = matrix::distribution_by_name(declared.empty() ? text : declared);
    if (!kind) {
      throw InputError(
          fmt::format("--generate {}: {} is no distribution that can be made: uniform, "
                      "banded or diagonal",
                      text, declared.empty() ? text : declared));
    }
    recipe.distribution = *kind;
    std::tie(recipe.rows, recipe.cols) = declared_shape(array);
    recipe.seed = seed_for(options_.seed, array.name.value);
    recipe.positive_definite = options_.positive_definite;
    set_bands(recipe);
    set_counts(recipe);
    return recipe;
  }

  std::pair<std::int64_t, std::int64_t> declared_shape(const manifest::SparseArray& array) const {
    Sizes all = sizes_.given;
    all.insert(sizes_.otherwise.begin(), sizes_.otherwise.end());
    const std::vector<std::string> extents = texts_of(array.logical_shape);
    const auto shape = shape_by(extents, all);
    if (shape && shape->size() == 2) return {(*shape)[0], (*shape)[1]};
    for (const auto& [name, text] : sizes_.given_texts) {
      if (std::ranges::count(extents, name) == 0) continue;
      const auto given = sizes_.given.find(name);
      if (given != sizes_.given.end() && given->second >= 0) continue;
      throw InputError(fmt::format("--set {}={}: a size is a whole number from 0 to {}", name, text,
                                   std::numeric_limits<std::int64_t>::max()));
    }
    throw InputError(fmt::format("nothing says how large {} is, [{}]: --set {}=NUMBER",
                                 array.name.value, fmt::join(extents, ", "),
                                 extents.empty() ? "N" : extents[0]));
  }

  void set_bands(matrix::MatrixRecipe& recipe) const {
    if (!options_.bands) return;
    if (recipe.distribution != matrix::Distribution::kBanded) {
      throw InputError("--bands is for --generate banded");
    }
    const std::size_t comma = options_.bands->find(',');
    const auto lower = whole_number_in(options_.bands->substr(0, comma));
    const auto upper =
        comma == std::string::npos ? lower : whole_number_in(options_.bands->substr(comma + 1));
    if (!lower || !upper) {
      throw InputError(fmt::format("--bands {}: it has to be LOWER,UPPER", *options_.bands));
    }
    recipe.lower = *lower;
    recipe.upper = *upper;
  }

  void set_counts(matrix::MatrixRecipe& recipe) const {
    recipe.entries = options_.entries;
    recipe.per_row = options_.per_row;
    if (options_.density) {
      // A share of at most 2^63 places: rounding may pass their number by the last bits.
      const std::int64_t places = matrix::places_of(recipe);
      const double share = std::round(*options_.density * static_cast<double>(places));
      recipe.entries =
          share < static_cast<double>(places) ? static_cast<std::int64_t>(share) : places;
    }
    const bool open = !recipe.entries && !recipe.per_row;
    if (open && recipe.distribution == matrix::Distribution::kUniform) {
      recipe.per_row = std::min(recipe.cols, kDefaultPerRow);
    }
  }

  static LogicalInputs::Dense read_dense(const std::string& file) {
    const CooMatrix coo = matrix::read_matrix_market(file);
    __extension__ using Wide = __int128;
    const Wide elements = Wide{coo.rows} * coo.cols;
    const std::int64_t available = search::available_memory();
    if (elements * 8 > available) {
      throw search::MemoryError(
          fmt::format("{}: {} x {} values take more than the {} bytes of memory "
                      "that are available",
                      file, coo.rows, coo.cols, available));
    }
    LogicalInputs::Dense dense{coo.rows, coo.cols, {}};
    dense.values.resize(static_cast<std::size_t>(elements));
    for (std::size_t i = 0; i < coo.value.size(); ++i) {
      dense.values[static_cast<std::size_t>(coo.row[i] * coo.cols + coo.col[i])] += coo.value[i];
    }
    return dense;
  }

  const manifest::Manifest& spec_;
  const manifest::Configuration* configuration_;  ///< nullptr where there are no sparse arrays.
  const SparseInputOptions& options_;
  const KnownSizes& sizes_;
  NamedTexts files_;
  NamedTexts saved_;
  NamedTexts generated_;
  std::string generated_otherwise_;
  LogicalInputs inputs_;
};

}  // namespace

std::uint64_t seed_for(std::uint64_t seed, std::string_view name) {
  for (const char c : name) seed = search::mix64(seed ^ static_cast<unsigned char>(c));
  return seed;
}

KnownSizes known_sizes(const manifest::Manifest& spec, const SparseInputOptions& options) {
  KnownSizes known;
  known.given_texts = named_texts(options.values, "--set");
  for (const auto& [name, text] : known.given_texts) {
    if (const auto value = whole_number_in(text)) known.given[name] = *value;
  }
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    const auto value = whole_number_in(spec.parameter_values[i].value);
    if (value) known.otherwise[spec.parameters[i].value] = *value;
  }
  return known;
}

LogicalInputs logical_inputs(const manifest::Manifest& spec, const std::string& configuration,
                             const SparseInputOptions& options, const KnownSizes& sizes) {
  return InputMaker(spec, configuration, options, sizes).make();
}

}  // namespace coldcore::cli
