#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the template files into a C++ source: embed.py OUTPUT FILE..."""
import pathlib
import sys

HEAD = """// Made by cli/templates/embed.py.
#include "new_plugin_templates.hpp"

namespace coldcore::cli {

const std::vector<TemplateFile>& template_files() {
  static const std::vector<TemplateFile> files = {
"""
TAIL = """  };
  return files;
}

}  // namespace coldcore::cli
"""


def entry(path):
    text = path.read_text(encoding="utf-8")
    assert ')~~~"' not in text, path
    return f'      {{"{path.parent.name}", "{path.name}", R"~~~({text})~~~"}},\n'


output, *inputs = map(pathlib.Path, sys.argv[1:])
output.write_text(HEAD + "".join(map(entry, inputs)) + TAIL, encoding="utf-8")
