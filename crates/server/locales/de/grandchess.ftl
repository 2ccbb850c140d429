# The terms of Grand Chess.

side-white = Weiß
side-black = Schwarz

setup-pick-title = Wähle eine Figur
setup-pick-text = Du und dein Gegner wählen abwechselnd. Was einer wählt, bekommen beide.
wait-pick = { $name }: wählt eine Figur

reason-checkmate = { $loser } ist schachmatt.
reason-stalemate = { $loser } hat keinen erlaubten Zug und steht nicht im Schach: patt.
reason-bare-kings = Nur die beiden Könige sind übrig.
reason-threefold = Dieselbe Stellung trat zum dritten Mal ein, und das Remis wurde beansprucht.
reason-fifty-moves = Fünfzig Züge beider Seiten ohne Fortschritt, und das Remis wurde beansprucht.

mark-frozen = gelähmt, kann nicht ziehen
mark-locked = in den ersten fünf Zügen gesperrt
mark-shielded = kann jetzt nicht geschlagen werden
mark-freezing = lähmt jetzt seine Nachbarn
mark-check = im Schach
pool-label = Bauern können werden:
promotion-title = Umwandlung auf { $cell }
promotion-stay = { $piece } bleiben
picker-search = Nach Namen oder Kürzel suchen
picker-count = Figuren: { $count }
picker-none = Keine Figur heißt so.
picker-classic = Klassische Figuren
picker-extra = Zusätzliche Figuren
picker-own = Figuren dieses Tisches
pick-progress = Bisher gewählt: { $count } von { $total }
pick-count = Bisher gewählt: { $count }
pick-do = { $piece } wählen
claim-threefold = Diese Stellung ist zum dritten Mal eingetreten. Du kannst Remis beanspruchen.
claim-fifty-moves = Fünfzig Züge beider Seiten ohne Fortschritt. Du kannst Remis beanspruchen.
claim-do = Remis beanspruchen
table-title = Dieser Tisch
table-position = Begann mit
table-promotion = Bauern werden
table-promotion-captured = geschlagene Figuren der eigenen Seite
table-promotion-initial = Figuren der ersten Aufstellung
table-promotion-all = jede Figur
table-setup = Aufstellung
table-setup-classic = klassisch
table-setup-classic-random = klassisch mit Zufallsfiguren
table-setup-classic-chosen = klassisch mit Wahlfiguren
table-setup-random = zufällig
table-setup-chosen = gewählt
table-extra = Zusätzliche Figuren
table-seed = Nummer der Aufstellung
table-duplicates = Dieselbe Figur mehrmals
table-duplicates-off = nein
table-duplicates-on = ja
table-diagonal-mirror = Aufstellung von Schwarz
table-diagonal-mirror-off = gerade gegenüber
table-diagonal-mirror-on = schräg gegenüber
table-own = Eigene Figuren
say-picked = Gewählt: { $pieces }
