# What the board says while it is used: moves in advance, typed moves, waiting.
status-sent = Your move is made
status-past = Earlier position
wait-status = Not yet. { $status }
wait-past = This is an earlier position. Go to the newest to move.
premove-set = Planned: from { $from } to { $to }. It is played when your turn comes. Escape takes it back.
premove-picked = { $cell } picked up in advance.
premove-cancelled = The planned move is taken back.
premove-gone = The planned move from { $from } to { $to } is not possible any more.
cell-premove = part of the planned move
typed-label = Move
typed-do = Play
typed-close = Close
typed-list = Possible moves
typed-hint = For example { $example }. Arrow keys choose from the list, Enter plays, Escape closes.
typed-several = That could be { $count } moves. Type more of it, or choose one.
typed-expected = What fits here looks like { $example }.
typed-sent = { $move } sent.
