#!/usr/bin/env python3
"""Plays Grand Chess between Heterodox and Fairy-Stockfish over UCI and compares them at every ply.

    make -j2 build ARCH=x86-64-modern largeboards=yes nnue=no     (in src of Fairy-Stockfish)
    cargo build --release -p heterodox
    tests/judges/uci_game.py target/release/heterodox FAIRY-STOCKFISH [GAMES] [SEED] [MILLISECONDS]

Even games begin with a few random moves from the start, odd ones with an endgame in which pawns are
about to promote. The colours change after every two games. Before each move both programs list the
legal moves (`go perft 1`) and print the position (`d`). The lists must be equal, and the FENs too,
except for the en passant square, which Fairy-Stockfish writes only if a pawn can capture there. The
best move of one program is sent to the other. No other packages are needed.
"""

import random
import subprocess
import sys
from collections import Counter

MOST_PLIES = 400
# Pawns on the way; what was captured is in the pools, as the FEN without a seventh field says.
LATE = [
    "r9/2P1k2P2/10/3p6/10/6p3/10/1N1R5N/2p1K1p3/7R2 w - - 0 40",
    "10/3k2P3/1P8/8p1/10/2p7/7P2/8p1/2K2p4/10 w - - 0 50",
    "4k5/P7R1/2P5P1/10/3b6/6B3/10/1p5p2/r8p/5K4 w - - 2 45",
    "2r2k4/1P2P5/6P3/9p/4n5/5N4/P9/3p3p2/2p7/4K2R2 b - - 0 38",
    "9k/PPPP6/10/10/10/10/10/10/6pppp/K9 w - - 0 60",
]


class Engine:
    """An engine at the other end of two pipes."""

    def __init__(self, path, *arguments):
        self.name = path
        self.process = subprocess.Popen([path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci")
        self.until("uciok")
        self.say("setoption name UCI_Variant value grand")
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, *starts):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"{self.name} has ended; its last lines: {lines[-5:]}")
            line = line.strip()
            if "error" in line or "Illegal" in line:
                raise SystemExit(f"{self.name}: {line}")
            lines.append(line)
            if line.startswith(starts):
                return lines

    def ready(self):
        self.say("isready")
        self.until("readyok")

    def legal(self):
        self.say("go perft 1")
        lines = self.until("Nodes searched")
        return sorted(line.split(":")[0] for line in lines if line.endswith(": 1") and not line.startswith("Nodes"))

    def fen(self):
        self.say("d")
        lines = self.until("Fen: ")
        self.ready()
        return lines[-1][len("Fen: "):]

    def move(self, milliseconds):
        self.say(f"go movetime {milliseconds}")
        return self.until("bestmove")[-1].split()[1]


def same(ours, theirs):
    """Whether two FENs say the same; the en passant square may be missing in the second."""
    ours, theirs = ours.split(), theirs.split()
    if theirs[3] == "-":
        ours[3] = "-"
    return ours[:6] == theirs[:6]


def play(engines, start, opening, milliseconds, rng):
    """Plays a game and gives how it ended, its moves and the sides that chose them."""
    moves, quiet, seen = [], 0, Counter()
    where = "startpos" if start is None else f"fen {start}"
    while True:
        for engine in engines:
            engine.say(f"position {where} moves {' '.join(moves)}" if moves else f"position {where}")
        lists, fens = [e.legal() for e in engines], [e.fen() for e in engines]
        ours = next(i for i, e in enumerate(engines) if e.fsf is False)
        if not any(c.isalpha() and c not in "Kk" for c in fens[ours].split()[0]):
            return "bare kings", moves  # Fairy-Stockfish plays on
        if lists[0] != lists[1]:
            raise SystemExit(f"{where} moves {' '.join(moves)}: only in one list: {set(lists[0]) ^ set(lists[1])}")
        if not same(fens[ours], fens[1 - ours]):
            raise SystemExit(f"{where} moves {' '.join(moves)}: {fens}")
        fields = fens[ours].split()
        seen[" ".join(fields[:4])] += 1
        white = fields[1] == "w"
        if not lists[0]:
            return "no moves", moves
        if seen[" ".join(fields[:4])] >= 3 or int(fields[4]) >= 100:
            return "draw claimable", moves
        if len(moves) >= MOST_PLIES:
            return "left", moves
        mover = engines[0 if white else 1]
        chosen = rng.choice(lists[0]) if len(moves) < opening else mover.move(milliseconds)
        if chosen not in lists[0]:
            raise SystemExit(f"{mover.name} plays {chosen} in {fens[ours]}")
        if len(chosen) > 4 and chosen[-1].isalpha() and len(moves) >= opening:
            mover.promotions[chosen[-1]] += 1
        mover.moves += len(moves) >= opening
        moves.append(chosen)


def main():
    games, seed, milliseconds = (int(text) for text in (sys.argv[3:] + ["20", "1", "50"][len(sys.argv) - 3:])[:3])
    heterodox, fsf = Engine(sys.argv[1], "uci"), Engine(sys.argv[2])
    for engine, is_fsf in ((heterodox, False), (fsf, True)):
        engine.fsf, engine.promotions, engine.moves = is_fsf, Counter(), 0
    rng = random.Random(seed)
    ends = Counter()
    for number in range(games):
        engines = [heterodox, fsf] if number // 2 % 2 == 0 else [fsf, heterodox]
        for engine in engines:
            engine.say("ucinewgame")
            engine.ready()
        start, opening = (None, rng.randrange(2, 9)) if number % 2 == 0 else (LATE[number // 2 % len(LATE)], rng.randrange(3))
        end, moves = play(engines, start, opening, milliseconds, rng)
        ends[end] += 1
        print(f"game {number + 1}: Heterodox is {'White' if engines[0] is heterodox else 'Black'}, {len(moves)} plies, {end}", flush=True)
    for engine in (heterodox, fsf):
        print(f"{engine.name}: {engine.moves} moves, promotions {dict(engine.promotions)}")
        engine.say("quit")
    print(f"{games} games, every move accepted by both: {dict(ends)}")


main()
