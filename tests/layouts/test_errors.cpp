// SPDX-License-Identifier: Apache-2.0
//
// What building and converting refuse: the code, where the message says it is, and that *out is
// untouched.
#include <functional>
#include <limits>

#include "known_matrix.hpp"

using namespace layouts_test;

namespace {

constexpr long long kHuge = std::numeric_limits<long long>::max();

coldcore_layout* const kUntouched = reinterpret_cast<coldcore_layout*>(std::uintptr_t{64});

/// The arguments of a call that works, for the tests to bend.
struct Coo {
  std::int64_t rows = 3;
  std::int64_t cols = 4;
  std::int64_t nnz = 6;
  int index = COLDCORE_LAYOUT_INT32;
  I32 row{2, 0, 1, 2, 0, 2};
  I32 col{1, 0, 3, 3, 2, 0};
  int value = COLDCORE_LAYOUT_FLOAT64;
  F64 data{50, 10, 30, 60, 20, 40};
  int format = COLDCORE_LAYOUT_CSR;
  Options options;
  const void* row_pointer = row.data();
  const void* col_pointer = col.data();
  const void* data_pointer = data.data();

  int call(coldcore_layout** out) const {
    return coldcore_layout_from_coo(rows, cols, nnz, index, row_pointer, col_pointer, value,
                                    data_pointer, format, &options, out);
  }
};

struct Csr {
  std::int64_t rows = 3;
  std::int64_t cols = 4;
  std::int64_t nnz = 6;
  int index = COLDCORE_LAYOUT_INT64;
  I64 indptr{0, 2, 3, 6};
  I64 indices{2, 0, 3, 0, 1, 3};
  int value = COLDCORE_LAYOUT_FLOAT64;
  F64 data{20, 10, 30, 40, 50, 60};
  int format = COLDCORE_LAYOUT_CSR;
  Options options;
  const void* indptr_pointer = indptr.data();
  const void* indices_pointer = indices.data();
  const void* data_pointer = data.data();

  int call(coldcore_layout** out) const {
    return coldcore_layout_from_csr(rows, cols, nnz, index, indptr_pointer, indices_pointer, value,
                                    data_pointer, format, &options, out);
  }
};

template <class Call>
void refused(int code, const std::string& says, const std::function<void(Call&)>& bend) {
  Call call;
  bend(call);
  coldcore_layout* out = kUntouched;
  CAPTURE(says);
  const int answer = call.call(&out);
  CHECK(std::string(coldcore_layout_error_name(answer)) == coldcore_layout_error_name(code));
  const std::string line = coldcore_layout_last_error();
  CAPTURE(line);
  CHECK(line.find(says) != std::string::npos);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(out == kUntouched);
}

void both_refused(int code, const std::string& says,
                  const std::function<void(Options&, int&, int&)>& bend) {
  refused<Coo>(code, says, [&](Coo& c) { bend(c.options, c.index, c.value); });
  refused<Csr>(code, says, [&](Csr& c) { bend(c.options, c.index, c.value); });
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the arguments that the others bend do work") {
    coldcore_layout* out = nullptr;
    REQUIRE(Coo().call(&out) == COLDCORE_LAYOUT_OK);
    const Layout first(out);
    REQUIRE(Csr().call(&out) == COLDCORE_LAYOUT_OK);
    const Layout second(out);
    CHECK(elements<double>(first, "data") == F64{10, 20, 30, 40, 50, 60});
    CHECK(elements<double>(second, "data") == F64{10, 20, 30, 40, 50, 60});
  }

  TEST_CASE("sizes out of range") {
    for (const long long size : {-1LL, (1LL << 48) + 1, kHuge, -kHuge}) {
      CAPTURE(size);
      const std::string text = " = " + std::to_string(size);
      refused<Coo>(COLDCORE_LAYOUT_E_SHAPE, "rows" + text, [&](Coo& c) { c.rows = size; });
      refused<Coo>(COLDCORE_LAYOUT_E_SHAPE, "cols" + text, [&](Coo& c) { c.cols = size; });
      refused<Coo>(COLDCORE_LAYOUT_E_SHAPE, "nnz" + text, [&](Coo& c) { c.nnz = size; });
      refused<Csr>(COLDCORE_LAYOUT_E_SHAPE, "rows" + text, [&](Csr& c) { c.rows = size; });
      refused<Csr>(COLDCORE_LAYOUT_E_SHAPE, "cols" + text, [&](Csr& c) { c.cols = size; });
      refused<Csr>(COLDCORE_LAYOUT_E_SHAPE, "nnz" + text, [&](Csr& c) { c.nnz = size; });
    }
  }

