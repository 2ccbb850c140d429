#!/usr/bin/env python3
"""Plays whole games of Heterodox with python-chess (`chess.engine`) as the UCI client.

    pip install chess
    cargo build -p heterodox
    tests/judges/python_chess.py target/debug/heterodox [VARIANT…]

It covers the protocol, options, limits, pondering and analysis. python-chess has no boards of these
games, so `Board` below replaces its own: a start position, the moves so far, and the legal moves,
which `heterodox moves` and `heterodox play-moves` print. python-chess does the rest: it reads the
options, sends UCI_Variant, the positions and the `go` commands, ponders, and reads the engine's
output. Any error that it reports fails the run. Of the principal variations of Grand Chess it reads
only moves that fit a board of eight by eight.
"""

import functools
import json
import logging
import subprocess
import sys

import chess
import chess.engine

GAMES = {"grand": "grand-chess", "klinzha": "klinzha", "kaleidochess": "kaleidochess"}
# Late enough for a game to end before long.
STARTS = {
    "grand": "r9/2P1k2P2/10/3p6/10/6p3/10/1N1R5N/2p1K1p3/7R2 w - - 0 40",
    "klinzha": "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1",
    "kaleidochess": None,
}
MOST_PLIES = 400


class Complaints(logging.Handler):
    """What python-chess finds wrong with the engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


class Move:
    """A move as UCI writes it."""

    def __init__(self, text):
        self.text = text

    def uci(self):
        return self.text

    def __eq__(self, other):
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def __repr__(self):
        return self.text


class Board:
    """What python-chess asks of a board, for any game of this program."""

    program = None
    game = None
    uci_variant = None
    chess960 = False

    def __init__(self, start, moves=()):
        self.start = start
        self.move_stack = list(moves)

    @classmethod
    @functools.cache
    def ask(cls, *arguments):
        ran = subprocess.run([cls.program, *arguments, "--json"], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    def played(self):
        texts = [move.text.replace("_", " ") for move in self.move_stack]
        return self.ask("play-moves", self.game, "--position", self.start, *texts)

    def legal(self):
        moves = self.ask("moves", self.game, "--position", self.fen())["moves"]
        return [Move(text.replace(" ", "_")) for text in moves]

    def result(self):
        return self.played()["result"]

    def root(self):
        return type(self)(self.start)

    def fen(self, shredder=False, en_passant="legal"):
        return self.played()["positions"][-1] if self.move_stack else self.start

    @property
    def turn(self):
        return chess.WHITE if len(self.move_stack) % 2 == 0 else chess.BLACK

    def copy(self, stack=True):
        # The way here is part of the position: a repetition is a draw.
        return type(self)(self.start, self.move_stack)

    def parse_uci(self, text):
        # python-chess has made small letters of it.
        found = [move for move in self.legal() if move.text.lower() == text.lower()]
        if len(found) != 1:
            raise chess.IllegalMoveError(f"{text} is {len(found)} legal moves in {self.fen()}")
        return found[0]

    def push(self, move):
        self.move_stack.append(move)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def pop(self):
        return self.move_stack.pop()

    def __eq__(self, other):
        return self.start == other.start and self.move_stack == other.move_stack


def board_of(program, variant):
    kind = type("Board", (Board,), {"program": program, "game": GAMES[variant], "uci_variant": variant})
    start = STARTS[variant]
    if start is None:
        start = kind.ask("moves", GAMES[variant])["position"]
    return kind(start)


def limits(ply):
    """Limits of every kind, by turns."""
    clock = chess.engine.Limit(white_clock=6, black_clock=5, white_inc=0.05, black_inc=0.05)
    kinds = [clock, chess.engine.Limit(nodes=3000), chess.engine.Limit(time=0.02), chess.engine.Limit(depth=3)]
    return kinds[ply // 2 % len(kinds)]


def analyse(engine, board):
    """Several lines, an endless analysis that is stopped, chosen moves, and mates."""
    lines = engine.analyse(board, chess.engine.Limit(depth=2), multipv=3, game="analysis")
    legal = board.legal()
    assert len(lines) == min(3, len(legal)), lines
    for info in lines:
        assert {"depth", "seldepth", "score", "nodes", "nps", "hashfull", "time"} <= info.keys(), info
    with engine.analysis(board, game="analysis") as endless:
        for info in endless:
            if info.get("depth", 0) >= 2:
                break
        endless.stop()
        assert endless.wait().move in legal
    chosen = engine.play(board, chess.engine.Limit(nodes=500), root_moves=legal[-1:], game="analysis")
    assert chosen.move == legal[-1], chosen
    assert engine.play(board, chess.engine.Limit(mate=1), game="analysis").move in legal


def whole_game(white, black, board):
    """White ponders while Black thinks; how it ended, and how often White thought of the move that came."""
    hits = 0
    expected, pondered = None, False
    reads = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE
    for ply in range(MOST_PLIES):
        if board.result() is not None:
            return hits
        engine = white if ply % 2 == 0 else black
        answer = engine.play(board, limits(ply), game="game", info=reads, ponder=engine is white)
        # What is said while it ponders python-chess does not keep.
        hit = engine is black and answer.move == expected
        assert {"depth", "score"} <= answer.info.keys() or (engine is white and pondered), answer.info
        hits, pondered = hits + hit, hit
        expected = answer.ponder if engine is white else None
        board.push(answer.move)
    raise AssertionError(f"no end after {MOST_PLIES} plies")


def start(program):
    engine = chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=120)
    assert engine.id["name"].startswith("Heterodox "), engine.id
    return engine


def judge(program, variant):
    board = board_of(program, variant)
    with start(program) as white, start(program) as black:
        white.configure({"Threads": 2, "Hash": 4, "Skill Level": 8, "UCI_LimitStrength": False})
        black.configure({"UCI_LimitStrength": True, "UCI_Elo": 1800})
        analyse(white, board)
        hits = whole_game(white, black, board)
        white.configure({"Clear Hash": None})
        another = white.play(board.root(), chess.engine.Limit(time=0.1), game="another")
        assert another.move in board.root().legal()
    print(f"{variant}: {board.result()} after {len(board.move_stack)} plies; {hits} ponderhits", flush=True)


def main():
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    for variant in sys.argv[2:] or GAMES:
        judge(sys.argv[1], variant)
    assert not complaints.texts, "\n".join(complaints.texts)


main()
