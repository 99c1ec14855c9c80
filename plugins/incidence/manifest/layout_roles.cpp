// SPDX-License-Identifier: Apache-2.0
#include "layout_roles.hpp"

#include <algorithm>

namespace coldcore::manifest {
namespace {

using enum RoleKind;

constexpr Role kDenseRoles[] = {{"data", kValue, 2, "all values, row by row"}};
constexpr Role kCsrRoles[] = {{"indptr", kIndex, 1, "where each row begins, and the end"},
                              {"indices", kIndex, 1, "the column of each entry"},
                              {"data", kValue, 1, "the value of each entry"}};
constexpr Role kCscRoles[] = {{"indptr", kIndex, 1, "where each column begins, and the end"},
                              {"indices", kIndex, 1, "the row of each entry"},
                              {"data", kValue, 1, "the value of each entry"}};
constexpr Role kCooRoles[] = {{"row", kIndex, 1, "the row of each entry"},
                              {"col", kIndex, 1, "the column of each entry"},
                              {"data", kValue, 1, "the value of each entry"}};
constexpr Role kDiaRoles[] = {{"data", kValue, 2, "one row of values a diagonal, by column"},
                              {"offsets", kIndex, 1, "column minus row of each diagonal"}};
constexpr Role kEllRoles[] = {{"indices", kIndex, 2, "the columns of each row, then -1"},
                              {"data", kValue, 2, "the values of each row, then 0"}};
constexpr Role kBcsrRoles[] = {
    {"indptr", kIndex, 1, "where each row of blocks begins, and the end"},
    {"indices", kIndex, 1, "the column of each block"},
    {"data", kValue, 3, "the values of each block, row by row"}};
constexpr Role kBcooRoles[] = {{"row", kIndex, 1, "the block row of each block"},
                               {"col", kIndex, 1, "the block column of each block"},
                               {"data", kValue, 3, "the values of each block, row by row"}};
constexpr Role kJdsRoles[] = {
    {"perm", kIndex, 1, "the row that each position stands for"},
    {"jd_ptr", kIndex, 1, "where each jagged diagonal begins, and the end"},
    {"col_ind", kIndex, 1, "the column of each entry"},
    {"jdiag", kValue, 1, "the value of each entry"}};
constexpr Role kSellRoles[] = {{"slice_ptr", kIndex, 1, "where each slice begins, and the end"},
                               {"col_idx", kIndex, 1, "the column of each place, padding included"},
                               {"val", kValue, 1, "the value of each place, padding included"},
                               {"row_len", kIndex, 1, "the length of each row, in permuted order"},
                               {"perm", kIndex, 1, "the row that each position stands for"}};
constexpr Role kBandedRoles[] = {{"data", kValue, 2, "the band of each row, from its left end"},
                                 {"lbound", kBound, 0, "diagonals below the main one"},
                                 {"ubound", kBound, 0, "diagonals above the main one"}};

constexpr Format kFormats[] = {
    {"bcoo", kBcooRoles},         {"bcsr", kBcsrRoles},
    {"coo", kCooRoles},           {"csc", kCscRoles},
    {"csr", kCsrRoles},           {kDense, kDenseRoles},
    {"dia", kDiaRoles},           {"ell", kEllRoles},
    {"jds", kJdsRoles},           {"packed_banded", kBandedRoles},
    {"sell_c_sigma", kSellRoles},
};

using enum NumberKind;

constexpr Dtype kDtypes[] = {
    {"int8", kWhole, "int8_t", "std::int8_t", "integer(c_int8_t)", "c_int8_t"},
    {"int16", kWhole, "int16_t", "std::int16_t", "integer(c_int16_t)", "c_int16_t"},
    {"int32", kWhole, "int32_t", "std::int32_t", "integer(c_int32_t)", "c_int32_t"},
    {"int64", kWhole, "int64_t", "std::int64_t", "integer(c_int64_t)", "c_int64_t"},
    {"uint8", kWhole, "uint8_t", "std::uint8_t", "integer(c_int8_t)", "c_int8_t"},
    {"uint16", kWhole, "uint16_t", "std::uint16_t", "integer(c_int16_t)", "c_int16_t"},
    {"uint32", kWhole, "uint32_t", "std::uint32_t", "integer(c_int32_t)", "c_int32_t"},
    {"uint64", kWhole, "uint64_t", "std::uint64_t", "integer(c_int64_t)", "c_int64_t"},
    {"float16", kReal, "uint16_t", "std::uint16_t", "integer(c_int16_t)", "c_int16_t"},
    {"float32", kReal, "float", "float", "real(c_float)", "c_float"},
    {"float64", kReal, "double", "double", "real(c_double)", "c_double"},
    {"complex64", kComplex, "float _Complex", "std::complex<float>", "complex(c_float_complex)",
     "c_float_complex"},
    {"complex128", kComplex, "double _Complex", "std::complex<double>", "complex(c_double_complex)",
     "c_double_complex"},
};

template <class Table>
auto find_named(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const auto& entry) { return entry.name; });
  return found == std::ranges::end(table) ? nullptr : &*found;
}

}  // namespace

const Role* Format::find(std::string_view role) const { return find_named(roles, role); }

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view name) { return find_named(kFormats, name); }

bool is_index_role(std::string_view name) {
  return std::ranges::any_of(kFormats, [name](const Format& format) {
    const Role* const role = format.find(name);
    return role != nullptr && role->kind == RoleKind::kIndex;
  });
}

std::span<const Dtype> dtypes() { return kDtypes; }

const Dtype* find_dtype(std::string_view name) { return find_named(kDtypes, name); }

}  // namespace coldcore::manifest
