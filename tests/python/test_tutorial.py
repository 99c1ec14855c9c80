# SPDX-License-Identifier: Apache-2.0
"""Every sh and python block of the tutorial, in order, in one folder and one Python session. A text block is what
the block before it prints; "..." in it stands for anything."""
import contextlib
import io
import os
import pathlib
import re
import subprocess

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_sh(code, folder):
    program = os.environ["COLDCORE_PROGRAM"]
    environment = {**os.environ, "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", code], cwd=folder, env=environment, capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_python(code, session):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "tutorial", "exec"), session)
    return printed.getvalue()


def matches(expected, printed):
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("..."))
    return re.fullmatch(pattern, printed.strip())


def test_the_tutorial_does_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session, printed, ran = {}, "", 0
    for language, code in BLOCK.findall((DOCS / "tutorial.md").read_text()):
        if language == "text":
            assert matches(code, printed), f"expected\n{code}\nprinted\n{printed}"
            printed = ""
            continue
        assert not printed, f"the tutorial does not show what is printed here:\n{printed}"
        if language == "console":  # Building; scripts/test has done that.
            continue
        ran += 1
        printed = run_sh(code, tmp_path) if language == "sh" else run_python(code, session)
    assert ran > 10 and not printed


def test_text_blocks_are_compared():
    assert matches("9 words (...)", "9 words (source)\n") and not matches("9 words", "8 words")
    with pytest.raises(AssertionError):
        run_sh("false", ".")
