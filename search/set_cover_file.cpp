// SPDX-License-Identifier: Apache-2.0
#include "set_cover_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "list_builder.hpp"
#include "number_reader.hpp"
#include "problem.hpp"
#include "set_system_check.hpp"

namespace coldcore::search {
namespace {

/// Reads one instance number by number.
class InstanceReader {
 public:
  explicit InstanceReader(const std::filesystem::path& path) : numbers_(path) {}

  SetCoverFile read(SetDialect dialect) {
    file_.dialect = dialect;
    comments_refused_ = dialect != SetDialect::kSets;
    switch (dialect) {
      case SetDialect::kOrLibrary:
        read_or_library();
        break;
      case SetDialect::kRail:
        read_rail();
        break;
      case SetDialect::kSteiner:
        read_steiner();
        break;
      case SetDialect::kSets:
        read_sets();
        break;
    }
    file_.hash = numbers_.hash();
    forget_unit_costs();
    note_repetitions();
    return std::move(file_);
  }

 private:
  void read_or_library() {
    read_size(file_.system.point_count, "rows");
    std::int64_t columns = 0;
    read_size(columns, "columns");
    for (std::int64_t c = 1; c <= columns; ++c) read_cost(c);
    for (std::int64_t row = 1; row <= file_.system.point_count; ++row) {
      read_list(row, "row", columns, "column", 1);
    }
    expect_end(file_.system.point_count, "rows");
    file_.system.points = transposed(lists_.take(), columns);
  }

  void read_rail() {
    read_size(file_.system.point_count, "rows");
    std::int64_t columns = 0;
    read_size(columns, "columns");
    for (std::int64_t c = 1; c <= columns; ++c) {
      read_cost(c);
      read_list(c, "column", file_.system.point_count, "row", 0);
    }
    expect_end(columns, "columns");
    file_.system.points = lists_.take();
    refuse_gaps();
  }

  void read_steiner() {
    std::int64_t columns = 0;
    read_size(columns, "columns");
    read_size(file_.system.point_count, "rows");
    if (columns > 3 * file_.system.point_count) {
      numbers_.complain(fmt::format("{} rows of three columns name fewer than {} columns",
                                    file_.system.point_count, columns));
    }
    for (std::int64_t row = 1; row <= file_.system.point_count; ++row) {
      for (int i = 0; i < 3; ++i) read_entry(row, "row", columns, "column");
      close_list(row);
    }
    expect_end(file_.system.point_count, "rows");
    file_.system.points = transposed(lists_.take(), columns);
  }

  void read_sets() {
    std::int64_t value = 0;
    std::int64_t line = 0;
    std::int64_t largest = 0;
    bool from_zero = false;
    while (numbers_.next(value)) {
      if (value > kMostNumbered) complain_about_limit("element", value, 0, kMostNumbered);
      if (line != 0 && numbers_.line() != line) close_list(lists_.count() + 1);
      line = numbers_.line();
      largest = std::max(largest, value);
      from_zero = from_zero || value == 0;
      lists_.push(static_cast<Index>(value));
    }
    if (line == 0) numbers_.complain("the file holds no sets");
    close_list(lists_.count() + 1);
    number_from(from_zero ? 0 : 1, largest);
  }

  void number_from(std::int64_t first, std::int64_t largest) {
    SetSystem& system = file_.system;
    file_.first_element = first;
    system.point_count = largest - first + 1;
    system.points = lists_.take();
    for (Index& e : system.points.entries) e -= static_cast<Index>(first);
    refuse_gaps();
  }

  void read_size(std::int64_t& size, const char* what) {
    read_number(size, [&] { return fmt::format("the number of {}", what); });
    if (size < 1 || size > kMostNumbered) {
      complain_about_limit(fmt::format("the number of {}", what), size, 1, kMostNumbered);
    }
  }

  void read_cost(std::int64_t column) {
    std::int64_t cost = 0;
    read_number(cost, [&] { return fmt::format("the cost of column {}", column); });
    if (cost < 1 || cost > kMostCost) {
      complain_about_limit(fmt::format("the cost of column {}", column), cost, 1, kMostCost);
    }
    push_within_memory(file_.system.costs, cost);
  }

