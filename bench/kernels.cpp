// SPDX-License-Identifier: Apache-2.0
//
// Products of libcoldcore_kernels, in every layout that the matrix fits into, against the rates of
// memory and, where Eigen is installed, against its product with compressed rows. Both take turns
// on the same matrix; values are small whole numbers, so that answers are compared for equality,
// before anything is timed.
//
//   bench-kernels [--json FILE]      COLDCORE_THREADS and COLDCORE_ISA as for the library
//
// With COLDCORE_THREADS=1 seconds are of CPU time. With more, OMP_WAIT_POLICY=passive keeps Eigen's
// threads from waiting for their next turn by keeping the cores busy.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "eigen_products.hpp"
#include "incidence_rates.hpp"
#include "tests/kernels/calls.hpp"

namespace {

using kernels_test::Format;
using kernels_test::kFormats;
using kernels_test::Layout;
using kernels_test::Options;
using kernels_test::Packed;
using nlohmann::json;

using Random = std::mt19937_64;
using Doubles = std::vector<double>;

int thread_count() {
  const char* text = std::getenv("COLDCORE_THREADS");
  return text == nullptr ? static_cast<int>(std::thread::hardware_concurrency()) : std::atoi(text);
}

double small_number(Random& random) { return static_cast<double>(random() % 19) - 9; }

template <class I>
struct Csr {
  std::int64_t cols = 0;
  std::vector<I> indptr{0};
  std::vector<I> indices{};
  Doubles values{};

  std::int64_t rows() const { return std::ssize(indptr) - 1; }
  std::int64_t nnz() const { return std::ssize(indices); }
  bench::Rows<I> view() const {
    return {rows(), cols, indptr.data(), indices.data(), values.data()};
  }
  Layout as(Format format, const Options& options) const {
    return Layout::from_csr(cols, std::span<const I>(indptr), std::span<const I>(indices),
                            std::span<const double>(values), format, options);
  }
};

/// columns(i, line) puts the columns of row i into an empty line, in any order, perhaps twice.
template <class I, class Columns>
Csr<I> make(std::int64_t rows, std::int64_t cols, Columns&& columns) {
  Random random(1);
  Csr<I> a{cols};
  std::vector<std::int64_t> line;
  for (std::int64_t i = 0; i < rows; ++i) {
    line.clear();
    columns(i, line);
    std::ranges::sort(line);
    line.erase(std::ranges::unique(line).begin(), line.end());
    for (const std::int64_t j : line) {
      if (j < 0 || j >= cols) continue;
      a.indices.push_back(static_cast<I>(j));
      a.values.push_back(small_number(random));
    }
    a.indptr.push_back(static_cast<I>(a.indices.size()));
  }
  return a;
}

using Line = std::vector<std::int64_t>;

template <class I>
Csr<I> five_point(std::int64_t side) {
  return make<I>(side * side, side * side, [=](std::int64_t i, Line& line) {
    line = {i - side, i - 1, i, i + 1, i + side};
  });
}

template <class I>
Csr<I> twenty_seven_point(std::int64_t side) {
  const std::int64_t n = side * side * side;
  return make<I>(n, n, [=](std::int64_t i, Line& line) {
    for (const std::int64_t plane : {-side * side, std::int64_t{0}, side * side}) {
      for (const std::int64_t row : {-side, std::int64_t{0}, side}) {
        for (std::int64_t j = -1; j <= 1; ++j) line.push_back(i + plane + row + j);
      }
    }
  });
}

template <class I>
Csr<I> scattered(std::int64_t n, int each) {
  Random random(2);
  return make<I>(n, n, [=, &random](std::int64_t, Line& line) {
    for (int k = 0; k < each; ++k)
      line.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)));
  });
}

/// 0 to 11 entries a row, near the diagonal.
template <class I>
Csr<I> uneven(std::int64_t n) {
  Random random(3);
  return make<I>(n, n, [&random](std::int64_t i, Line& line) {
    for (std::uint64_t left = random() % 12; left > 0; --left) {
      line.push_back(i + static_cast<std::int64_t>(random() % 2000) - 1000);
    }
  });
}

/// Few rows are long: lengths fall with a power, up to 1000.
template <class I>
Csr<I> power_law(std::int64_t n) {
  Random random(4);
  return make<I>(n, n, [=, &random](std::int64_t, Line& line) {
    const double u = static_cast<double>(random() % 100'000 + 1) / 1e5;
    for (double left = std::min(1000.0, 2 * std::pow(u, -0.7)); left >= 1; --left) {
      line.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)));
    }
  });
}

/// Blocks of 3 x 3, seven in a row of blocks.
template <class I>
Csr<I> blocked(std::int64_t block_rows) {
  const std::int64_t n = 3 * block_rows;
  return make<I>(n, n, [=](std::int64_t i, Line& line) {
    for (const std::int64_t block : {-900, -30, -1, 0, 1, 30, 900}) {
      for (std::int64_t c = 0; c < 3; ++c) line.push_back((i / 3 + block) * 3 + c);
    }
  });
}

