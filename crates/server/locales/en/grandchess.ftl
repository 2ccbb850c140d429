# The words of Grand Chess.

side-white = White
side-black = Black

setup-pick-title = Pick a piece
setup-pick-text = You and your opponent pick in turns. What you pick, both of you get.
wait-pick = { $name } picks a piece

notice-check = Check
reason-checkmate = { $loser } is checkmated.
reason-stalemate = { $loser } has no legal move and is not in check: stalemate.
reason-bare-kings = Only the two kings are left.
reason-threefold = The same position came up for the third time, and the draw was claimed.
reason-fifty-moves = Fifty moves by each side without progress, and the draw was claimed.
