// SPDX-License-Identifier: Apache-2.0
#include "report_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "messages.hpp"

namespace coldcore::cli {
namespace {

// A chart is as wide as the page has room. Lines are in a stretched picture of kUnits by kUnits;
// letters, which must not be stretched, are placed by percents and pixels.
constexpr double kUnits = 1000;
constexpr int kPlotTop = 14;
constexpr int kPlotHeight = 190;
constexpr int kChartHeight = 232;

/// From decades of time, so that the first second and the last hour can both be seen.
class TimeScale {
 public:
  explicit TimeScale(const RecordedRun& run) : last_(std::max(run.seconds, 0.01)) {
    double first = last_;
    for (const RunState& state : run.states) first = earlier(first, state.time);
    for (const RunImprovement& cover : run.improvements) first = earlier(first, cover.time);
    first_decade_ = static_cast<int>(std::floor(std::log10(std::min(first, last_ / 10)) + 1e-9));
    first_decade_ = std::max(first_decade_, -3);
  }

  /// 0..kUnits; the log has milliseconds, so all before the first one is the first one.
  double at(double time) const {
    const double first = std::pow(10.0, first_decade_);
    return kUnits * std::log(std::max(time, first) / first) / std::log(last_ / first);
  }

  std::string labels() const {
    const int decades = static_cast<int>(std::log10(last_)) - first_decade_ + 1;
    const int step = decades > 6 ? 2 : 1;
    std::string svg = label(0, decade_text(first_decade_), "start");
    for (int d = first_decade_ + step; std::pow(10.0, d) < last_; d += step) {
      const double x = at(std::pow(10.0, d)) / kUnits * 100;
      if (x > 10 && x < 84) svg += label(x, decade_text(d), "middle");
    }
    return svg + label(100, seconds_text(last_), "end");
  }

 private:
  static double earlier(double first, double time) {
    return time > 0 ? std::min(first, time) : first;
  }

  static std::string label(double x, const std::string& text, const char* anchor) {
    return fmt::format(R"(<text x="{:.1f}%" y="{}" text-anchor="{}">{}</text>)", x,
                       kPlotTop + kPlotHeight + 18, anchor, text);
  }

  static std::string decade_text(int decade) {
    if (decade < -1) return fmt::format("{} ms", decade == -3 ? 1 : 10);
    if (decade == -1) return "0.1 s";
    return fmt::format("{} s", grouped(std::llround(std::pow(10.0, decade))));
  }

  static std::string seconds_text(double seconds) {
    if (seconds < 10) return fmt::format("{:.2f} s", seconds);
    return fmt::format("{} s", grouped(std::llround(seconds)));
  }

  double last_;
  int first_decade_ = 0;
};

/// A height of the plot and what stands beside it.
struct Tick {
  double y = 0;  ///< 0 at the top, kUnits at the bottom.
  std::string text;
};

std::string styled(const char* name, const std::string& path) {
  return fmt::format(R"(<path class="{}" d="{}"/>)", name, path);
}

std::string level(const char* name, double y) {
  return styled(name, fmt::format("M0 {:.1f}H{:.0f}", y, kUnits));
}

std::string resumption_lines(const RecordedRun& run, const TimeScale& times) {
  std::string path;
  for (const double time : run.resumed) {
    path += fmt::format("M{:.1f} 0V{:.0f}", times.at(time), kUnits);
  }
  return path.empty() ? path : styled("resumed", path);
}

/// `lines` in front of the ticks' lines, all with time along the bottom.
std::string chart(const RecordedRun& run, const TimeScale& times, const char* what,
                  const std::vector<Tick>& ticks, const std::string& lines) {
  std::string grid;
  std::string labels = times.labels();
  for (const Tick& tick : ticks) {
    grid += level("grid", tick.y);
    labels += fmt::format(R"(<text x="0" y="{:.1f}">{}</text>)",
                          kPlotTop + kPlotHeight * tick.y / kUnits - 3, tick.text);
  }
  return fmt::format(
      R"(<svg class="chart" role="img" aria-label="{}" width="100%" height="{}">
<svg y="{}" width="100%" height="{}" viewBox="0 0 {:.0f} {:.0f}" preserveAspectRatio="none">{}{}{}</svg>
{}</svg>
)",
      what, kChartHeight, kPlotTop, kPlotHeight, kUnits, kUnits, grid, resumption_lines(run, times),
      lines, labels);
}

/// The range of sizes or costs that a chart shows.
class AmountScale {
 public:
  explicit AmountScale(const RecordedRun& run) {
    low_ = high_ = static_cast<double>(run.improvements.front().amount);
    for (const RunImprovement& cover : run.improvements) {
      low_ = std::min(low_, static_cast<double>(cover.amount));
      high_ = std::max(high_, static_cast<double>(cover.amount));
    }
    // A bound far away would flatten the curve.
    const double reach = std::max(6 * (high_ - low_ + 1), high_ / 2);
    include(run.bounds.lower, reach);
    include(run.bounds.upper, reach);
    // Never so small that a step of the scale is lost in rounding.
    const double margin = std::max({0.06 * (high_ - low_), 0.5, 1e-9 * high_});
    low_ -= margin;
    high_ += margin;
  }

