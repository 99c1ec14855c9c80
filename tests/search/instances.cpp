// SPDX-License-Identifier: Apache-2.0
#include "instances.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>

namespace instances {

using coldcore::search::Index;
using coldcore::search::Lists;
using coldcore::search::SetSystem;

namespace {

/// The system in which candidate c covers the rows that name c.
SetSystem system_of(const std::vector<std::vector<int>>& rows, int candidates) {
  SetSystem system;
  system.point_count = static_cast<std::int64_t>(rows.size());
  for (int c = 0; c < candidates; ++c) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (std::ranges::find(rows[row], c) == rows[row].end()) continue;
      system.points.entries.push_back(static_cast<Index>(row));
    }
    system.points.offsets.push_back(static_cast<std::int64_t>(system.points.entries.size()));
  }
  return system;
}

/// Bose's construction on three copies of the integers modulo the odd number n; point x of copy r
/// is x + n * r. For n = 5 it is the one system on 15 points in which no six points have four
/// triples.
std::vector<Triple> bose_triples(int n) {
  std::vector<Triple> triples;
  for (int x = 0; x < n; ++x) triples.push_back({x, x + n, x + 2 * n});
  for (int r = 0; r < 3; ++r) {
    for (int x = 0; x < n; ++x) {
      for (int y = x + 1; y < n; ++y) {
        const int middle = (x + y) * (n + 1) / 2 % n;
        triples.push_back({x + n * r, y + n * r, middle + n * ((r + 1) % 3)});
      }
    }
  }
  return triples;
}

/// Point p of copy r is p + n * r.
std::vector<Triple> tripled(const std::vector<Triple>& triples, int n) {
  std::vector<Triple> result;
  for (int i = 0; i < n; ++i) result.push_back({i, i + n, i + 2 * n});
  for (const auto& [a, b, c] : triples) {
    for (int r = 0; r < 3; ++r) result.push_back({a + n * r, b + n * r, c + n * r});
    Triple copies = {0, 1, 2};
    do {
      result.push_back({a + n * copies[0], b + n * copies[1], c + n * copies[2]});
    } while (std::ranges::next_permutation(copies).found);
  }
  return result;
}

}  // namespace

SetSystem cube_cycles(int n) {
  std::map<std::pair<int, int>, int> edges;  // From a vertex without the bit.
  for (int vertex = 0; vertex < 1 << n; ++vertex) {
    for (int bit = 1; bit < 1 << n; bit *= 2) {
      if ((vertex & bit) == 0)
        edges.emplace(std::pair(vertex, bit), static_cast<int>(edges.size()));
    }
  }
  std::vector<std::vector<int>> cycles;
  for (int vertex = 0; vertex < 1 << n; ++vertex) {
    for (int a = 1; a < 1 << n; a *= 2) {
      for (int b = 2 * a; b < 1 << n; b *= 2) {
        if ((vertex & (a | b)) != 0) continue;
        cycles.push_back({edges.at({vertex, a}), edges.at({vertex, b}), edges.at({vertex | b, a}),
                          edges.at({vertex | a, b})});
      }
    }
  }
  return system_of(cycles, static_cast<int>(edges.size()));
}

SetSystem two_colourings(int n) {
  std::vector<int> fours;
  for (int subset = 0; subset < 1 << n; ++subset) {
    if (__builtin_popcount(static_cast<unsigned>(subset)) == 4) fours.push_back(subset);
  }
  std::vector<std::vector<int>> rows;
  for (int part = 1; part < 1 << (n - 1); ++part) {  // The other part has the last point.
    rows.emplace_back();
    for (std::size_t c = 0; c < fours.size(); ++c) {
      const int inside = fours[c] & part;
      if (inside == 0 || inside == fours[c]) rows.back().push_back(static_cast<int>(c));
    }
  }
  return system_of(rows, static_cast<int>(fours.size()));
}

std::vector<Triple> steiner_triples(int n) {
  if (n == 9 || n == 15) return bose_triples(n / 3);
  if (n < 9 || n % 3 != 0) throw std::invalid_argument("n is 9, 15 or three times such a number");
  return tripled(steiner_triples(n / 3), n / 3);
}

SetSystem steiner(int n) {
  std::vector<std::vector<int>> rows;
  for (const auto& [a, b, c] : steiner_triples(n)) rows.push_back({a, b, c});
  return system_of(rows, n);
}

}  // namespace instances
