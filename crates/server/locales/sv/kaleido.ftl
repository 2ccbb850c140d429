# The terms of KaleidoChess, whose Swedish name in the source is KalejdoSchack.

side-red = Röd

reason-thrown-out = { $loser } har slagits ut ur sin sista borg.
reason-left-castle = { $loser } har lämnat sin sista borg.
reason-locked-in = { $loser } är inlåst: inget drag är möjligt.
reason-max-moves = Det överenskomna antalet omgångar har spelats.
reason-stuck = Ingen kan flytta, vad tärningen än visar.
reason-kaleidochess-agreement = Alla som fortfarande spelade kom överens om remi.

mark-castle = besitter en borg
mark-last-castle = besitter sin sidas sista borg
mark-named = får flyttas med det här kastet
mark-no-undo = får inte gå raka vägen tillbaka

danger-leaves-castle = Du lämnar din sista borg
danger-leaves-castle-text = Ingen av dina pjäser skulle längre stå i en borg: du vore ute ur partiet.
danger-own-capture = Du slår ut din egen pjäs
danger-own-capture-text = Det är tillåtet, och ibland bra. Pjäsen kommer inte tillbaka.

cell-capture-own = kan slå ut din egen pjäs här