  double at(double amount) const { return kUnits * (high_ - amount) / (high_ - low_); }
  bool shows(const search::Bound& bound) const {
    const auto size = static_cast<double>(bound.size);
    return size >= low_ && size <= high_;
  }

  std::vector<Tick> ticks() const {
    std::vector<Tick> ticks;
    const double step = tick_step();
    const double top = std::min(high_, 9e18);  // The margin may pass what 64 bits hold.
    for (double amount = std::ceil(low_ / step) * step; amount <= top; amount += step) {
      ticks.push_back({at(amount), grouped(std::llround(amount))});
    }
    return ticks;
  }

 private:
  void include(const std::optional<search::Bound>& bound, double reach) {
    if (!bound) return;
    const auto size = static_cast<double>(bound->size);
    if (high_ - size > reach || size - low_ > reach) return;
    low_ = std::min(low_, size);
    high_ = std::max(high_, size);
  }

  /// 1, 2 or 5 times a power of ten, at most five of them in the range.
  double tick_step() const {
    for (double power = 1;; power *= 10) {
      for (const double step : {power, 2 * power, 5 * power}) {
        if ((high_ - low_) / step <= 5) return step;
      }
    }
  }

  double low_ = 0;
  double high_ = 0;
};

/// A step where each cover was found; of covers at the same place of the picture the last one.
std::string improvement_path(const RecordedRun& run, const TimeScale& times,
                             const AmountScale& amounts) {
  std::string path;
  std::string here;
  double x = -1;
  for (const RunImprovement& cover : run.improvements) {
    const double next = std::round(times.at(cover.time));
    if (next != x) path += here;
    here = fmt::format("{}{:.0f}{}{:.1f}", path.empty() ? "M" : "H", next, path.empty() ? " " : "V",
                       amounts.at(static_cast<double>(cover.amount)));
    x = next;
  }
  return path + here + fmt::format("H{:.0f}", kUnits);
}

/// Heights by the logarithm of deficit + 1: none at the bottom, and thousands beside single ones.
class DeficitScale {
 public:
  explicit DeficitScale(const RecordedRun& run) {
    for (const RunState& state : run.states) most_ = std::max(most_, state.deficit);
  }

  double at(std::int64_t deficit) const {
    const double top = std::log1p(static_cast<double>(most_)) * 1.06;
    return kUnits * (1 - std::log1p(static_cast<double>(deficit)) / top);
  }

  std::vector<Tick> ticks() const {
    std::vector<Tick> ticks = {{kUnits, "0"}};
    for (double power = 1; power <= static_cast<double>(most_); power *= 10) {
      const std::int64_t deficit = std::llround(power);
      ticks.push_back({at(deficit), grouped(deficit)});
    }
    return ticks;
  }

 private:
  std::int64_t most_ = 1;
};

/// One dot for each place of the picture that has a state, joined by a faint line.
std::string state_lines(const RecordedRun& run, const TimeScale& times,
                        const DeficitScale& deficits) {
  std::string dots;
  std::string joined;
  double x = -1;
  for (const RunState& state : run.states) {
    const double next = std::round(times.at(state.time));
    const double y = deficits.at(state.deficit);
    if (next == x) continue;
    x = next;
    dots += fmt::format("M{:.0f} {:.1f}l0 0", x, y);
    joined += fmt::format("{}{:.0f} {:.1f}", joined.empty() ? "M" : "L", x, y);
  }
  return styled("between", joined) + styled("dots", dots);
}

std::string bar_row(const std::string& times, std::int64_t points, std::int64_t most) {
  const double share = 100.0 * static_cast<double>(points) / static_cast<double>(most);
  return fmt::format(
      R"(<tr><th scope="row">{}</th><td class="bar"><svg width="100%" height="14" aria-hidden="true"><rect width="{:.2f}%" height="14" rx="2"/></svg></td><td class="number">{}</td></tr>
)",
      times, share, grouped(points));
}

/// Multiplicities first..last and how many points have them.
struct Bin {
  int first = 0;
  int last = 0;
  std::int64_t points = 0;
};

std::vector<Bin> bins_of(const search::GateReport& report) {
  constexpr int kMostBins = 24;
  const int low = report.min_multiplicity;
  const int width = (report.max_multiplicity - low) / kMostBins + 1;
  std::vector<Bin> bins;
  for (int first = low; first <= report.max_multiplicity; first += width) {
    bins.push_back({first, std::min(first + width - 1, report.max_multiplicity), 0});
  }
  for (const auto& [multiplicity, points] : report.histogram) {
    bins[static_cast<std::size_t>((multiplicity - low) / width)].points += points;
  }
  return bins;
}

