// SPDX-License-Identifier: Apache-2.0
//
// The flat C interface as vectors, for tests: opens a cell, asks for whole fields, closes it.
#pragma once

#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "brute_force.hpp"

namespace contract_test {

using reference::Counts;
using reference::Field;
using reference::Word;
using reference::Words;

inline const coldcore_plugin& family(const std::string& name) {
  const coldcore_plugin* plugin = nullptr;
  REQUIRE(coldcore_plugin_load(name.c_str(), &plugin) == DCT_OK);
  return *plugin;
}

using Table = std::vector<std::uint64_t>;

/// The v1 table of a family, as a host would ask for it.
inline Table support_table(const coldcore_plugin& plugin, const std::vector<int>& axes,
                           int radius) {
  const int n = static_cast<int>(axes.size());
  const long long length = plugin.table(n, axes.data(), radius, nullptr, 0);
  REQUIRE(length > 0);
  Table table(static_cast<std::size_t>(length));
  REQUIRE(plugin.table(n, axes.data(), radius, table.data(), length) == length);
  return table;
}

struct OxTable {
  std::vector<std::uint16_t> mask;
  Table offs;
};

inline OxTable ox_table(const coldcore_plugin& plugin, const std::vector<int>& axes, int radius) {
  const int n = static_cast<int>(axes.size());
  const bool has_ox = plugin.table_ox != nullptr;
  REQUIRE(has_ox);
  const long long length = plugin.table_ox(n, axes.data(), radius, nullptr, nullptr, 0);
  REQUIRE(length > 0);
  OxTable table{std::vector<std::uint16_t>(static_cast<std::size_t>(length)),
                Table(static_cast<std::size_t>(length))};
  REQUIRE(plugin.table_ox(n, axes.data(), radius, table.mask.data(), table.offs.data(), length) ==
          length);
  return table;
}

struct Placement {
  int layers_mode = 0;
  int cnt_mode = 0;
  int use_owner = 1;
};

inline int open_cell(const coldcore_plugin& plugin, const std::vector<int>& axes, int radius,
                     int extract_cap, long long* bytes = nullptr, Placement placement = {}) {
  const Table table = support_table(plugin, axes, radius);
  return dct_init3(plugin.id, static_cast<int>(axes.size()), axes.data(), radius, table.data(),
                   static_cast<long long>(table.size()), extract_cap, bytes, placement.layers_mode,
                   placement.cnt_mode, placement.use_owner);
}

/// "" if the two are equal, else where they first differ.
template <class Vector>
std::string mismatch(const Vector& actual, const Vector& expected) {
  if (actual.size() != expected.size()) {
    return "length " + std::to_string(actual.size()) + ", expected " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] != expected[i]) {
      return "at " + std::to_string(i) + ": " + std::to_string(actual[i]) + ", expected " +
             std::to_string(expected[i]);
    }
  }
  return "";
}

/// The open cell of this process. Every call in here has to succeed.
class Cell {
 public:
  Cell(const std::string& name, const std::vector<int>& axes, int radius, Placement placement = {},
       int extract_cap = 0)
      : space_(axes), plugin_(family(name)), radius_(radius) {
    const int cap = extract_cap > 0 ? extract_cap : static_cast<int>(space_.size());
    REQUIRE(open_cell(plugin_, axes, radius, cap, &bytes_, placement) == DCT_OK);
  }
  ~Cell() { dct_free(); }
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  const reference::Space& space() const { return space_; }
  const coldcore_plugin& plugin() const { return plugin_; }
  long long bytes() const { return bytes_; }

  void set_pending(const Words& words) const {
    REQUIRE(dct_set_code(words.data(), static_cast<int>(words.size())) == DCT_OK);
  }
  void represent(const Words& words) const {
    set_pending(words);
    transform(0, 2);
  }
  void transform(int init_mode, int out_mode) const {
    REQUIRE(dct_transform(init_mode, out_mode) == DCT_OK);
  }
  void update(const Words& words, int sign) const {
    REQUIRE(dct_ball_update(words.data(), static_cast<int>(words.size()), sign) == DCT_OK);
  }

  Counts counts() const { return counts(0, space_.size()); }
  Counts counts(Word offset, Word length) const {
    Counts result(static_cast<std::size_t>(length), 0xABCD);
    REQUIRE(dct_read_cnt(offset, length, result.data()) == DCT_OK);
    return result;
  }

  Field map() const { return map_at(all_words()); }
  Field map_at(const Words& words) const {
    Field result(words.size(), -77);
    REQUIRE(dct_map_read_at(words.data(), static_cast<int>(words.size()), result.data()) == DCT_OK);
    return result;
  }
  Field field(int init_mode) const {
    transform(init_mode, 1);
    return map();
  }

  Field gather(const Words& words, int target) const {
    Field result(words.size(), -77);
    REQUIRE(dct_ball_gather(words.data(), static_cast<int>(words.size()), target, result.data()) ==
            DCT_OK);
    return result;
  }
  Field gather_role(const Words& words, int role) const {
    Field result(words.size(), -77);
    REQUIRE(dct_ball_gather_mu(words.data(), static_cast<int>(words.size()), role, result.data()) ==
            DCT_OK);
    return result;
  }
  Field owner_loss(const Words& words) const {
    Field result(words.size(), -77);
    REQUIRE(dct_loss_owner(words.data(), static_cast<int>(words.size()), result.data()) == DCT_OK);
    return result;
  }

  void use_ox() const {
    const OxTable table = ox_table(plugin_, space_.axes(), radius_);
    REQUIRE(dct_set_tbl2(table.mask.data(), table.offs.data(),
                         static_cast<long long>(table.mask.size())) == DCT_OK);
    REQUIRE(dct_use_fmt(1) == DCT_OK);
  }

  Words all_words() const {
    Words result;
    for (Word w = 0; w < space_.size(); ++w) result.push_back(w);
    return result;
  }

 private:
  reference::Space space_;
  const coldcore_plugin& plugin_;
  int radius_;
  long long bytes_ = 0;
};

}  // namespace contract_test
