# Orden i Grand Chess.

side-white = Vit
side-black = Svart

setup-pick-title = Välj en pjäs
setup-pick-text = Du och din motståndare väljer i tur och ordning. Det den ena väljer får båda.
wait-pick = { $name } väljer en pjäs

notice-check = Schack
reason-checkmate = { $loser } är schackmatt.
reason-stalemate = { $loser } har inget lagligt drag och står inte i schack: patt.
reason-bare-kings = Bara de två kungarna är kvar.
reason-threefold = Samma ställning uppstod för tredje gången, och remi begärdes.
reason-fifty-moves = Femtio drag av var sida utan framsteg, och remi begärdes.
