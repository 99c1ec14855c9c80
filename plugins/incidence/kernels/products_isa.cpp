// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each instruction set, with COLDCORE_PRODUCTS naming it. All that has code here
// is in the anonymous namespace, and no inline function from elsewhere is called: the linker could
// give one that was compiled for this instruction set to everybody.
#include "products.hpp"

#include "column_products.hpp"
#include "vector_products.hpp"

namespace coldcore::kernels {
namespace {

template <class A>
void erased_vector(const void* matrix, const double* x, double* y, std::int64_t begin,
                   std::int64_t end) {
  times_vector(*static_cast<const A*>(matrix), x, y, begin, end);
}

template <class A>
void erased_columns(const void* matrix, const Columns& columns, std::int64_t begin,
                    std::int64_t end) {
  times_columns(*static_cast<const A*>(matrix), columns, begin, end);
}

template <class A>
bool erased_rows_ascend(const void* matrix, std::int64_t begin, std::int64_t end) {
  return rows_ascend(*static_cast<const A*>(matrix), begin, end);
}

template <class A>
constexpr Products products_of() {
  Products products{erased_vector<A>, erased_columns<A>, nullptr, A::kLayout == Layout::kCsc};
  if constexpr (A::kLayout == Layout::kCoo || A::kLayout == Layout::kBcoo) {
    products.rows_ascend = erased_rows_ascend<A>;
  }
  return products;
}

}  // namespace

extern const Products COLDCORE_PRODUCTS[2][kLayouts];

// In the order of Layout; narrow indices, then wide ones.
const Products COLDCORE_PRODUCTS[2][kLayouts] = {
    {products_of<Csr<std::int32_t>>(), products_of<Csc<std::int32_t>>(),
     products_of<Coo<std::int32_t>>(), products_of<Dia<std::int32_t>>(),
     products_of<Ell<std::int32_t>>(), products_of<Bcsr<std::int32_t>>(),
     products_of<Bcoo<std::int32_t>>(), products_of<Jds<std::int32_t>>(),
     products_of<Sell<std::int32_t>>(), products_of<Banded>(), products_of<Dense>()},
    {products_of<Csr<std::int64_t>>(), products_of<Csc<std::int64_t>>(),
     products_of<Coo<std::int64_t>>(), products_of<Dia<std::int64_t>>(),
     products_of<Ell<std::int64_t>>(), products_of<Bcsr<std::int64_t>>(),
     products_of<Bcoo<std::int64_t>>(), products_of<Jds<std::int64_t>>(),
     products_of<Sell<std::int64_t>>(), products_of<Banded>(), products_of<Dense>()}};

}  // namespace coldcore::kernels