  /// A length and so many entries.
  void read_list(std::int64_t list, const char* of, std::int64_t most, const char* what,
                 std::int64_t shortest) {
    std::int64_t length = 0;
    const auto name = [&] { return fmt::format("the number of {}s of {} {}", what, of, list); };
    read_number(length, name);
    if (length < shortest || length > most) complain_about_limit(name(), length, shortest, most);
    for (std::int64_t i = 0; i < length; ++i) read_entry(list, of, most, what);
    close_list(list);
  }

  void forget_unit_costs() {
    std::vector<std::int64_t>& costs = file_.system.costs;
    if (std::ranges::all_of(costs, [](std::int64_t cost) { return cost == 1; })) costs = {};
  }

  void read_entry(std::int64_t list, const char* of, std::int64_t most, const char* what) {
    std::int64_t entry = 0;
    const auto name = [&] { return fmt::format("a {} of {} {}", what, of, list); };
    read_number(entry, name);
    if (entry < 1 || entry > most) complain_about_limit(name(), entry, 1, most);
    lists_.push(static_cast<Index>(entry - 1));
  }

  void close_list(std::int64_t list) {
    if (!lists_.close()) return;
    if (repetitions_++ == 0) first_repetition_ = list;
  }

  /// `name` makes the text only where it is needed.
  template <class Name>
  void read_number(std::int64_t& value, const Name& name) {
    if (!numbers_.next(value)) {
      numbers_.complain(fmt::format("the file ends where {} is expected", name()));
    }
    if (comments_refused_ && numbers_.first_comment() != 0) refuse_comment();
  }

  void expect_end(std::int64_t count, const char* what) {
    std::int64_t value = 0;
    if (numbers_.next(value)) {
      numbers_.complain(
          fmt::format("{} after the last of {} {}: the file should end here", value, count, what));
    }
    if (numbers_.first_comment() != 0) refuse_comment();
  }

  /// A huge number of points beside few entries: say so before anything of that size is allocated.
  void refuse_gaps() {
    const SetSystem& system = file_.system;
    if (system.point_count <= static_cast<std::int64_t>(system.points.entries.size())) return;
    const Point gap = first_gap(system);
    numbers_.complain(fmt::format("{} {} of {}..{} is in no {}: no cover exists",
                                  file_.dialect == SetDialect::kSets ? "element" : "row",
                                  file_.element_number(gap), file_.first_element,
                                  file_.element_number(system.point_count - 1),
                                  file_.dialect == SetDialect::kSets ? "set" : "column"));
  }

  void note_repetitions() {
    if (repetitions_ > 0) {
      file_.notices.push_back(fmt::format(
          "entries that a line or list repeats are merged, first in {} {}, in {} of them in all",
          list_noun(), first_repetition_, repetitions_));
    }
    add_notices(file_.system, file_.notices);
  }

  const char* list_noun() const {
    switch (file_.dialect) {
      case SetDialect::kRail:
        return "column";
      case SetDialect::kSets:
        return "set";
      default:
        return "row";
    }
  }

  [[noreturn]] void complain_about_limit(std::string_view what, std::int64_t value,
                                         std::int64_t low, std::int64_t high) const {
    numbers_.complain(fmt::format("{} is {}, but has to be {}..{}", what, value, low, high));
  }

  [[noreturn]] void refuse_comment() const {
    numbers_.complain(fmt::format("a comment in line {}: only --format sets has comments",
                                  numbers_.first_comment()));
  }

  NumberReader numbers_;
  ListBuilder lists_;
  SetCoverFile file_;
  std::int64_t repetitions_ = 0;
  std::int64_t first_repetition_ = 0;
  bool comments_refused_ = false;
};

void require_ordinary(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;  // Opening it tells why.
  if (std::filesystem::is_regular_file(path, ignored)) return;
  throw InputError(
      fmt::format("{} is no ordinary file: an instance is read more than once", path.string()));
}

}  // namespace

std::uint64_t hash_of_instance(const std::filesystem::path& path) {
  require_ordinary(path);
  return NumberReader(path).hash_to_the_end();
}

SetCoverFile read_set_cover_file(const std::filesystem::path& path,
                                 std::optional<SetDialect> dialect) {
  require_ordinary(path);
  if (dialect) return InstanceReader(path).read(*dialect);
  const SetDialect detected = detect_dialect(path);
  try {
    return InstanceReader(path).read(detected);
  } catch (const InputError& error) {
    throw InputError(fmt::format(
        "{} (taken for format {}; --format names another{})", error.what(), dialect_name(detected),
        detected == SetDialect::kSets ? "" : ", sets if each line is a set"));
  }
}

}  // namespace coldcore::search
