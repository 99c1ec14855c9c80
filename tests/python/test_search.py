# SPDX-License-Identifier: Apache-2.0
"""coldcore.solve and coldcore.verify: through the C interface of the search, against the definitions."""
import copy
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import coldcore
from product_oracle import covers

SETS = "# each line is a set\n1 2\n2 3\n3 4\n4 1\n"


def multiplicities(family, axes, R, words):
    sizes = coldcore.parse_axes(axes)
    index = words @ np.cumprod((1,) + sizes[:-1])
    counts = covers(family, sizes, R)[index].sum(axis=0)
    return {int(times): int(points) for times, points in zip(*np.unique(counts, return_counts=True))}


@pytest.fixture
def instance(tmp_path):
    path = tmp_path / "sets.txt"
    path.write_text(SETS)
    return path


@pytest.mark.parametrize("family, axes, R, mu, size", [
    ("hamming", "3^4", 1, 1, 9), ("hamming", "2^7", 1, 1, 16), ("hamming", "2^4", 1, 2, 7), ("lee", "5^2", 1, 1, 5),
    ("torus_linf", "9^2", 1, 1, 9), ("grid_linf", "8^2", 1, 1, 9)])
def test_known_optima_are_found_and_recounted(family, axes, R, mu, size):
    result = coldcore.solve(family, axes, R, mu=mu, target=size, time=60)
    assert result.covered and result and len(result) == result.size == result.cost == size
    assert result.words.shape == (size, len(coldcore.parse_axes(axes))) and result.words.dtype == np.int32
    assert result.multiplicities == multiplicities(family, axes, R, result.words)
    assert min(result.multiplicities) >= mu
    assert result.lower[0] <= size and result.ended in ("target", "optimal")
    assert result.problem == {"family": family, "axes": axes, "R": R, "mu": mu, "distinct": False}
    assert result.mu == mu and not result.distinct


def test_a_result_follows_from_its_seed():
    runs = [coldcore.solve("hamming", "3^5", 1, iterations=20_000, seed=seed) for seed in (7, 7, 8)]
    assert np.array_equal(runs[0].words, runs[1].words)
    assert runs[0].ended in ("iterations", "optimal") and runs[0].seed == 7
    assert runs[2].covered


def test_bounds_have_sources():
    result = coldcore.solve("hamming", "3^6", 1, target=80, time=60)
    assert result.lower[0] == 71 and result.upper[0] == 73 and result.lower[1] and result.upper[1]


def test_designs_and_set_covers(instance):
    design = coldcore.solve("design", vkt=(7, 3, 2), time=60)
    assert design.size == 7 and design.optimal and design.words.shape == (7, 3)
    pairs = {frozenset(p) for block in design.words for p in ((block[0], block[1]), (block[0], block[2]),
                                                              (block[1], block[2]))}
    assert len(pairs) == 21
    cover = coldcore.solve("setcover", instance=instance, time=60)
    assert cover.size == 2 and cover.words.tolist() in ([1, 3], [2, 4])
    assert "read as one set a line" in cover.notices[0]
    assert coldcore.solve("setcover", instance=str(instance), format="sets", mu=2).size == 4


def test_groups():
    result = coldcore.solve("hamming", "3^4", 1, group="translations 2", target=9, time=60)
    assert result.size == 9 and result.group and result.group[0].startswith("translate ")
    with pytest.raises(coldcore.Error, match="group|translat") as caught:
        coldcore.solve("hamming", "3^4", 1, group=["translate 12"], time=1)
    assert caught.value.name == "COLDCORE_SEARCH_E_ARGUMENT"


def test_progress_history_and_stopping():
    seen = []

    def progress(now):
        seen.append(now)
        return False if now["best"] is not None else None

    result = coldcore.solve("hamming", "3^7", 1, time=60, progress=progress)
    assert result.ended == "stopped" and result.covered
    assert any(now["improved"] for now in seen)
    assert set(seen[0]) == {"improved", "phase", "seconds", "iterations", "size", "deficit", "best"}
    assert result.history["best"][-1] == result.size
    assert np.all(np.diff(result.history["seconds"]) >= 0)


