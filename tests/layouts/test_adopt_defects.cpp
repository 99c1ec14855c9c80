// SPDX-License-Identifier: Apache-2.0
//
// Buffers of a caller that are wrong, one defect each: the code, the position, and that *out is
// untouched.
#include <functional>

#include "known_matrix.hpp"

using namespace layouts_test;

namespace {

/// The buffers of the 3 x 4 matrix in one format, open for one defect.
class Bent {
 public:
  explicit Bent(Format format, const Options& how = {})
      : format_(format), layout_(kKnown.as(format, how)) {
    buffers = layout_.buffers();
    bytes_.resize(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      bytes_[i].resize(static_cast<std::size_t>(buffers[i].bytes) / 8 + 1);
      if (buffers[i].bytes > 0) {
        std::memcpy(bytes_[i].data(), buffers[i].data, static_cast<std::size_t>(buffers[i].bytes));
      }
      buffers[i].data = bytes_[i].data();
    }
    options = how;
  }

  coldcore_layout_buffer& of(const std::string& role) { return buffers[position(role)]; }

  template <class T>
  T* elements(const std::string& role) {
    return reinterpret_cast<T*>(bytes_[position(role)].data());
  }

  /// Cuts a buffer of rank 1 to this length.
  void cut(const std::string& role, std::int64_t length) {
    of(role).bytes = of(role).bytes / of(role).shape[0] * length;
    of(role).shape[0] = length;
  }

  int adopt(int copy, coldcore_layout** out) const {
    return coldcore_layout_adopt(static_cast<int>(format_), rows, cols, buffers.data(),
                                 static_cast<int>(buffers.size()), copy, &options, out);
  }

  std::int64_t rows = 3;
  std::int64_t cols = 4;
  std::vector<coldcore_layout_buffer> buffers;
  Options options;

 private:
  std::size_t position(const std::string& role) const {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (role == buffers[i].role) return i;
    }
    FAIL("no such role");
    return 0;
  }

  Format format_;
  Layout layout_;
  std::vector<std::vector<std::int64_t>> bytes_;
};

void refused(Format format, int code, const std::string& says,
             const std::function<void(Bent&)>& bend, const Options& how = {}) {
  Bent bent(format, how);
  coldcore_layout* good = nullptr;
  REQUIRE(bent.adopt(0, &good) == COLDCORE_LAYOUT_OK);
  coldcore_layout_free(good);

  bend(bent);
  CAPTURE(says);
  for (const int copy : {0, 1}) {
    coldcore_layout* const untouched = reinterpret_cast<coldcore_layout*>(std::uintptr_t{64});
    coldcore_layout* out = untouched;
    const int answer = bent.adopt(copy, &out);
    CHECK(std::string(coldcore_layout_error_name(answer)) == coldcore_layout_error_name(code));
    const std::string line = coldcore_layout_last_error();
    CAPTURE(line);
    CHECK(line.find(says) != std::string::npos);
    CHECK(line.find('\n') == std::string::npos);
    CHECK(out == untouched);
  }
}

/// One element of a buffer is another.
template <class T>
std::function<void(Bent&)> with(const std::string& role, std::size_t place, T value) {
  return [=](Bent& bent) { bent.elements<T>(role)[place] = value; };
}

Options slices_of_2() {
  Options options;
  options.slice_rows = 2;
  return options;
}

