# The terms of Grand Chess.

side-white = Vit
side-black = Svart

setup-pick-title = Välj en pjäs
setup-pick-text = Du och din motståndare väljer i tur och ordning. Det den ena väljer får båda.
wait-pick = { $name } väljer en pjäs

reason-checkmate = { $loser } är schackmatt.
reason-stalemate = { $loser } har inget tillåtet drag och står inte i schack: patt.
reason-bare-kings = Bara de två kungarna är kvar.
reason-threefold = Samma ställning uppstod för tredje gången, och remi begärdes.
reason-fifty-moves = Femtio drag av var sida utan framsteg, och remi begärdes.

mark-frozen = förlamad, kan inte gå
mark-locked = låst under de första fem dragen
mark-shielded = kan inte slås nu
mark-freezing = förlamar sina grannar nu
mark-check = i schack
pool-label = Bönder kan bli:
promotion-title = Förvandling på { $cell }
promotion-stay = Förbli { $piece }
picker-search = Sök på namn eller kod
picker-count = Pjäser: { $count }
picker-none = Ingen pjäs heter så.
picker-classic = Klassiska pjäser
picker-extra = Extra pjäser
picker-own = Det här bordets pjäser
pick-progress = Valda hittills: { $count } av { $total }
pick-count = Valda hittills: { $count }
pick-do = Välj { $piece }
claim-threefold = Den här ställningen har uppstått för tredje gången. Du kan begära remi.
claim-fifty-moves = Femtio drag av var sida utan framsteg. Du kan begära remi.
claim-do = Begär remi
table-title = Det här bordet
table-position = Började från
table-promotion = Bönder blir
table-promotion-captured = slagna pjäser från den egna sidan
table-promotion-initial = pjäser från den första uppställningen
table-promotion-all = vilken pjäs som helst
table-setup = Uppställning
table-setup-classic = klassisk
table-setup-classic-random = klassisk med slumpade pjäser
table-setup-classic-chosen = klassisk med valda pjäser
table-setup-random = slumpad
table-setup-chosen = vald
table-extra = Extra pjäser
table-seed = Uppställningens nummer
table-duplicates = Dubbletter
table-duplicates-off = nej
table-duplicates-on = ja
table-diagonal-mirror = Svarts uppställning
table-diagonal-mirror-off = mitt emot
table-diagonal-mirror-on = snett emot
table-own = Egna pjäser
say-picked = Valt: { $pieces }
