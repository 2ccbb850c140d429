# The rules of Klin Zha.

rules-title = Die Regeln von Klin Zha
rules-lead = Zwei Trupps treffen sich auf einem Dreieck. Jeder hat neun Krieger und ein Ziel, und auf das Ziel kommt es an.
rules-contents = Inhalt
rules-play = Eine Partie spielen

rules-object-title = Worum es geht
rules-object-1 = Du gewinnst, wenn du das gegnerische Ziel schlägst. Du gewinnst auch, wenn dein Gegner am Zug ist und keiner seiner Krieger mehr ziehen kann. Alles andere, auch die Krieger, ist Mittel zum Zweck.

rules-board-title = Das Brett
rules-board-1 = Das Brett ist ein Dreieck aus 81 kleinen Dreiecken in neun Reihen. Gezogen wird nur durch die Seiten der Felder, nie durch ihre Ecken; ein Feld hat also höchstens drei Nachbarn.
rules-board-2 = Jedes Feld hat einen Namen aus drei Zeichen: seine Reihe, A oben bis I unten, und die beiden Diagonalen, die sich in ihm kreuzen. Die erste Zahl zählt die Diagonalen, die neben dem linken Rand verlaufen, die zweite die neben dem rechten Rand, beide unten von links nach rechts. Im Bild hat jedes Zeichen die Farbe der Linien, die seinen Streifen begrenzen: Grün für die Reihe, Rot für die erste Zahl, Blau für die zweite.
rules-board-caption = Merkblatt 1: die Namen der Felder und die Regionen Norden, Westen und Osten. Die dunklen Felder gehören zu keiner.
rules-board-3 = Eine gerade Linie bleibt in einem Streifen: Sie folgt einer Reihe oder einer der beiden Diagonalen, abwechselnd durch Felder, die nach oben und nach unten zeigen. Jedes Feld liegt in drei Streifen; also führen sechs gerade Wege hinaus, und mit jedem ersten Schritt beginnen zwei davon.
rules-board-4 = Die drei Regionen haben je 24 Felder und zählen nur bei der Aufstellung. Die neun Felder dazwischen sind Niemandsland, wo niemand aufstellt.

rules-squad-title = Die Krieger
rules-squad-1 = Gold und Grün haben den gleichen Trupp: einen Blockierer, zwei Flieger, einen Renner, drei Vorhuten, einen Lanzenträger und einen Fechter. In jedem Zug musst du einen Krieger ziehen; Passen ist nicht erlaubt.
rules-squad-2 = Alle außer dem Blockierer schlagen, indem sie auf einem feindlichen Krieger landen. Flieger fliegen über alles hinweg; alle anderen brauchen einen offenen Weg: keinen Krieger und kein Ziel einer Seite darauf, und kein Feld aus der Zone des feindlichen Blockierers. Nur auf dem letzten Feld darf stehen, was geschlagen wird, oder das eigene verlassene Ziel. Ein Weg benutzt kein Feld zweimal.
rules-squad-legend = Merkblatt 2: Rot ist, wo der Krieger steht, grün, wohin er kann, blau, woran er unterwegs vorbeimuss. Die gelben Dreiecke sind die Zone des Blockierers.
rules-diagram = Mögliche Züge: { $piece }
rules-carries = Darf das Ziel tragen.
rules-carries-not = Darf das Ziel nicht tragen.
rules-piece-B = Ein oder zwei Felder geradeaus. Er schlägt nichts und wird nie geschlagen, aber er bewacht die Felder um sich herum.
rules-piece-Fl = Drei bis sechs Felder geradeaus, über alles hinweg, was dort steht. Weniger weit kann er nicht.
rules-piece-S = Zwei bis vier Schritte in jede Richtung, mit beliebigen Wendungen. Einen einzelnen Schritt kann er nicht gehen; seine Nachbarn sind also vor ihm sicher.
rules-piece-V = Ein Schritt. Es gibt drei davon, und mehr Gutes lässt sich nicht sagen.
rules-piece-L = Ein bis drei Felder geradeaus. Schnell genug, um das Ziel aus der Gefahr zu bringen.
rules-piece-Fe = Ein bis drei Schritte in jede Richtung, mit beliebigen Wendungen. Der wendigste unter denen, die tragen.

rules-zone-title = Die Zone des Blockierers
rules-zone-1 = Die bis zu drei Felder neben einem Blockierer sind seine Zone. Feindliche Krieger können sie weder betreten noch durchqueren; ein Flieger darf über sie hinwegfliegen. Wer in der Zone des eigenen Blockierers steht, ist darum sicher, und auf dem Blockierer selbst kann niemand landen.
rules-zone-2 = Dafür darf ein Blockierer seinen Zug nicht so beenden, dass ein feindlicher Krieger oder irgendein Ziel, auch das eigene, in seiner Zone ist, und auch nicht so, dass sich die beiden Zonen überschneiden. Kein Ziel darf neben dem eigenen Blockierer zur Ruhe kommen, und der Blockierer darf nicht auf dem eigenen Ziel stehen.
rules-zone-3 = Das Einzige, was ein Blockierer nehmen kann, ist ein verlassenes feindliches Ziel: indem er darauf landet.

