# SPDX-License-Identifier: Apache-2.0
"""The package as it is installed: away from the source tree, with and without libraries of its own."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("mesonpy", reason="python3-mesonpy is not there")
pytest.importorskip("pip", reason="python3-pip is not there")

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ["COLDCORE_LIBRARY"]
PROGRAM = """
import coldcore, sys
assert not coldcore.__file__.startswith(sys.argv[1]), coldcore.__file__
result = coldcore.solve("hamming", "3^4", R=1, time=60)
assert result.size == 9 and result.optimal
assert coldcore.solve("hamming", "3^6", R=1, target=80).upper[0] == 73
assert coldcore.solve("design", vkt=(7, 3, 2), time=60).size == 7
with coldcore.Cell("lee", "5^2", 1) as cell:
    cell.recount([0])
    assert cell.count_eq(1) == 5
print(*(library["found"] for library in coldcore.libraries().values()), sep="|")
"""


def environment(**more):
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "COLDCORE_LIBRARY")}
    return {**kept, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_CACHE_DIR": "1", **more}


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=environment(**more),
                          cwd="/", timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def venv(tmp_path):
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    return tmp_path / "venv" / "bin" / "python"


@pytest.fixture
def checkout(tmp_path):
    """What a checkout has of the package."""
    copy = tmp_path / "checkout" / "bindings" / "python"
    shutil.copytree(ROOT / "bindings" / "python", copy, ignore=shutil.ignore_patterns("__pycache__", ".*", "build"))
    return copy


def install(venv, *what):
    run(sys.executable, "-m", "pip", "--python", venv, "install", "--no-deps", "--no-build-isolation", *what)


def test_a_wheel_brings_its_libraries(tmp_path, venv, checkout):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, checkout,
        f"--config-settings=setup-args=-Dlibraries={BUILD}")
    shutil.rmtree(checkout)
    wheel, = tmp_path.glob("coldcore-*.whl")
    assert "linux" in wheel.name
    install(venv, wheel)
    assert run(venv, "-c", PROGRAM, ROOT).strip() == "the package itself|the package itself|the package itself"


def test_a_source_checkout_without_libraries(venv, checkout):
    install(venv, checkout, "--config-settings=setup-args=-Dlibraries=none")
    shutil.rmtree(checkout)
    program = run(venv, "-c", PROGRAM, ROOT, COLDCORE_LIBRARY=BUILD)
    assert program.strip() == "COLDCORE_LIBRARY|COLDCORE_LIBRARY|COLDCORE_LIBRARY"
    done = subprocess.run([venv, "-c", PROGRAM, ROOT], capture_output=True, text=True, env=environment(), cwd="/")
    found = done.stdout.strip() == "the system's folders|the system's folders|the system's folders"
    assert found or "set COLDCORE_LIBRARY" in done.stderr


def test_versions_agree():
    import coldcore
    assert coldcore._libraries.core().coldcore_version().decode() == coldcore.__version__
    assert f"version: '{coldcore.__version__}'" in (ROOT / "bindings" / "python" / "meson.build").read_text()
