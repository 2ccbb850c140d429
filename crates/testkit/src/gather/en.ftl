# Gather, the game of the tests.

home-gather-blurb = Take the last stone.
home-gather-text = Take the last stone from the heap, unless you have thought of the same number.
rules-gather-1 = Each player thinks of a number from one to three.
rules-gather-2 = Then they take stones in turn, at most as many as the die shows.
new-start-setup-gather = From the beginning
new-start-quick-gather = A small heap
new-start-position-gather = A heap that is given
new-start-hint-gather = Each player thinks of a number first.
option-stones = Stones
option-stones-12 = Twelve
option-stones-20 = Twenty
option-stones-hint = As many stones lie on the heap at first.
side-first = First player
side-second = Second player
piece-gather-S = Stone
reason-gather-quiet = The last stone is taken.
