# SPDX-License-Identifier: Apache-2.0
"""`coldcore report`: what the page says, what it refuses, and that nothing in a log can be more than text on it."""
import html.parser
import itertools
import json
import os
import re
import unittest

from cli_case import BAD_INPUT, COVER, FILE, CliCase

VOID = {"meta", "path", "rect", "circle"}


class Page(html.parser.HTMLParser):
    """Tags in their order, with attributes; text; and what is open at the end."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def start(**changes):
    line = {"event": "start", "t": 0.0, "command": "coldcore solve", "version": "0.1.0",
            "problem": {"family": "hamming", "axes": "3^4", "R": 1, "mu": 1, "distinct": False},
            "known": {"lower": 9, "lower_source": "a table"}, "seed": 1, "resumptions": 0, "warm_start": 0}
    line.update(changes)
    return line


def end(**changes):
    line = {"event": "end", "t": 2.0, "status": "cover", "ended": "the time is over", "iterations": 7, "size": 10}
    line.update(changes)
    return line


def improved(t, size):
    return {"event": "improved", "t": t, "size": size, "iterations": 0}


def lines(*events):
    return "".join(json.dumps(event) + "\n" for event in events)


class ReportCase(CliCase):
    def page(self, *arguments, log="run.jsonl", out="run.html"):
        self.run_to(COVER, "report", log, "-o", out, *arguments)
        with open(self.path(out), encoding="utf-8") as file:
            self.source = file.read()
        page = Page(self.source)
        self.assertEqual(page.open, [])
        return page

    def page_of(self, *events):
        self.write("run.jsonl", lines(*events))
        return self.page()


class Content(ReportCase):
    def solve(self, *arguments):
        self.run_to(COVER, "solve", *arguments, "--log", "run.jsonl", "--quiet")
        with open(self.path("run.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_run_over_two_axes_with_its_board(self):
        self.solve("hamming", "--axes", "4,5", "-R", "1", "--iterations", "2000")
        page = self.page()
        chosen = {tuple(map(int, word)) for word in self.words_in("hamming-4,5-R1.cover")}
        counts = {(x, y): sum((x == u) + (y == v) >= 1 for u, v in chosen)
                  for x, y in itertools.product(range(4), range(5))}
        board = re.findall(r"digits (\d+), (\d+): covered (\d+) times?(, chosen 1 time)?", self.source)
        self.assertEqual({(int(x), int(y)): int(n) for x, y, n, _ in board}, counts)
        self.assertEqual({(int(x), int(y)) for x, y, _, c in board if c}, chosen)
        bars = re.findall(r"(\d+) times?</th>.*?number\">(\d+)</td>", self.source)
        values = list(counts.values())
        self.assertEqual([(int(k), int(n)) for k, n in bars if int(n)],
                         [(k, values.count(k)) for k in sorted(set(values))])
        self.assertIn("4 words cover all 20", page.text)
        self.assertIn("coldcore verify hamming-4,5-R1.cover", page.text)
        self.assertIn("at least 4 exhaustive search", page.text)
        self.assertIn(self.read("hamming-4,5-R1.cover").splitlines()[-1], page.text)

    def test_more_axes_have_no_board(self):
        self.solve("hamming", "--axes", "3^4", "-R", "1", "--target", "9")
        page = self.page()
        self.assertNotIn("<h2>Board", self.source)
        self.assertIn("The cover meets the lower bound", page.text)
        self.assertIn("1 time 81", page.text)

    def test_a_design(self):
        self.solve("design", "--vkt", "7,3,2", "--target", "7")
        page = self.page()
        self.assertIn("Every 2-subset of 7 points has to lie in a chosen block of 3 points.", page.text)
        self.assertIn("7 blocks cover all 21 2-subsets exactly once", page.text)

    def test_a_set_cover(self):
        self.write("sets.txt", "1 2\n2 3\n3\n")
        self.solve("setcover", "sets.txt", "--format", "sets")
        page = self.page()
        self.assertIn("Every element has to lie in a chosen set.", page.text)
        self.assertIn("2 sets cover all 3 elements", page.text)
        os.rename(self.path("sets.txt"), self.path("moved.txt"))
        self.assertIn("2 sets cover", self.page("--instance", "moved.txt").text)

    def test_the_log_tells_of_the_search_at_growing_distances(self):
        log = self.solve("hamming", "--axes", "3^6", "-R", "1", "--iterations", "200000")
        times = [line["t"] for line in log if line["event"] == "progress"]
        self.assertTrue(times)
        for earlier, later in zip(times, times[1:]):
            self.assertGreater(later, 1.05 * earlier)
        self.assertEqual(log[0]["file"], "hamming-3^6-R1.cover")

    def test_a_page_stands_alone(self):
        self.solve("hamming", "--axes", "3^2", "-R", "1")
        page = self.page()
        for tag, attributes in page.tags:
            self.assertNotIn(tag, ("script", "link", "img", "iframe", "object", "base"))
            for name in attributes:
                self.assertNotIn(name, ("src", "href", "xlink:href"))
                self.assertFalse(name.startswith("on"), name)
        self.assertNotRegex(self.source, r"@import|url\(|https?:")
        self.assertIn("default-src 'none'", self.source)
        self.assertIn("prefers-color-scheme: dark", self.source)
        self.assertIn(("viewport", "width=device-width, initial-scale=1"),
                      [(a.get("name"), a.get("content")) for t, a in page.tags if t == "meta"])

    def test_the_cover_is_found_beside_the_log(self):
        self.solve("hamming", "--axes", "3^2", "-R", "1")
        elsewhere = self.path("elsewhere")
        os.mkdir(elsewhere)
        self.run_to(COVER, "report", "../run.jsonl", "-o", "run.html", cwd=elsewhere)
        with open(os.path.join(elsewhere, "run.html"), encoding="utf-8") as file:
            self.assertIn("3 words cover all 9", file.read())

    def test_without_the_cover_the_page_has_the_log_alone(self):
        self.solve("hamming", "--axes", "3^2", "-R", "1")
        os.remove(self.path("hamming-3^2-R1.cover"))
        _, err = self.run_to(COVER, "report", "run.jsonl", "-o", "run.html")
        self.assertIn("hamming-3^2-R1.cover is not there", err)
        page = self.page()
        self.assertIn("3 words, says the log", page.text)
        self.assertNotIn("<h2>Multiplicities", self.source)
        os.mkfifo(self.path("hamming-3^2-R1.cover"))
        _, err = self.run_to(COVER, "report", "run.jsonl", "-o", "pipe.html")
        self.assertIn("hamming-3^2-R1.cover is not there", err)


class Runs(ReportCase):
    def test_resumed_runs_are_one_story(self):
        page = self.page_of(start(), improved(1, 20), end(t=4.0, size=20),
                            start(resumptions=1, seed=2), improved(1, 12), end(t=3.0, size=12))
        self.assertIn("resumed 1 time", page.text)
        self.assertIn("time 7.00 s", page.text)
        self.assertIn("seed 2", page.text)

    def test_another_run_in_the_same_log_is_another_story(self):
        page = self.page_of(start(), improved(1, 20), end(t=4.0, size=20), start(), end(t=3.0, size=12))
        self.assertNotIn("resumed", page.text)
        self.assertIn("time 3.00 s", page.text)

    def test_a_run_that_was_killed(self):
        page = self.page_of(start(), improved(1, 20))
        self.assertIn("The log does not end", page.text)
        self.assertIn("There is no cover to verify.", page.text)

    def test_a_run_without_a_cover(self):
        page = self.page_of(start(), {"event": "phase", "t": 0.1, "deficit": 80}, end(size=None, status="no cover"))
        self.assertIn("No cover was found.", page.text)

    def test_a_long_log_makes_a_short_page(self):
        events = [{"event": "progress", "t": i / 100, "deficit": i % 50} for i in range(1, 50_000)]
        events += [improved(500 + i / 100, 60_000 - i) for i in range(50_000)]
        self.page_of(start(), *events)
        self.assertLess(len(self.source), 120_000)

    def test_extreme_numbers_are_drawn(self):
        most = 2**63 - 1
        self.page_of(start(known={"lower": 0, "lower_source": "", "upper": most, "upper_source": ""}),
                     {"event": "phase", "t": 0, "deficit": most}, {"event": "progress", "t": 9e11, "deficit": 0},
                     improved(9e11, most), improved(9e11, 0), end(t=9e11, size=0))
        self.assertNotRegex(self.source, r"\b(nan|inf)\b|>-")

    def test_sizes_past_what_a_double_holds_are_drawn(self):
        for size in (2**53 + 1, 10**18, 2**63 - 1):
            with self.subTest(size=size):
                self.page_of(start(), improved(1, size), end())
                self.assertNotRegex(self.source, r"\b(nan|inf)\b|>-")


class Hostile(ReportCase):
    TEXT = "</title></style><script>alert('1')</script>\"&\u202e\x00\x1b"

    def test_text_of_the_log_is_text_on_the_page(self):
        text = self.TEXT
        problem = {"family": text, "axes": "3^4", "R": 1, "mu": 1, "distinct": False}
        page = self.page_of(
            start(command=text, version=text, problem=problem,
                  known={"lower": 9, "lower_source": text, "upper": 9, "upper_source": text}),
            improved(1, 10),
            {"event": "phase_end", "t": 1, "phase": text, "seconds": 1, "steps": 3},
            end(status=text, ended=text, file="no\nsuch '<b>"))
        self.assertNotIn("script", [tag for tag, _ in page.tags])
        self.assertNotIn("b", [tag for tag, _ in page.tags])
        self.assertNotIn("\x00", self.source)
        self.assertNotIn("\x1b", self.source)
        self.assertGreaterEqual(page.text.count("<script>alert('1')</script>"), 7)

    def test_an_instance_of_that_name(self):
        problem = {"kind": "setcover", "instance": self.TEXT, "format": self.TEXT, "hash": self.TEXT, "sets": 1,
                   "elements": [self.TEXT], "mu": 1, "distinct": False}
        page = self.page_of(start(problem=problem), end(cost=5))
        self.assertNotIn("script", [tag for tag, _ in page.tags])

    def test_a_name_that_is_no_text(self):
        log = os.path.join(os.fsencode(self.folder), b"a\xff<i>.jsonl")
        with open(log, "w", encoding="ascii") as file:
            file.write(lines(start(), end()))
        page = self.page(log=os.fsdecode(log))
        self.assertIn("a\ufffd<i>.jsonl", page.text)

    def test_names_are_quoted_for_the_shell(self):
        page = self.page_of(start(), end(file="a b; rm 'x'"))
        self.assertIn("coldcore verify 'a b; rm '\\''x'\\'''", page.text)


class Refused(ReportCase):
    def refuse(self, content, *says):
        self.write("run.jsonl", content)
        self.write("run.html", "as it was")
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "run.html", says=says)
        self.assertEqual(self.read("run.html"), "as it was")
        self.assertEqual(sorted(os.listdir(self.folder)), ["run.html", "run.jsonl"])

    def test_what_is_no_log(self):
        self.refuse("", "run.jsonl: empty")
        self.refuse("\n", "run.jsonl:1: no JSON object")
        self.refuse("# coldcore cover\n", "run.jsonl:1: no JSON object")
        self.refuse(lines(start()) + '{"event":"impro', "run.jsonl:2: no JSON object", "delete the line")
        self.refuse(b'{"event":"start\xff"}\n', "run.jsonl:1: no JSON object")
        self.refuse("[" * 100_000, "run.jsonl:1: no JSON object")
        self.refuse(lines({"t": 1}), 'run.jsonl:1: "event" is no text')

    def test_events_out_of_order(self):
        self.refuse(lines(improved(1, 2)), "run.jsonl:1: improved before any start")
        self.refuse(lines(start(), end(), improved(3, 2)), "run.jsonl:3: improved before any start")
        self.refuse(lines(start(), improved(2, 5), improved(1, 4)), 'run.jsonl:3: "t" goes back')
        self.refuse(lines(start(), {"event": "pause", "t": 1}), "run.jsonl:2: there is no event pause")

    def test_fields_that_are_not_there_or_are_something_else(self):
        for event, says in (
                (start(t=-1), '"t" is no number of seconds'),
                (start(t="0"), '"t" is no number of seconds'),
                (start(problem=3), '"problem" is no object'),
                (start(problem={"kind": "x", "mu": 1, "distinct": True}),
                 '"kind" is neither design nor setcover but x'),
                (start(problem={"mu": 0, "distinct": True}), '"mu" is no whole number in 1..65535'),
                (start(problem={"mu": 1, "distinct": 1}), '"distinct" is neither true nor false'),
                (start(problem={"family": "f", "axes": "3^99", "R": 1, "mu": 1, "distinct": False}), "axes"),
                (start(problem={"kind": "design", "v": 3, "k": 9, "t": 2, "mu": 1, "distinct": False}), "k"),
                (start(known={"lower": 1}), '"lower_source" is no text'),
                (start(known={"lower": 1.5, "lower_source": ""}), '"lower" is no whole number'),
                (start(seed=-1), '"seed" is no whole number from 0'),
                (start(resumptions=2**64), '"resumptions" is no whole number'),
                (start(command=None), '"command" is no text')):
            with self.subTest(says=says):
                self.refuse(lines(event), "run.jsonl:1: ", says)
        for event, says in (
                ({"event": "phase", "t": 1}, '"deficit" is no whole number'),
                ({"event": "improved", "t": 1, "size": 2**63}, '"size" is no whole number'),
                ({"event": "phase_end", "t": 1, "phase": "p", "seconds": 1, "steps": -1},
                 '"steps" is no whole number'),
                (end(size="9"), '"size" is no whole number'),
                (end(ended=4), '"ended" is no text')):
            with self.subTest(says=says):
                self.refuse(lines(start(), event), "run.jsonl:2: ", says)

    def test_covers_that_do_not_belong_to_the_log(self):
        self.write("run.jsonl", lines(start(), end()))
        self.run_to(COVER, "solve", "hamming", "--axes", "3^2", "-R", "1", "--quiet", "--out", "other.cover")
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "o.html", "--cover", "other.cover",
                     says=("other.cover is about hamming 3^2 R=1, the log about hamming 3^4 R=1", "--cover"))
        self.write("few.cover", "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 1\n0000\n")
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "o.html", "--cover", "few.cover",
                     says="few.cover is no cover of hamming 3^4 R=1")
        self.refused(FILE, "report", "run.jsonl", "-o", "o.html", "--cover", "none.cover", says="none.cover")
        self.write("design.cover", "# coldcore design\n# v,k,t: 3,2,1\n1 2\n2 3\n")
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "o.html", "--cover", "design.cover", says="design.cover")
        self.assertFalse(os.path.exists(self.path("o.html")))

    def test_files_of_the_run_are_not_replaced(self):
        log = lines(start(), end())
        self.write("run.jsonl", log)
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "run.jsonl", says="this is the log")
        self.assertEqual(self.read("run.jsonl"), log)
        words = "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 4\n0000\n"
        self.write("c", words)
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "c", "--cover", "c", says="this is the cover")
        self.assertEqual(self.read("c"), words)

    def test_files_that_are_not_to_be_had(self):
        self.refused(FILE, "report", "none.jsonl", "-o", "o.html", says="none.jsonl")
        self.write("run.jsonl", lines(start(), end()))
        self.refused(FILE, "report", "run.jsonl", "-o", "no/o.html", says="no/o.html")
        self.refused(BAD_INPUT, "report", "run.jsonl", "-o", "o.html", "--instance", "i",
                     says="--instance is for set covers")
        self.run_to(BAD_INPUT, "report", "run.jsonl")
        self.run_to(BAD_INPUT, "report")


if __name__ == "__main__":
    unittest.main()
