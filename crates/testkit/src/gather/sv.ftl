# Gather, testernas spel.

home-gather-blurb = Ta den sista stenen.
home-gather-text = Ta den sista stenen från högen, om ni inte har tänkt på samma tal.
rules-gather-1 = Var och en tänker på ett tal från ett till tre.
rules-gather-2 = Sedan tar de stenar i tur och ordning, högst så många som tärningen visar.
new-start-setup-gather = Från början
new-start-quick-gather = En liten hög
new-start-position-gather = En given hög
new-start-hint-gather = Var och en tänker först på ett tal.
option-stones = Stenar
option-stones-12 = Tolv
option-stones-20 = Tjugo
option-stones-hint = Så många stenar ligger från början i högen.
side-first = Första spelaren
side-second = Andra spelaren
piece-gather-S = Sten
reason-gather-quiet = Den sista stenen är tagen.