  TEST_CASE("types and formats that do not exist") {
    for (const int no_index :
         std::initializer_list<int>{0, -1, COLDCORE_LAYOUT_FLOAT32, COLDCORE_LAYOUT_FLOAT64, 5}) {
      both_refused(COLDCORE_LAYOUT_E_ARGUMENT, "index = " + std::to_string(no_index),
                   [&](Options&, int& index, int&) { index = no_index; });
    }
    for (const int no_value :
         std::initializer_list<int>{0, -1, COLDCORE_LAYOUT_INT32, COLDCORE_LAYOUT_INT64, 5}) {
      both_refused(COLDCORE_LAYOUT_E_ARGUMENT, "value = " + std::to_string(no_value),
                   [&](Options&, int&, int& value) { value = no_value; });
    }
    for (const int no_format : {0, -1, 12}) {
      const std::string says = "format = " + std::to_string(no_format);
      refused<Coo>(COLDCORE_LAYOUT_E_ARGUMENT, says, [&](Coo& c) { c.format = no_format; });
      refused<Csr>(COLDCORE_LAYOUT_E_ARGUMENT, says, [&](Csr& c) { c.format = no_format; });
    }
  }

  TEST_CASE("options out of range") {
    using Bend = std::function<void(Options&, int&, int&)>;
    const auto refuse = [](const std::string& says, const Bend& bend) {
      both_refused(COLDCORE_LAYOUT_E_ARGUMENT, says, bend);
    };
    refuse("struct_size = 7", [](Options& o, int&, int&) { o.struct_size = 7; });
    refuse("struct_size = 0", [](Options& o, int&, int&) { o.struct_size = 0; });
    refuse("options: index = 3", [](Options& o, int&, int&) { o.index = COLDCORE_LAYOUT_FLOAT32; });
    refuse("memory_limit = -1", [](Options& o, int&, int&) { o.memory_limit = -1; });
    refuse("reserved = 1", [](Options& o, int&, int&) { o.reserved = 1; });
    refuse("sorted_blocks = 2", [](Options& o, int&, int&) { o.sorted_blocks = 2; });
    for (const std::int64_t size : {std::int64_t{-1}, std::int64_t{65537}}) {
      const std::string text = " = " + std::to_string(size);
      refuse("block_rows" + text, [&](Options& o, int&, int&) { o.block_rows = size; });
      refuse("block_cols" + text, [&](Options& o, int&, int&) { o.block_cols = size; });
      refuse("slice_rows" + text, [&](Options& o, int&, int&) { o.slice_rows = size; });
    }
    refuse("sigma = -1", [](Options& o, int&, int&) { o.sigma = -1; });
    refuse("sigma = 281474976710657",
           [](Options& o, int&, int&) { o.sigma = (std::int64_t{1} << 48) + 1; });
  }

  TEST_CASE("NULL where data is needed") {
    refused<Coo>(COLDCORE_LAYOUT_E_NULL, "row is NULL", [](Coo& c) { c.row_pointer = nullptr; });
    refused<Coo>(COLDCORE_LAYOUT_E_NULL, "col is NULL", [](Coo& c) { c.col_pointer = nullptr; });
    refused<Coo>(COLDCORE_LAYOUT_E_NULL, "data is NULL", [](Coo& c) { c.data_pointer = nullptr; });
    refused<Csr>(COLDCORE_LAYOUT_E_NULL, "indptr is NULL",
                 [](Csr& c) { c.indptr_pointer = nullptr; });
    refused<Csr>(COLDCORE_LAYOUT_E_NULL, "indices is NULL",
                 [](Csr& c) { c.indices_pointer = nullptr; });
    refused<Csr>(COLDCORE_LAYOUT_E_NULL, "data is NULL", [](Csr& c) { c.data_pointer = nullptr; });
    refused<Csr>(COLDCORE_LAYOUT_E_NULL, "indptr is NULL", [](Csr& c) {
      c.nnz = 0;
      c.indptr_pointer = nullptr;
    });
    CHECK(Coo().call(nullptr) == COLDCORE_LAYOUT_E_NULL);
    CHECK(Csr().call(nullptr) == COLDCORE_LAYOUT_E_NULL);
  }

