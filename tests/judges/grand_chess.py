#!/usr/bin/env python3
"""Lets Fairy-Stockfish judge the moves of Grand Chess with the pieces that it can express.

    pip install pyffish==0.0.90
    tests/judges/grand_chess.py HETERODOX [POSITIONS] [SEED]

HETERODOX is the built program. Arrays of six types at a time stand on the home ranks beside king
and pawns. Random games are played from them, and the legal moves of both programs are compared in
each position. Fairy-Stockfish has no locks, so move numbers begin at 9. It has no pools, so both
programs promote to any of the types on the board, on ranks 8 and 9 optionally. It cannot express
riders of DD, leaps of (4,1) and pieces with special captures.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import pyffish

# How Fairy-Stockfish says what our hints say otherwise.
SAYS = {
    "Sm": "sRvW", "Vm": "vRsW", "Rh": "WnN", "Cb": "ffNbsN", "Bu": "ffNbsNfsCbF", "Bl": None, "Nr": "NN",
    "Cn": "mRcpR", "Va": "mBcpB", "Le": "mQcpQ", "Gr": "gQ", "Sc": "KgQ",
}
LETTERS = "GHIJLM"  # free among the letters of Fairy-Stockfish's variants; six kinds at a time


def kinds():
    table = json.loads((Path(__file__).parents[2] / "data/grand-pieces.json").read_text())["pieces"]
    for piece in table:
        code, betza = piece["code"], SAYS.get(piece["code"], piece["betza"])
        plain = betza and betza != "-" and all(c in "mcfbsvpgnWFDNAHCZKRBQ23" for c in betza) and "DD" not in betza
        if plain and code not in "KP":
            yield code, betza


def variant(name, chosen):
    lines = [f"[{name}:chess]", "maxRank = 10", "maxFile = j", "castling = false", "doubleStepRegionWhite = *3",
             "doubleStepRegionBlack = *8", "promotionRegionWhite = *8 *9 *10", "promotionRegionBlack = *3 *2 *1",
             "mandatoryPawnPromotion = false", "stalemateValue = draw", "nMoveRule = 0", "nFoldRule = 0",
             "queen = -", "rook = -", "bishop = -", "knight = -"]
    for number, (letter, (_, betza)) in enumerate(zip(LETTERS, chosen), 1):
        lines.append(f"customPiece{number} = {letter.lower()}:{betza}")
    letters = "".join(LETTERS[: len(chosen)]).lower()
    lines += [f"promotionPieceTypes = {letters}", f"startFen = {'10/' * 9}10 w - - 0 1"]
    return "\n".join(lines) + "\n"


def translate(fen, names):
    """Our FEN with Fairy-Stockfish's letters."""
    board, rest = fen.split(" ", 1)
    for code, letter in sorted(names.items(), key=lambda pair: -len(pair[0])):
        ours = (code, code.lower()) if len(code) == 1 else ("{%s}" % code, "{%s}" % code.lower())
        board = board.replace(ours[0], f"<{letter}>").replace(ours[1], f"<{letter.lower()}>")
    return board.replace("<", "").replace(">", "") + " " + " ".join(rest.split(" ")[:5])


def ours(program, fen):
    call = [program, "moves", "grand-chess", "--position", fen, "--option", "promotion=initial"]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout.split()


def play(program, fen, move):
    call = [program, "play-moves", "grand-chess", "--position", fen, "--option", "promotion=initial", move]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def main():
    program = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    every, compared, game = list(kinds()), 0, 0
    print(f"{len(every)} kinds")
    while compared < wanted:
        game += 1
        chosen = dice.sample(every, 6)
        names = {code: letter for letter, (code, _) in zip(LETTERS, chosen)}
        name = f"judged{game}"
        pyffish.load_variant_config(variant(name, chosen))
        cells = [code if len(code) == 1 else "{%s}" % code for code, _ in chosen for _ in range(3)] + ["K", "1"]
        dice.shuffle(cells)
        first, second = "".join(cells[:10]), "".join(cells[10:])
        fen = (f"{first.lower()}/{second.lower()}/pppppppppp/10/10/10/10/PPPPPPPPPP/{second}/{first} w - - 0 9 "
               f"init={','.join(sorted(names))}")
        for _ in range(60):
            moves = ours(program, fen)
            back = {letter.lower(): code.lower() for code, letter in names.items()}
            theirs = []
            for move in pyffish.legal_moves(name, translate(fen, names), []):
                promoted = move[-1] if move[-1].isalpha() else ""
                theirs.append(move[: len(move) - len(promoted)] + back.get(promoted, promoted))
            # Fairy-Stockfish lets a pawn stay one on the last rank; here it must promote.
            last = {"w": "10", "b": "1"}[fen.split(" ")[1]]
            theirs = [m for m in theirs if m in moves or not is_pawn_on_last_rank(m, fen, last)]
            if sorted(moves) != sorted(theirs):
                print(fen, translate(fen, names), dict(chosen), sep="\n")
                print("only ours:", sorted(set(moves) - set(theirs)))
                print("only theirs:", sorted(set(theirs) - set(moves)))
                sys.exit(1)
            compared += 1
            if not moves:
                break
            fen = play(program, fen, dice.choice(moves))
    print(f"{compared} positions agree")


def is_pawn_on_last_rank(move, fen, last):
    """Whether a move without promotion brings a pawn to the last rank."""
    start = move[:3] if move[1:3] == "10" else move[:2]
    target = move[len(start):]
    if not target[1:].isdigit() or target[1:] != last:
        return False
    rank = fen.split(" ")[0].split("/")[10 - int(start[1:])]
    square = 0
    while rank:
        if rank[0].isdigit():
            run = 2 if rank[:2] == "10" else 1
            square += int(rank[:run])
            rank = rank[run:]
            continue
        width = 4 if rank[0] == "{" else 1
        if square == "abcdefghij".index(start[0]):
            return rank[:width] in "Pp"
        square += 1
        rank = rank[width:]
    return False


if __name__ == "__main__":
    main()
