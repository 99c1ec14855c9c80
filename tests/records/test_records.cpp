// SPDX-License-Identifier: Apache-2.0
//
// Recounts the hamming covers of a folder from the definition: every word of the space is held
// against the codewords until one is near enough. Shares no code with the program.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
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

/// Of a file with equal axes, "# axes: 4^6"; anything else is left as it was.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  int covers = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.path().extension() != ".cover") continue;
    ++covers;
    const Cover cover = read(entry.path());
    if (cover.q < 2 || cover.q > 10 || cover.n < 1 || cover.n > 16 || cover.R < 0) return 3;
    const std::int64_t uncovered = first_uncovered(cover);
    std::printf("%s: %zu words of %d^%d, R = %d: %s\n", entry.path().filename().c_str(),
                cover.words.size(), cover.q, cover.n, cover.R,
                uncovered < 0 ? "a cover" : "NO COVER");
    if (uncovered >= 0) return 1;
  }
  return covers > 0 ? 0 : 4;
}
