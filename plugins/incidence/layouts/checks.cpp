// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"

#include <vector>

#include "format.hpp"

namespace coldcore::layout {
namespace {

std::string extents_text(std::initializer_list<std::int64_t> extents) {
  std::string text;
  for (const std::int64_t n : extents) {
    if (!text.empty()) text += ", ";
    text += n == kAny ? "*" : fmt::format("{}", n);
  }
  return fmt::format("[{}]", text);
}

std::string extents_text(const Shape& shape) {
  if (shape.rank == 0) return "[]";
  if (shape.rank == 1) return extents_text({shape.extent[0]});
  if (shape.rank == 2) return extents_text({shape.extent[0], shape.extent[1]});
  return extents_text({shape.extent[0], shape.extent[1], shape.extent[2]});
}

}  // namespace

std::string range_text(const char* things, std::int64_t limit) {
  if (limit == 0) return fmt::format("but there are no {}", things);
  return fmt::format("but {} are 0..{}", things, limit - 1);
}

std::string role_text(const Layout& layout, std::size_t role) {
  return fmt::format("{}: {}", layout.format->name, layout.format->roles[role].name);
}

void need_shape(const Layout& layout, std::size_t role,
                std::initializer_list<std::int64_t> extents) {
  const Shape& shape = layout.buffers[role].shape;
  bool same = shape.rank == static_cast<int>(extents.size());
  std::size_t d = 0;
  for (const std::int64_t n : extents) {
    same = same && (n == kAny || n == shape.extent[d]);
    ++d;
  }
  if (same) return;
  fail(COLDCORE_LAYOUT_E_BUFFER, "{} has the shape {}, but {} x {} ask for {}",
       role_text(layout, role), extents_text(shape), layout.rows, layout.cols,
       extents_text(extents));
}

void fail_index(const std::string& array, std::int64_t place, std::int64_t index,
                const char* things, std::int64_t limit) {
  fail(COLDCORE_LAYOUT_E_INDEX, "{}[{}] = {}, {}; correct the entry or the declared shape", array,
       place, index, range_text(things, limit));
}

void fail_order(const Layout& layout, std::size_t role, std::int64_t place, std::int64_t index,
                std::int64_t previous, const std::string& what) {
  fail(COLDCORE_LAYOUT_E_ORDER,
       "{}[{}] = {} follows {} in {}, but they must ascend strictly; build the layout from its "
       "coordinates, which sorts and sums them",
       role_text(layout, role), place, index, previous, what);
}

void fail_padding(const Layout& layout, std::size_t role, const std::string& place, double value,
                  const std::string& why) {
  fail(COLDCORE_LAYOUT_E_PADDING, "{}[{}] = {}, but {}, so it must be 0", role_text(layout, role),
       place, value, why);
}

template <class I>
void need_permutation(const Layout& layout, std::size_t role, std::int64_t sigma, Budget& budget) {
  const auto perm = layout.at<I>(role);
  const Budget::Loan scratch(budget, layout.rows, "checking the permutation");
  std::vector<char> seen(as_size(layout.rows), 0);
  for (std::size_t place = 0; place < perm.size(); ++place) {
    const std::int64_t row = perm[place];
    const auto at = static_cast<std::int64_t>(place);
    need_index(layout, role, at, row, "rows", layout.rows);
    if (seen[as_size(row)]) {
      fail(COLDCORE_LAYOUT_E_PERMUTATION,
           "{}[{}] = {}, but that row was named before; a permutation takes each once",
           role_text(layout, role), at, row);
    }
    seen[as_size(row)] = 1;
    if (row / sigma == at / sigma) continue;
    fail(COLDCORE_LAYOUT_E_PERMUTATION,
         "{}[{}] = {} leaves its window of sigma = {} rows; declare the sigma that was sorted with",
         role_text(layout, role), at, row, sigma);
  }
}

template void need_permutation<std::int32_t>(const Layout&, std::size_t, std::int64_t, Budget&);
template void need_permutation<std::int64_t>(const Layout&, std::size_t, std::int64_t, Budget&);

}  // namespace coldcore::layout