def test_an_exception_of_progress_ends_the_search_and_is_raised():
    class Mine(Exception):
        pass

    def progress(now):
        raise Mine

    with pytest.raises(Mine):
        coldcore.solve("hamming", "3^7", 1, time=60, progress=progress)
    assert coldcore.solve("hamming", "3^2", 1, time=5).size == 3


def test_ctrl_c_returns_the_best_cover():
    program = textwrap.dedent("""
        import os, signal, coldcore
        stop = lambda now: os.kill(os.getpid(), signal.SIGINT) if now["best"] else None
        result = coldcore.solve("hamming", "3^7", 1, time=300, progress=stop)
        print(result.ended, result.covered)
        print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["interrupted", "True", "True"], done.stderr


def test_another_thread_may_search():
    found = []
    thread = threading.Thread(target=lambda: found.append(coldcore.solve("hamming", "3^3", 1, time=5)))
    thread.start()
    thread.join()
    assert found[0].size == 5


def test_warm_starts():
    first = coldcore.solve("hamming", "3^4", 1, target=9, time=60)
    again = coldcore.solve("hamming", "3^4", 1, warm_start=first, iterations=1)
    assert again.size == 9
    texts = ["".join(map(str, word)) for word in first.words]
    assert coldcore.solve("hamming", "3^4", 1, warm_start=texts, iterations=1).size == 9
    with pytest.raises(coldcore.Error, match="digit 3 is 3"):
        coldcore.solve("hamming", "3^4", 1, warm_start=[[0, 0, 0, 3]], time=1)
    with pytest.raises(coldcore.Error, match="twice"):
        coldcore.solve("hamming", "3^4", 1, warm_start=["0000", "0000"], distinct=True, time=1)
    blocks = coldcore.solve("design", vkt=(7, 3, 2), warm_start=[[3, 2, 1], [1, 4, 5]], time=60)
    assert blocks.covered


def test_a_search_beside_an_open_cell_is_refused():
    with coldcore.Cell("hamming", "3^3", 1) as cell:
        cell.recount([0])
        with pytest.raises(coldcore.Error, match="close") as caught:
            coldcore.solve("hamming", "3^4", 1, time=1)
        assert caught.value.name == "COLDCORE_SEARCH_E_CELL_OPEN"
        assert cell.count_eq(1) == 7
        assert coldcore.verify("hamming", "2^3", 1, ["000", "111"]).covered


def test_verify_counts():
    perfect = coldcore.verify("hamming", "2^3", 1, ["000", "111"])
    assert perfect.covered and perfect.multiplicities == {1: 8} and perfect.optimal and perfect.ended == "verified"
    short = coldcore.verify("hamming", "2^3", 1, words=np.array([[0, 0, 0]]))
    assert not short and short.deficient == 4 and short.points == 8
    assert short.uncovered == ["110", "101", "011", "111"]
    assert not coldcore.verify("hamming", "2^3", 1, ["000", "111"], mu=2)
    twice = coldcore.verify("hamming", "2^3", 1, ["000", "111", "111"], distinct=True)
    assert not twice and twice.deficient == 0
    assert not coldcore.verify("hamming", "2^3", 1, []) and len(coldcore.verify("hamming", "2^3", 1, [])) == 0


def test_verify_random_words(rng):
    for family, axes, R in (("hamming", "3^2,4", 1), ("lee", "7,4", 2), ("grid_linf", "5,6", 1)):
        sizes = coldcore.parse_axes(axes)
        words = rng.integers(0, sizes, (6, len(sizes)))
        result = coldcore.verify(family, axes, R, words)
        assert result.multiplicities == multiplicities(family, axes, R, words)
        assert result.deficient == result.multiplicities.get(0, 0) and result.covered == (result.deficient == 0)
        assert np.array_equal(result.words, words)


def test_verify_blocks_and_sets(instance):
    fano = [[1, 2, 3], [1, 4, 5], [1, 6, 7], [2, 4, 6], [2, 5, 7], [3, 4, 7], [3, 5, 6]]
    assert coldcore.verify("design", vkt=(7, 3, 2), words=fano).multiplicities == {1: 21}
    short = coldcore.verify("design", vkt=(7, 3, 2), words=fano[1:])
    assert short.uncovered == ["1 2", "1 3", "2 3"]
    assert coldcore.verify("setcover", instance=instance, words=[1, 3]).covered
    assert not coldcore.verify("setcover", instance=instance, words=[1, 2]).covered
    for words in ([[0, 1, 2]], [[1, 1, 2]], [[1, 2, 8]]):
        with pytest.raises(coldcore.Error, match="block 0"):
            coldcore.verify("design", vkt=(7, 3, 2), words=words)
    with pytest.raises(coldcore.Error, match="sets 1..4"):
        coldcore.verify("setcover", instance=instance, words=[5])


def test_an_instance_whose_name_is_no_text(instance):
    odd = os.path.join(os.fsencode(instance.parent), b"odd\xff.txt")
    os.rename(instance, odd)
    assert coldcore.verify("setcover", instance=os.fsdecode(odd), words=[1, 3]).covered


def test_files_go_there_and_back(tmp_path, instance):
    results = [coldcore.solve("hamming", "3^4", 1, mu=2, time=2), coldcore.solve("design", vkt=(6, 3, 2), time=2),
               coldcore.solve("setcover", instance=instance, time=2)]
    for result in results:
        path = tmp_path / "a.cover"
        result.to_file(path, overwrite=True)
        again = coldcore.Result.from_file(path)
        assert again.covered and np.array_equal(again.words, result.words)
        assert again.problem == result.problem and again.mu == result.mu
        assert again.stated_size == result.size
        with pytest.raises(coldcore.Error, match="there already") as caught:
            result.to_file(path)
        assert caught.value.name == "COLDCORE_SEARCH_E_FILE"
        again.to_file(tmp_path / "b.cover", overwrite=True)
        assert np.array_equal(coldcore.verify(file=tmp_path / "b.cover").words, result.words)
        program = os.environ.get("COLDCORE_PROGRAM")
        if program:
            assert subprocess.run([program, "verify", path], capture_output=True).returncode == 0


def test_what_is_no_cover_is_not_written(tmp_path):
    path = tmp_path / "none.cover"
    with pytest.raises(coldcore.Error) as caught:
        coldcore.verify("hamming", "2^3", 1, ["000"]).to_file(path)
    assert caught.value.name == "COLDCORE_SEARCH_E_NO_COVER" and not path.exists()


def test_a_name_with_a_nul_is_not_cut_short(tmp_path):
    result = coldcore.verify("hamming", "2^3", 1, ["000", "111"])
    with pytest.raises(ValueError, match="NUL"):
        result.to_file(f"{tmp_path}/a\0b")
    assert not list(tmp_path.iterdir())


def test_a_copy_outlives_the_result(tmp_path):
    result = coldcore.verify("hamming", "2^3", 1, ["000", "111"])
    again = copy.copy(result)
    del result
    gc.collect()
    again.to_file(tmp_path / "a.cover")
    assert coldcore.Result.from_file(tmp_path / "a.cover").covered


def test_files_from_elsewhere(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("000\n1 1 1\n")
    assert coldcore.verify("hamming", "2^3", 1, file=path).covered
    with pytest.raises(coldcore.Error, match="does not say"):
        coldcore.verify(file=path)
    path.write_text("# coldcore cover\n# problem: hamming\n# axes: 2^3\n# R: 1\n# size: 3\n000\n111\n")
    result = coldcore.verify(file=path)
    assert result.covered and (result.size, result.stated_size) == (2, 3)
    assert not coldcore.verify("hamming", None, 0, file=path)
    with pytest.raises(coldcore.Error, match="cover of hamming"):
        coldcore.verify("design", vkt=(7, 3, 2), file=path)
    with pytest.raises(coldcore.Error) as caught:
        coldcore.verify(file=tmp_path / "nothing")
    assert caught.value.name in ("COLDCORE_SEARCH_E_FILE", "COLDCORE_SEARCH_E_ARGUMENT")


@pytest.mark.parametrize("call, error, why", [
    (lambda: coldcore.solve("nosuch", "3^4", 1), coldcore.Error, "E_FAMILY"),
    (lambda: coldcore.solve("hamming", "3^4", 99), coldcore.Error, "E_ARGUMENT"),
    (lambda: coldcore.solve("hamming", "3^4"), TypeError, "incomplete"),
    (lambda: coldcore.solve(0, "3^4", 1), TypeError, "problem is 0"),
    (lambda: coldcore.solve("design"), TypeError, "vkt"),
    (lambda: coldcore.solve("setcover"), TypeError, "instance"),
    (lambda: coldcore.solve("design", "3^4", vkt=(7, 3, 2)), TypeError, "axes does not go"),
    (lambda: coldcore.solve("hamming", "3^4", 1, target=8), coldcore.Error, "needs at least 9"),
    (lambda: coldcore.solve("hamming", "3^4", 1, mu=0), ValueError, "mu is 0"),
    (lambda: coldcore.solve("hamming", "3^4", 1, time=-1), coldcore.Error, "seconds is -1"),
    (lambda: coldcore.solve("hamming", "3^4", 1, iterations=0), ValueError, "iterations is 0"),
    (lambda: coldcore.solve("hamming", "3^4", 1, threads=-1), ValueError, "threads is -1"),
    (lambda: coldcore.solve("design", vkt=(3, 7, 2)), coldcore.Error, "E_ARGUMENT"),
    (lambda: coldcore.solve("setcover", instance="/nosuch/file"), coldcore.Error, "E_FILE"),
    (lambda: coldcore.verify("hamming", "3^4", 1), TypeError, "words or a file"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=[[0, 1]]), ValueError, r"\(members, 4\)"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=[[0.0, 1, 1, 1]]), TypeError, "whole numbers"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=[[0, 1, 1, 2**40]]), ValueError, "no"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=[[0, 1, 1, -1]]), coldcore.Error, "digit 3 is -1"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words="0111"), TypeError, "one text"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=5), TypeError, "words is int"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=["0_11"]), ValueError, "no digit"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=["01\u06611"]), ValueError, "no digit"),
    (lambda: coldcore.verify("hamming", "3^4", 1, words=["0111", "01"]), ValueError, "different lengths"),
    (lambda: coldcore.verify(file="a\0b"), ValueError, "NUL"),
    (lambda: coldcore.solve("ham\0ming", "3^4", 1), ValueError, "NUL"),
    (lambda: coldcore.solve("setcover", instance="a\0b"), ValueError, "NUL"),
    (lambda: coldcore.solve("hamming", "3^4", 1, time="5"), TypeError, "number of seconds"),
    (lambda: coldcore.solve("hamming", "3^4", 1, time=[5]), TypeError, "number of seconds"),
    (lambda: coldcore.solve("hamming", "3^4", 1, group=5), TypeError, "group is 5"),
    (lambda: coldcore.solve("hamming", "3^4", 1, group=[None]), TypeError, "group is None"),
    (lambda: coldcore.solve("hamming", "3^4", 1, group="random\0"), ValueError, "NUL"),
    (lambda: coldcore.solve("hamming", "3^4", 1, progress=5), TypeError, "progress is 5"),
    (lambda: coldcore.solve("design", vkt=(7, 3)), ValueError, "vkt has 2"),
    (lambda: coldcore.solve("design", vkt=(2**70, 3, 2)), ValueError, "vkt.0. is"),
])
def test_what_is_refused(call, error, why):
    with pytest.raises(error, match=why):
        call()


def test_texts_for_people(tmp_path):
    result = coldcore.solve("hamming", "3^4", 1, target=9, time=60)
    assert repr(result).startswith("<coldcore.Result hamming 3^4 R=1: 9 words cover all 81 points (verified); ")
    page = result._repr_html_()
    assert "1 word is no cover: 4 of 8 points" in repr(coldcore.verify("hamming", "2^3", 1, ["000"]))
    assert page.startswith("<table>") and "9 words cover" in page and "lower bound" in page


def test_plots(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    figure = coldcore.solve("grid_linf", "8^2", 1, time=2).plot()
    assert [ax.get_title() for ax in figure.axes if ax.get_title()] == ["search", "multiplicities", "words"]
    figure.savefig(tmp_path / "board.png")
    assert len(coldcore.verify("hamming", "2^3", 1, ["000", "111"]).plot().axes) == 1
