# SPDX-License-Identifier: Apache-2.0
"""`coldcore sparse compose` beside the definition, in whole numbers."""
import random
import resource
import unittest

from cli_case import BAD_INPUT, COVER, FILE, CliCase

REAL = "%%MatrixMarket matrix coordinate real general\n"


def text_of(rows, cols, entries):
    lines = [f"{i + 1} {j + 1} {value}" for (i, j), value in entries.items()]
    return REAL + "\n".join([f"{rows} {cols} {len(lines)}", *lines]) + "\n"


def product(a, m, n, j, blocks):
    """C[b*m + i, q] = sum over c of A[i, c] J[b*n + c, q], where one of them has an entry."""
    result = {}
    for (i, c), left in a.items():
        for (r, q), right in j.items():
            if r % n == c:
                place = (r // n * m + i, q)
                result[place] = result.get(place, 0) + left * right
    assert all(0 <= place[0] < blocks * m for place in result)
    return result


class Compose(CliCase):
    def random_matrix(self, rng, rows, cols, share):
        return {(i, j): rng.randint(-9, 9) for i in range(rows) for j in range(cols) if rng.random() < share}

    def entries_in(self, name, has_values=True):
        lines = self.read(name).splitlines()
        entries = {}
        for line in lines[2:]:
            i, j, *value = line.split()
            self.assertEqual(len(value), 1 if has_values else 0)
            entries[int(i) - 1, int(j) - 1] = float(value[0]) if has_values else None
        self.assertEqual(list(entries), sorted(entries))
        return lines[0], tuple(map(int, lines[1].split())), entries

    def test_products_are_those_of_the_definition(self):
        rng = random.Random(3)
        for m, n, k, blocks in ((1, 1, 1, 1), (3, 4, 5, 2), (7, 2, 3, 5), (2, 9, 6, 3), (4, 4, 4, 1)):
            a, j = self.random_matrix(rng, m, n, 0.4), self.random_matrix(rng, blocks * n, k, 0.4)
            self.write("a", text_of(m, n, a))
            self.write("j", text_of(blocks * n, k, j))
            expected = product(a, m, n, j, blocks)
            self.run_to(COVER, "sparse", "compose", "a", "j", "--blocks", blocks, "-o", "c")
            banner, size, entries = self.entries_in("c")
            self.assertEqual((banner + "\n", size), (REAL, (blocks * m, k, len(expected))))
            self.assertEqual(entries, expected)
            self.run_to(COVER, "sparse", "compose", "a", "j", "--blocks", blocks, "-o", "s", "--symbolic")
            banner, _, entries = self.entries_in("s", not expected)
            self.assertEqual(set(entries), set(expected))
            if expected:
                self.assertEqual(banner, "%%MatrixMarket matrix coordinate pattern general")

    def test_a_product_may_be_empty(self):
        for a, j in ((REAL + "2 1 0\n", REAL + "1 3 1\n1 2 5\n"), (REAL + "0 0 0\n", REAL + "0 0 0\n"),
                     (REAL + "2 2 1\n1 1 1\n", REAL + "2 1 1\n2 1 1\n")):
            self.write("a", a)
            self.write("j", j)
            for more in ((), ("--symbolic",)):
                self.run_to(COVER, "sparse", "compose", "a", "j", "--blocks", 1, "-o", "c", *more)
                self.assertEqual(self.entries_in("c")[1][2], 0)

    def test_a_universe_is_coarsened_block_by_block(self):
        # Points 1, 2 of a block go to group 1 with weights 1 and 2, point 3 to group 2; two sets over two blocks.
        self.write("map", REAL + "2 3 3\n1 1 1\n1 2 2\n2 3 1\n")
        self.write("sets", "%%MatrixMarket matrix coordinate pattern general\n6 2 4\n1 1\n2 1\n6 1\n4 2\n")
        self.run_to(COVER, "sparse", "compose", "map", "sets", "--blocks", 2, "-o", "coarse")
        self.assertEqual(self.entries_in("coarse")[1:], ((4, 2, 3), {(0, 0): 3, (2, 1): 1, (3, 0): 1}))

    def test_the_answer_tells_sizes(self):
        self.write("a", REAL + "2 3 2\n1 1 1\n2 3 1\n")
        self.write("j", REAL + "6 1 2\n1 1 5\n6 1 7\n")
        out, err = self.run_to(COVER, "sparse", "compose", "a", "j", "--blocks", 2)
        self.assertEqual((out, err), ("C = (I_2 kron A) J: 4 x 1, 2 entries\n", ""))
        answer = self.run_json(COVER, "sparse", "compose", "a", "j", "--blocks", 2, "--symbolic")
        self.assertEqual(answer, {"a": {"rows": 2, "cols": 3, "entries": 2}, "j": {"rows": 6, "cols": 1, "entries": 2},
                                  "blocks": 2, "c": {"rows": 4, "cols": 1, "entries": 2}, "symbolic": True})

    def test_threads_change_no_bit(self):
        rng = random.Random(4)
        decimals = {place: rng.random() for place in self.random_matrix(rng, 20, 30, 0.3)}
        self.write("a", text_of(20, 30, decimals))
        self.write("j", text_of(90, 40, {place: rng.random() for place in self.random_matrix(rng, 90, 40, 0.3)}))
        for threads in (1, 3):
            self.run_to(COVER, "sparse", "compose", "a", "j", "--blocks", 3, "-o", f"c{threads}", "--threads", threads)
        self.assertEqual(self.read("c1"), self.read("c3"))

    def test_what_does_not_fit_is_refused_in_one_line(self):
        self.write("a", REAL + "2 3 1\n1 1 1\n")
        self.write("j", REAL + "6 1 1\n1 1 5\n")
        compose = ("sparse", "compose", "a", "j")
        self.refused(BAD_INPUT, *compose, "--blocks", 3, says="j has 6 rows, but 3 columns of a times 3 blocks need 9")
        self.refused(BAD_INPUT, *compose, "--blocks", 2**63 - 1, says="more than 2^63")
        self.refused(BAD_INPUT, *compose, "--blocks", 0, says="--blocks")
        self.refused(BAD_INPUT, *compose, says="--blocks is required")
        self.refused(BAD_INPUT, "sparse", "compose", "a", "--blocks", 1, says="J is required")
        self.refused(FILE, "sparse", "compose", "a", "none", "--blocks", 1, says="cannot read none")
        self.refused(FILE, *compose, "--blocks", 2, "-o", "none/c", says="cannot write none/c")
        self.write("thin", REAL + "4611686018427387904 0 0\n")
        self.refused(BAD_INPUT, "sparse", "compose", "thin", "j", "--blocks", 1, says="thin:2:1: the number of rows")
        self.write("thin", REAL + "281474976710656 0 0\n")
        self.write("none", REAL + "0 3 0\n")
        self.refused(BAD_INPUT, "sparse", "compose", "none", "j", "--blocks", 1, says="j has 6 rows")

    def test_an_earlier_file_survives_a_failure(self):
        rng = random.Random(5)
        self.write("a", text_of(9, 9, self.random_matrix(rng, 9, 9, 1)))
        self.write("j", text_of(9, 9, self.random_matrix(rng, 9, 9, 1)))
        self.write("c", "before")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        _, err = self.run_to(FILE, "sparse", "compose", "a", "j", "--blocks", 1, "-o", "c", preexec_fn=limit)
        self.assertIn("cannot write c: File too large", err)
        self.assertEqual(self.read("c"), "before")


if __name__ == "__main__":
    unittest.main()
