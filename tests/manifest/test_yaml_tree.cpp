// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "manifest_file.hpp"
#include "yaml_tree.hpp"

using namespace coldcore::manifest;

namespace {

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Equal but for positions.
bool same(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size() ||
      a.entries.size() != b.entries.size()) {
    return false;
  }
  // Quotes matter where the plain text is no text: no, 12, ~.
  if (a.quoted && !b.quoted) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(*a.items[i], *b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (!same(*a.entries[i].key, *b.entries[i].key) ||
        !same(*a.entries[i].value, *b.entries[i].value)) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_SUITE("manifest/yaml_tree") {
  TEST_CASE("a node knows its line, its column and its path") {
    const Document document =
        read_yaml("# first\na: 1\nb:\n  - x\n  - {c: [p, 'q r'], d.e: ~}\n", "m.yaml");
    const Node& root = *document.root();
    const Node& inner = *root.find("b")->items[1];
    const Node& deepest = *inner.find("c")->items[1];
    CHECK(path_of(root) == "");
    CHECK(path_of(*root.find("a")) == "a");
    CHECK(path_of(inner) == "b[1]");
    CHECK(path_of(deepest) == "b[1].c[1]");
    CHECK(path_of(*inner.entries[1].key) == "b[1].d.e");
    CHECK(deepest.line == 5);
    CHECK(deepest.column == 13);
    CHECK(deepest.quoted);
    CHECK(deepest.text == "q r");
    CHECK(inner.entries[1].value->kind == NodeKind::kNull);
    CHECK(inner.find("d.e") == nullptr);
    CHECK(root.find("a")->line == 2);
    CHECK(root.find("a")->column == 4);
  }

  TEST_CASE("a document that is written and read again is the same") {
    for (const char* name : {"two_arrays.yaml", "contract_spmv.yaml", "gmres.yaml"}) {
      const Document first = read_yaml(data_file(name), name);
      const std::string written = write_yaml(*first.root());
      CAPTURE(written);
      CHECK(same(*first.root(), *read_yaml(written, "again").root()));
    }
    const Document odd = read_yaml(
        "a: \"12\"\nb: 12\nc: 'yes'\nd: |\n  two\n  lines\ne: \"\\u0007 \\\" tab\\t\"\nf: []\ng: "
        "{}\n"
        "h: \"\"\n\"i: j\": '# no comment'\nk: -1.5e-3\nl: \"~\"\nm: \xc3\xa9\n",
        "m.yaml");
    const std::string written = write_yaml(*odd.root());
    CAPTURE(written);
    CHECK(same(*odd.root(), *read_yaml(written, "again").root()));
  }

  TEST_CASE("fields that are not ours are kept") {
    const Manifest manifest = read_manifest(data_file("two_arrays.yaml"), "m.yaml");
    const std::string written = write_yaml(*manifest.document.root());
    CHECK(says(written, "func_name: initialize"));
    CHECK(says(written, "track: hpc"));
    CHECK(says(written, "\"no\""));
  }

  TEST_CASE("an alias stands for a copy of its value") {
    const Document document = read_yaml("a: &x {b: [1, 2]}\nc: *x\nd: [*x, &y z, *y]\n", "m.yaml");
    const Node& root = *document.root();
    CHECK(root.find("c")->find("b")->items[1]->text == "2");
    CHECK(path_of(*root.find("d")->items[0]->find("b")->items[1]) == "d[0].b[1]");
    CHECK(root.find("d")->items[2]->text == "z");
  }

  TEST_CASE("what is no mapping, or not one document, is refused") {
    CHECK(says(refusal(""), "m.yaml: it is empty"));
    CHECK(says(refusal("# only a comment\n"), "m.yaml: it is empty"));
    CHECK(says(refusal("~\n"), "it is empty"));
    CHECK(says(refusal("just text\n"), "m.yaml:1:1: a manifest is a mapping"));
    CHECK(says(refusal("- a\n- b\n"), "m.yaml:1:1: a manifest is a mapping"));
    CHECK(says(refusal("a: 1\n---\nb: 2\n"), ": a second document begins"));
    CHECK(refusal("---\na: 1\n...\n") == "");
    CHECK(refusal("\xef\xbb\xbf"
                  "a: 1\r\nb: 2\r\n") == "");
  }

  TEST_CASE("what is no YAML is refused with its place") {
    CHECK(says(refusal("a: [1, 2\nb: 3\n"), "m.yaml:2:"));
    CHECK(says(refusal("a: \"no end\n"),
               "m.yaml:1:4: this is no YAML: the closing quote is missing"));
    CHECK(says(refusal("a: 'no end\n"), "closing quote is missing"));
    CHECK(says(refusal("b: 1\na: 'it''s\n"),
               "m.yaml:2:4: this is no YAML: the closing quote is missing"));
    CHECK(says(refusal("a: \"no end\\\"\n"), "closing quote is missing"));
    CHECK(refusal("a: 'it''s'\nb: \"\\\\\"\n") == "");
    CHECK(refusal("a: |\n  \"text\n") == "");
    CHECK(says(refusal("a: 1\n\tb: 2\n"), "this is no YAML"));
    CHECK(says(refusal("a: *nothing\n"), "this is no YAML"));
    CHECK(says(refusal("a: 1\n b: 2\n"), "this is no YAML"));
  }

  TEST_CASE("tags, merge keys and keys that are no texts are refused") {
    CHECK(says(refusal("a: 1\nb: !!python/object:os.system x\n"), "m.yaml:2:4: a tag"));
    CHECK(says(refusal("a: !x [1]\n"), "a tag"));
    CHECK(says(refusal("a: !x {b: 1}\n"), "a tag"));
    CHECK(says(refusal("a: &x {b: 1}\nc:\n  <<: *x\n"), "m.yaml:3:3: merge keys are not read"));
    CHECK(says(refusal("? [a, b]\n: 1\n"), "a key has to be a text"));
    CHECK(says(refusal("{a: 1}: 2\n"), "a key has to be a text"));
    CHECK(says(refusal("a: 1\n~: 2\n"), "a key has to be a text"));
  }

  TEST_CASE("bytes that are no text are refused with their place") {
    CHECK(says(refusal("a: 1\nb: \xff\n"), "m.yaml:2:4: byte 0xff is no text in UTF-8"));
    CHECK(says(refusal("\xc3\xa9: \xc3\x28"), "m.yaml:1:5: byte 0xc3"));
    CHECK(says(refusal("a: \xed\xa0\x80"), "m.yaml:1:4: byte 0xed"));      // A surrogate.
    CHECK(says(refusal("a: \xc0\xaf"), "m.yaml:1:4: byte 0xc0"));          // An overlong '/'.
    CHECK(says(refusal("a: \xf4\x90\x80\x80"), "m.yaml:1:4: byte 0xf4"));  // Past U+10FFFF.
    CHECK(says(refusal("a: \xe2\x82"), "m.yaml:1:4: byte 0xe2"));          // Cut off.
    CHECK(says(refusal(std::string("a: 1\0b", 6)), "m.yaml:1:5: byte 0x00"));
    CHECK(says(refusal("a: \x1b[31m"), "byte 0x1b"));
    CHECK(says(refusal(std::string("\xff\xfe"
                                   "a\0:\0",
                                   6)),
               "byte 0xff"));  // UTF-16.
    CHECK(refusal("\xf0\x9f\x98\x80: \xe2\x82\xac\n") == "");
  }

  TEST_CASE("a manifest has an end: bytes, values, depth, text") {
    CHECK(says(refusal("a: " + std::string(kMostBytes, 'x')), "more than 262144 bytes"));
    CHECK(refusal("a: " + std::string(kMostBytes - 3, 'x')) == "");

    std::string many = "a: [";
    for (std::size_t i = 0; i < kMostNodes; ++i) many += "1,";
    CHECK(says(refusal(many + "1]"), "more than 20000 values"));

    const auto nested = [](std::size_t depth) {
      return "a: " + std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK(refusal(nested(kMostDepth - 1)) == "");
    CHECK(says(refusal(nested(kMostDepth)), "nested more than 32 deep"));
    CHECK(says(refusal("a: " + std::string(100'000, '[')), "m.yaml:1:"));
    CHECK(says(refusal("a: " + std::string(100'000, '{')), "m.yaml:1:"));
    std::string dashes = "a:\n";
    for (int i = 0; i < 400; ++i) dashes += std::string(static_cast<std::size_t>(i), ' ') + "-\n";
    CHECK(says(refusal(dashes), "nested more than 32 deep"));
  }

  TEST_CASE("aliases of aliases do not multiply without end") {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 30; ++i) {
      bomb += fmt::format("a{0}: &a{0} [", i);
      for (int k = 0; k < 9; ++k) bomb += fmt::format("*a{}, ", i - 1);
      bomb += fmt::format("*a{}]\n", i - 1);
    }
    CHECK(says(refusal(bomb), "more than 20000 values, aliases filled in"));

    std::string texts = "a: &a " + std::string(100'000, 'x') + "\nb: [";
    for (int i = 0; i < 5000; ++i) texts += "*a, ";
    CHECK(says(refusal(texts + "*a]\n"), "bytes of text, aliases filled in"));
    CHECK(says(refusal("a: &a [1, *a]\n"), "an alias for a value that it is a part of"));
  }

  TEST_CASE("a long or odd text is cut in messages") {
    CHECK(shown("short") == "short");
    CHECK(shown("a\nb\x7f") == "a?b?");
    CHECK(shown(std::string(200, 'x')) == std::string(80, 'x') + "...");
    // The 80th byte is in the middle of a character.
    CHECK(shown(std::string(79, 'x') + "\xc3\xa9\xc3\xa9") == std::string(79, 'x') + "...");
  }
}
