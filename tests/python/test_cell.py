# SPDX-License-Identifier: Apache-2.0
"""coldcore.Cell against the definitions, over random cells."""
import tracemalloc

import numpy as np
import pytest

import coldcore
from product_oracle import ProductOracle

SHAPES = [("hamming", "3^5", 1), ("hamming", "2^3,4,3^2", 2), ("hamming", "5^3", 3), ("lee", "5^3", 1),
          ("lee", "4,7,3^2", 2), ("torus_linf", "5,7,3", 1), ("torus_linf", "9^2", 2), ("grid_linf", "8^2", 1),
          ("grid_linf", "3,5^2", 2), ("hamming", "7", 1)]


@pytest.fixture(params=[(*shape, mu) for shape in SHAPES for mu in (1, 2, 3)], ids=lambda p: "-".join(map(str, p)))
def pair(request, rng):
    """A cell and its oracle with the same random words."""
    family, axes, R, mu = request.param
    with coldcore.Cell(family, axes, R, mu=mu, owner=True) as cell:
        oracle = ProductOracle(family, coldcore.parse_axes(axes), R, mu)
        words = rng.integers(0, cell.size, int(rng.integers(0, 12)))
        cell.recount(words)
        oracle.recount(words)
        yield cell, oracle


def test_counts(pair, rng):
    cell, oracle = pair
    assert np.array_equal(cell.read_cnt(), oracle.cnt)
    assert cell.read_cnt().dtype == np.uint16
    assert np.array_equal(cell.read_cnt(2, 4), oracle.cnt[2:6])
    for target in range(4):
        assert cell.count_eq(target) == np.count_nonzero(oracle.cnt == target)
    assert cell.count_deficit() == np.maximum(0, cell.mu - oracle.cnt).sum()


def test_updates_follow_exactly(pair, rng):
    cell, oracle = pair
    added = rng.integers(0, cell.size, 5)
    cell.ball_update(added)
    oracle.ball_update(added, 1)
    assert np.array_equal(cell.read_cnt(), oracle.cnt)
    cell.ball_update(added[:3], -1)
    oracle.ball_update(added[:3], -1)
    assert np.array_equal(cell.read_cnt(), oracle.cnt)


def test_maps_and_what_is_asked_of_them(pair, rng):
    cell, oracle = pair
    everywhere = np.arange(cell.size)
    for compute, expected in ((cell.gain_map, oracle.gain()), (cell.loss_map, oracle.loss())):
        compute()
        assert np.array_equal(cell.map_read_at(everywhere), expected)
        assert cell.map_max() == expected.max()
        threshold = int(expected.max()) - 1
        words, values, found = cell.map_extract(threshold)
        assert np.array_equal(words, np.flatnonzero(expected >= threshold))
        assert np.array_equal(values, expected[words]) and found == len(words)
        assert len(cell.map_extract(threshold, cap=1)[0]) == min(1, found)
        bins = np.minimum((expected[expected > 0] - 1) * 4 // 7, 3)
        assert np.array_equal(cell.map_hist(4, 7), np.bincount(bins, minlength=4))
    words = rng.integers(0, cell.size, 4)
    cell.coverage_map(words)
    assert np.array_equal(cell.map_read_at(everywhere),
                          oracle.relation @ np.bincount(words, minlength=cell.size))


def test_gathers_in_both_table_formats(pair, rng):
    cell, oracle = pair
    words = rng.integers(0, cell.size, 20)
    formats = ["v1"] if cell.problem == "grid_linf" else ["v1", "ox", 0]
    for fmt in formats:
        cell.use_fmt(fmt)
        for target in range(4):
            gathered = cell.ball_gather(words, target)
            assert gathered.dtype == np.int32
            assert np.array_equal(gathered, oracle.gathered(target)[words])


def test_losses_by_owner(pair, rng):
    cell, oracle = pair
    words = rng.integers(0, cell.size, 6)
    oracle.recount(words)
    assert np.array_equal(cell.loss_owner(words), oracle.loss()[words])
    assert np.array_equal(cell.read_cnt(), oracle.cnt)


def test_answers_go_where_they_are_wanted(rng):
    with coldcore.Cell("hamming", "3^4", 1) as cell:
        cell.recount([0, 40])
        cnt = np.empty(cell.size, dtype=np.uint16)
        assert cell.read_cnt(out=cnt) is cnt and cnt.sum() == 2 * 9
        out = np.empty(2, dtype=np.int32)
        assert cell.ball_gather([1, 2], 0, out) is out
        cell.gain_map()
        assert cell.map_read_at([1, 2], out) is out


def test_words_and_digits(rng):
    with coldcore.Cell("hamming", "3^2,2,5", 1) as cell:
        words = np.arange(cell.size)
        digits = cell.digits(words)
        assert digits[1].tolist() == [1, 0, 0, 0] and digits[3].tolist() == [0, 1, 0, 0]
        assert np.array_equal(cell.index(digits), words)
        with pytest.raises(ValueError):
            cell.index([0, 0, 2, 0])
        with pytest.raises(ValueError):
            cell.digits([cell.size])


def test_nothing_large_is_copied_that_is_not_asked_for(rng):
    with coldcore.Cell("hamming", "2^14,8", 1, owner=True) as cell:  # A cnt plane of 256 KiB.
        words = rng.integers(0, cell.size, 20_000)
        cnt, out = np.empty(cell.size, dtype=np.uint16), np.empty(len(words), dtype=np.int32)
        tracemalloc.start()
        cell.recount(words)
        cell.ball_update(words[:10_000])
        cell.gain_map()
        cell.count_eq(0)
        cell.map_max()
        cell.ball_gather(words, 0, out)
        cell.map_read_at(words, out)
        cell.read_cnt(out=cnt)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 64 << 10


def test_the_budget_places_planes_and_counts(monkeypatch):
    def modes(budget):
        monkeypatch.setenv("COLDCORE_HBM_BUDGET", budget)
        with coldcore.Cell("hamming", "3^6", 1) as cell:
            return cell.layers_mode, cell.cnt_mode

    assert modes("80e9") == (0, 0)
    assert modes("1000") == (1, 0)
    with pytest.raises(ValueError, match="COLDCORE_HBM_BUDGET"):
        modes("much")
    monkeypatch.delenv("COLDCORE_HBM_BUDGET")
    with coldcore.Cell("hamming", "3^6", 1, layers_mode=1, cnt_mode=2) as cell:
        assert (cell.layers_mode, cell.cnt_mode) == (1, 2)


def test_counts_leave_the_device_above_their_own_limit(monkeypatch):
    from coldcore import _placement
    monkeypatch.setenv("COLDCORE_HBM_BUDGET", "1e9")
    assert _placement.choose(10**9, 40_000_000_000) == (1, 0)
    assert _placement.choose(10**9, 40_000_000_001) == (1, 1)
    assert _placement.choose(10**9 - 8, 8) == (0, 0)


def test_a_family_by_its_number():
    with coldcore.Cell(2, "5^2", 1) as cell:
        assert cell.problem == "lee"


def test_families_are_listed():
    assert {"hamming", "lee", "torus_linf", "grid_linf"} <= set(coldcore.families())