template <class I>
Csr<I> full(std::int64_t n) {
  return make<I>(n, n, [=](std::int64_t, Line& line) {
    for (std::int64_t j = 0; j < n; ++j) line.push_back(j);
  });
}

struct Rates {
  double copy;   ///< Bytes a second, read and written.
  double triad;  ///< a = b + s c, likewise.
};

/// All threads at once, arrays far beyond the caches.
Rates memory_rates(int threads) {
  const std::int64_t part = (std::int64_t{1} << 23) / threads;
  Doubles a(static_cast<std::size_t>(part * threads));
  const Doubles b(a.size(), 1.5);
  const Doubles c(a.size(), 2.5);
  const auto bytes = static_cast<double>(8 * part * threads);
  const double copy = bench::seconds_of_all(threads, 20, [&](int t) {
    std::copy_n(b.data() + t * part, part, a.data() + t * part);
    bench::keep(reinterpret_cast<std::intptr_t>(a.data()));
  });
  const double triad = bench::seconds_of_all(threads, 20, [&](int t) {
    double* const to = a.data() + t * part;
    const double* const first = b.data() + t * part;
    const double* const second = c.data() + t * part;
    for (std::int64_t k = 0; k < part; ++k) to[k] = first[k] + 3 * second[k];
    bench::keep(reinterpret_cast<std::intptr_t>(a.data()));
  });
  return {2 * bytes / copy, 3 * bytes / triad};
}

std::int64_t bytes_of(const Layout& layout) {
  std::int64_t bytes = 0;
  for (const coldcore_layout_buffer& buffer : layout.buffers()) bytes += buffer.bytes;
  return bytes;
}

void require_equal(const Doubles& got, const Doubles& expected, std::string_view what) {
  if (got != expected) throw std::runtime_error(fmt::format("{}: a wrong answer", what));
}

/// The best of each, in turn, so that what else the machine does meets both.
template <class Ours, class Theirs>
std::pair<double, double> best_of_both(Ours&& ours, Theirs&& theirs) {
  std::pair<double, double> best{std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::infinity()};
  const double until = bench::seconds_now() + 0.25;
  for (int round = 0; round < 5 || (round < 500 && bench::seconds_now() < until); ++round) {
    best.first = std::min(best.first, bench::best_seconds(1, ours));
    best.second = std::min(best.second, bench::best_seconds(1, theirs));
  }
  return best;
}

class Bench {
 public:
  explicit Bench(int threads) : threads_(threads), rates_(memory_rates(threads)) {
#if defined(BENCH_HAS_EIGEN)
    eigen_threads_ = bench::eigen_threads(threads);
#endif
    fmt::print("{} threads; copy {:.1f} GB/s, triad {:.1f} GB/s; Eigen: {}\n", threads,
               rates_.copy / 1e9, rates_.triad / 1e9,
               eigen_threads_ == 0 ? "not installed" : fmt::format("{} threads", eigen_threads_));
    fmt::print("{:22} {:>5} {:13} {:>7} {:>10} {:>8} {:>8} {:>8} {:>8}\n", "matrix", "index",
               "layout", "columns", "nnz", "ms", "GB/s", "of triad", "x Eigen");
  }

  template <class I>
  void matrix(const std::string& name, const Csr<I>& a) {
    for (const Format format : kFormats) layout(name, a, format);
  }

  json report() const {
    return {{"threads", threads_},
            {"copy_bytes_per_second", rates_.copy},
            {"triad_bytes_per_second", rates_.triad},
            {"eigen_threads", eigen_threads_},
            {"results", results_}};
  }

 private:
  template <class I>
  void layout(const std::string& name, const Csr<I>& a, Format format) {
    Options options;
    options.block_rows = options.block_cols = 3;
    options.slice_rows = 8;
    options.sigma = 8192;
    options.memory_limit = std::int64_t{1} << 30;
    try {
      const Layout packed = a.as(format, options);
      if (bytes_of(packed) > 4 * (8 + static_cast<std::int64_t>(sizeof(I))) * a.nnz()) return;
      spmv(name, a, packed, format);
      const bool many_columns = format == Format::kCsr || format == Format::kSellCSigma;
      for (const std::int64_t count : {4, 32}) {
        if (many_columns && a.rows() * count < (1 << 24)) spmm(name, a, packed, format, count);
      }
    } catch (const coldcore::layouts::Error&) {
      // The matrix does not fit into this layout.
    }
  }

  template <class I>
  void spmv(const std::string& name, const Csr<I>& a, const Layout& packed, Format format) {
    Random random(5);
    Doubles x(static_cast<std::size_t>(a.cols));
    for (double& value : x) value = small_number(random);
    Doubles expected(static_cast<std::size_t>(a.rows()));
    for (std::int64_t i = 0; i < a.rows(); ++i) {
      double sum = 0;
      for (I k = a.indptr[static_cast<std::size_t>(i)];
           k < a.indptr[static_cast<std::size_t>(i) + 1]; ++k) {
        sum += a.values[static_cast<std::size_t>(k)] *
               x[static_cast<std::size_t>(a.indices[static_cast<std::size_t>(k)])];
      }
      expected[static_cast<std::size_t>(i)] = sum;
    }
    Doubles y(expected.size());
    Doubles eigen_y(expected.size());
    const Packed<I> p(packed);
    const auto ours = [&] { call_spmv(p, x.data(), y.data()); };
    const auto theirs = [&] {
#if defined(BENCH_HAS_EIGEN)
      bench::eigen_spmv(a.view(), x.data(), eigen_y.data());
#endif
    };
    ours();
    theirs();
    require_equal(y, expected, name);
    if (eigen_threads_ > 0) require_equal(eigen_y, expected, "Eigen");
    const auto moved = bytes_of(packed) + 8 * (a.rows() + a.cols);
    report_row<I>(name, a.nnz(), format, 1, moved, best_of_both(ours, theirs));
  }

