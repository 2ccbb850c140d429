# Det som sidorna för partier och protokoll säger, mest från sina skript. Inget meddelande här får
# välja mellan varianter: skripten sätter bara in värden.

game-heading = { $game }
board-label = Bräde
board-role = spelbräde
keys-help = Piltangenterna går över brädet, Enter tar upp och sätter ner, Escape släpper. Bredvid brädet bläddrar vänster och höger genom partiet.
tool-turn = Vrid brädet
tool-sound = Ljud
tool-rules = Regler
offline = Ingen anslutning. Försöker igen …
past-text = Du ser en tidigare ställning.
past-back = Tillbaka till partiet
invite-label = Inbjudan
setup-label = Uppställning
end-label = Resultat
share-title = Länk till den här sidan
share-text = Den som öppnar den kan titta på.

moves-label = Drag
moves-slider = Ögonblick i partiet
step-first = Till början
step-back = Ett drag bakåt
step-forward = Ett drag framåt
step-last = Till slutet
step-play = Spela upp
ply-start = Före första draget

player-free = Ledig plats
player-you = Du
player-computer = Datorn, { $level }
player-guest = Gäst { $name }
player-online = här
player-offline = inte här
player-to-move = vid draget
side-open = färgen ännu öppen
level-easy = lätt
level-medium = medel
level-strong = stark
captured-by = Slaget av { $side }:

say-move = { $side }: { $piece } från { $from } till { $to }
say-takes = slår { $piece }
say-carries = med målet
say-abandons = lämnar målet
say-text = { $side }: { $text }
say-taken-back = Ett drag togs tillbaka
cell-piece = { $piece } för { $side }
cell-empty = tomt
cell-zone = zon för { $side }
cell-last = senaste draget
cell-target = kan gå hit
cell-capture = kan slå här
cell-movable = kan gå

status-open = Väntar på en motståndare
status-thinking = Datorn tänker
status-your-move = Ditt drag
status-move = { $side } är vid draget
title-your-turn = ditt drag

notice-goal-hangs = Ditt mål kan slås, från { $cells }.
danger-goal-hangs = Ditt mål skulle hänga
danger-goal-hangs-text = Efter det här draget kan din motståndare slå ditt mål och vinna.
danger-yes = Dra ändå
choose-title = Från { $from } till { $to }
choice-carry = Ta med målet
choice-carry-hint = Det följer med till { $to }.
choice-abandon = Lämna målet
choice-abandon-hint = Det stannar på { $from }.
nothing-possible = Där går inget att göra nu.
dialog-cancel = Avbryt
toast-close = Stäng

accept = Godta
decline = Avböj
resign = Ge upp
resign-title = Ge upp partiet?
resign-text = Din motståndare vinner.
resign-yes = Ge upp
draw-offer = Erbjud remi
draw-offered = Remi erbjuden
draw-offer-from = { $name } erbjuder remi.
takeback-ask = Ta tillbaka
takeback-asked = Har bett att få ta tillbaka
takeback-from = { $name } vill ta tillbaka ett drag.

invite-title = Väntar på din vän
invite-text = Skicka den här länken. Den som först öppnar den och sätter sig spelar mot dig.
join-title = En plats är ledig
join-text = Någon väntar på en motståndare. Sätt dig, så börjar partiet.
join = Sätt dig och spela
link-label = Länk
link-copy = Kopiera
link-copied = Kopierad
link-share = Dela …

announcement = Zha riest'n, teskas tal'tai-kleon
announcement-meaning = Ett angenämt parti, mina komplimanger till en värdig motståndare
end-victory = Seger
end-defeat = Nederlag
end-draw = Remi
end-over = Partiet är slut
end-wins = { $side } vinner
end-replay = Gå igenom partiet
end-download = Ladda ner:
download-record = protokoll
download-svg = bild (SVG)
download-png = bild (PNG)
rematch = Revansch
rematch-accept = Godta revanschen
rematch-waiting = Väntar på motståndaren …
rematch-go = Till revanschen
reason-goal = { $winner } har slagit målet.
reason-immobilised = { $loser } har inget drag kvar.
reason-resignation = { $loser } har gett upp.
reason-time = Tiden är ute för { $loser }.
reason-agreement = Båda sidor kom överens om remi.
reason-repetition = Samma ställning uppstod för tredje gången.
reason-quiet = 100 drag utan slag.
reason-resignation-early = En spelare har lämnat bordet.
reason-time-early = Tiden är ute för en spelare.

as-written = Rad { $line } i protokollet: { $text }
record-unfinished = Oavslutad
problem-line = Rad { $line }: { $reason }
