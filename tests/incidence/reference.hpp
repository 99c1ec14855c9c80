// SPDX-License-Identifier: Apache-2.0
//
// Incidence problems as the definitions say: what is missing is recomputed with and without a
// candidate, in 64 bits. Shares no code with the module.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace incidence_reference {

using Field = std::vector<std::int64_t>;
using Multiset = std::vector<long long>;

struct Entry {
  std::int32_t point;
  std::int32_t weight;
};
using Row = std::vector<Entry>;

struct System {
  std::int64_t points = 1;
  std::vector<Row> rows;
  std::vector<std::int32_t> point_weights;  ///< One for each point.

  long long candidates() const { return static_cast<long long>(rows.size()); }
};

inline Field counts(const System& system, const Multiset& chosen) {
  Field cnt(static_cast<std::size_t>(system.points), 0);
  for (const long long c : chosen) {
    for (const Entry& e : system.rows[c]) cnt[e.point] += e.weight;
  }
  return cnt;
}

inline std::int64_t deficiency(const System& system, const Field& cnt, std::int64_t mu) {
  std::int64_t missing = 0;
  for (std::size_t u = 0; u < cnt.size(); ++u) {
    missing += system.point_weights[u] * std::max<std::int64_t>(0, mu - cnt[u]);
  }
  return missing;
}

inline std::int64_t gain(const System& system, const Field& cnt, std::int64_t mu, long long c) {
  Field with = cnt;
  for (const Entry& e : system.rows[c]) with[e.point] += e.weight;
  return deficiency(system, cnt, mu) - deficiency(system, with, mu);
}

inline std::int64_t loss(const System& system, const Field& cnt, std::int64_t mu, long long c) {
  Field without = cnt;
  for (const Entry& e : system.rows[c]) {
    without[e.point] = std::max<std::int64_t>(0, without[e.point] - e.weight);
  }
  return deficiency(system, without, mu) - deficiency(system, cnt, mu);
}

inline std::int64_t literal(const System& system, const Field& cnt, int role, long long c) {
  return std::count_if(system.rows[c].begin(), system.rows[c].end(),
                       [&](const Entry& e) { return cnt[e.point] == role; });
}

inline std::int64_t field_at(const System& system, const Field& cnt, std::int64_t mu, int role,
                             long long c) {
  if (role == 0) return gain(system, cnt, mu, c);
  if (role == 1) return loss(system, cnt, mu, c);
  return literal(system, cnt, role, c);
}

inline Field field(const System& system, const Field& cnt, std::int64_t mu, int role) {
  Field map;
  for (long long c = 0; c < system.candidates(); ++c) {
    map.push_back(field_at(system, cnt, mu, role, c));
  }
  return map;
}

}  // namespace incidence_reference
