// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "cases.hpp"
#include "note.hpp"
#include "shape.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::int64_t kMaxWords = std::int64_t{1} << 40;  // What hosts ask about at most.
constexpr int kNoLayers = -12345;
constexpr int kLeastCode = -99;

// Where limits may lie: every small vector, every number of equal axes, mixtures.
std::vector<Axes> axes_to_ask_about(std::uint64_t seed) {
  std::vector<Axes> list = small_axes();
  for (int q = 2; q <= COLDCORE_MAX_AXIS; ++q) {
    for (Axes ax{q}; ax.size() <= COLDCORE_MAX_N && word_count(ax) <= kMaxWords; ax.push_back(q)) {
      if (word_count(ax) > word_count(small_axes().back())) list.push_back(ax);
    }
  }
  for (const Axes& ax : wide_axes(seed)) list.push_back(ax);
  std::ranges::stable_sort(list, {}, word_count);
  return list;
}

int ask(const Family& family, const Axes& ax, int R, int& nlayers) {
  note("{}_validate, {}", family.name, text(ax, R));
  return family.validate(static_cast<int>(ax.size()), ax.data(), R, &nlayers);
}

/// visit(axes, R, code, nlayers) for every shape and radius, nlayers being kNoLayers if it was not
/// set.
template <class Visit>
void ask_about_all(const Subject& subject, Visit&& visit) {
  for (const Axes& ax : axes_to_ask_about(subject.seed())) {
    for (const int R : radii_to_ask_about(ax)) {
      int nlayers = kNoLayers;
      const int code = ask(subject.family(), ax, R, nlayers);
      visit(ax, R, code, nlayers);
    }
  }
}

/// What was accepted, for people.
class Extent {
 public:
  void add(const Axes& ax, int R) {
    const auto [low, high] = std::ranges::minmax(ax);
    add_to(n_, static_cast<int>(ax.size()));
    add_to(axis_, low);
    add_to(axis_, high);
    add_to(radius_, R);
  }
  bool empty() const { return n_.low > n_.high; }
  std::string text() const {
    const bool may_go_on = radius_.high >= kMaxDenseRadius && radius_.high < kNoLimit;
    return fmt::format("n {}, axes {}, R {}{}", range_text(n_), range_text(axis_),
                       range_text(radius_), may_go_on ? " at least" : "");
  }

