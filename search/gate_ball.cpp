// SPDX-License-Identifier: Apache-2.0
#include "gate_ball.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "available_memory.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr int kSampledPoints = 32;

int circular(int digit, int shift, int axis) { return (digit + shift) % axis; }

/// Whether every step that the radius allows costs the same from both digits.
bool same_costs(int a, int b, int axis, const Definition& definition) {
  for (int shift = 1; shift < axis; ++shift) {
    const auto cost_from = [&](int digit) {
      const int cost =
          definition.axis_cost(axis, definition.radius, digit, circular(digit, shift, axis));
      return cost > definition.radius ? -1 : cost;
    };
    if (cost_from(a) != cost_from(b)) return false;
  }
  return true;
}

}  // namespace

Digits digits_of(Candidate word, std::span<const int> axes) {
  Digits digits{};
  for (std::size_t j = 0; j < axes.size(); ++j) {
    digits[j] = static_cast<int>(word % axes[j]);
    word /= axes[j];
  }
  return digits;
}

Candidate boundary_class(Candidate word, const Definition& definition) {
  if (definition.axis_cost == nullptr) return 0;
  Candidate result = 0;
  std::int64_t stride = 1;
  for (const int axis : definition.axes) {
    const int digit = static_cast<int>(word % axis);
    int representative = 0;
    while (!same_costs(representative, digit, axis, definition)) ++representative;
    result += representative * stride;
    stride *= axis;
    word /= axis;
  }
  return result;
}

GateBall::GateBall(const Definition& definition, Candidate centre)
    : definition_(definition), centre_(centre), centre_digits_(digits_of(centre, definition.axes)) {
  std::int64_t stride = 1;
  for (const int axis : definition_.axes) {
    strides_.push_back(stride);
    stride *= axis;
  }
  Digits x = centre_digits_;
  if (!covers(x, x)) {
    throw GateError(GateError::Kind::kDefinition,
                    fmt::format("the family's definition says that word {} does not cover itself",
                                format_word(centre, definition_.axes)));
  }
  add(0, 0, 0);
  extend(0, 1, x);
  list_shifts();
}

/// Finds every covered word that agrees with x up to first_axis and changes something from there
/// on. Only words below a covered one are tried: setting a digit back to the centre's cannot make a
/// step dearer, so with x covered everything above it in the tree is. A family for which this is
/// false can only lose words here, none is ever listed unasked; the recount then errs on the strict
/// side.
void GateBall::extend(std::size_t first_axis, int depth, Digits& x) {
  for (std::size_t axis = first_axis; axis < definition_.axes.size(); ++axis) {
    for (int shift = 1; shift < definition_.axes[axis]; ++shift) {
      x[axis] = circular(centre_digits_[axis], shift, definition_.axes[axis]);
      if (!covers(centre_digits_, x)) continue;
      add(depth, axis, shift);
      extend(axis + 1, depth + 1, x);
    }
    x[axis] = centre_digits_[axis];
  }
}

void GateBall::add(int depth, std::size_t axis, int shift) {
  if (steps_.size() == steps_.capacity()) {
    const std::size_t grown = std::max<std::size_t>(2 * steps_.size(), 1024);
    const auto bytes = static_cast<std::int64_t>(grown * (sizeof(Step) + sizeof(std::int64_t)));
    const std::int64_t available = available_memory();
    if (bytes > available) {
      throw GateError(GateError::Kind::kMemory,
                      fmt::format("the recount's list of the words that one codeword covers needs "
                                  "{} bytes, {} are available",
                                  bytes, available));
    }
    steps_.reserve(grown);
  }
  steps_.push_back({static_cast<std::uint8_t>(depth),
                    static_cast<std::uint8_t>(axis << 4 | static_cast<unsigned>(shift))});
}

