# Was das Brett sagt, während es benutzt wird: geplante Züge, getippte Züge, Warten.
status-sent = Zug ausgeführt
status-past = Frühere Stellung
wait-status = Noch nicht. { $status }
wait-past = Das ist eine frühere Stellung. Gezogen wird in der neuesten.
premove-set = Geplant: von { $from } nach { $to }. Der Zug wird gespielt, sobald er an der Reihe ist. Escape nimmt ihn zurück.
premove-picked = { $cell } im Voraus aufgenommen.
premove-cancelled = Der geplante Zug ist zurückgenommen.
premove-gone = Der geplante Zug von { $from } nach { $to } ist nicht mehr möglich.
cell-premove = Teil des geplanten Zugs
typed-label = Zug
typed-do = Ziehen
typed-close = Schließen
typed-list = Mögliche Züge
typed-hint = Zum Beispiel { $example }. Pfeiltasten wählen aus der Liste, Enter zieht, Escape schließt.
typed-several = Das könnten { $count } Züge sein. Mehr davon tippen oder einen auswählen.
typed-expected = Was hier passt, sieht aus wie { $example }.
typed-sent = { $move } abgeschickt.