 private:
  static constexpr int kNoLimit = std::numeric_limits<int>::max();
  struct Range {
    int low = kNoLimit;
    int high = -1;
  };
  static void add_to(Range& range, int value) {
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  static std::string range_text(const Range& range) {
    if (range.low == range.high) return std::to_string(range.low);
    return fmt::format("{}..{}", range.low, range.high);
  }
  Range n_, axis_, radius_;
};

bool is_code(int answer) { return answer <= 0 && answer >= kLeastCode; }

std::string no_code_text(const Family& family, int answer, const Axes& ax, int R) {
  return fmt::format("{}_validate returned {} for {}; it must be 0 (taken) or a code from -1 to {}",
                     family.name, answer, text(ax, R), kLeastCode);
}

// The family's own words stand beside what was found: only a reader can compare them.
std::string accepts_something(const Subject& subject) {
  const Family& family = subject.family();
  Extent extent;
  std::string no_code;
  ask_about_all(subject, [&](const Axes& ax, int R, int code, int) {
    if (code == COLDCORE_PLUGIN_OK) extent.add(ax, R);
    if (!is_code(code) && no_code.empty()) no_code = no_code_text(family, code, ax, R);
  });
  const std::string because = no_code.empty() ? "" : ": " + no_code;
  if (extent.empty()) fail("no shape with axes 2..16 and R >= 0 is accepted{}", because);
  return fmt::format("accepts some of: {}; {}_info says: {}", extent.text(), family.name,
                     family.info->limits == nullptr ? "" : family.info->limits);
}

std::string codes(const Subject& subject) {
  ask_about_all(subject, [&](const Axes& ax, int R, int code, int) {
    if (!is_code(code)) fail("{}", no_code_text(subject.family(), code, ax, R));
  });
  return "";
}

std::string layers(const Subject& subject) {
  ask_about_all(subject, [&](const Axes& ax, int R, int code, int nlayers) {
    if (code != COLDCORE_PLUGIN_OK && nlayers != kNoLayers) {
      fail("{} was refused with {}, but *nlayers was set to {}", text(ax, R), code, nlayers);
    }
    if (code != COLDCORE_PLUGIN_OK) return;
    if (nlayers == kNoLayers) fail("{} was accepted, but *nlayers was not set", text(ax, R));
    if (nlayers < 1 || nlayers > COLDCORE_MAX_LAYERS) {
      fail("{} asks for {} planes; 1..{} is allowed", text(ax, R), nlayers, COLDCORE_MAX_LAYERS);
    }
  });
  return "";
}

std::string same_answer_twice(const Subject& subject) {
  std::vector<int> answers;
  const auto record = [&](const Axes&, int, int code, int nlayers) {
    answers.insert(answers.end(), {code, nlayers});
  };
  ask_about_all(subject, record);
  std::size_t next = 0;
  ask_about_all(subject, [&](const Axes& ax, int R, int code, int nlayers) {
    if (answers[next] != code || answers[next + 1] != nlayers) {
      fail("{}: first {} with {} planes, later {} with {}", text(ax, R), answers[next],
           answers[next + 1], code, nlayers);
    }
    next += 2;
  });
  return "";
}

void must_refuse(const Family& family, int n, const Axes& ax, int R, int expected,
                 const char* what) {
  note("{}_validate with {}, R={}", family.name, what, R);
  int nlayers = kNoLayers;
  const int code = family.validate(n, ax.data(), R, &nlayers);
  if (code != expected) {
    fail("{} should be refused with {} ({}), the answer was {}", text(ax, R), expected, what, code);
  }
}

/// The smallest shape, and the smallest with several axes: a wrong one may be any of them.
std::vector<Shape> shapes_to_spoil(const Family& family) {
  const std::vector<Shape> small = small_shapes(family);
  std::vector<Shape> shapes{small.front()};
  const auto several = std::ranges::find_if(small, [](const Shape& s) { return s.n() > 1; });
  if (several != small.end() && several != small.begin()) shapes.push_back(*several);
  return shapes;
}

void must_refuse_axes(const Family& family, const Shape& shape) {
  constexpr int kMost = std::numeric_limits<int>::max();
  for (const int q : {1, 0, -1, COLDCORE_MAX_AXIS + 1, 1000, kMost, -kMost - 1}) {
    for (std::size_t j = 0; j < shape.ax.size(); ++j) {
      Axes ax = shape.ax;
      ax[j] = q;
      must_refuse(family, shape.n(), ax, shape.R, COLDCORE_PLUGIN_E_AXIS, "an axis outside 2..16");
    }
  }
}

std::string refuses_impossible(const Subject& subject) {
  const Family& family = subject.family();
  for (const Shape& shape : shapes_to_spoil(family)) {
    for (const int n : {0, -1, COLDCORE_MAX_N + 1}) {
      const Axes many(COLDCORE_MAX_N + 1, shape.ax[0]);
      must_refuse(family, n, many, shape.R, COLDCORE_PLUGIN_E_N, "n outside 1..16");
    }
    must_refuse_axes(family, shape);
    for (const int R : {-1, std::numeric_limits<int>::min()}) {
      must_refuse(family, shape.n(), shape.ax, R, COLDCORE_PLUGIN_E_RADIUS, "a negative R");
    }
  }
  return "";
}

}  // namespace

std::vector<Case> validate_cases() {
  return {
      {"validate-accepts-something",
       "validate",
       "NAME_validate answers for all shapes, yes for some",
       {"info-agrees-with-marker"},
       accepts_something},
      {"validate-codes",
       "validate",
       "NAME_validate returns 0 or a code from -1 to -99",
       {"validate-accepts-something"},
       codes},
      {"validate-layers",
       "validate",
       "NAME_validate asks for 1..64 planes, and leaves *nlayers alone when it refuses",
       {"validate-accepts-something"},
       layers},
      {"validate-repeatable",
       "validate",
       "NAME_validate answers the same when asked again",
       {"validate-accepts-something"},
       same_answer_twice},
      {"validate-refuses-impossible",
       "validate",
       "NAME_validate refuses n, axes and R that no family can take, by the code for each",
       {"validate-codes"},
       refuses_impossible},
  };
}

}  // namespace coldcore::conformance
