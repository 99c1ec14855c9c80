// SPDX-License-Identifier: Apache-2.0
//
// Families stay loaded until the process ends, so every test case here loads a family of its own.
#include <cstring>

#include "plugin_folders.hpp"

using namespace loader_test;

namespace {

/// Loading fails, and the one line about it has the file and each part; asking again fails
/// likewise.
void check_load_refused(const std::string& family, const std::vector<std::string>& parts) {
  const Folder folder;
  const std::string file = folder.add(family);
  scan(folder);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const coldcore_plugin* plugin = nullptr;
    const StderrCapture capture;
    CHECK(coldcore_plugin_load(family.c_str(), &plugin) == DCT_E_PLUGIN);
    CHECK(plugin == nullptr);
    const std::string line = coldcore_last_error();
    CHECK(capture.text() == "coldcore: " + line + "\n");
    check_mentions(line, {file});
    check_mentions(line, parts);
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a family is loaded on first use and then stays") {
    const Folder folder;
    const std::string file = folder.add("sound");
    scan(folder);
    unsetenv("COLDCORE_TEST_TRACE_sound");
    const coldcore_plugin* plugin = nullptr;
    REQUIRE(coldcore_plugin_load("sound", &plugin) == DCT_OK);
    CHECK(std::getenv("COLDCORE_TEST_TRACE_sound") != nullptr);
    CHECK(plugin->struct_size == sizeof(coldcore_plugin));
    CHECK(plugin->id == 2000);
    CHECK(plugin->name == std::string("sound"));
    CHECK(plugin->path == file);
    CHECK(plugin->info->version == std::string("1.0"));
    CHECK(plugin->reads_source == 0);
    CHECK((plugin->axis_cost == nullptr));
    CHECK((plugin->table_ox == nullptr));
    CHECK((plugin->plane_bytes == nullptr));
    CHECK((plugin->axes_cuda == nullptr));
    int layers = 0;
    CHECK(plugin->validate(1, nullptr, 0, &layers) == COLDCORE_PLUGIN_E_N);
    CHECK(plugin->axes(1, 0, 0) == COLDCORE_PLUGIN_E_STATE);

    // Neither the file nor its folder is needed any more.
    fs::remove(file);
    scan(folder);
    const coldcore_plugin* again = nullptr;
    CHECK(coldcore_plugin_load("sound", &again) == DCT_OK);
    CHECK(again == plugin);
    CHECK(coldcore_plugin_load_id(2000, &again) == DCT_OK);
    CHECK(again == plugin);
    CHECK(coldcore_plugin_id("sound") == 2000);
  }

  TEST_CASE("a larger info struct and a reading driver are taken") {
    const Folder folder;
    folder.add("roomy");
    scan(folder);
    const coldcore_plugin* plugin = nullptr;
    REQUIRE(coldcore_plugin_load("roomy", &plugin) == DCT_OK);
    CHECK(plugin->info->struct_size == 4096);
    CHECK(plugin->reads_source == 1);
  }

  TEST_CASE("a stripped family loads") {
    const Folder folder;
    const std::string file = folder.add("second_sound");
    REQUIRE(std::system(("strip -s " + file).c_str()) == 0);
    scan(folder);
    const coldcore_plugin* plugin = nullptr;
    CHECK(coldcore_plugin_load("second_sound", &plugin) == DCT_OK);
  }

  TEST_CASE("an info that breaks the contract is refused, expected and found") {
    check_load_refused("bad_magic", {"bad_magic_info.magic", "expected 1229996867", "found 7"});
    check_load_refused("short_info",
                       {"short_info_info.struct_size", "expected at least", "found 16"});
    check_load_refused("other_major", {"other_major_info.abi_major", "expected 1", "found 3"});
    check_load_refused("other_id", {"other_id_info.id", "expected 2011", "found 2999"});
    check_load_refused("other_name", {"other_name_info.name", "expected 'other_name'", "someone"});
    check_load_refused("nameless", {"nameless_info.name", "expected 'nameless'", "NULL"});
    check_load_refused("untitled", {"untitled_info", "title", "NULL"});
    check_load_refused("odd_rule", {"odd_rule_info.cost_rule", "expected 0 or 1", "found 9"});
  }

  TEST_CASE("every required symbol that is missing is named") {
    check_load_refused("no_info", {"no_info_info"});
    check_load_refused("incomplete", {"incomplete_axes", "incomplete_covers"});
    CHECK_FALSE(contains(coldcore_last_error(), "incomplete_table"));
  }

  TEST_CASE("a file that the dynamic linker refuses is an error with its reason") {
    check_load_refused("unresolved", {"coldcore_test_defined_nowhere"});
  }

  TEST_CASE("an unknown name or id is answered with what there is and where it was looked for") {
    const Folder folder;
    folder.add("clash_one");
    scan(folder);
    const coldcore_plugin* plugin = nullptr;
    CHECK(coldcore_plugin_load("tesseract", &plugin) == DCT_E_PROBLEM);
    check_mentions(coldcore_last_error(),
                   {"'tesseract'", "clash_one (2100)", folder.path().string()});
    CHECK(coldcore_plugin_load_id(31999, &plugin) == DCT_E_PROBLEM);
    check_mentions(coldcore_last_error(), {"31999", "clash_one (2100)"});
    CHECK(coldcore_plugin_id("tesseract") == DCT_E_PROBLEM);
    CHECK(plugin == nullptr);
  }

  TEST_CASE("two families of one id are an error only when that id is asked for") {
    const Folder folder;
    const std::string one = folder.add("clash_one");
    const std::string two = folder.add("clash_two");
    for (const Listing& listing : scan(folder)) CHECK(listing.status == COLDCORE_LISTED_USABLE);
    const coldcore_plugin* plugin = nullptr;
    CHECK(coldcore_plugin_load_id(2100, &plugin) == DCT_E_PROBLEM);
    check_mentions(coldcore_last_error(), {"2100", "clash_one", "clash_two", one, two});
    CHECK(coldcore_plugin_load("clash_one", &plugin) == DCT_OK);
    CHECK(coldcore_plugin_load("clash_two", &plugin) == DCT_OK);
    CHECK(coldcore_plugin_load_id(2100, &plugin) == DCT_E_PROBLEM);
  }

  TEST_CASE("null pointers are refused") {
    const coldcore_plugin* plugin = nullptr;
    CHECK(coldcore_plugin_load(nullptr, &plugin) == DCT_E_NULL);
    CHECK(coldcore_plugin_load("sound", nullptr) == DCT_E_NULL);
    CHECK(coldcore_plugin_load_id(0, nullptr) == DCT_E_NULL);
    CHECK(coldcore_plugin_id(nullptr) == DCT_E_NULL);
  }

  TEST_CASE("codes have names") {
    CHECK(coldcore_error_name(DCT_OK) == std::string("DCT_OK"));
    CHECK(coldcore_error_name(DCT_E_INTERNAL) == std::string("DCT_E_INTERNAL"));
    for (int code = DCT_E_INTERNAL; code < 0; ++code) {
      CHECK(std::strncmp(coldcore_error_name(code), "DCT_E_", 6) == 0);
    }
    for (int code : {1, DCT_E_INTERNAL - 1, -100}) {
      CHECK(coldcore_error_name(code) == std::string("unknown code"));
    }
    CHECK(coldcore_version() == std::string(COLDCORE_PROJECT_VERSION));
  }
}
