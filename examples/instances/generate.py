#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes set cover instances that are defined rather than collected.

    generate.py cyc N              OR-Library: edges of the N-cube that meet all its 4-cycles, N >= 2
    generate.py clr N              OR-Library: 4-subsets of N >= 7 points, one in a part of every bipartition
    generate.py sts N              Steiner triples on N = 9, 15 or three times such a number
    generate.py random ROWS COLUMNS ENTRIES SEED     OR-Library, costs 1..100
    generate.py rail ROWS COLUMNS ENTRIES SEED       column by column, costs 1 and 2

Random instances have 2 * ROWS to ROWS * COLUMNS entries; a few fewer where one is drawn twice. The
instance goes to standard output; parameters that give none are refused with exit code 2.
"""
import itertools
import random
import sys


def refuse(why):
    print(f"generate.py: {why}", file=sys.stderr)
    raise SystemExit(2)


def or_library(rows, costs):
    yield f"{len(rows)} {len(costs)}"
    yield " ".join(map(str, costs))
    for row in rows:
        yield str(len(row))
        yield " ".join(str(column + 1) for column in sorted(row))


def by_columns(row_count, columns, costs):
    yield f"{row_count} {len(columns)}"
    for cost, column in zip(costs, columns):
        yield " ".join(map(str, (cost, len(column), *(row + 1 for row in sorted(column)))))


def cyc(n):
    if n < 2:
        refuse(f"cyc {n}: a cube has 4-cycles from N = 2 on")
    edges = {}
    for vertex in range(1 << n):
        for bit in range(n):
            if not vertex >> bit & 1:
                edges[vertex, bit] = len(edges)
    rows = []
    for vertex in range(1 << n):
        for a, b in itertools.combinations(range(n), 2):
            if not vertex >> a & 1 and not vertex >> b & 1:
                rows.append((edges[vertex, a], edges[vertex, b],
                             edges[vertex | 1 << b, a], edges[vertex | 1 << a, b]))
    return or_library(rows, [1] * len(edges))


def clr(n):
    """A set of columns that leaves no row is a hypergraph of 4-edges that no two colours colour properly."""
    if n < 7:
        refuse(f"clr {n}: N is at least 7, as fewer points split into two parts of less than four")
    columns = [sum(1 << point for point in four) for four in itertools.combinations(range(n), 4)]
    rows = []
    for part in range(1, 1 << (n - 1)):  # The other part holds the last point.
        rows.append([c for c, four in enumerate(columns) if four & part in (0, four)])
    return or_library(rows, [1] * len(columns))


def bose_triples(n):
    """Bose's construction on three copies of the integers modulo the odd number n."""
    triples = [(x, x + n, x + 2 * n) for x in range(n)]
    for r in range(3):
        for x, y in itertools.combinations(range(n), 2):
            triples.append((x + n * r, y + n * r, (x + y) * (n + 1) // 2 % n + n * ((r + 1) % 3)))
    return triples


def steiner_triples(n):
    if n in (9, 15):
        return bose_triples(n // 3)
    third = n // 3
    triples = [(i, i + third, i + 2 * third) for i in range(third)]
    for a, b, c in steiner_triples(third):
        triples += [(a + third * p, b + third * q, c + third * r)
                    for p, q, r in ((0, 0, 0), (1, 1, 1), (2, 2, 2), *itertools.permutations(range(3)))]
    return triples


def is_tripled(n):
    return n in (9, 15) or (n % 3 == 0 and n > 15 and is_tripled(n // 3))


def sts(n):
    if not is_tripled(n):
        refuse(f"sts {n}: N is 9 or 15, or three, nine, ... times as many")
    triples = steiner_triples(n)
    yield f"{n} {len(triples)}"
    for triple in triples:
        yield " ".join(str(point + 1) for point in sorted(triple))


def random_columns(row_count, column_count, entries, rng):
    """Every row is in two columns at least."""
    if row_count < 1 or column_count < 2:
        refuse(f"{row_count} rows, {column_count} columns: there is at least 1 row, and 2 columns")
    if not 2 * row_count <= entries <= row_count * column_count:
        refuse(f"{entries} entries: {row_count} rows and {column_count} columns take "
               f"{2 * row_count}..{row_count * column_count}")
    columns = [set() for _ in range(column_count)]
    for row in range(row_count):
        for column in rng.sample(range(column_count), 2):
            columns[column].add(row)
    for _ in range(entries - 2 * row_count):
        columns[rng.randrange(column_count)].add(rng.randrange(row_count))
    return columns


def random_or_library(row_count, column_count, entries, seed):
    rng = random.Random(seed)
    columns = random_columns(row_count, column_count, entries, rng)
    rows = [[] for _ in range(row_count)]
    for c, column in enumerate(columns):
        for row in column:
            rows[row].append(c)
    return or_library(rows, [rng.randint(1, 100) for _ in columns])


def random_rail(row_count, column_count, entries, seed):
    rng = random.Random(seed)
    columns = random_columns(row_count, column_count, entries, rng)
    return by_columns(row_count, columns, [rng.randint(1, 2) for _ in columns])


KINDS = {"cyc": (cyc, 1), "clr": (clr, 1), "sts": (sts, 1),
         "random": (random_or_library, 4), "rail": (random_rail, 4)}


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        refuse(f"the first argument is one of {', '.join(KINDS)}; --help tells more")
    make, count = KINDS[sys.argv[1]]
    numbers = sys.argv[2:]
    if len(numbers) != count or not all(n.isascii() and n.isdigit() for n in numbers):
        refuse(f"{sys.argv[1]} takes {count} whole number{'s' if count > 1 else ''}; --help tells more")
    for line in make(*map(int, numbers)):
        print(line)


if __name__ == "__main__":
    main()
