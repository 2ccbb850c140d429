#!/usr/bin/env python3
"""Compares the speed of move generation with Fairy-Stockfish's, in turn on the same machine.

    make -j2 build ARCH=x86-64-modern largeboards=yes nnue=no     (in src of Fairy-Stockfish)
    cargo build --release -p heterodox
    tests/judges/perft_ratio.py target/release/heterodox FAIRY-STOCKFISH [ROUNDS] [DEPTH]

Both count the moves of the last ply without making them. The unit is leaves per second of user
time, which other load on the machine disturbs less than wall-clock time. Measured are the start of
Grand Chess to DEPTH (5) and, by Fairy-Stockfish, to depth 4; and arrays of 19 random pieces to
depth 4 (seeds 1 to 10, without locks, so that all special rules apply). The counts of the start
must agree.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys

SEEDS = range(1, 11)


def timed(command, text=None):
    """What the command prints, and the user time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def theirs(program, depth):
    lines = f"setoption name UCI_Variant value grand\nposition startpos\ngo perft {depth}\nquit\n"
    out, seconds = timed([program], lines)
    nodes = int(re.search(r"Nodes searched: (\d+)", out)[1])
    return nodes, seconds


def ours(program, depth, position=None):
    more = ["--position", position] if position else []
    out, seconds = timed([program, "perft", "grand-chess", "--depth", str(depth), *more])
    return int(out.split()[-1]), seconds


def array(program, seed):
    """The array of 19 random pieces of a seed, after move 5, when nothing is locked any more."""
    options = [f"--option={option}" for option in ("setup=random", "extra=19", f"seed={seed}")]
    out, _ = timed([program, "moves", "grand-chess", "--json", *options])
    fields = json.loads(out)["position"].split(" ")
    fields[5] = "9"
    return " ".join(fields)


def main():
    heterodox, fairy = (os.path.abspath(path) for path in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    depth = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    arrays = [array(heterodox, seed) for seed in SEEDS]
    ratios = {"start": [], "19 pieces": []}
    for number in range(1, rounds + 1):
        nodes, seconds = ours(heterodox, depth)
        their_nodes, their_seconds = theirs(fairy, depth)
        assert nodes == their_nodes, f"depth {depth}: {nodes} here, {their_nodes} there"
        mine, fairys = nodes / seconds / 1e6, their_nodes / their_seconds / 1e6
        odd = [ours(heterodox, 4, position) for position in arrays]
        rates = [n / s / 1e6 for n, s in odd]
        all_odd = sum(n for n, _ in odd) / sum(s for _, s in odd) / 1e6
        again, again_seconds = theirs(fairy, 4)
        plain = again / again_seconds / 1e6
        ratios["start"].append(mine / fairys)
        ratios["19 pieces"].append(all_odd / plain)
        print(f"round {number}, million leaves a second: start, depth {depth}: {mine:.1f} here, {fairys:.1f} there; "
              f"19 pieces, depth 4: {all_odd:.1f} here ({min(rates):.1f} to {max(rates):.1f}), plain game there {plain:.1f}",
              flush=True)
    for name, list_ in ratios.items():
        print(f"{name}: median ratio {statistics.median(list_):.2f} (of {', '.join(f'{r:.2f}' for r in list_)})")


if __name__ == "__main__":
    main()
