#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what test_generator.cpp expects of a seed, from the definitions of the generators.

splitmix64 and xoshiro256**: Blackman and Vigna, https://prng.di.unimi.it. Places and values have streams of
their own, the second one from the seed with "values" (and two zero bytes) in its upper bytes.
"""
MASK = 2**64 - 1


def mix64(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def rotated(x, by):
    return ((x << by) | (x >> (64 - by))) & MASK


class Rng:
    def __init__(self, seed):
        self.s = [mix64((seed + i * 0x9E3779B97F4A7C15) & MASK) for i in range(4)]

    def next(self):
        s = self.s
        result = (rotated((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result


def main():
    places, values = Rng(42), Rng(42 ^ int.from_bytes(b"values\0\0", "big"))
    # One of 1000 by Floyd's method: the last number of the range is drawn for, from all of them.
    print([(places.next() * 1000) >> 64 for _ in range(4)])
    print([float.hex(2 * ((values.next() >> 11) * 2.0**-53) - 1) for _ in range(4)])


if __name__ == "__main__":
    main()