  template <class I>
  void spmm(const std::string& name, const Csr<I>& a, const Layout& packed, Format format,
            std::int64_t count) {
    Random random(6);
    Doubles b(static_cast<std::size_t>(a.cols * count));
    for (double& value : b) value = small_number(random);
    Doubles expected(static_cast<std::size_t>(a.rows() * count));
    for (std::int64_t i = 0; i < a.rows(); ++i) {
      for (I k = a.indptr[static_cast<std::size_t>(i)];
           k < a.indptr[static_cast<std::size_t>(i) + 1]; ++k) {
        const std::int64_t j = a.indices[static_cast<std::size_t>(k)];
        for (std::int64_t c = 0; c < count; ++c) {
          expected[static_cast<std::size_t>(i * count + c)] +=
              a.values[static_cast<std::size_t>(k)] * b[static_cast<std::size_t>(j * count + c)];
        }
      }
    }
    Doubles c(expected.size());
    Doubles eigen_c(expected.size());
    const Packed<I> p(packed);
    const auto ours = [&] { call_spmm(p, count, 1, b.data(), 0, c.data()); };
    const auto theirs = [&] {
#if defined(BENCH_HAS_EIGEN)
      bench::eigen_spmm(a.view(), count, b.data(), eigen_c.data());
#endif
    };
    ours();
    theirs();
    require_equal(c, expected, name);
    if (eigen_threads_ > 0) require_equal(eigen_c, expected, "Eigen");
    const auto moved = bytes_of(packed) + 8 * (a.rows() + a.cols) * count;
    report_row<I>(name, a.nnz(), format, count, moved, best_of_both(ours, theirs));
  }

  template <class I>
  void report_row(const std::string& name, std::int64_t nnz, Format format, std::int64_t count,
                  std::int64_t bytes, const std::pair<double, double>& seconds) {
    const double rate = static_cast<double>(bytes) / seconds.first;
    const bool compared = eigen_threads_ > 0;
    const double ratio = seconds.second / seconds.first;
    fmt::print("{:22} {:>5} {:13} {:>7} {:>10} {:>8.3f} {:>8.1f} {:>8.2f} {:>8}\n", name,
               8 * sizeof(I), coldcore::layouts::name(format), count, nnz, seconds.first * 1e3,
               rate / 1e9, rate / rates_.triad, compared ? fmt::format("{:.2f}", ratio) : "-");
    std::fflush(stdout);
    results_.push_back({{"matrix", name},
                        {"index_bits", 8 * sizeof(I)},
                        {"layout", coldcore::layouts::name(format)},
                        {"columns", count},
                        {"nnz", nnz},
                        {"bytes", bytes},
                        {"seconds", seconds.first},
                        {"eigen_seconds", compared ? json(seconds.second) : json()}});
  }

  int threads_;
  int eigen_threads_ = 0;
  Rates rates_;
  json results_ = json::array();
};

template <class I>
void run_all(Bench& bench) {
  bench.matrix("5-point, 1000^2", five_point<I>(1000));
  bench.matrix("27-point, 60^3", twenty_seven_point<I>(60));
  bench.matrix("3x3 blocks", blocked<I>(60'000));
  bench.matrix("random 16, n = 20,000", scattered<I>(20'000, 16));
  bench.matrix("random 16, n = 10^6", scattered<I>(1'000'000, 16));
  bench.matrix("random 200, n = 50,000", scattered<I>(50'000, 200));
  bench.matrix("0 to 11 near, 500,000", uneven<I>(500'000));
  bench.matrix("power law, n = 500,000", power_law<I>(500'000));
  bench.matrix("full, n = 2000", full<I>(2000));
}

int run(int argc, char** argv) {
  const bool to_file = argc == 3 && std::string_view(argv[1]) == "--json";
  if (argc != 1 && !to_file) {
    fmt::print(stderr, "usage: bench-kernels [--json FILE]\n");
    return 2;
  }
  const int threads = thread_count();
  bench::choose_clock(threads);
  Bench bench(threads);
  run_all<std::int64_t>(bench);
  run_all<std::int32_t>(bench);
  if (!to_file) return 0;
  std::ofstream file(argv[2]);
  file << bench.report().dump(2) << '\n';
  file.close();
  if (file) return 0;
  fmt::print(stderr, "bench-kernels: cannot write {}\n", argv[2]);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-kernels: %s\n", error.what());
    return 1;
  }
}
