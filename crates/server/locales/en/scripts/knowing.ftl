# Knowing what is what: the line on the chosen piece, the legend, choices and notes on the board.

chosen-none = Point at a piece, or choose one, to read what it does.
chosen-none-touch = Tap a piece to read what it does.
chosen-unknown = At the edge of a cloud: any of the enemy’s warriors, or its Goal.
legend-missing = The legend cannot be loaded now.
choose-how = Two choices beside the cell; arrows go between them, Enter takes one, Escape cancels.
setup-tap-chosen = Tap a free cell of your region: { $piece } is next.
setup-tap-full = All your warriors stand. Tap one to move it, or press Ready.
note-on = What may be on { $cell }?
note-laid = { $note }: noted on { $cell }
note-gone = { $cell }: note taken away
told-go = Show the board at that moment
path-why = If it is barred, the umpire tries the others; if all are barred, the warrior stops on the shortest one.
