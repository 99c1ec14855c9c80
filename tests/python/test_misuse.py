# SPDX-License-Identifier: Apache-2.0
"""What is refused raises, says why, and touches nothing."""
import gc

import numpy as np
import pytest

import coldcore
from coldcore import incidence, incidence_cpu

WRONG = [
    (np.zeros(3, dtype=np.int32), TypeError, "int64"),
    (np.zeros(3), TypeError, "int64"),
    ([0.5], TypeError, "whole number"),
    (["0"], TypeError, "whole number"),
    ("012", TypeError, "text"),
    (7, TypeError, "array"),
    (np.zeros((2, 2), dtype=np.int64), ValueError, "dimensions"),
    (np.arange(6)[::2], ValueError, "contiguous"),
    ([-1], coldcore.Error, "DCT_E_INDEX|SPARSE_E_INDEX"),
    ([10**9], coldcore.Error, "DCT_E_INDEX|SPARSE_E_INDEX"),
    ([2**70], ValueError, r"\[0\] is 1180591620717411303424"),
]
IDS = ["int32", "float64", "float list", "text list", "text", "number", "two dimensions", "strided", "negative",
       "too large", "beyond int64"]
INC = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int32)


def cell():
    cell = coldcore.Cell("hamming", "3^4", 1, owner=True)
    cell.recount([0, 40])
    cell.gain_map()
    return cell


def backend():
    backend = incidence_cpu.SparseIncidenceBackend(INC, 4)
    backend.recount([0, 1])
    backend.gain_map()
    return backend


def state(thing):
    everywhere = np.arange(thing.size if isinstance(thing, coldcore.Cell) else thing.n_cand)
    return thing.read_cnt().tolist(), thing.map_read_at(everywhere).tolist(), thing.mu, thing.count_deficit()


BOTH = ["recount", "ball_update", "ball_gather", "map_read_at"]


@pytest.mark.parametrize("values, error, why", WRONG, ids=IDS)
@pytest.mark.parametrize("make, name", [(make, name) for make in (cell, backend) for name in BOTH] +
                         [(cell, "loss_owner"), (cell, "coverage_map")])
def test_what_names_no_words(make, name, values, error, why):
    with make() as thing:
        before = state(thing)
        with pytest.raises(error, match=why):
            getattr(thing, name)(values)
        assert state(thing) == before


@pytest.mark.parametrize("make", [cell, backend])
def test_outputs_that_do_not_fit(make):
    readonly = np.empty(2, dtype=np.int32)
    readonly.flags.writeable = False
    wrong = [(np.full(2, 9, dtype=np.int64), TypeError), (np.full(3, 9, dtype=np.int32), ValueError),
             (np.full((2, 1), 9, dtype=np.int32), ValueError), (np.full(4, 9, dtype=np.int32)[::2], ValueError),
             (readonly, ValueError), ([0, 0], TypeError)]
    with make() as thing:
        before = state(thing)
        for out, error in wrong:
            kept = np.array(out)
            for call in (lambda: thing.ball_gather([0, 1], 0, out), lambda: thing.map_read_at([0, 1], out)):
                with pytest.raises(error):
                    call()
            with pytest.raises((TypeError, ValueError)):
                thing.read_cnt(0, 2, out)
            assert np.array_equal(kept, out)
        assert state(thing) == before


@pytest.mark.parametrize("make", [cell, backend])
def test_an_output_is_left_alone_when_the_library_refuses(make):
    out = np.full(2, 9, dtype=np.int32)
    with make() as thing:
        with pytest.raises(coldcore.Error):
            thing.ball_gather([0, -1], 0, out)
        with pytest.raises(coldcore.Error):
            thing.map_read_at([0, 10**9], out)
    assert out.tolist() == [9, 9]


@pytest.mark.parametrize("make", [cell, backend])
def test_numbers_out_of_range(make):
    with make() as thing:
        before = state(thing)
        calls = [lambda: thing.ball_update([0], 2), lambda: thing.ball_update([0], 2**32 + 1),
                 lambda: thing.ball_update([2], -1), lambda: thing.count_eq(-1),
                 lambda: thing.map_hist(0, 1), lambda: thing.map_hist(4, 0), lambda: thing.ball_gather([0], -1),
                 lambda: thing.read_cnt(-1, 1), lambda: thing.read_cnt(0, 10**6), lambda: thing.read_cnt(2, -1),
                 lambda: thing.map_extract(0, -1), lambda: setattr(thing, "mu", 0)]
        for call in calls:
            with pytest.raises((coldcore.Error, ValueError, IndexError)):
                call()
        assert state(thing) == before