std::string bin_text(const Bin& bin) {
  const char* const more = bin.last == search::GateReport::kSaturated ? " or more" : "";
  if (bin.first == bin.last) return fmt::format("{}{}", counted(bin.first, "time"), more);
  return fmt::format("{}–{} times{}", grouped(bin.first), grouped(bin.last), more);
}

std::string legend(const char* key, const std::string& text) {
  return fmt::format(R"(<span class="legend"><span class="key {}"></span>{}</span>)", key, text);
}

constexpr int kSquare = 26;
constexpr int kRim = 20;  ///< For the digits along the edges.

std::string square(const Board& board, int x, int y, double shade) {
  const auto i = static_cast<std::size_t>(y * board.width + x);
  const int left = kRim + kSquare * x;
  const int top = kRim + kSquare * y;
  const int chosen = board.chosen[i];
  std::string svg = fmt::format(
      R"(<g{}><title>digits {}, {}: covered {}{}</title><rect x="{}" y="{}" width="{}" height="{}" fill-opacity="{:.2f}"/>)",
      chosen > 0 ? R"( class="chosen")" : "", x, y, counted(board.multiplicity[i], "time"),
      chosen > 0 ? ", chosen " + counted(chosen, "time") : "", left + 1, top + 1, kSquare - 2,
      kSquare - 2, shade);
  if (chosen > 0) {
    svg +=
        fmt::format(R"(<circle cx="{}" cy="{}" r="10"/>)", left + kSquare / 2, top + kSquare / 2);
  }
  if (chosen > 1) {
    svg += fmt::format(R"(<circle class="ring" cx="{}" cy="{}" r="12"/>)", left + kSquare / 2,
                       top + kSquare / 2);
  }
  return svg + fmt::format(R"(<text x="{}" y="{}">{}</text></g>)", left + kSquare / 2,
                           top + kSquare / 2 + 4, board.multiplicity[i]);
}

std::string digits_along_the_edges(const Board& board) {
  std::string svg;
  for (int x = 0; x < board.width; ++x) {
    svg += fmt::format(R"(<text class="digit" x="{}" y="14">{}</text>)",
                       kRim + kSquare * x + kSquare / 2, x);
  }
  for (int y = 0; y < board.height; ++y) {
    svg += fmt::format(R"(<text class="digit" x="10" y="{}">{}</text>)",
                       kRim + kSquare * y + kSquare / 2 + 4, y);
  }
  return svg;
}

}  // namespace

std::string amount_chart(const RecordedRun& run) {
  const TimeScale times(run);
  const AmountScale amounts(run);
  std::string lines;
  std::string key = legend("best", "best cover");
  const auto& [lower, upper] = run.bounds;
  if (lower && amounts.shows(*lower)) {
    lines += level("lower", amounts.at(static_cast<double>(lower->size)));
    key += legend("lower", "at least " + grouped(lower->size));
  }
  if (upper && amounts.shows(*upper)) {
    lines += level("upper", amounts.at(static_cast<double>(upper->size)));
    key += legend("upper", "best known " + grouped(upper->size));
  }
  lines += styled("best", improvement_path(run, times, amounts));
  return chart(run, times, "The best cover over time", amounts.ticks(), lines) +
         fmt::format("<figcaption>{}</figcaption>\n", key);
}

std::string deficit_chart(const RecordedRun& run) {
  const TimeScale times(run);
  const DeficitScale deficits(run);
  return chart(run, times, "Points that lack coverage over time", deficits.ticks(),
               state_lines(run, times, deficits));
}

std::string multiplicity_rows(const search::GateReport& report) {
  const std::vector<Bin> bins = bins_of(report);
  std::int64_t most = 1;
  for (const Bin& bin : bins) most = std::max(most, bin.points);
  std::string rows;
  for (const Bin& bin : bins) rows += bar_row(bin_text(bin), bin.points, most);
  return rows;
}

std::string board_drawing(const Board& board) {
  const auto [low, high] = std::ranges::minmax(board.multiplicity);
  const int width = kRim + kSquare * board.width;
  const int height = kRim + kSquare * board.height;
  std::string svg = fmt::format(
      R"(<svg class="board" role="img" aria-label="The board" viewBox="0 0 {} {}" style="max-width:{}px">)",
      width, height, width * 3 / 2);
  svg += digits_along_the_edges(board);
  for (int y = 0; y < board.height; ++y) {
    for (int x = 0; x < board.width; ++x) {
      const int times = board.multiplicity[static_cast<std::size_t>(y * board.width + x)];
      const double share = high == low ? 0 : static_cast<double>(times - low) / (high - low);
      svg += square(board, x, y, 0.12 + 0.5 * share);
    }
  }
  return svg + "</svg>\n";
}

}  // namespace coldcore::cli
