#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker itself: it is silent about a good tree and good files, and finds each violation."""
import pathlib
import tempfile
import unittest

import check

GOOD_TREE = {
    "plugin_api/include/coldcore/plugin.h": "#include <stdint.h>\n",
    "plugin_api/include/coldcore/dct.h": "#include <coldcore/plugin.h>\n",
    "core/cell.cpp": '#include "cell.hpp"\n#include <coldcore/dct.h>\nint sleep_gridlock;\n',
    "core/cell.hpp": "#include <vector>\n",
    "search/oracle.hpp": "#include <span>\n",
    "search/dct_oracle.cpp": '#include <coldcore/dct.h>\n#include "oracle.hpp"\n',
    "search/gate.hpp": '#include <coldcore/plugin.h>\n#include "problem.hpp"\n',
    "search/gate.cpp": '#include "gate.hpp"\n#include <fmt/format.h>\n#include <vector>\n',
    "search/problem.hpp": "#include <string>\n",
    "search/problem.cpp": '#include "problem.hpp"\n',
    "problems/task.cpp": '#include "task.hpp"\n#include "oracle.hpp"\n',
    "problems/task.hpp": "#include <string>\n",
    "cli/main.cpp": '#include "oracle.hpp"\n#include "task.hpp"\n#include <CLI/CLI.hpp>\n// hamming\n',
    "plugins/hamming/axes.cpp": '#include "axes.hpp"\n#include <coldcore/plugin.h>\n',
    "plugins/hamming/axes.hpp": "#include <array>\n",
    "plugins/shiny_box/axes.cpp": "#include <coldcore/plugin.h>\n",
    "plugin_api/include/coldcore/sparse.h": "#include <stdint.h>\n",
    "plugins/incidence/manifest/rules.cpp": '#include "rules.hpp"\n#include <yaml-cpp/yaml.h>\n',
    "plugins/incidence/manifest/rules.hpp": "#include <string>\n",
    "plugins/incidence/matrix/market.cpp": '#include "market.hpp"\n#include "problem.hpp"\n#include <zlib.h>\n',
    "plugins/incidence/matrix/market.hpp": "#include <vector>\n",
    "plugins/incidence/rows.cpp": '#include <vector>\n#include <coldcore/sparse.h>\n',
}


