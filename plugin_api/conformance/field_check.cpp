// SPDX-License-Identifier: Apache-2.0
#include "field_check.hpp"

#include "case.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::size_t kWorthShrinking = 64;  // Members; each costs a run of the driver.

}  // namespace

bool FieldCheck::words(const Words& words, int out_mode) {
  auto mismatch = words_mismatch(words, out_mode);
  if (!mismatch) return code_ == COLDCORE_PLUGIN_OK;
  Words least = words;
  for (std::size_t i = least.size() <= kWorthShrinking ? least.size() : 0; i-- > 0;) {
    Words fewer = least;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto still = words_mismatch(fewer, out_mode)) {
      mismatch = std::move(still);
      least = std::move(fewer);
    }
  }
  fail("{}, S = {}, out_mode {}: {}", text(shape_), multiset_text(shape_, least), out_mode,
       *mismatch);
}

std::optional<std::string> FieldCheck::words_mismatch(const Words& words, int out_mode) {
  const bool few =
      words.size() <= kWorthShrinking;  // Listing more takes longer than the driver does.
  note("{}_axes, {}, S = {}, out_mode {}", family_.name, text(shape_),
       few ? multiset_text(shape_, words) : fmt::format("{} words", words.size()), out_mode);
  code_ = host_.run_words(words, out_mode);
  return code_ == COLDCORE_PLUGIN_OK ? difference(words, out_mode) : std::nullopt;
}

bool FieldCheck::counts(int low, int high, int mu) {
  note("{}_axes, {}, S = the words with {} <= cnt <= {}, mu {}", family_.name, text(shape_), low,
       high, mu);
  Words set;
  for (std::int64_t x = 0; x < shape_.size(); ++x) {
    if (low <= host_.cnt()[x] && host_.cnt()[x] <= high) set.push_back(x);
  }
  code_ = host_.run_counts(low, high, mu);
  if (code_ != COLDCORE_PLUGIN_OK) return false;
  if (const auto mismatch = difference(set, 1)) {
    fail("{}, mu {}, S = the words with {} <= cnt <= {} = {}: {}", text(shape_), mu, low, high,
         multiset_text(shape_, set), *mismatch);
  }
  return true;
}

std::optional<std::string> FieldCheck::difference(const Words& set, int out_mode) {
  const std::vector<std::int64_t> expected = definition_.field(set);
  for (std::int64_t x = 0; x < shape_.size(); ++x) {
    const std::int64_t found = out_mode == 2 ? host_.cnt()[x] : host_.plane0()[x];
    if (found == expected[x]) continue;
    return fmt::format("the field at {} is {}, should be {}", word_text(shape_, x), found,
                       expected[x]);
  }
  return std::nullopt;
}

}  // namespace coldcore::conformance
