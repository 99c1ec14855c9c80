// SPDX-License-Identifier: Apache-2.0
//
// The calls that change a cell.
#include "cell.hpp"

#include <coldcore/dct.h>

#include <algorithm>
#include <utility>

#include "cpu/fields.hpp"
#include "cpu/reduce.hpp"
#include "error.hpp"
#include "memory_limit.hpp"

namespace coldcore::core {
namespace {

constexpr int kMaxMu = 65535;

enum InitMode { kPendingSet = 0, kDeficientWords = 1, kCriticalWords = 2 };
enum OutMode { kToMap = 1, kToCounts = 2 };

bool is_legal_pair(int init_mode, int out_mode) {
  if (out_mode == kToCounts) return init_mode == kPendingSet;
  return out_mode == kToMap && init_mode >= kPendingSet && init_mode <= kCriticalWords;
}

}  // namespace

void Cell::set_mu(int mu) {
  if (mu < 1 || mu > kMaxMu) {
    fail(DCT_E_ARGUMENT, "mu = {}, but it must be in 1..{}", mu, kMaxMu);
  }
  mu_ = mu;
}

void Cell::check_words(Words words) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] < 0 || words[i] >= ball_.shape.size) {
      fail(DCT_E_INDEX, "index {} at place {} is no word; words are 0..{}", words[i], i,
           ball_.shape.size - 1);
    }
  }
}

void Cell::set_code(Words words) {
  check_words(words);
  check_capacity(static_cast<std::int64_t>(words.size()));
  pending_.emplace(words.begin(), words.end());
}

void Cell::transform(int init_mode, int out_mode) {
  if (!is_legal_pair(init_mode, out_mode)) {
    fail(DCT_E_PAIR, "there is no pair ({}, {}); the pairs are (0,1), (0,2), (1,1) and (2,1)",
         init_mode, out_mode);
  }
  if (init_mode == kPendingSet && !pending_) {
    fail(DCT_E_NO_CODE, "there is no pending multiset; upload one by dct_set_code");
  }
  Multiset represented;  // Built before any field changes, as it may run out of memory.
  if (out_mode == kToCounts) represented.add(std::span<const std::int64_t>(*pending_));

  bind_source(init_mode);
  // Until the driver has come to its end the fields are in between.
  lost_ = true;
  if (out_mode == kToCounts) marks_.set_stale();
  if (plugin_.reads_source == 0) fill_map_from_source();
  run_axes(out_mode);
  lost_ = false;

  map_valid_ = out_mode == kToMap;
  if (out_mode == kToCounts) represented_ = std::move(represented);
}

void Cell::bind_source(int init_mode) {
  view_.mu = mu_;
  if (init_mode == kPendingSet) {
    view_.source_kind = COLDCORE_SOURCE_WORDS;
    view_.words = pending_->data();
    view_.nwords = static_cast<std::int64_t>(pending_->size());
  } else {
    const CountRange range = init_mode == kDeficientWords ? deficient(mu_) : critical(mu_);
    view_.source_kind = COLDCORE_SOURCE_COUNTS;
    view_.source_low = range.low;
    view_.source_high = range.high;
  }
  const int code = plugin_.bind(&view_);
  if (code != COLDCORE_PLUGIN_OK) {
    fail(DCT_E_PLUGIN, "{}: {}_bind failed with code {}", plugin_.path, plugin_.name, code);
  }
}

void Cell::fill_map_from_source() {
  if (view_.source_kind == COLDCORE_SOURCE_WORDS) {
    fill_multiplicities({view_.words, static_cast<std::size_t>(view_.nwords)}, ball_.shape.size,
                        map_);
    return;
  }
  const CountRange range = {static_cast<std::uint16_t>(view_.source_low),
                            static_cast<std::uint16_t>(view_.source_high)};
  fill_indicator(cnt_, ball_.shape.size, range, map_);
}

void Cell::run_axes(int out_mode) {
  const int code = plugin_.axes(out_mode, 0, 0);
  // The pending words may move or go before the next bind.
  view_.source_kind = COLDCORE_SOURCE_NONE;
  view_.words = nullptr;
  view_.nwords = 0;
  if (code != COLDCORE_PLUGIN_OK) {
    fail(DCT_E_PLUGIN, "{}: {}_axes failed with code {}; the cell's fields are lost", plugin_.path,
         plugin_.name, code);
  }
}

void Cell::update(Words words, int delta) {
  if (delta != 1 && delta != -1) {
    fail(DCT_E_SIGN, "delta = {}, but it must be +1 or -1", delta);
  }
  check_words(words);
  if (delta > 0) {
    represented_.add(words);
  } else {
    represented_.remove(words);
  }
  update_balls(ball_, words, delta, cnt_, marks_.for_updates(std::ssize(words)));
}

void Cell::need_owner() const {
  if (owner_pages_.bytes() == 0) {
    fail(DCT_E_NO_OWNER, "the cell was opened without the owner plane (use_owner = 0)");
  }
}

void Cell::loss_owner(Words words, std::int32_t* out) {
  need_owner();
  if (out == nullptr && !words.empty()) fail(DCT_E_NULL, "out is NULL");
  check_words(words);
  Multiset represented;
  represented.add(words);

  marks_.set_stale();
  clear_counts(cnt_, ball_.shape.size);
  represented_ = std::move(represented);
  if (mu_ > 1) {  // One tag cannot name all the words that share a critical one.
    update_balls(ball_, words, 1, cnt_);
    gather_balls(ball_, words, critical(mu_), cnt_, out);
    return;
  }
  std::int32_t* const owner = owner_pages_.as<std::int32_t>();
  place_owned_balls(ball_, words, cnt_, owner);
  std::fill_n(out, words.size(), 0);
  count_owned(cnt_, owner, ball_.shape.size, out);
}

void Cell::set_ox_table(const std::uint16_t* masks, const std::uint64_t* deltas, long long length) {
  if (plugin_.table_ox == nullptr) {
    fail(DCT_E_FORMAT, "{} has no ox format; use the v1 table", plugin_.name);
  }
  if (masks == nullptr || deltas == nullptr) {
    fail(DCT_E_NULL, "{} is NULL", masks == nullptr ? "mask" : "offs");
  }
  check_table_length(ball_.shape, length);
  check_memory(WalkTable::build_bytes(length), "the support table");
  const auto count = static_cast<std::size_t>(length);
  const auto table = SupportTable::from_ox(ball_.shape, {masks, count}, {deltas, count});
  if (WalkTable(ball_.shape, table, ball_.costs_or_null()) != ball_.walks) {
    fail(DCT_E_TABLE, "the ox table does not list the same words as the v1 table of this cell");
  }
  has_ox_table_ = true;
}

// Both formats compile to one and the same table, so there is nothing to switch.
void Cell::use_format(int format) {
  if (format != 0 && format != 1) {
    fail(DCT_E_ARGUMENT, "fmt = {}, but it must be 0 (v1) or 1 (ox)", format);
  }
  if (format == 1 && !has_ox_table_) {
    fail(DCT_E_FORMAT, "there is no ox table; upload one by dct_set_tbl2");
  }
}

}  // namespace coldcore::core