def source_violations(changes):
    """What the checker says of the good tree with some files replaced or added."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**GOOD_TREE, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return list(check.source_violations(root))


class Sources(unittest.TestCase):
    def found(self, name, text):
        violations = source_violations({name: text})
        self.assertEqual(len(violations), 1, violations)
        self.assertIn(name, violations[0])

    def test_a_good_tree_is_good(self):
        self.assertEqual(source_violations({}), [])

    def test_the_core_includes_no_search(self):
        self.found("core/cell.hpp", '#include "../search/oracle.hpp"\n')
        self.found("core/cell.hpp", '#include "oracle.hpp"\n')
        self.found("core/cell.hpp", "#  include <search/oracle.hpp>\n")

    def test_the_program_includes_no_core(self):
        self.found("cli/main.cpp", '#include "cell.hpp"\n')

    def test_the_search_includes_neither_core_nor_program(self):
        self.found("search/dct_oracle.cpp", '#include "cell.hpp"\n')
        self.found("search/dct_oracle.cpp", '#include "../cli/main.cpp"\n')

    def test_kinds_of_problems_include_neither_program_nor_core(self):
        self.found("problems/task.cpp", '#include "../cli/main.cpp"\n')
        self.found("problems/task.cpp", '#include "cell.hpp"\n')
        self.found("search/oracle.hpp", '#include "task.hpp"\n')

    def test_a_family_includes_nothing_but_the_public_headers(self):
        self.found("plugins/hamming/axes.hpp", '#include "../../core/cell.hpp"\n')
        self.found("plugins/hamming/axes.cpp", '#include "rows.cpp"\n')
        self.found("plugins/incidence/rows.cpp", '#include "oracle.hpp"\n')

    def test_the_incidence_module_has_its_own_headers_alone(self):
        self.found("plugins/incidence/rows.cpp", "#include <coldcore/plugin.h>\n")
        self.found("plugins/incidence/rows.hpp", "#include <coldcore/dct.h>\n")

    def test_each_library_beside_the_module_has_its_own_headers(self):
        self.assertEqual(source_violations({
            "plugin_api/include/coldcore/compose.h": "#include <stdint.h>\n",
            "plugins/incidence/compose/plan.cpp": "#include <coldcore/compose.h>\n"}), [])
        self.found("plugins/incidence/compose/plan.cpp", "#include <coldcore/sparse.h>\n")
        self.assertEqual(source_violations({
            "plugin_api/include/coldcore/kernels.h": "#include <stdint.h>\n",
            "plugins/incidence/kernels/solve.cpp": "#include <coldcore/kernels.h>\n"}), [])
        self.found("plugins/incidence/kernels/solve.cpp", "#include <coldcore/sparse.h>\n")

    def test_manifests_are_for_the_program_and_know_nobody(self):
        self.assertEqual(source_violations({"cli/main.cpp": '#include "rules.hpp"\n'}), [])
        self.found("search/dct_oracle.cpp", '#include "rules.hpp"\n')
        self.found("plugins/incidence/rows.cpp", '#include "manifest/rules.hpp"\n')
        self.found("plugins/incidence/manifest/rules.hpp", '#include "oracle.hpp"\n')
        self.found("plugins/incidence/manifest/rules.hpp", "#include <coldcore/sparse.h>\n")

    def test_matrices_are_for_the_program_and_have_the_files_of_the_search_alone(self):
        self.assertEqual(source_violations({"cli/main.cpp": '#include "market.hpp"\n'}), [])
        self.found("search/dct_oracle.cpp", '#include "market.hpp"\n')
        self.found("plugins/incidence/rows.cpp", '#include "matrix/market.hpp"\n')
        self.found("plugins/incidence/matrix/market.hpp", '#include "oracle.hpp"\n')
        self.found("plugins/incidence/matrix/market.hpp", '#include "rules.hpp"\n')
        self.found("plugins/incidence/matrix/market.hpp", "#include <coldcore/sparse.h>\n")

    def test_the_public_headers_include_nothing_else(self):
        self.found("plugin_api/include/coldcore/plugin.h", '#include "oracle.hpp"\n')

    def test_the_gate_reaches_nothing_of_the_engine(self):
        for name, text in {
            "search/gate.cpp": '#include "gate.hpp"\n#include <coldcore/dct.h>\n',
            "search/problem.cpp": '#include "problem.hpp"\n#include "dct_oracle.cpp"\n',
            "search/problem.hpp": '#include "dct_oracle.cpp"\n',
        }.items():
            violations = source_violations({name: text})
            self.assertTrue(any("the gate reaches it" in v for v in violations), violations)
        self.found("search/gate.cpp", '#include "gate.hpp"\n#include <boost/dll.hpp>\n')

    def test_the_gate_has_to_be_there(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "search").mkdir()
            self.assertEqual(len(list(check.source_violations(pathlib.Path(folder)))), 1)

    def test_core_and_search_name_no_family(self):
        for text in ("// Hamming\n", "int hamming_covers;\n", "int PROB_LEE;\n", "struct LeeBall;\n",
                     "int GRID;\n", "// a torus\n", "int shiny_box_axes;\n", "// the grid.\n"):
            self.found("core/cell.hpp", text)
            self.found("search/problem.hpp", text)

    def test_words_that_contain_a_name_are_not_names(self):
        for text in ("// sleep, fleet, leeway, gridlock\n", "struct Incidence;\n", "int sleeper;\n"):
            self.assertEqual(source_violations({"core/cell.hpp": text}), [])


READELF = """
 0x0000000000000001 (NEEDED)             Shared library: [libstdc++.so.6]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
 0x000000000000000e (SONAME)             Library soname: [libx.so]
"""
NM = """
                 w __cxa_finalize@GLIBC_2.2.5
