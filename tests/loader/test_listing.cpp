// SPDX-License-Identifier: Apache-2.0
//
// What a scan makes of the files it finds, none of their code having run.
#include <cstdint>
#include <random>

#include "plugin_folders.hpp"

using namespace loader_test;

namespace {

/// The single listing of a folder with one file.
Listing only_listing(const Folder& folder) {
  const std::vector<Listing> listings = scan(folder);
  REQUIRE(listings.size() == 1);
  return listings[0];
}

/// A refused family: the listing and the error of asking for it by name say the same.
void check_refused(const std::string& family, const std::vector<std::string>& parts) {
  const Folder folder;
  const std::string file = folder.add(family);
  const Listing listing = only_listing(folder);
  CHECK(listing.status == COLDCORE_LISTED_REFUSED);
  check_mentions(listing.note, parts);
  if (listing.name.empty()) return;
  const coldcore_plugin* plugin = nullptr;
  CHECK(coldcore_plugin_load(family.c_str(), &plugin) == DCT_E_PLUGIN);
  CHECK(plugin == nullptr);
  check_mentions(coldcore_last_error(), parts);
  check_mentions(coldcore_last_error(), {file});
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a sound family is listed by its marker without its code running") {
    const Folder folder;
    const std::string file = folder.add("sound");
    unsetenv("COLDCORE_TEST_TRACE_sound");
    const Listing listing = only_listing(folder);
    CHECK(listing.status == COLDCORE_LISTED_USABLE);
    CHECK(listing.name == "sound");
    CHECK(listing.id == 2000);
    CHECK(listing.abi_major == 1);
    CHECK(listing.path == file);
    CHECK(listing.note.empty());
    CHECK(coldcore_plugin_id("sound") == 2000);
    CHECK(std::getenv("COLDCORE_TEST_TRACE_sound") == nullptr);
  }

  TEST_CASE("a stripped family is listed all the same") {
    const Folder folder;
    const std::string file = folder.add("sound", "stripped.so");
    REQUIRE(std::system(("strip -s " + file).c_str()) == 0);
    const Listing listing = only_listing(folder);
    CHECK(listing.status == COLDCORE_LISTED_USABLE);
    CHECK(listing.name == "sound");
  }

  TEST_CASE("only files that end in .so are candidates") {
    const Folder folder;
    folder.add("sound", "sound.so.1");
    folder.add("sound", "sound.txt");
    fs::create_directory(folder.path() / "folder.so");
    CHECK(scan(folder).empty());
  }

  TEST_CASE("another ABI major is refused with both versions") {
    check_refused("future", {"expected plugin ABI major 1", "found 2"});
  }

  TEST_CASE("markers that are missing, many or malformed are refused") {
    check_refused("unmarked", {"coldcore_plugin_MAJOR_ID_NAME"});
    check_refused("twice_marked",
                  {"coldcore_plugin_1_2005_twice_marked", "coldcore_plugin_1_2005_other"});
    check_refused("padded_id", {"coldcore_plugin_1_02006_padded_id"});
    check_refused("huge_id", {"coldcore_plugin_1_2147483648_huge_id"});
    check_refused("Capital", {"coldcore_plugin_1_2007_Capital"});
  }

  TEST_CASE("the engine itself in a plugin folder is no plugin") {
    const Folder folder;
    fs::copy_file(std::getenv("COLDCORE_TEST_ENGINE"), folder.file("libcoldcore.so"));
    const Listing listing = only_listing(folder);
    CHECK(listing.status == COLDCORE_LISTED_REFUSED);
    CHECK(contains(listing.note, "no plugin"));
  }

  TEST_CASE("files that are no shared object are refused") {
    const Folder folder;
    const std::string sound = read_file(folder.add("sound"));
    fs::remove(folder.file("sound.so"));
    folder.write("a_empty.so", "");
    folder.write("b_text.so", "INPUT(libfoo.so)\n");
    folder.write("c_header.so", sound.substr(0, 20));
    folder.write("d_half.so", sound.substr(0, sound.size() / 2));
    fs::create_symlink("nowhere", folder.file("e_dangling.so"));
    const std::vector<Listing> listings = scan(folder);
    REQUIRE(listings.size() == 5);
    for (const Listing& listing : listings) {
      CHECK_MESSAGE(listing.status == COLDCORE_LISTED_REFUSED, listing.path);
      CHECK_FALSE(listing.note.empty());
      CHECK(listing.id == -1);
      CHECK(listing.abi_major == -1);
    }
  }

  TEST_CASE("damaged files are judged without harm") {
    const Folder folder;
    const std::string sound = read_file(folder.add("sound"));
    std::mt19937 random(3);
    // The tables at the end say where everything is; the first bytes say where the tables are.
    for (int i = 0; i < 400; ++i) {
      std::string damaged = sound;
      const std::size_t from = i % 2 == 0 ? 0 : sound.size() * 3 / 4;
      const std::size_t range = i % 2 == 0 ? 64 : sound.size() - from;
      for (int k = 0; k < 3; ++k) damaged[from + random() % range] = static_cast<char>(random());
      folder.write("damaged_" + std::to_string(i) + ".so", damaged);
    }
    CHECK(scan(folder).size() == 401);
  }

  TEST_CASE("a file that anyone may write is refused with a warning") {
    const Folder folder;
    const std::string file = folder.add("sound");
    fs::permissions(file, fs::perms(0757));
    std::string warning;
    Listing listing;
    {
      const StderrCapture capture;
      listing = only_listing(folder);
      warning = capture.text();
    }
    CHECK(listing.status == COLDCORE_LISTED_REFUSED);
    check_mentions(listing.note, {"anyone may write", "chmod o-w"});
    check_mentions(warning, {file, "anyone may write"});
    fs::permissions(file, fs::perms(0775));
    CHECK(only_listing(folder).status == COLDCORE_LISTED_USABLE);
  }

  TEST_CASE("a folder where anyone may replace the file is refused, a sticky one is not") {
    const Folder folder;
    folder.add("sound");
    fs::permissions(folder.path(), fs::perms(0757));
    CHECK(only_listing(folder).status == COLDCORE_LISTED_REFUSED);
    fs::permissions(folder.path(), fs::perms(01757));
    CHECK(only_listing(folder).status == COLDCORE_LISTED_USABLE);
  }

  TEST_CASE("coldcore_plugin_listing refuses what it cannot answer and leaves *out alone") {
    const Folder folder;
    folder.add("sound");
    scan(folder);
    const int count = coldcore_plugin_scan();
    coldcore_listing listing{};
    listing.struct_size = sizeof listing;
    listing.id = -77;
    CHECK(coldcore_plugin_listing(0, nullptr) == DCT_E_NULL);
    CHECK(coldcore_plugin_listing(-1, &listing) == DCT_E_ARGUMENT);
    CHECK(coldcore_plugin_listing(count, &listing) == DCT_E_ARGUMENT);
    listing.struct_size = 8;
    CHECK(coldcore_plugin_listing(0, &listing) == DCT_E_ARGUMENT);
    CHECK(listing.id == -77);
    CHECK(listing.path == nullptr);
  }
}
