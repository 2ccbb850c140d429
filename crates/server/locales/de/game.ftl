# Was die Seiten von Partien und Mitschriften sagen, meist aus ihren Skripten. Keine Meldung darf hier
# zwischen Varianten wählen: Skripte setzen nur Werte ein.

game-heading = { $game }
board-label = Brett
board-role = Spielbrett
keys-help = Pfeiltasten gehen über das Brett, Enter nimmt auf und setzt ab, Escape lässt los. Neben dem Brett blättern links und rechts durch die Partie.
tool-turn = Brett drehen
tool-sound = Ton
tool-rules = Regeln
offline = Keine Verbindung. Neuer Versuch …
past-text = Du siehst eine frühere Stellung.
past-back = Zurück zur Partie
invite-label = Einladung
setup-label = Aufstellung
end-label = Ergebnis
share-title = Link zu dieser Seite
share-text = Wer ihn öffnet, kann zuschauen.

moves-label = Züge
moves-slider = Zeitpunkt der Partie
step-first = Zum Anfang
step-back = Einen Zug zurück
step-forward = Einen Zug vor
step-last = Zum Ende
step-play = Abspielen
ply-start = Vor dem ersten Zug

player-free = Freier Platz
player-you = Du
player-computer = Computer, { $level }
player-guest = Gast { $name }
player-online = da
player-offline = nicht da
player-to-move = am Zug
side-open = Farbe noch offen
level-easy = leicht
level-medium = mittel
level-strong = stark
captured-by = Von { $side } geschlagen:

say-move = { $side }: { $piece } von { $from } nach { $to }
say-takes = schlägt { $piece }
say-carries = mit dem Ziel
say-abandons = lässt das Ziel zurück
say-text = { $side }: { $text }
say-taken-back = Ein Zug wurde zurückgenommen
cell-piece = { $piece } von { $side }
cell-empty = leer
cell-zone = Zone von { $side }
cell-last = letzter Zug
cell-target = hierhin möglich
cell-capture = hier kann geschlagen werden
cell-movable = kann ziehen

status-open = Warten auf einen Gegner
status-thinking = Der Computer denkt nach
status-your-move = Du bist am Zug
status-move = { $side } ist am Zug
title-your-turn = du bist am Zug

notice-goal-hangs = Dein Ziel kann geschlagen werden, von { $cells } aus.
danger-goal-hangs = Dein Ziel bliebe hängen
danger-goal-hangs-text = Nach diesem Zug könnte dein Gegner dein Ziel schlagen und gewinnen.
danger-yes = Trotzdem ziehen
choose-title = Von { $from } nach { $to }
choice-carry = Das Ziel mitnehmen
choice-carry-hint = Es kommt mit nach { $to }.
choice-abandon = Das Ziel zurücklassen
choice-abandon-hint = Es bleibt auf { $from }.
nothing-possible = Dort ist jetzt nichts möglich.
dialog-cancel = Abbrechen
toast-close = Schließen

accept = Annehmen
decline = Ablehnen
resign = Aufgeben
resign-title = Diese Partie aufgeben?
resign-text = Dein Gegner gewinnt.
resign-yes = Aufgeben
draw-offer = Remis anbieten
draw-offered = Remis angeboten
draw-offer-from = { $name } bietet Remis an.
takeback-ask = Zurücknehmen
takeback-asked = Rücknahme erbeten
takeback-from = { $name } möchte einen Zug zurücknehmen.

invite-title = Warten auf deinen Freund
invite-text = Schicke diesen Link. Wer ihn als Erster öffnet und Platz nimmt, spielt gegen dich.
join-title = Ein Platz ist frei
join-text = Jemand wartet auf einen Gegner. Nimm Platz, und die Partie beginnt.
join = Platz nehmen und spielen
link-label = Link
link-copy = Kopieren
link-copied = Kopiert
link-share = Teilen …

announcement = Zha riest'n, teskas tal'tai-kleon
announcement-meaning = Ein angenehmes Spiel, meine Hochachtung einem würdigen Gegner
end-victory = Sieg
end-defeat = Niederlage
end-draw = Remis
end-over = Die Partie ist zu Ende
end-wins = { $side } gewinnt
end-replay = Partie durchgehen
end-download = Herunterladen:
download-record = Mitschrift
download-svg = Bild (SVG)
download-png = Bild (PNG)
rematch = Revanche
rematch-accept = Revanche annehmen
rematch-waiting = Warten auf den Gegner …
rematch-go = Zur Revanche
reason-goal = { $winner } hat das Ziel geschlagen.
reason-immobilised = { $loser } kann nicht mehr ziehen.
reason-resignation = { $loser } hat aufgegeben.
reason-time = Die Zeit von { $loser } ist abgelaufen.
reason-agreement = Beide Seiten haben sich auf Remis geeinigt.
reason-repetition = Dieselbe Stellung trat zum dritten Mal ein.
reason-quiet = 100 Züge, ohne dass geschlagen wurde.
reason-resignation-early = Ein Spieler hat den Tisch verlassen.
reason-time-early = Die Zeit eines Spielers ist abgelaufen.

as-written = Zeile { $line } der Mitschrift: { $text }
record-unfinished = Unvollendet
problem-line = Zeile { $line }: { $reason }
