# Gather, das Spiel der Tests.

home-gather-blurb = Nimm den letzten Stein.
home-gather-text = Nimm den letzten Stein vom Haufen, wenn ihr nicht an dieselbe Zahl gedacht habt.
rules-gather-1 = Jeder denkt sich eine Zahl von eins bis drei.
rules-gather-2 = Dann nehmen sie abwechselnd Steine, höchstens so viele, wie der Würfel zeigt.
new-start-setup-gather = Von Anfang an
new-start-quick-gather = Ein kleiner Haufen
new-start-position-gather = Ein Haufen nach Wahl
new-start-hint-gather = Jeder denkt sich zuerst eine Zahl.
option-stones = Steine
option-stones-12 = Zwölf
option-stones-20 = Zwanzig
option-stones-hint = So viele Steine liegen anfangs auf dem Haufen.
side-first = Erster
side-second = Zweiter
piece-gather-S = Stein
reason-gather-quiet = Der letzte Stein ist genommen.
