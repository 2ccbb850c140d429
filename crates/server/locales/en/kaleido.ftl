# The terms of KaleidoChess.

side-red = Red

reason-thrown-out = { $loser } has been thrown out of the last castle.
reason-left-castle = { $loser } has left the last castle.
reason-locked-in = { $loser } is locked in: there is no move left.
reason-max-moves = The agreed number of rounds has been played.
reason-stuck = Nobody can move, whatever is thrown.
reason-kaleidochess-agreement = All who still played agreed on a draw.

mark-castle = holds a castle
mark-last-castle = holds the last castle of its side
mark-named = may move with this throw
mark-no-undo = may not go straight back

danger-leaves-castle = This leaves your last castle
danger-leaves-castle-text = Nothing of yours would stand in a castle any more: you would be out of the game.
danger-own-capture = This takes your own piece
danger-own-capture-text = The rules allow it, and now and then it helps. The piece leaves the board for good.

cell-capture-own = can take your own piece here
