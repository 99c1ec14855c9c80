// SPDX-License-Identifier: Apache-2.0
//
// The driver's fields against brute force from the definition.
#include <algorithm>

#include "cases.hpp"
#include "field_check.hpp"
#include "multisets.hpp"

namespace coldcore::conformance {
namespace {

/// check(field_check, shape, random) returns whether the driver answered; one answer at least is
/// needed.
template <class Check>
void each_shape(const Subject& subject, std::size_t step, Check&& check) {
  const Family& family = subject.family();
  std::mt19937_64 random = subject.random();
  bool answered = false;
  const std::vector<Shape> shapes = small_shapes(family);
  for (std::size_t i = 0; i < shapes.size(); i += step) {
    FieldCheck field_check(family, shapes[i]);
    if (check(field_check, shapes[i], random)) answered = true;
  }
  if (!answered) skip("{}_axes answers for no shape of at most 64 words", family.name);
}

template <int kOutMode>
std::string from_words(const Subject& subject) {
  each_shape(subject, 1, [](FieldCheck& check, const Shape& shape, std::mt19937_64& random) {
    return std::ranges::all_of(multisets(shape, random),
                               [&](const Words& words) { return check.words(words, kOutMode); });
  });
  return "";
}

std::string full(const Subject& subject) {
  constexpr std::size_t kStep = 101;  // 65,535 words cost more than the rest of a small cell.
  each_shape(subject, kStep, [](FieldCheck& check, const Shape& shape, std::mt19937_64& random) {
    return std::ranges::all_of(full_multisets(shape, random), [&](const Words& words) {
      return check.words(words, 1) && check.words(words, 2);
    });
  });
  return "";
}

/// Every way to set cnt that matters at this mu: one deficient word, all, none, and at random.
std::vector<std::vector<std::uint16_t>> count_fields(const Shape& shape, int mu,
                                                     std::mt19937_64& random) {
  const auto words = static_cast<std::size_t>(shape.size());
  const auto enough = static_cast<std::uint16_t>(mu + 1);
  std::vector<std::vector<std::uint16_t>> fields;
  for (const Words& set : multisets(shape, random)) {
    std::vector<std::uint16_t> field(words, enough);
    for (const std::int64_t word : set)
      field[word] = static_cast<std::uint16_t>(random() % (mu + 1));
    fields.push_back(std::move(field));
  }
  fields.emplace_back(words, static_cast<std::uint16_t>(65535));
  return fields;
}

std::string gain_and_loss(const Subject& subject) {
  constexpr int kMaxMu = 3;
  constexpr std::size_t kStep = 3;  // axes-coverage-sum has tried every shape.
  each_shape(subject, kStep, [](FieldCheck& check, const Shape& shape, std::mt19937_64& random) {
    bool answered = true;
    for (int mu = 1; mu <= kMaxMu; ++mu) {
      for (const auto& field : count_fields(shape, mu, random)) {
        std::ranges::copy(field, check.host().cnt().begin());
        answered = check.counts(0, mu - 1, mu) && check.counts(1, mu, mu) && answered;
      }
    }
    return answered;
  });
  return "";
}

}  // namespace

std::vector<Case> axes_field_cases() {
  return {
      {"axes-coverage-sum",
       "axes",
       "out_mode 1 counts the members of a multiset that cover each word",
       {"axes-stays-inside", "covers-itself", "covers-symmetric"},
       from_words<1>},
      {"axes-recount",
       "axes",
       "out_mode 2 writes the same to cnt",
       {"axes-coverage-sum"},
       from_words<2>},
      {"axes-full-multiset",
       "axes",
       "65,535 words are counted exactly, all the same ones too",
       {"axes-recount"},
       full},
      {"axes-gain-and-loss",
       "axes",
       "From counts, gain and loss fields at mu 1 to 3",
       {"axes-coverage-sum", "axes-leaves-cnt"},
       gain_and_loss},
  };
}

}  // namespace coldcore::conformance
