// SPDX-License-Identifier: Apache-2.0
//
// The workspace pair, and what tells how large it is.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "calls.hpp"

using namespace kernels_test;

namespace {

constexpr const char* kSymbols[] = {"cg_csr_fp64", "bicgstab_csr_fp64", "gmres_csr_fp64",
                                    "minres_csr_fp64"};

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a workspace of the size that is asked for is used, at any address, and not beyond") {
    Random random(1);
    Matrix a{37, 37};
    for (std::int64_t i = 0; i < 37; ++i) {
      a.add(i, i, 30);
      a.add(i, below(random, 37), small_number(random));
    }
    Request request{as_doubles(product(a, numbers(random, 37))), Doubles(37)};
    request.restart = 7;
    const Layout packed = pack<std::int64_t>(a, Format::kCsr);
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const Solution expected = solve(solver, packed, request);
      const std::int64_t bytes =
          coldcore_kernels_workspace(kSymbols[static_cast<int>(solver)], 37, request.restart);
      REQUIRE(bytes > 8 * 37);
      for (const std::int64_t shift : {0, 1, 8, 63}) {
        CAPTURE(shift);
        std::vector<std::uint8_t> memory(static_cast<std::size_t>(shift + bytes + 64), 0xee);
        std::uint8_t* const workspace = memory.data() + shift;
        const Solution s = solve(solver, packed, request, {workspace, bytes});
        CHECK(same_bits(s.x, expected.x));
        CHECK(s.iterations == expected.iterations);
        const std::vector<std::uint8_t> untouched(64, 0xee);
        CHECK(std::memcmp(workspace + bytes, untouched.data(), 64) == 0);
        CHECK(std::memcmp(memory.data(), untouched.data(), static_cast<std::size_t>(shift)) == 0);
        // One byte less is no use: it stays as it is.
        std::vector<std::uint8_t> small(static_cast<std::size_t>(bytes), 0xee);
        const std::vector<std::uint8_t> before = small;
        CHECK(same_bits(solve(solver, packed, request, {small.data(), bytes - 1}).x, expected.x));
        CHECK(small == before);
      }
    }
  }

  TEST_CASE("bytes of a workspace") {
    const auto bytes = [](const std::string& symbol, std::int64_t n, std::int64_t restart) {
      return coldcore_kernels_workspace(symbol.c_str(), n, restart);
    };
    CHECK(bytes("spmv_csr_fp64", 1000, 1) == 0);
    CHECK(bytes("spmm_i32_sell_c_sigma_fp64", 1000, 0) == 0);
    // cg has three vectors of 8000 bytes, and a few numbers.
    CHECK(bytes("cg_i32_packed_banded_fp64", 1000, 0) >= 3 * 8000);
    CHECK(bytes("cg_i32_packed_banded_fp64", 1000, 0) < 3 * 8000 + 500);
    CHECK(bytes("cg_csr_fp64", 0, 0) > 0);
    // gmres has restart + 2 of them, never more than the unknowns can fill.
    CHECK(bytes("gmres_csr_fp64", 1000, 10) >= 12 * 8000);
    CHECK(bytes("gmres_csr_fp64", 10, 1'000'000) == bytes("gmres_csr_fp64", 10, 10));
    for (const char* none :
         {"", "cg", "cg_", "cg_fp64", "cg__fp64", "cg_csr", "cg_csr_fp32", "cg_csr_fp64x",
          "cg_i32_fp64", "cg_i64_csr_fp64", "scg_csr_fp64", "cg_cs_fp64"}) {
      CAPTURE(none);
      CHECK(bytes(none, 10, 10) == -1);
    }
    CHECK(coldcore_kernels_workspace(nullptr, 10, 10) == -1);
    CHECK(bytes("cg_csr_fp64", -1, 10) == -1);
    CHECK(bytes("gmres_csr_fp64", 10, 0) == -1);
    CHECK(bytes("cg_csr_fp64", std::numeric_limits<std::int64_t>::max(), 1) == -1);
    CHECK(bytes("gmres_csr_fp64", std::int64_t{1} << 40, std::int64_t{1} << 40) == -1);
  }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // They end the process.
  TEST_CASE("memory that the system does not have is asked for in vain, not taken") {
    // 2^26 unknowns and as many directions: 32 PiB.
    const std::int64_t n = std::int64_t{1} << 26;
    Solution s;
    gmres_i32_csr_fp64(nullptr, nullptr, nullptr, nullptr, &s.iterations, &s.residual, &s.status,
                       nullptr, n, 100, 0, n, 1e-6, nullptr, 0);
    CHECK(s.status == COLDCORE_KERNELS_E_MEMORY);
    CHECK(s.iterations == 0);
  }
#endif

  TEST_CASE("statuses have names") {
    CHECK(std::string(coldcore_kernels_status_name(0)) == "COLDCORE_KERNELS_CONVERGED");
    CHECK(std::string(coldcore_kernels_status_name(5)) == "COLDCORE_KERNELS_NOT_FINITE");
    CHECK(std::string(coldcore_kernels_status_name(-1)) == "COLDCORE_KERNELS_E_ARGUMENT");
    CHECK(std::string(coldcore_kernels_status_name(-2)) == "COLDCORE_KERNELS_E_MEMORY");
    CHECK(std::string(coldcore_kernels_status_name(6)) == "unknown");
    CHECK(std::string(coldcore_kernels_status_name(-3)) == "unknown");
    CHECK(coldcore_kernels_abi_version() == COLDCORE_KERNELS_ABI_VERSION);
  }
}
