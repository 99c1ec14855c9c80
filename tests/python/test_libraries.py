# SPDX-License-Identifier: Apache-2.0
"""How libraries are found, and what is said of functions that one of them lacks."""
import os
import pathlib
import subprocess
import sys

import pytest

import coldcore
from coldcore import _libraries


def started(code, **variables):
    environment = {name: text for name, text in {**os.environ, **variables}.items() if text is not None}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)


def test_libraries_say_where_they_come_from():
    found = coldcore.libraries()
    assert set(found) == {"libcoldcore.so.0", "coldcore_incidence.so", "libcoldcore_search.so.0"}
    for name, library in found.items():
        assert pathlib.Path(library["path"]).name == name
        assert library["missing"] == {} and library["found"]


def test_the_file_itself_may_be_named():
    path = coldcore.libraries()["libcoldcore.so.0"]["path"]
    done = started("import coldcore; print(coldcore.libraries()['libcoldcore.so.0']['path'])", COLDCORE_LIBRARY=path)
    assert done.stdout.strip() == os.path.realpath(path) or done.stdout.strip() == path, done.stderr


def test_a_folder_without_libraries(tmp_path):
    done = started("import coldcore\n"
                   "print(coldcore.libraries()['libcoldcore.so.0']['error'])\n"
                   "coldcore.Cell('hamming', '3^2', 1)", COLDCORE_LIBRARY=str(tmp_path))
    for text in (done.stdout, done.stderr.splitlines()[-1]):
        assert "COLDCORE_LIBRARY" in text and str(tmp_path) in text
    assert "LibraryError" in done.stderr


def test_a_folder_that_is_not_there(tmp_path):
    """What lies beside it is not taken for it."""
    os.symlink(coldcore.libraries()["libcoldcore.so.0"]["path"], tmp_path / "libcoldcore.so.0")
    done = started("import coldcore; coldcore.families()", COLDCORE_LIBRARY=str(tmp_path / "mistyped"))
    assert f"LibraryError: COLDCORE_LIBRARY is {tmp_path}/mistyped, which is not there" in done.stderr.replace(
        "coldcore._errors.", ""), done.stderr


def test_a_file_that_is_no_library(tmp_path):
    (tmp_path / "libcoldcore.so.0").write_text("no library")
    done = started("import coldcore; coldcore.families()", COLDCORE_LIBRARY=str(tmp_path))
    assert "LibraryError" in done.stderr and str(tmp_path) in done.stderr


def test_the_module_does_without_scipy(tmp_path):
    (tmp_path / "scipy.py").write_text("raise ImportError('no scipy')")
    done = started("import coldcore.incidence_cpu as module, numpy\n"
                   "print(module.SparseIncidenceBackend(numpy.zeros((1, 1), dtype=numpy.int32), 1).count_eq(0))",
                   PYTHONPATH=f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    assert done.stdout == "1\n", done.stderr


def kind(required=(), optional=()):
    real = _libraries._CORE
    nothing = (_libraries.INT,)
    return _libraries._Kind(real.file, real.build_folder, real.error_name, real.last_error,
                            {**real.required, **dict.fromkeys(required, nothing)},
                            {**real.optional, **dict.fromkeys(optional, nothing)})


def test_an_optional_function_that_is_absent():
    library = _libraries.Library(kind(optional=["dct_not_there"]))
    assert list(library.missing) == ["dct_not_there"]
    library.require("dct_map_hist")
    with pytest.raises(coldcore.MissingSymbol, match="lacks the function dct_not_there, which is optional"):
        library.require("dct_not_there")


def test_a_required_function_that_is_absent():
    with pytest.raises(coldcore.LibraryError, match="lacks the function dct_not_there"):
        _libraries.Library(kind(required=["dct_not_there"]))


def test_a_cell_does_without_what_is_optional(monkeypatch):
    library = coldcore._libraries.core()
    monkeypatch.setattr(library, "missing", {"dct_loss_owner": "no loss_owner here", "dct_set_mu": "no mu here"})
    with coldcore.Cell("hamming", "3^3", 1, owner=True) as cell:
        cell.recount([0])
        with pytest.raises(coldcore.MissingSymbol, match="no loss_owner here"):
            cell.loss_owner([0])
        with pytest.raises(coldcore.MissingSymbol, match="no mu here"):
            cell.mu = 2
    with pytest.raises(coldcore.MissingSymbol, match="no mu here"):
        coldcore.Cell("hamming", "3^3", 1, mu=2)
    with coldcore.Cell("hamming", "3^3", 1):
        pass


def test_the_reference_is_up_to_date(monkeypatch):
    root = pathlib.Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "bindings" / "python"))
    import reference
    assert (root / "docs" / "python.md").read_text() == reference.text(), \
        "bindings/python/reference.py > docs/python.md"
