// SPDX-License-Identifier: Apache-2.0
//
// Where families are looked for, and which of several files of one name is taken.
#include <dlfcn.h>

#include "plugin_folders.hpp"

using namespace loader_test;

TEST_SUITE("fast") {
  TEST_CASE("folders are searched in the order of COLDCORE_PLUGIN_PATH") {
    const Folder one, two;
    const std::string first = one.add("second_sound");
    const std::string second = two.add("sound");
    const std::vector<Listing> listings =
        scan(one.path().string() + ":" + two.path().string(), fs::temp_directory_path());
    REQUIRE(listings.size() >= 2);
    CHECK(listings[0].path == first);
    CHECK(listings[1].path == second);
  }

  TEST_CASE("entries that are relative, missing or empty are skipped with one notice") {
    const Folder folder;
    folder.add("sound");
    const std::string variable = "relative:" + folder.path().string() + "::/nonexistent/plugins";
    const StderrCapture capture;
    CHECK(scan(variable, folder.path()).size() == 1);
    scan(variable, folder.path());
    const std::string notices = capture.text();
    for (const char* entry : {"'relative'", "''", "'/nonexistent/plugins'"}) {
      const std::size_t at = notices.find(entry);
      CHECK_MESSAGE(at != std::string::npos, notices);
      CHECK(notices.find(entry, at + 1) == std::string::npos);
    }
  }

  TEST_CASE("an earlier folder shadows a later one, with a notice") {
    const Folder early, late;
    const std::string chosen = early.add("sound");
    const std::string other = late.add("sound");
    const StderrCapture capture;
    const auto variable = early.path().string() + ":" + late.path().string();
    const std::vector<Listing> hidden = scan(variable, late.path());
    REQUIRE(hidden.size() == 1);
    CHECK(hidden[0].status == COLDCORE_LISTED_SHADOWED);
    CHECK(contains(hidden[0].note, chosen));
    CHECK(scan(variable, early.path())[0].status == COLDCORE_LISTED_USABLE);
    check_mentions(capture.text(), {chosen, other});
  }

  TEST_CASE("a refused file shadows nothing") {
    const Folder early, late;
    fs::permissions(early.add("sound"), fs::perms(0757));
    late.add("sound");
    const StderrCapture capture;
    const auto variable = early.path().string() + ":" + late.path().string();
    CHECK(scan(variable, late.path())[0].status == COLDCORE_LISTED_USABLE);
  }

  TEST_CASE("one file that is found twice counts once") {
    const Folder one, two;
    const std::string file = one.add("sound");
    fs::create_symlink(file, two.file("link.so"));
    fs::create_hard_link(file, one.file("zz_hard_link.so"));
    const auto variable =
        two.path().string() + ":" + one.path().string() + ":" + two.path().string();
    CHECK(scan(variable, one.path()).empty());
    REQUIRE(scan(variable, two.path()).size() == 1);
    CHECK(scan(variable, two.path())[0].status == COLDCORE_LISTED_USABLE);
  }

  TEST_CASE("one name twice in a folder is an error that names both files") {
    const Folder folder, later;
    const std::string one = folder.add("roomy", "a.so");
    const std::string two = folder.add("roomy", "b.so");
    later.add("roomy");
    const auto variable = folder.path().string() + ":" + later.path().string();
    const StderrCapture capture;
    const std::vector<Listing> listings = scan(variable, folder.path());
    REQUIRE(listings.size() == 2);
    for (const Listing& listing : listings) {
      CHECK(listing.status == COLDCORE_LISTED_REFUSED);
      check_mentions(listing.note, {one, two});
    }
    CHECK(scan(variable, later.path())[0].status == COLDCORE_LISTED_SHADOWED);
    CHECK(coldcore_plugin_id("roomy") == DCT_E_PROBLEM);
    check_mentions(coldcore_last_error(), {one, two});
    const coldcore_plugin* plugin = nullptr;
    CHECK(coldcore_plugin_load("roomy", &plugin) == DCT_E_PLUGIN);
    check_mentions(coldcore_last_error(), {one, two});
  }

  TEST_CASE("in the build tree every family has its own folder beside the library's") {
    scan("", "");
    CHECK(coldcore_plugin_id("hamming") == 0);
  }

  TEST_CASE("an installed library finds the folder beside it") {
    const Folder prefix;
    const fs::path plugins = prefix.path() / "coldcore" / "plugins";
    fs::create_directories(plugins);
    const std::string library = prefix.file("libcoldcore.so");
    fs::copy_file(std::getenv("COLDCORE_TEST_ENGINE"), library);
    fs::rename(prefix.add("sound"), plugins / "sound.so");
    unsetenv("COLDCORE_PLUGIN_PATH");

    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(handle != nullptr, dlerror());
    const auto id = reinterpret_cast<int (*)(const char*)>(dlsym(handle, "coldcore_plugin_id"));
    const auto count = reinterpret_cast<int (*)()>(dlsym(handle, "coldcore_plugin_scan"));
    CHECK(count() == 1);
    CHECK(id("sound") == 2000);
  }
}