0000000000001139 T dct_init3
0000000000000000 A COLDCORE_0
"""


class BuiltFiles(unittest.TestCase):
    def count(self, expected, violations):
        violations = list(violations)
        self.assertEqual(len(violations), expected, violations)

    def test_the_tools_output_is_understood(self):
        self.assertEqual(check.needed_libraries(READELF), ["libstdc++.so.6", "libc.so.6"])
        self.assertEqual(check.symbol_names(NM), ["__cxa_finalize", "dct_init3"])

    def test_the_program_looks_the_engine_up(self):
        self.count(0, check.cli_violations(["libc.so.6"], ["dlopen", "memcpy"]))
        self.count(1, check.cli_violations(["libcoldcore.so.0"], []))
        self.count(1, check.cli_violations([], ["dct_init3"]))
        self.count(2, check.cli_violations([], ["coldcore_last_error", "sparse_init"]))

    def test_the_search_for_hosts_looks_the_engines_up_too(self):
        searching = check.search_violations
        self.count(0, searching(["libc.so.6"], ["dlopen"], ["coldcore_search_solve", "__asan_init"]))
        self.count(1, searching(["libcoldcore.so.0"], [], ["coldcore_search_solve"]))
        self.count(1, searching([], ["dct_init3"], ["coldcore_search_solve"]))
        self.count(1, searching([], [], ["coldcore_search_solve", "_ZN3fmt6formatEv"]))
        self.count(1, searching([], [], []))

    def core(self, needed=(), exported=("dct_free",), symbols=(), texts=""):
        return check.core_violations(needed, exported, symbols, texts, ["hamming", "lee"])

    def test_the_core_exports_its_own_names_alone(self):
        self.count(0, self.core(["libfmt.so.9"], ["dct_free", "coldcore_version"]))
        self.count(0, self.core(exported=["dct_free", "__asan_globals_registered"]))
        self.count(1, self.core(exported=["dct_free", "_ZN3fmt6formatEv"]))
        self.count(1, self.core(exported=[]))
        self.count(1, self.core(needed=["coldcore_hamming.so"]))

    def test_the_core_knows_no_family(self):
        self.count(1, self.core(symbols=["t core::hamming_ball(int)", "t usleep"]))
        self.count(1, self.core(texts="  [    10]  Hamming\n"))

    def module(self, needed=(), undefined=(), exported=("sparse_free",), symbols=()):
        return check.module_violations(needed, undefined, exported, symbols)

    def test_the_incidence_module_stands_alone(self):
        self.count(0, self.module(["libc.so.6", "libstdc++.so.6", "libfmt.so.9", "libnuma.so.1"]))
        self.count(0, self.module(["libasan.so.8"], exported=["sparse_init", "__asan_init"]))
        self.count(2, self.module(["libcoldcore.so.0", "coldcore_hamming.so"]))
        self.count(0, self.module(undefined=["malloc", "mbind"]))
        self.count(2, self.module(undefined=["dct_free", "coldcore_version"]))
        self.count(0, self.module(exported=["sparse_free", "coldcore_sparse_row"]))
        self.count(2, self.module(exported=["dct_free", "_ZN8coldcore9incidence4CellD1Ev"]))
        self.count(1, self.module(exported=[]))
        self.count(0, self.module(symbols=["00a0 t coldcore::incidence::Cell::recount()"]))
        self.count(1, self.module(symbols=["00a0 t coldcore::core::Cell::recount()"]))

    def test_nothing_is_shared_with_the_incidence_module(self):
        shares = check.sharing_violations
        self.count(0, shares(["sparse_free"], ["dct_free"], ["00a0 t coldcore::core::pool()"]))
        self.count(0, shares(["__asan_init"], ["__asan_init"], []))
        self.count(1, shares(["sparse_free"], ["dct_free", "sparse_free"], []))
        self.count(1, shares(["sparse_free"], [], ["00a0 t coldcore::incidence::Cell::recount()"]))

    def plugin(self, needed=(), exported=()):
        exported = ["coldcore_plugin_1_0_hamming", "hamming_info", *exported]
        return check.plugin_violations("hamming", needed, exported)

    def test_a_family_is_linked_to_next_to_nothing(self):
        self.count(0, self.plugin(["libc.so.6", "libstdc++.so.6", "libm.so.6", "libgcc_s.so.1"]))
        self.count(0, self.plugin(["ld-linux-x86-64.so.2", "libasan.so.8"]))
        self.count(2, self.plugin(["libcoldcore.so.0", "libgomp.so.1"]))

    def test_a_family_exports_its_prefix_and_one_marker(self):
        self.count(1, self.plugin(exported=["helper"]))
        self.count(1, self.plugin(exported=["coldcore_plugin_1_2_hamming"]))
        self.count(2, check.plugin_violations("lee", [], ["hamming_info"]))


if __name__ == "__main__":
    unittest.main()
