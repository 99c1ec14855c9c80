// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "atomic_file.hpp"
#include "output_lock.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

TEST_SUITE("search/output_lock") {
  TEST_CASE("a second holder is refused until the first is gone") {
    const TemporaryFolder folder;
    {
      const OutputLock first(folder / "a");
      const std::string line = message_of<FileError>([&] { OutputLock second(folder / "a"); });
      CHECK(line.find("another run") != std::string::npos);
      CHECK_NOTHROW(OutputLock(folder / "b"));
    }
    CHECK_NOTHROW(OutputLock(folder / "a"));
    CHECK(folder.file_count() == 0);
  }

  TEST_CASE("the lock file of a killed run is no obstacle") {
    const TemporaryFolder folder;
    folder.write("a.lock", "");
    CHECK_NOTHROW(OutputLock(folder / "a"));
  }

  TEST_CASE("a folder that is not there is an error") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(OutputLock(folder / "none/a"), FileError);
  }
}
