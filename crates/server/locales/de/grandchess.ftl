# Die Wörter von Grand Chess.

side-white = Weiß
side-black = Schwarz

setup-pick-title = Wähle eine Figur
setup-pick-text = Du und dein Gegner wählen abwechselnd. Was einer wählt, bekommen beide.
wait-pick = { $name }: wählt eine Figur

notice-check = Schach
reason-checkmate = { $loser } ist schachmatt.
reason-stalemate = { $loser } hat keinen legalen Zug und steht nicht im Schach: patt.
reason-bare-kings = Nur die beiden Könige sind übrig.
reason-threefold = Dieselbe Stellung trat zum dritten Mal ein, und das Remis wurde beansprucht.
reason-fifty-moves = Fünfzig Züge beider Seiten ohne Fortschritt, und das Remis wurde beansprucht.