@pytest.mark.parametrize("words, error", [([0.5], TypeError), ("5", TypeError), ([81], ValueError),
                                          ([-1], ValueError), ([2**63], ValueError), ([2**70], TypeError)])
def test_numbers_of_no_words_have_no_digits(words, error):
    with cell() as thing:
        with pytest.raises(error, match=r"0\.\.80"):
            thing.digits(words)
        assert thing.digits([]).shape == (0, 4) and thing.digits(5).tolist() == [2, 1, 0, 0]


def test_making_a_cell_anew_closes_it_first():
    with cell() as thing:
        thing.__init__("hamming", "3^2", 1)
        assert not thing.closed and thing.size == 9
    with backend() as thing:
        thing.__init__(INC, 4)
        assert not thing.closed
    with cell():
        pass


@pytest.mark.parametrize("make, init", [(cell, "dct_init3"), (backend, "sparse_init")])
def test_ctrl_c_while_a_cell_is_opened_leaves_none_open(make, init, monkeypatch):
    library = coldcore._libraries.core() if make is cell else coldcore._libraries.incidence()
    real = getattr(library, init)

    def interrupted(*arguments):
        assert real(*arguments) == 0
        raise KeyboardInterrupt  # As Python does once a C function has returned.

    monkeypatch.setattr(library, init, interrupted)
    with pytest.raises(KeyboardInterrupt):
        make()
    monkeypatch.setattr(library, init, real)
    with make() as thing:
        assert not thing.closed


def test_errors_carry_code_name_and_line():
    with cell() as thing:
        with pytest.raises(coldcore.Error) as caught:
            thing.ball_update([1], -1)
    assert (caught.value.code, caught.value.name) == (-7, "DCT_E_ABSENT")
    assert "dct_ball_update" in caught.value.message
    assert str(caught.value) == f"{caught.value.message} [DCT_E_ABSENT]"


@pytest.mark.parametrize("make", [cell, backend])
def test_a_closed_cell_refuses_everything_whatever_else_is_open(make):
    closed = make()
    closed.close()
    closed.close()
    assert closed.closed
    with make() as other:
        before = state(other)
        calls = [lambda: closed.recount([0]), lambda: closed.ball_update([0]), lambda: closed.ball_gather([0]),
                 lambda: closed.gain_map(), lambda: closed.loss_map(), lambda: closed.count_eq(0),
                 lambda: closed.count_deficit(), lambda: closed.map_max(), lambda: closed.map_hist(1, 1),
                 lambda: closed.map_extract(0), lambda: closed.map_read_at([0]), lambda: closed.read_cnt(),
                 lambda: setattr(closed, "mu", 2), lambda: closed.__enter__()]
        if isinstance(closed, coldcore.Cell):
            calls += [lambda: closed.use_fmt(0), lambda: closed.loss_owner([0]), lambda: closed.coverage_map([0])]
        for call in calls:
            with pytest.raises(coldcore.Error, match="closed"):
                call()
        assert state(other) == before


def test_a_second_cell_is_refused_and_the_first_lives_on():
    with cell() as first:
        before = state(first)
        with pytest.raises(coldcore.Error, match="one cell a process") as caught:
            coldcore.Cell("lee", "5^2", 1)
        assert caught.value.name == "DCT_E_CELL_OPEN"
        assert state(first) == before


def test_a_cell_that_is_forgotten_is_closed():
    forgotten = cell()
    del forgotten
    gc.collect()
    with cell() as another:
        assert not another.closed