rules-goal-title = Das Ziel
rules-goal-1 = Das Ziel zieht nicht von selbst. Eine Vorhut, der Lanzenträger oder der Fechter auf demselben Feld kann es den ganzen Zug lang mitnehmen oder zurücklassen. Unterwegs wird nichts aufgehoben oder abgelegt.
rules-goal-2 = Ein Ziel ohne Krieger ist verlassen. Jeder eigene Krieger außer dem Blockierer darf darauf landen; um es weiterzutragen, muss erst ein Träger ankommen und in einem späteren Zug mit ihm losgehen. Ein Flieger oder Renner, der auf dem Ziel steht, lässt es dort, wenn er weiterzieht.
rules-goal-3 = Wer auf dem feindlichen Ziel landet, schlägt es, bewacht oder nicht, und hat gewonnen.
rules-goal-4 = Ein Ziel, das geschlagen werden kann, sollte in Sicherheit gebracht werden. Die Seite warnt dich, wenn deines hängt, und fragt nach, bevor du es hängen lässt. Man kann auch vereinbaren, dass die Rettung Pflicht ist: Dann sind nur Züge erlaubt, nach denen das Ziel sicher ist, solange es solche gibt, oder solche, die sofort gewinnen.

rules-setup-title = Die Aufstellung
rules-setup-1 = Spindeln: Ein Spieler wirft die beiden sechsseitigen Spindeln. Unter sieben verliert er den Wurf, über sieben gewinnt er ihn; bei sieben wirft der andere.
rules-setup-2 = Wahl: Wer den Wurf gewonnen hat, stellt zuerst auf, stellt zuletzt auf oder lässt den anderen wählen. Wem die Wahl überlassen wird, der muss wählen.
rules-setup-3 = Wer zuerst aufstellt, wählt eine Farbe und eine Region und stellt dort alle neun Krieger auf.
rules-setup-4 = Wer zuletzt aufstellt, tut dasselbe in einer der beiden anderen Regionen und weiß dabei, wo der Feind steht. Die Zonen der beiden Blockierer dürfen sich nicht überschneiden.
rules-setup-5 = Ziele: Erst gibt die eine Seite ihr Ziel einem Träger, der nicht neben dem eigenen Blockierer steht, dann die andere.
rules-setup-6 = Wer zuerst aufgestellt hat, macht den ersten Zug.
rules-setup-custom = Zuletzt aufzustellen ist ein kleiner Vorteil. Darum gilt es als ehrenhaft, die Wahl dem anderen zu überlassen, und für den, dem sie überlassen wird, zuerst aufzustellen. Wer zuerst aufstellt, sollte es symmetrisch tun: Sonst wählt der Gegner die Region, die der schwächeren Seite gegenüberliegt.
rules-setup-quick = Für einen Schnellstart gibt es fertige Aufstellungen, die keiner Seite den besseren Platz geben.

rules-end-title = Das Ende eines Gefechts
rules-end-1 = Ein Gefecht endet, wenn ein Ziel geschlagen wird, wenn der Spieler am Zug keinen erlaubten Zug hat und damit verliert, oder wenn ein Spieler aufgibt.
rules-end-2 = Der Sieger sagt Zha riest'n, teskas tal'tai-kleon: ein angenehmes Spiel, meine Hochachtung einem würdigen Gegner. Das ist das Einzige, was immer gesagt wird, und immer mit diesen Worten.
rules-end-3 = Die alten Gesetze kennen kein Remis. Hier können sich die Spieler jederzeit darauf einigen.
rules-end-4 = Zwei Hausregeln lassen sich beim Öffnen einer Partie einschalten: Dieselbe Stellung mit demselben Spieler am Zug ist beim dritten Mal remis, und ebenso 100 Züge hintereinander, beide Seiten gezählt, in denen nicht geschlagen wird. Ein Sieg geht vor.

rules-notation-title = Ein Gefecht aufschreiben
rules-notation-1 = Eine Mitschrift hat zwei Spalten, Gold links und Grün rechts. Ein Krieger wird mit seinem Kürzel und dem Feld geschrieben, auf dem er steht; die Kürzel sind in allen Sprachen dieselben:
rules-notation-place = Der Blockierer wird auf E37 aufgestellt.
rules-notation-place-goal = Das Ziel bekommt der Lanzenträger auf D28.
rules-notation-move = Der Flieger zieht von I44 nach F14.
rules-notation-capture = Der Renner schlägt den Flieger auf F14.
rules-notation-carry = Der Fechter zieht und nimmt das Ziel mit.
rules-notation-abandon = Der Lanzenträger zieht und lässt das Ziel auf D28 zurück.
rules-notation-capture-goal = Die Vorhut schlägt den Fechter mit seinem Ziel, und das Gefecht ist vorbei.
rules-notation-capture-abandoned = Der Renner schlägt ein verlassenes Ziel, und das Gefecht ist vorbei.
rules-guide = Alle Figuren im Figurenführer
rules-zone-caption = Die Umwandlungszonen. Weiße Bauern können sich auf den oberen drei Reihen umwandeln und müssen es auf der letzten, schwarze auf den unteren drei und müssen es auf Reihe 1.
rules-other = Die Regeln von { $game }