constexpr int kBuffer = COLDCORE_LAYOUT_E_BUFFER;
constexpr int kPointer = COLDCORE_LAYOUT_E_POINTER;
constexpr int kIndex = COLDCORE_LAYOUT_E_INDEX;
constexpr int kOrder = COLDCORE_LAYOUT_E_ORDER;
constexpr int kPadding = COLDCORE_LAYOUT_E_PADDING;
constexpr int kPermutation = COLDCORE_LAYOUT_E_PERMUTATION;

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("roles") {
    refused(Format::kCsr, kBuffer, "csr has no buffer of the role 'data'",
            [](Bent& b) { b.buffers.pop_back(); });
    refused(Format::kCsr, kBuffer, "csr has no buffer of the role 'indptr'",
            [](Bent& b) { b.buffers.clear(); });
    refused(Format::kCsr, kBuffer, "buffers[3] has the role 'data', which was given before",
            [](Bent& b) { b.buffers.push_back(b.of("data")); });
    refused(Format::kCsr, kBuffer, "buffers[0] has the role 'row', which csr does not have",
            [](Bent& b) { b.of("indptr").role = "row"; });
    refused(Format::kCsr, COLDCORE_LAYOUT_E_NULL, "buffers[1].role is NULL",
            [](Bent& b) { b.of("indices").role = nullptr; });
  }

  TEST_CASE("types") {
    refused(Format::kCsr, kBuffer,
            "csr: indptr has the type float64, but it must be int32 or int64",
            [](Bent& b) { b.of("indptr").dtype = COLDCORE_LAYOUT_FLOAT64; });
    refused(Format::kCsr, kBuffer,
            "csr: data has the type int64, but it must be float32 or float64",
            [](Bent& b) { b.of("data").dtype = COLDCORE_LAYOUT_INT64; });
    refused(Format::kCsr, kBuffer, "csr: data has the type an unknown type",
            [](Bent& b) { b.of("data").dtype = 99; });
    refused(Format::kCsr, kBuffer,
            "csr: indices has the type int64, but another index buffer has int32",
            [](Bent& b) { b.of("indices").dtype = COLDCORE_LAYOUT_INT64; });
    refused(Format::kPackedBanded, kBuffer,
            "packed_banded: lbound has the type int32, but it must be int64",
            [](Bent& b) { b.of("lbound").dtype = COLDCORE_LAYOUT_INT32; });
    refused(Format::kCsr, kBuffer, "indices are int32, but the options ask for int64",
            [](Bent& b) { b.options.index = COLDCORE_LAYOUT_INT64; });
  }

  TEST_CASE("ranks, extents, bytes, memory") {
    refused(Format::kCsr, kBuffer, "csr: data has the rank 4",
            [](Bent& b) { b.of("data").rank = 4; });
    refused(Format::kCsr, kBuffer, "csr: data has the rank -1",
            [](Bent& b) { b.of("data").rank = -1; });
    refused(Format::kCsr, kBuffer, "csr: data: shape[0] = -6",
            [](Bent& b) { b.of("data").shape[0] = -6; });
    refused(Format::kCsr, kBuffer, "csr: indices has 20 bytes, but its shape and type ask for 24",
            [](Bent& b) { b.of("indices").bytes = 20; });
    refused(Format::kDense, kBuffer,
            "dense: data has 79228162514264337593543950336 elements up to shape[1]",  // 2^96
            [](Bent& b) {
              b.rows = b.cols = std::int64_t{1} << 48;
              b.of("data").shape[0] = b.of("data").shape[1] = std::int64_t{1} << 48;
            });
    refused(Format::kDense, kBuffer, "dense: data has 281474976710658 elements up to shape[2]",
            [](Bent& b) {
              b.of("data").rank = 3;
              b.of("data").shape[0] = 1;
              b.of("data").shape[1] = (std::int64_t{1} << 47) + 1;
              b.of("data").shape[2] = 2;
            });
    refused(Format::kCsr, COLDCORE_LAYOUT_E_NULL,
            "csr: data: data is NULL, but the buffer has 48 bytes",
            [](Bent& b) { b.of("data").data = nullptr; });
    refused(Format::kCsr, kBuffer, "csr: data: data is not aligned for float64",
            [](Bent& b) { b.of("data").data = static_cast<const char*>(b.of("data").data) + 4; });
    refused(Format::kEll, kBuffer, "ell: indices has the shape [9], but 3 x 4 ask for [3, *]",
            [](Bent& b) {
              b.of("indices").rank = 1;
              b.of("indices").shape[0] = 9;
            });
  }

  TEST_CASE("the arguments of the call") {
    refused(Format::kCsr, COLDCORE_LAYOUT_E_SHAPE, "rows = -1", [](Bent& b) { b.rows = -1; });
    refused(Format::kCsr, COLDCORE_LAYOUT_E_SHAPE, "cols = 281474976710657",
            [](Bent& b) { b.cols = (std::int64_t{1} << 48) + 1; });
    refused(Format::kCsr, COLDCORE_LAYOUT_E_OVERFLOW, "cols = 2147483648 passes int32",
            [](Bent& b) { b.cols = std::int64_t{1} << 31; });
    refused(Format::kCsr, COLDCORE_LAYOUT_E_ARGUMENT, "sigma = -1",
            [](Bent& b) { b.options.sigma = -1; });

    const Bent bent(Format::kCsr);
    coldcore_layout* out = nullptr;
    CHECK(bent.adopt(2, &out) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(bent.adopt(0, nullptr) == COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_adopt(0, 3, 4, bent.buffers.data(), 3, 0, nullptr, &out) ==
          COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_adopt(COLDCORE_LAYOUT_CSR, 3, 4, nullptr, 3, 0, nullptr, &out) ==
          COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_adopt(COLDCORE_LAYOUT_CSR, 3, 4, bent.buffers.data(), -1, 0, nullptr,
                                &out) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(out == nullptr);
  }

  TEST_CASE("int32 layouts whose values pass int32, by their declared shape") {
    Options narrow;
    narrow.index = COLDCORE_LAYOUT_INT32;
    refused(
        Format::kDense, COLDCORE_LAYOUT_E_OVERFLOW,
        "dense of 65536 x 65536 stores 4294967296 values",
        [](Bent& b) {
          b.rows = b.cols = 65536;
          b.of("data").shape[0] = b.of("data").shape[1] = 65536;
          b.of("data").bytes = std::int64_t{8} << 32;
        },
        narrow);
  }

  TEST_CASE("csr") {
    refused(Format::kCsr, kBuffer, "csr: indptr has the shape [3], but 3 x 4 ask for [4]",
            [](Bent& b) { b.cut("indptr", 3); });
    refused(Format::kCsr, kBuffer, "csr: data has the shape [5], but 3 x 4 ask for [6]",
            [](Bent& b) { b.cut("data", 5); });
    refused(Format::kCsr, kPointer, "csr: indptr[0] = 1, but it must begin with 0",
            with<std::int32_t>("indptr", 0, 1));
    refused(Format::kCsr, kPointer, "csr: indptr[2] = 1 is less than csr: indptr[1] = 2",
            with<std::int32_t>("indptr", 2, 1));
    refused(Format::kCsr, kPointer,
            "csr: indptr[3] = 7, but it must end with the length of indices = 6",
            with<std::int32_t>("indptr", 3, 7));
    refused(Format::kCsr, kIndex, "csr: indices[1] = 4, but columns are 0..3",
            with<std::int32_t>("indices", 1, 4));
    refused(Format::kCsr, kIndex, "csr: indices[2] = -1", with<std::int32_t>("indices", 2, -1));
    refused(Format::kCsr, kOrder, "csr: indices[4] = 0 follows 0 in row 2",
            with<std::int32_t>("indices", 4, 0));
    refused(Format::kCsr, kOrder, "csr: indices[1] = 1 follows 2 in row 0", [](Bent& b) {
      b.elements<std::int32_t>("indices")[0] = 2;
      b.elements<std::int32_t>("indices")[1] = 1;
    });
  }

  TEST_CASE("csc") {
    refused(Format::kCsc, kBuffer, "csc: indptr has the shape [5], but 3 x 3 ask for [4]",
            [](Bent& b) { b.cols = 3; });
    refused(Format::kCsc, kBuffer, "csc: data has the shape [5]",
            [](Bent& b) { b.cut("data", 5); });
    refused(Format::kCsc, kPointer, "csc: indptr[1] = -1", with<std::int32_t>("indptr", 1, -1));
    refused(Format::kCsc, kIndex, "csc: indices[5] = 3, but rows are 0..2",
            with<std::int32_t>("indices", 5, 3));
    refused(Format::kCsc, kOrder, "csc: indices[5] = 1 follows 1 in column 3",
            with<std::int32_t>("indices", 5, 1));
  }

  TEST_CASE("coo") {
    refused(Format::kCoo, kBuffer, "coo: col has the shape [5], but 3 x 4 ask for [6]",
            [](Bent& b) { b.cut("col", 5); });
    refused(Format::kCoo, kBuffer, "coo: data has the shape [5]",
            [](Bent& b) { b.cut("data", 5); });
    refused(Format::kCoo, kIndex, "coo: row[5] = 3, but rows are 0..2",
            with<std::int32_t>("row", 5, 3));
    refused(Format::kCoo, kIndex, "coo: col[0] = -1, but columns are 0..3",
            with<std::int32_t>("col", 0, -1));
    refused(Format::kCoo, kOrder, "coo: row[1] = 0 follows 1", with<std::int32_t>("row", 0, 1));
    refused(Format::kCoo, kOrder, "coo: col[4] = 0 follows 0 in row 2",
            with<std::int32_t>("col", 4, 0));
  }

  TEST_CASE("dia") {
    refused(Format::kDia, kBuffer, "dia: data has the shape [5, 4], but 3 x 5 ask for [5, 5]",
            [](Bent& b) { b.cols = 5; });
    refused(Format::kDia, kBuffer, "dia: data has the shape [5, 4], but 3 x 4 ask for [4, 4]",
            [](Bent& b) { b.cut("offsets", 4); });
    refused(Format::kDia, kIndex, "dia: offsets[0] = -3", with<std::int32_t>("offsets", 0, -3));
    refused(Format::kDia, kIndex, "dia: offsets[4] = 4", with<std::int32_t>("offsets", 4, 4));
    refused(Format::kDia, kOrder, "dia: offsets[2] = -1 follows -1",
            with<std::int32_t>("offsets", 2, -1));
    // Offset -2 holds column 0 alone, offset 2 columns 2 and 3.
    refused(Format::kDia, kPadding, "dia: data[0, 2] = 9", with<double>("data", 2, 9.0));
    refused(Format::kDia, kPadding, "dia: data[4, 1] = 8.5", with<double>("data", 17, 8.5));
  }

  TEST_CASE("dia of a matrix without elements has no diagonals") {
    const Coordinates<std::int32_t, double> empty = {0, 4, {}, {}, {}};
    const I32 offsets{0};
    const F64 data{0, 0, 0, 0};
    const std::vector<coldcore_layout_buffer> buffers = {
        coldcore::layouts::buffer("offsets", offsets),
        coldcore::layouts::buffer("data", data, {1, 4})};
    check_refused(kIndex, "dia: offsets[0] = 0",
                  [&] { Layout::borrow(Format::kDia, 0, 4, buffers); });
    CHECK_NOTHROW(empty.as(Format::kDia).check());
  }

  TEST_CASE("ell") {
    refused(Format::kEll, kBuffer, "ell: indices has the shape [3, 3], but 4 x 4 ask for [4, *]",
            [](Bent& b) { b.rows = 4; });
    refused(Format::kEll, kBuffer, "ell: data has the shape [9, 1], but 3 x 4 ask for [3, 3]",
            [](Bent& b) {
              b.of("data").shape[0] = 9;
              b.of("data").shape[1] = 1;
            });
    refused(Format::kEll, kIndex, "ell: indices[0, 1] = 4, but columns are 0..3",
            with<std::int32_t>("indices", 1, 4));
    refused(Format::kEll, kIndex, "ell: indices[0, 0] = -2", with<std::int32_t>("indices", 0, -2));
    refused(Format::kEll, kOrder, "ell: indices[2, 1] = 0 follows 0",
            with<std::int32_t>("indices", 7, 0));
    refused(Format::kEll, kPadding, "ell: indices[1, 2] = 1 follows the padding of row 1",
            with<std::int32_t>("indices", 5, 1));
    refused(Format::kEll, kPadding, "ell: data[0, 2] = 7", with<double>("data", 2, 7.0));
  }

  TEST_CASE("bcsr") {
    refused(Format::kBcsr, kBuffer, "bcsr: indptr has the shape [2], but 3 x 4 ask for [3]",
            [](Bent& b) { b.cut("indptr", 2); });
    refused(Format::kBcsr, kBuffer,
            "bcsr: data has the shape [3, 2, 2], but 3 x 4 ask for [4, 2, 2]",
            [](Bent& b) { b.cut("data", 3); });
    refused(Format::kBcsr, kBuffer, "bcsr: data has the rank 1, but blocks are [count, r, c]",
            [](Bent& b) {
              b.of("data").rank = 1;
              b.of("data").shape[0] = 16;
            });
    refused(Format::kBcsr, kBuffer, "bcsr: data: shape[2] = 0, but sides of blocks are 1..65536",
            [](Bent& b) {
              b.of("data").shape[2] = 0;
              b.of("data").bytes = 0;
            });
    refused(Format::kBcsr, kBuffer, "shape[1] = 2, but the options say 3",
            [](Bent& b) { b.options.block_rows = 3; });
    refused(Format::kBcsr, kBuffer, "shape[2] = 2, but the options say 1",
            [](Bent& b) { b.options.block_cols = 1; });
    refused(Format::kBcsr, kPointer,
            "bcsr: indptr[2] = 3, but it must end with the length of indices = 4",
            with<std::int32_t>("indptr", 2, 3));
    refused(Format::kBcsr, kIndex, "bcsr: indices[1] = 2, but block columns are 0..1",
            with<std::int32_t>("indices", 1, 2));
    refused(Format::kBcsr, kOrder,
            "bcsr: indices[3] = 0, but block 2 of block row 1 is there already",
            with<std::int32_t>("indices", 3, 0));
    // Row 3 is outside 3 x 4: the lower line of blocks 2 and 3.
    refused(Format::kBcsr, kPadding, "bcsr: data[3, 1, 0] = 6", with<double>("data", 14, 6.0));
  }

  TEST_CASE("blocks that claim to be sorted") {
    Options sorted;
    sorted.sorted_blocks = 1;
    refused(
        Format::kBcsr, kOrder, "bcsr: indices[1] = 0 follows 1 in block row 0",
        [](Bent& b) {
          b.elements<std::int32_t>("indices")[0] = 1;
          b.elements<std::int32_t>("indices")[1] = 0;
        },
        sorted);
    refused(
        Format::kBcoo, kOrder, "bcoo: col[3] = 0 follows 1 in block row 1",
        [](Bent& b) {
          b.elements<std::int32_t>("col")[2] = 1;
          b.elements<std::int32_t>("col")[3] = 0;
        },
        sorted);
  }

  TEST_CASE("bcoo") {
    refused(Format::kBcoo, kBuffer, "bcoo: col has the shape [3], but 3 x 4 ask for [4]",
            [](Bent& b) { b.cut("col", 3); });
    refused(Format::kBcoo, kBuffer, "bcoo: data has the shape [3, 2, 2]",
            [](Bent& b) { b.cut("data", 3); });
    refused(Format::kBcoo, kIndex, "bcoo: row[3] = 2, but block rows are 0..1",
            with<std::int32_t>("row", 3, 2));
    refused(Format::kBcoo, kIndex, "bcoo: col[0] = -1", with<std::int32_t>("col", 0, -1));
    refused(Format::kBcoo, kOrder, "bcoo: row[1] = 0 follows 1", with<std::int32_t>("row", 0, 1));
    refused(Format::kBcoo, kOrder, "bcoo: col[1] = 0, but block 0 of block row 0 is there already",
            with<std::int32_t>("col", 1, 0));
    refused(Format::kBcoo, kPadding, "bcoo: data[2, 1, 1] = -1", with<double>("data", 11, -1.0));
  }

  TEST_CASE("jds") {
    refused(Format::kJds, kBuffer, "jds: perm has the shape [3], but 2 x 4 ask for [2]",
            [](Bent& b) { b.rows = 2; });
    refused(Format::kJds, kBuffer, "jds: jdiag has the shape [5], but 3 x 4 ask for [6]",
            [](Bent& b) { b.cut("jdiag", 5); });
    refused(Format::kJds, kBuffer, "jds: jd_ptr is empty", [](Bent& b) { b.cut("jd_ptr", 0); });
    refused(Format::kJds, kIndex, "jds: perm[1] = 3, but rows are 0..2",
            with<std::int32_t>("perm", 1, 3));
    refused(Format::kJds, kPermutation, "jds: perm[2] = 0, but that row was named before",
            with<std::int32_t>("perm", 2, 0));
    refused(Format::kJds, kPointer, "jds: jd_ptr[0] = 1", with<std::int32_t>("jd_ptr", 0, 1));
    refused(Format::kJds, kPointer, "jds: jd_ptr[3] = 5", with<std::int32_t>("jd_ptr", 3, 5));
    refused(Format::kJds, kPointer,
            "jds: jd_ptr[1] = 4 makes jagged diagonal 0 4 long, but it must be 1..3",
            with<std::int32_t>("jd_ptr", 1, 4));
    refused(Format::kJds, kPointer,
            "jds: jd_ptr[3] = 6 makes jagged diagonal 2 2 long, but it must be 1..1",
            with<std::int32_t>("jd_ptr", 2, 4));
    refused(Format::kJds, kPointer, "jds: jd_ptr[3] = 6 makes jagged diagonal 2 0 long",
            with<std::int32_t>("jd_ptr", 2, 6));
    refused(Format::kJds, kIndex, "jds: col_ind[5] = 4, but columns are 0..3",
            with<std::int32_t>("col_ind", 5, 4));
    refused(Format::kJds, kOrder, "jds: col_ind[4] = 0 follows 0 in row 0",
            with<std::int32_t>("col_ind", 4, 0));
  }

  TEST_CASE("sell_c_sigma") {
    // C = sigma = 2: slices 2 and 3 wide, rows 0 1 | 2, lengths 2 1 | 3.
    const Options two = slices_of_2();
    const Format sell = Format::kSellCSigma;
    refused(
        sell, kBuffer, "sell_c_sigma: slice_ptr has the shape [3], but 3 x 4 ask for [2]",
        [](Bent& b) { b.options.slice_rows = 4; }, two);
    refused(
        sell, kBuffer, "sell_c_sigma: val has the shape [9], but 3 x 4 ask for [10]",
        [](Bent& b) { b.cut("val", 9); }, two);
    refused(
        sell, kBuffer, "sell_c_sigma: row_len has the shape [2], but 3 x 4 ask for [3]",
        [](Bent& b) { b.cut("row_len", 2); }, two);
    refused(
        sell, kBuffer, "sell_c_sigma: perm has the shape [2], but 3 x 4 ask for [3]",
        [](Bent& b) { b.cut("perm", 2); }, two);
    refused(sell, kPointer,
            "sell_c_sigma: slice_ptr[2] = 9, but it must end with the length of col_idx = 10",
            with<std::int32_t>("slice_ptr", 2, 9), two);
    refused(sell, kPointer,
            "sell_c_sigma: slice_ptr[1] = 5 makes slice 0 5 long, which is no multiple of C = 2",
            with<std::int32_t>("slice_ptr", 1, 5), two);
    refused(sell, kIndex, "sell_c_sigma: perm[2] = 3, but rows are 0..2",
            with<std::int32_t>("perm", 2, 3), two);
    refused(sell, kPermutation, "sell_c_sigma: perm[1] = 0, but that row was named before",
            with<std::int32_t>("perm", 1, 0), two);
    refused(
        sell, kPermutation, "sell_c_sigma: perm[1] = 2 leaves its window of sigma = 2 rows",
        [](Bent& b) {
          b.elements<std::int32_t>("perm")[1] = 2;
          b.elements<std::int32_t>("perm")[2] = 1;
        },
        two);
    refused(sell, kIndex, "sell_c_sigma: row_len[0] = 3, but the slice is 2 wide",
            with<std::int32_t>("row_len", 0, 3), two);
    refused(sell, kIndex, "sell_c_sigma: row_len[2] = -1", with<std::int32_t>("row_len", 2, -1),
            two);
    refused(
        sell, kOrder, "sell_c_sigma: row_len[1] = 2 follows 1",
        [](Bent& b) {
          b.elements<std::int32_t>("row_len")[0] = 1;
          b.elements<std::int32_t>("row_len")[1] = 2;
          b.elements<std::int32_t>("col_idx")[2] = 0;
          b.elements<double>("val")[2] = 0;
        },
        two);
    refused(sell, kIndex, "sell_c_sigma: col_idx[4] = 4, but columns are 0..3",
            with<std::int32_t>("col_idx", 4, 4), two);
    refused(sell, kOrder, "sell_c_sigma: col_idx[6] = 0 follows 0 in the row at position 2",
            with<std::int32_t>("col_idx", 6, 0), two);
    refused(sell, kPadding, "sell_c_sigma: col_idx[3] = 1", with<std::int32_t>("col_idx", 3, 1),
            two);
    refused(sell, kPadding, "sell_c_sigma: val[3] = 5", with<double>("val", 3, 5.0), two);
    // The second row of the last slice is no row of the matrix.
    refused(sell, kPadding, "sell_c_sigma: val[9] = 5", with<double>("val", 9, 5.0), two);
  }

  TEST_CASE("packed_banded") {
    const Format banded = Format::kPackedBanded;
    refused(banded, kBuffer, "packed_banded: data has the shape [3, 5], but 3 x 4 ask for [3, 6]",
            with<std::int64_t>("lbound", 0, 3));
    refused(banded, kBuffer, "packed_banded: lbound = -1, but it counts diagonals",
            with<std::int64_t>("lbound", 0, -1));
    refused(banded, kBuffer, "packed_banded: ubound = 281474976710657",
            with<std::int64_t>("ubound", 0, (std::int64_t{1} << 48) + 1));
    refused(banded, kBuffer, "packed_banded: ubound is a single number", [](Bent& b) {
      b.of("ubound").rank = 1;
      b.of("ubound").shape[0] = 0;
      b.of("ubound").bytes = 0;
    });
    // Row 0 has columns 0..2 in the band, row 1 columns 0..3.
    refused(banded, kPadding, "packed_banded: data[0, 3] = 1", with<double>("data", 3, 1.0));
    refused(banded, kPadding, "packed_banded: data[1, 4] = 1", with<double>("data", 9, 1.0));
  }

  TEST_CASE("dense") {
    refused(Format::kDense, kBuffer, "dense: data has the shape [3, 4], but 4 x 3 ask for [4, 3]",
            [](Bent& b) { std::swap(b.rows, b.cols); });
  }
}
