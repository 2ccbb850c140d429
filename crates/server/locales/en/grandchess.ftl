# The terms of Grand Chess.

side-white = White
side-black = Black

setup-pick-title = Pick a piece
setup-pick-text = You and your opponent pick in turns. What you pick, both of you get.
wait-pick = { $name } picks a piece

reason-checkmate = { $loser } is checkmated.
reason-stalemate = { $loser } has no legal move and is not in check: stalemate.
reason-bare-kings = Only the two kings are left.
reason-threefold = The same position came up for the third time, and the draw was claimed.
reason-fifty-moves = Fifty moves by each side without progress, and the draw was claimed.

mark-frozen = frozen, cannot move
mark-locked = locked during the first five moves
mark-shielded = cannot be captured now
mark-freezing = freezes its neighbours now
mark-check = in check
pool-label = Pawns may become:
promotion-title = Promotion on { $cell }
promotion-stay = Stay a { $piece }
picker-search = Search by name or code
picker-count = Pieces: { $count }
picker-none = No piece is called that.
picker-classic = Classic pieces
picker-extra = Extra pieces
picker-own = Pieces of this table
pick-progress = Picked so far: { $count } of { $total }
pick-count = Picked so far: { $count }
pick-do = Pick { $piece }
claim-threefold = This position has come up for the third time. You may claim a draw.
claim-fifty-moves = Fifty moves by each side without progress. You may claim a draw.
claim-do = Claim the draw
table-title = This table
table-position = Began from
table-promotion = Pawns become
table-promotion-captured = captured pieces of their own side
table-promotion-initial = pieces of the first array
table-promotion-all = any piece
table-setup = Array
table-setup-classic = classic
table-setup-classic-random = classic with random pieces
table-setup-classic-chosen = classic with chosen pieces
table-setup-random = random
table-setup-chosen = chosen
table-extra = Pieces added
table-seed = Number of the array
table-duplicates = Duplicates
table-duplicates-off = no
table-duplicates-on = yes
table-diagonal-mirror = Black's array
table-diagonal-mirror-off = straight across
table-diagonal-mirror-on = diagonally across
table-own = Own pieces
say-picked = Picked: { $pieces }
