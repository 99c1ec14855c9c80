// SPDX-License-Identifier: Apache-2.0
//
// The driver's fields must not depend on how it is called.
#include <algorithm>

#include "cases.hpp"
#include "host.hpp"
#include "multisets.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::size_t kSmallStep = 61;     // One small shape in so many.
constexpr std::int64_t kMostWords = 8192;  // Of a wide one: enough to be split among workers.
constexpr std::size_t kWideShapes = 12;

std::vector<Shape> shapes_to_compare(const Subject& subject) {
  const std::vector<Shape> small = small_shapes(subject.family());
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < small.size(); i += kSmallStep) shapes.push_back(small[i]);
  std::vector<Shape> wide = accepted(subject.family(), wide_axes(subject.seed()));
  std::erase_if(wide, [](const Shape& shape) { return shape.size() > kMostWords; });
  std::mt19937_64 random = subject.random();
  std::ranges::sample(wide, std::back_inserter(shapes), kWideShapes, random);
  return shapes;
}

/// What the driver made of a multiset: its codes and both fields.
struct Answer {
  int codes[2];
  std::vector<std::int32_t> field;
  std::vector<std::uint16_t> counts;
};

Answer answer(const Family& family, const Shape& shape, const Words& words, const Manner& manner) {
  Host host(family, shape, manner);
  note("{}_axes, {}, {}", family.name, text(shape), text(manner));
  Answer answer;
  answer.codes[0] = host.run_words(words, 1);
  answer.field.assign(host.plane0().begin(), host.plane0().end());
  answer.codes[1] = host.run_words(words, 2);
  answer.counts.assign(host.cnt().begin(), host.cnt().end());
  return answer;
}

void compare(const Shape& shape, const Words& words, const Manner& manner, const Answer& expected,
             const Answer& found) {
  const std::string where =
      fmt::format("{}, S = {}, {}", text(shape), multiset_text(shape, words), text(manner));
  for (const int mode : {0, 1}) {
    if (expected.codes[mode] == found.codes[mode]) continue;
    fail("{}: out_mode {} returns {}, with one worker {}", where, mode + 1, found.codes[mode],
         expected.codes[mode]);
  }
  if (expected.codes[0] != COLDCORE_PLUGIN_OK || expected.codes[1] != COLDCORE_PLUGIN_OK) return;
  for (std::int64_t x = 0; x < shape.size(); ++x) {
    if (expected.field[x] != found.field[x]) {
      fail("{}: planes[0] at {} is {}, otherwise {}", where, word_text(shape, x), found.field[x],
           expected.field[x]);
    }
    if (expected.counts[x] != found.counts[x]) {
      fail("{}: cnt at {} is {}, otherwise {}", where, word_text(shape, x), found.counts[x],
           expected.counts[x]);
    }
  }
}

void compare_manners(const Subject& subject, const Manner& usual,
                     const std::vector<Manner>& others) {
  const Family& family = subject.family();
  std::mt19937_64 random = subject.random();
  for (const Shape& shape : shapes_to_compare(subject)) {
    const Words words = random_words(shape, 40, random);
    const Answer expected = answer(family, shape, words, usual);
    for (const Manner& manner : others) {
      compare(shape, words, manner, expected, answer(family, shape, words, manner));
    }
  }
}

std::string repeatable(const Subject& subject) {
  compare_manners(subject, {}, {Manner{}, Manner{}});
  return "";
}

std::string threads(const Subject& subject) {
  std::vector<Manner> manners;
  for (const int workers : {1, 2, 3, 5}) manners.push_back({.threads = workers});
  for (const int hint : {1, 2, 7}) manners.push_back({.threads = 3, .threads_hint = hint});
  for (const int hint : {1, 64, 100000}) manners.push_back({.threads = 2, .blocks_hint = hint});
  compare_manners(subject, {}, manners);
  return "1, 2, 3 and 5 workers";
}

std::string instruction_sets(const Subject& subject) {
  if (best_isa() == COLDCORE_ISA_PORTABLE) skip("this CPU has none beyond the portable one");
  std::vector<Manner> manners;
  for (int isa = COLDCORE_ISA_PORTABLE + 1; isa <= best_isa(); ++isa)
    manners.push_back({.isa = isa});
  compare_manners(subject, {.isa = COLDCORE_ISA_PORTABLE}, manners);
  return best_isa() == COLDCORE_ISA_AVX512 ? "portable, avx2, avx512" : "portable, avx2";
}

std::string cuda(const Subject& subject) {
  const std::string name = subject.marker()->name + "_axes_cuda";
  if (subject.file().find(name) == nullptr) skip("{} is not exported", name);
  skip("this kit was built without CUDA");
}

}  // namespace

std::vector<Case> axes_manner_cases() {
  return {
      {"axes-repeatable",
       "axes",
       "The same call gives the same field, whatever the scratch planes held",
       {"axes-stays-inside"},
       repeatable},
      {"axes-threads",
       "axes",
       "The fields do not depend on workers nor on the hints",
       {"axes-repeatable"},
       threads},
      {"axes-instruction-sets",
       "axes",
       "The fields do not depend on the instruction set allowed",
       {"axes-repeatable"},
       instruction_sets},
      {"axes-cuda",
       "axes",
       "The device driver gives the fields of the CPU driver",
       {"axes-coverage-sum"},
       cuda},
  };
}

}  // namespace coldcore::conformance
