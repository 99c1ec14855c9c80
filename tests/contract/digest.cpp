// SPDX-License-Identifier: Apache-2.0
//
// Prints a digest of everything that a few cells answer. It must not depend on the number of
// threads, the instruction set or the placement.
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "shapes.hpp"

using namespace contract_test;

namespace {

/// FNV-1a over the bytes of numbers.
class Digest {
 public:
  template <class Number>
  void add(Number number) {
    for (std::size_t byte = 0; byte < sizeof number; ++byte) {
      state_ ^= static_cast<std::uint64_t>(number) >> (8 * byte) & 0xFF;
      state_ *= 0x100000001B3ULL;
    }
  }
  template <class Number>
  void add(const std::vector<Number>& numbers) {
    for (const Number number : numbers) add(number);
  }
  unsigned long long value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

void require(bool good) {
  if (good) return;
  std::fprintf(stderr, "digest: %s\n", coldcore_last_error());
  std::exit(1);
}

void add_map(Digest& digest, int init_mode, int size) {
  require(dct_transform(init_mode, 1) == DCT_OK);
  const auto room = static_cast<std::size_t>(size);
  std::vector<std::int64_t> idx(room);
  std::vector<std::int32_t> val(room);
  std::int32_t largest = 0;
  require(dct_map_max(&largest) == DCT_OK);
  digest.add(largest);
  std::vector<std::int32_t> bins(16);
  require(dct_map_hist(16, largest > 0 ? largest : 1, bins.data()) == DCT_OK);
  digest.add(bins);
  digest.add(dct_map_extract64(1, idx.data(), val.data(), size / 3));
  digest.add(idx);
  digest.add(val);
}

void add_cnt(Digest& digest, int size) {
  std::vector<std::uint16_t> cnt(static_cast<std::size_t>(size));
  require(dct_read_cnt(0, size, cnt.data()) == DCT_OK);
  digest.add(cnt);
  digest.add(dct_count_deficit());
  digest.add(dct_count_eq(1));
}

void add_cell(Digest& digest, const Axes& axes, int radius) {
  const coldcore_plugin* plugin = nullptr;
  require(coldcore_plugin_load("hamming", &plugin) == DCT_OK);
  const int n = static_cast<int>(axes.size());
  const long long length = plugin->table(n, axes.data(), radius, nullptr, 0);
  std::vector<std::uint64_t> table(static_cast<std::size_t>(length));
  plugin->table(n, axes.data(), radius, table.data(), length);
  const int size = static_cast<int>(reference::Space(axes).size());
  require(dct_init3(plugin->id, n, axes.data(), radius, table.data(), length, size, nullptr, 0, 0,
                    1) == DCT_OK);

  Random random(53);
  const reference::Words code = random_multiset(random, size, 300);
  const int words = static_cast<int>(code.size());
  std::vector<std::int32_t> out(code.size());
  require(dct_set_code(code.data(), words) == DCT_OK);
  require(dct_transform(0, 2) == DCT_OK);
  require(dct_set_mu(2) == DCT_OK);
  add_cnt(digest, size);
  for (int init_mode = 0; init_mode <= 2; ++init_mode) add_map(digest, init_mode, size);
  require(dct_ball_update(code.data(), words / 2, -1) == DCT_OK);
  add_cnt(digest, size);
  for (const int target : {0, 1, 2}) {
    require(dct_ball_gather(code.data(), words, target, out.data()) == DCT_OK);
    digest.add(out);
  }
  require(dct_loss_owner(code.data(), words / 3, out.data()) == DCT_OK);
  digest.add(out);
  add_cnt(digest, size);
  require(dct_free() == DCT_OK);
}

}  // namespace

int main() {
  Digest digest;
  add_cell(digest, {3, 3, 3}, 1);
  add_cell(digest, Axes(13, 2), 2);
  add_cell(digest, Axes(9, 3), 3);
  add_cell(digest, {10, 7, 4, 9, 5}, 2);
  std::printf("%llx\n", digest.value());
  return 0;
}