  TEST_CASE("no entries need no arrays, and no options are the defaults") {
    coldcore_layout* out = nullptr;
    REQUIRE(coldcore_layout_from_coo(2, 2, 0, COLDCORE_LAYOUT_INT32, nullptr, nullptr,
                                     COLDCORE_LAYOUT_FLOAT32, nullptr, COLDCORE_LAYOUT_CSR, nullptr,
                                     &out) == COLDCORE_LAYOUT_OK);
    const Layout layout(out);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 0, 0});
    const I32 starts{0, 0, 0};
    REQUIRE(coldcore_layout_from_csr(2, 2, 0, COLDCORE_LAYOUT_INT32, starts.data(), nullptr,
                                     COLDCORE_LAYOUT_FLOAT32, nullptr, COLDCORE_LAYOUT_COO, nullptr,
                                     &out) == COLDCORE_LAYOUT_OK);
    coldcore_layout_free(out);
  }

  TEST_CASE("coordinates out of range, the first one in their order") {
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "row[3] = 3, but rows are 0..2", [](Coo& c) {
      c.row[3] = 3;
      c.row[5] = -1;
      c.col[4] = 9;
    });
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "row[5] = -1, but rows are 0..2",
                 [](Coo& c) { c.row[5] = -1; });
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "col[0] = 4, but columns are 0..3", [](Coo& c) {
      c.col[0] = 4;
      c.row[1] = 7;
    });
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "col[2] = -2147483648",
                 [](Coo& c) { c.col[2] = INT32_MIN; });
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "col[0] = 1, but there are no columns",
                 [](Coo& c) { c.cols = 0; });
    refused<Coo>(COLDCORE_LAYOUT_E_INDEX, "row[0] = 2, but there are no rows",
                 [](Coo& c) { c.rows = 0; });
    refused<Csr>(COLDCORE_LAYOUT_E_INDEX, "indices[4] = 4, but columns are 0..3",
                 [](Csr& c) { c.indices[4] = 4; });
    refused<Csr>(COLDCORE_LAYOUT_E_INDEX, "indices[0] = -1, but columns are 0..3", [](Csr& c) {
      c.indices[0] = -1;
      c.indices[1] = 99;
    });
  }

  TEST_CASE("a 64-bit index is not cut to 32 bits before it is checked") {
    refused<Csr>(COLDCORE_LAYOUT_E_INDEX, "indices[1] = 4294967296", [](Csr& c) {
      c.indices[1] = std::int64_t{1} << 32;
      c.options.index = COLDCORE_LAYOUT_INT32;
    });
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[1] = 4294967298",
                 [](Csr& c) { c.indptr[1] = (std::int64_t{1} << 32) + 2; });
  }

  TEST_CASE("indptr that is none") {
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[0] = 1, but it must begin with 0",
                 [](Csr& c) { c.indptr[0] = 1; });
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[2] = 1 is less than indptr[1] = 2",
                 [](Csr& c) { c.indptr[2] = 1; });
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[1] = -1 is less than indptr[0] = 0",
                 [](Csr& c) { c.indptr[1] = -1; });
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[3] = 5, but it must end with nnz = 6",
                 [](Csr& c) { c.indptr[3] = 5; });
    refused<Csr>(COLDCORE_LAYOUT_E_POINTER, "indptr[3] = 6, but it must end with nnz = 5",
                 [](Csr& c) { c.nnz = 5; });
  }

  TEST_CASE("convert, check and questions refuse what they cannot answer") {
    const Layout layout = kKnown.as(Format::kCsr);
    coldcore_layout* out = kUntouched;
    CHECK(coldcore_layout_convert(nullptr, COLDCORE_LAYOUT_CSR, nullptr, &out) ==
          COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_convert(layout.get(), COLDCORE_LAYOUT_CSR, nullptr, nullptr) ==
          COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_convert(layout.get(), 12, nullptr, &out) == COLDCORE_LAYOUT_E_ARGUMENT);
    Options options;
    options.block_rows = -1;
    CHECK(coldcore_layout_convert(layout.get(), COLDCORE_LAYOUT_CSR, &options, &out) ==
          COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(out == kUntouched);

    CHECK(coldcore_layout_check(nullptr, 0) == COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_check(layout.get(), -1) == COLDCORE_LAYOUT_E_ARGUMENT);

    coldcore_layout_info info{};
    CHECK(coldcore_layout_get_info(layout.get(), &info) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_get_info(layout.get(), nullptr) == COLDCORE_LAYOUT_E_NULL);
    info.struct_size = sizeof(info);
    CHECK(coldcore_layout_get_info(nullptr, &info) == COLDCORE_LAYOUT_E_NULL);
    CHECK(info.rows == 0);

    coldcore_layout_buffer buffer{};
    CHECK(coldcore_layout_buffer_of(layout.get(), "row", &buffer) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_buffer_of(layout.get(), nullptr, &buffer) == COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_buffer_of(layout.get(), "data", nullptr) == COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_buffer_of(nullptr, "data", &buffer) == COLDCORE_LAYOUT_E_NULL);
    CHECK(buffer.role == nullptr);
    CHECK(coldcore_layout_buffers(layout.get(), nullptr, 1) == COLDCORE_LAYOUT_E_NULL);
    CHECK(coldcore_layout_buffers(layout.get(), &buffer, -1) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_buffers(nullptr, &buffer, 1) == COLDCORE_LAYOUT_E_NULL);
  }
}