@pytest.mark.parametrize("arguments, error, why", [
    (("nosuch", "3^4", 1), coldcore.Error, "DCT_E_PROBLEM"),
    ((999, "3^4", 1), coldcore.Error, "DCT_E_PROBLEM"),
    (("hamming", "3^4", 99), coldcore.Error, "DCT_E_REFUSED"),
    (("hamming", "11^2", 1), coldcore.Error, "DCT_E_REFUSED"),
    (("hamming", "2^17,x", 1), ValueError, "16 axes at most"),
    (("hamming", "3,,4", 1), ValueError, "neither a size"),
    (("hamming", "3^", 1), ValueError, "neither a size"),
    (("hamming", "\u0663^4", 1), ValueError, "neither a size"),
    (("hamming", "9" * 5000, 1), ValueError, "neither a size"),
    (("hamming\0", "3^4", 1), ValueError, "NUL"),
    (("hamming", [], 1), ValueError, "0 axes"),
    (("hamming", [3, 1], 1), ValueError, "size of an axis"),
    (("hamming", [3.0], 1), TypeError, "whole number"),
    (("hamming", "3^4", -1), ValueError, "R is -1"),
    (("hamming", "3^4", 1.5), TypeError, "R is 1.5"),
    (("hamming", "3^4", 1, 0), ValueError, "mu is 0"),
    (("hamming", "3^4", 1, 1, 3), ValueError, "layers_mode is 3"),
])
def test_cells_that_cannot_be(arguments, error, why):
    with pytest.raises(error, match=why):
        coldcore.Cell(*arguments)
    with cell():  # Nothing was left open.
        pass


@pytest.mark.parametrize("module", [incidence, incidence_cpu])
@pytest.mark.parametrize("arguments, error", [
    ((INC.astype(np.int64), 4), TypeError), ((INC[0], 4), ValueError), ((INC[:, ::-1], 4), ValueError),
    ((INC, 3), (ValueError, coldcore.Error)), ((np.array([[1, 1]], dtype=np.int32), 4), (ValueError, coldcore.Error)),
    ((INC, 4, 0), ValueError), (([[0, 2**32 + 1]], 4), ValueError), ((7, 4), ValueError)])
def test_incidence_that_cannot_be(module, arguments, error):
    with pytest.raises(error):
        module.SparseIncidenceBackend(*arguments)
    with backend():
        pass


@pytest.mark.parametrize("module", [incidence, incidence_cpu])
@pytest.mark.parametrize("change", [
    {"indptr": np.array([0, 2, 1, 3])}, {"indptr": np.array([1, 2, 3])}, {"indptr": np.array([0, 1])},
    {"indices": np.array([0, 9, 1], dtype=np.int32)}, {"indices": np.array([0, 0, 1], dtype=np.int32)},
    {"indices": np.array([0, 1, 2])}, {"w": np.array([1, 0, 1], dtype=np.int32)}, {"w": np.ones(2, dtype=np.int32)},
    {"uw": np.ones(3, dtype=np.int32)}, {"uw": np.zeros(4, dtype=np.int32)}])
def test_weighted_incidence_that_cannot_be(module, change):
    right = {"indptr": np.array([0, 2, 3]), "indices": np.array([0, 1, 1], dtype=np.int32), "n_univ": 4}
    module.WeightedIncidenceBackend(**right).close()
    with pytest.raises((TypeError, ValueError, coldcore.Error)):
        module.WeightedIncidenceBackend(**{**right, **change})


@pytest.mark.parametrize("module", [incidence, incidence_cpu])
def test_counts_beyond_int32_are_refused(module):
    with module.WeightedIncidenceBackend(np.array([0, 1]), np.array([0], dtype=np.int32), 1,
                                         w=np.array([2**31 - 1], dtype=np.int32)) as thing:
        thing.recount([0])
        for call in (lambda: thing.recount([0, 0]), lambda: thing.ball_update([0])):
            with pytest.raises((ValueError, coldcore.Error), match="count would pass 2147483647"):
                call()
            assert thing.read_cnt().tolist() == [2**31 - 1]
        thing.ball_update([0], -1)
        assert thing.read_cnt().tolist() == [0]


def test_a_map_has_to_be_computed_first():
    with coldcore.Cell("hamming", "3^3", 1) as thing:
        with pytest.raises(coldcore.Error, match="DCT_E_NO_MAP"):
            thing.map_max()


def test_formats_and_owners_that_are_not_there():
    with coldcore.Cell("grid_linf", "5^2", 1) as thing:
        with pytest.raises(coldcore.Error, match="DCT_E_FORMAT"):
            thing.use_fmt("ox")
        with pytest.raises(coldcore.Error, match="DCT_E_NO_OWNER"):
            thing.loss_owner([0])
        with pytest.raises((TypeError, ValueError)):
            thing.use_fmt("xo")