void GateBall::list_shifts() {
  std::array<std::int64_t, COLDCORE_MAX_N + 1> at{};
  shifts_.reserve(steps_.size());
  for (const Step step : steps_) {
    const int shift = step.axis_and_shift & 15;
    const std::int64_t above = step.depth == 0 ? 0 : at[step.depth - 1U];
    at[step.depth] = above + shift * strides_[step.axis_and_shift >> 4];
    shifts_.push_back(at[step.depth]);
  }
  std::sort(shifts_.begin(), shifts_.end());
}

/// How far each step on one axis moves the index, from these digits.
GateBall::Offsets GateBall::offsets_from(const Digits& centre) const {
  Offsets offsets{};
  for (std::size_t j = 0; j < definition_.axes.size(); ++j) {
    for (int shift = 0; shift < definition_.axes[j]; ++shift) {
      const int moved = circular(centre[j], shift, definition_.axes[j]) - centre[j];
      offsets[j << 4 | static_cast<unsigned>(shift)] = moved * strides_[j];
    }
  }
  return offsets;
}

void GateBall::mark(Candidate word, std::span<std::uint16_t> counts) const {
  const Offsets offsets = offsets_from(digits_of(word, definition_.axes));
  std::array<std::int64_t, COLDCORE_MAX_N + 2> at;  // at[depth + 1]; at[0] is above the root.
  at[0] = word;
  for (const Step step : steps_) {
    const std::int64_t x = at[step.depth] + offsets[step.axis_and_shift];
    at[step.depth + 1U] = x;
    std::uint16_t& count = counts[static_cast<std::size_t>(x)];
    count = static_cast<std::uint16_t>(count + (count != GateReport::kSaturated));
  }
}

void GateBall::check_translate(Candidate word, std::mt19937_64& random) const {
  const Digits u = digits_of(word, definition_.axes);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  for (int i = 0; i < kSampledPoints; ++i) {
    Digits x = shifted(u, shifts_[below(shifts_.size())]);
    check_point(u, x);  // Inside,
    const std::size_t axis = below(definition_.axes.size());
    const auto size = static_cast<std::size_t>(definition_.axes[axis]);
    x[axis] = static_cast<int>(below(size));
    check_point(u, x);  // at the rim, where a wrong ball is most likely to show,
    for (std::size_t j = 0; j < definition_.axes.size(); ++j) {
      x[j] = static_cast<int>(below(static_cast<std::size_t>(definition_.axes[j])));
    }
    check_point(u, x);  // and anywhere.
  }
}

void GateBall::check_point(const Digits& u, const Digits& x) const {
  if (contains(u, x) == covers(u, x)) return;
  const auto text = [&](const Digits& word) {
    return fmt::format("({})",
                       fmt::join(word.begin(), word.begin() + definition_.axes.size(), ","));
  };
  throw GateError(
      GateError::Kind::kDefinition,
      fmt::format("the family's definition is not the same everywhere: word {} {} {}, but the ball "
                  "found around {} and moved there says the opposite",
                  text(u), covers(u, x) ? "covers" : "does not cover", text(x),
                  text(centre_digits_)));
}

bool GateBall::contains(const Digits& u, const Digits& x) const {
  std::int64_t shift = 0;
  for (std::size_t j = 0; j < definition_.axes.size(); ++j) {
    const int axis = definition_.axes[j];
    shift += circular(x[j], axis - u[j], axis) * strides_[j];
  }
  return std::binary_search(shifts_.begin(), shifts_.end(), shift);
}

bool GateBall::covers(const Digits& u, const Digits& x) const {
  return definition_.covers(static_cast<int>(definition_.axes.size()), definition_.axes.data(),
                            definition_.radius, u.data(), x.data()) == 1;
}

Digits GateBall::shifted(const Digits& u, std::int64_t shift) const {
  Digits x = digits_of(shift, definition_.axes);
  for (std::size_t j = 0; j < definition_.axes.size(); ++j) {
    x[j] = circular(u[j], x[j], definition_.axes[j]);
  }
  return x;
}

}  // namespace coldcore::search
