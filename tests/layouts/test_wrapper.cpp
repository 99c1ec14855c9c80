// SPDX-License-Identifier: Apache-2.0
//
// layouts.hpp, and the small questions of layouts.h.
#include <thread>

#include "known_matrix.hpp"

using namespace layouts_test;

TEST_SUITE("fast") {
  TEST_CASE("names of formats and their roles are those of the manifest") {
    const std::vector<std::pair<const char*, std::vector<const char*>>> expected = {
        {"csr", {"indptr", "indices", "data"}},
        {"csc", {"indptr", "indices", "data"}},
        {"coo", {"row", "col", "data"}},
        {"dia", {"data", "offsets"}},
        {"ell", {"indices", "data"}},
        {"bcsr", {"indptr", "indices", "data"}},
        {"jds", {"perm", "jd_ptr", "col_ind", "jdiag"}},
        {"sell_c_sigma", {"slice_ptr", "col_idx", "val", "row_len", "perm"}},
        {"packed_banded", {"data", "lbound", "ubound"}},
        {"dense", {"data"}},
        {"bcoo", {"row", "col", "data"}}};
    for (std::size_t f = 0; f < expected.size(); ++f) {
      const auto& [format_name, roles] = expected[f];
      const int format = coldcore_layout_format_of(format_name);
      CAPTURE(format_name);
      REQUIRE(format == static_cast<int>(kFormats[f]));
      CHECK(std::string(coldcore_layout_format_name(format)) == format_name);
      const auto buffers = kKnown.as(kFormats[f]).buffers();
      REQUIRE(buffers.size() == roles.size());
      for (std::size_t i = 0; i < roles.size(); ++i) {
        CHECK(std::string(coldcore_layout_role(format, static_cast<int>(i))) == roles[i]);
        CHECK(std::string(buffers[i].role) == roles[i]);
        CHECK(buffers[i].data != nullptr);
        CHECK(reinterpret_cast<std::uintptr_t>(buffers[i].data) % 64 == 0);
      }
      CHECK(coldcore_layout_role(format, static_cast<int>(roles.size())) == nullptr);
      CHECK(coldcore_layout_role(format, -1) == nullptr);
    }
  }

  TEST_CASE("kinds of roles") {
    CHECK(coldcore_layout_role_kind(COLDCORE_LAYOUT_DIA, 0) == COLDCORE_LAYOUT_ROLE_VALUE);
    CHECK(coldcore_layout_role_kind(COLDCORE_LAYOUT_DIA, 1) == COLDCORE_LAYOUT_ROLE_INDEX);
    CHECK(coldcore_layout_role_kind(COLDCORE_LAYOUT_PACKED_BANDED, 1) ==
          COLDCORE_LAYOUT_ROLE_SCALAR);
    CHECK(coldcore_layout_role_kind(COLDCORE_LAYOUT_DIA, 2) == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_role_kind(99, 0) == COLDCORE_LAYOUT_E_ARGUMENT);
  }

  TEST_CASE("what there is not") {
    CHECK(coldcore_layout_format_name(0) == nullptr);
    CHECK(coldcore_layout_format_name(12) == nullptr);
    CHECK(coldcore_layout_role(0, 0) == nullptr);
    CHECK(coldcore_layout_format_of("csx") == COLDCORE_LAYOUT_E_ARGUMENT);
    CHECK(coldcore_layout_format_of(nullptr) == COLDCORE_LAYOUT_E_NULL);
    CHECK(std::string(coldcore_layout_error_name(0)) == "COLDCORE_LAYOUT_OK");
    CHECK(std::string(coldcore_layout_error_name(-12)) == "COLDCORE_LAYOUT_E_INTERNAL");
    CHECK(std::string(coldcore_layout_error_name(-13)) == "unknown");
    CHECK(std::string(coldcore_layout_error_name(1)) == "unknown");
  }

  TEST_CASE("a caller of an older header gets and gives the part that it knows") {
    const Layout layout = kKnown.as(Format::kEll);
    coldcore_layout_info info;
    std::memset(&info, 0x55, sizeof(info));
    info.struct_size = 24;  // Up to rows.
    REQUIRE(coldcore_layout_get_info(layout.get(), &info) == COLDCORE_LAYOUT_OK);
    CHECK(info.format == COLDCORE_LAYOUT_ELL);
    CHECK(info.rows == 3);
    CHECK(info.cols == 0x5555555555555555);

    Options options;
    options.index = COLDCORE_LAYOUT_INT64;
    options.slice_rows = -7;  // Beyond what is announced.
    options.struct_size = 8;
    CHECK(layout.convert(Format::kCsr, options).index() == coldcore::layouts::Dtype::kInt64);
  }

  TEST_CASE("a caller of a newer header is served") {
    struct Newer : Options {
      std::int64_t later = 3;
    } options;
    options.struct_size = sizeof(Newer);
    CHECK(kKnown.as(Format::kCsr, options).info().stored == 6);
  }

  TEST_CASE("info tells the parameters, as far as the format has them") {
    Options options;
    options.block_rows = 3;
    options.slice_rows = 2;
    options.sigma = 9;
    const auto blocks = kKnown.as(Format::kBcsr, options).info();
    CHECK(blocks.block_rows == 3);
    CHECK(blocks.block_cols == 2);
    CHECK(blocks.slice_rows == 0);
    CHECK(blocks.stored == 12);
    const auto slices = kKnown.as(Format::kSellCSigma, options).info();
    CHECK(slices.slice_rows == 2);
    CHECK(slices.sigma == 9);
    CHECK(slices.block_rows == 0);
    const auto band = kKnown.as(Format::kPackedBanded, options).info();
    CHECK(band.lbound == 2);
    CHECK(band.ubound == 2);
    CHECK(band.stored == 15);
  }

  TEST_CASE("buffers come as far as there is room for them") {
    const Layout layout = kKnown.as(Format::kJds);
    coldcore_layout_buffer two[2] = {};
    CHECK(coldcore_layout_buffers(layout.get(), two, 1) == 4);
    CHECK(std::string(two[0].role) == "perm");
    CHECK(two[1].role == nullptr);
  }

  TEST_CASE("the wrapper throws, moves and holds lengths against each other") {
    Layout layout = kKnown.as(Format::kCsr);
    const Layout moved = std::move(layout);
    CHECK(layout.get() == nullptr);
    CHECK(moved.format() == Format::kCsr);
    check_refused(COLDCORE_LAYOUT_E_NULL, "layout is NULL", [&] { layout.info(); });
    check_refused(COLDCORE_LAYOUT_E_ARGUMENT, "another type",
                  [&] { moved.elements<float>("data"); });
    check_refused(COLDCORE_LAYOUT_E_ARGUMENT, "differ in length", [] {
      Layout::from_coo(2, 2, I32{0}, I32{0, 1}, F64{1, 2}, Format::kCsr);
    });
    check_refused(COLDCORE_LAYOUT_E_ARGUMENT, "indptr has no element",
                  [] { Layout::from_csr(2, I32{}, I32{}, F64{}, Format::kCsr); });
    check_refused(COLDCORE_LAYOUT_E_ARGUMENT, "differ in length", [] {
      Layout::from_csr(2, I32{0, 1}, I32{1}, F64{}, Format::kCsr);
    });
    CHECK(coldcore::layouts::format_of("sell_c_sigma") == Format::kSellCSigma);
  }

  TEST_CASE("threads have their own last error and share a layout") {
    const Layout layout = kKnown.as(Format::kCsr);
    check_refused(COLDCORE_LAYOUT_E_ARGUMENT, "no role 'mine'", [&] { layout.buffer("mine"); });
    std::thread([&] {
      CHECK(std::string(coldcore_layout_last_error()).empty());
      for (const Format format : kFormats) CHECK(layout.convert(format).rows() == 3);
    }).join();
    CHECK(std::string(coldcore_layout_last_error()).find("'mine'") != std::string::npos);
  }
}
