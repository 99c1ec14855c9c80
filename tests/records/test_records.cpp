// SPDX-License-Identifier: Apache-2.0
//
// Recounts the covers of a folder from the definition: every word of a space is held against the
// codewords until one is near enough, every t-set against the blocks until one contains it. Shares
// no code with the program.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// A word with four bits a digit.
using Word = std::uint64_t;

int distance(Word a, Word b) {
  constexpr Word kOnes = 0x1111111111111111;
  Word differs = a ^ b;
  differs |= differs >> 2;
  differs |= differs >> 1;
  return std::popcount(differs & kOnes);
}

struct Cover {
  int q = 0;
  int n = 0;
  int R = -1;
  std::vector<Word> words;
};

/// Of a file with equal axes, "# axes: 4^6".
Cover read(const std::filesystem::path& path) {
  Cover cover;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::sscanf(line.c_str(), "# axes: %d^%d", &cover.q, &cover.n);
    std::sscanf(line.c_str(), "# R: %d", &cover.R);
    if (line.empty() || line[0] == '#') continue;
    Word word = 0;
    for (std::size_t j = 0; j < line.size(); ++j) word |= Word(line[j] - '0') << (4 * j);
    cover.words.push_back(word);
  }
  return cover;
}

/// The first word that no codeword is near, or -1.
std::int64_t first_uncovered(Cover cover) {
  std::vector<int> digits(static_cast<std::size_t>(cover.n));
  for (std::int64_t number = 0;; ++number) {
    Word word = 0;
    for (std::size_t j = 0; j < digits.size(); ++j) word |= Word(digits[j]) << (4 * j);
    const auto near = std::find_if(cover.words.begin(), cover.words.end(),
                                   [&](Word c) { return distance(c, word) <= cover.R; });
    if (near == cover.words.end()) return number;
    std::size_t j = 0;
    while (j < digits.size() && ++digits[j] == cover.q) digits[j++] = 0;
    if (j == digits.size()) return -1;
  }
}

/// Bit i: point i + 1.
using Points = std::uint64_t;

struct Design {
  int v = 0;
  int k = 0;
  int t = 0;
  std::vector<Points> blocks;
};

/// Of a file with "# design: 13,8,4"; v is 0 for others.
Design read_design(const std::filesystem::path& path) {
  Design design;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::sscanf(line.c_str(), "# design: %d,%d,%d", &design.v, &design.k, &design.t);
    if (line.empty() || line[0] == '#') continue;
    Points block = 0;
    std::istringstream numbers(line);
    for (int point = 0; numbers >> point;) block |= Points{1} << (point - 1);
    design.blocks.push_back(block);
  }
  return design;
}

bool is_cover(const Design& design) {
  for (const Points block : design.blocks) {
    if (std::popcount(block) != design.k || block >> design.v != 0) return false;
  }
  for (Points points = 0; points >> design.v == 0; ++points) {
    if (std::popcount(points) != design.t) continue;
    const auto contains = [=](Points block) { return (points & ~block) == 0; };
    if (std::none_of(design.blocks.begin(), design.blocks.end(), contains)) return false;
  }
  return true;
}

/// 0 for a cover.
int check_design(const Design& design, const std::string& name) {
  if (design.v > 32 || design.t < 1 || design.t > design.k || design.k > design.v) return 3;
  const bool covers = is_cover(design);
  std::printf("%s: %zu blocks of C(%d,%d,%d): %s\n", name.c_str(), design.blocks.size(), design.v,
              design.k, design.t, covers ? "a cover" : "NO COVER");
  return covers ? 0 : 1;
}

/// 0 for a cover.
int check_code(const Cover& cover, const std::string& name) {
  if (cover.q < 2 || cover.q > 10 || cover.n < 1 || cover.n > 16 || cover.R < 0) return 3;
  const bool covers = first_uncovered(cover) < 0;
  std::printf("%s: %zu words of %d^%d, R = %d: %s\n", name.c_str(), cover.words.size(), cover.q,
              cover.n, cover.R, covers ? "a cover" : "NO COVER");
  return covers ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  int covers = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.path().extension() != ".cover") continue;
    ++covers;
    const std::string name = entry.path().filename();
    const Design design = read_design(entry.path());
    const int code =
        design.v > 0 ? check_design(design, name) : check_code(read(entry.path()), name);
    if (code != 0) return code;
  }
  return covers > 0 ? 0 : 4;
}
