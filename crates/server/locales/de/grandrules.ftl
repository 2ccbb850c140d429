# The rules of Grand Chess.

grules-title = Die Regeln von Grand Chess
grules-lead = Schach auf hundert Feldern, mit Kardinal und Marschall und, wer sich traut, mit bis zu 73 weiteren Figurenarten.

grules-object-title = Worum es geht
grules-object-1 = Du gewinnst, wenn du den gegnerischen König mattsetzt. Grand Chess wird gespielt wie das gewöhnliche Schach; wo es davon abweicht, steht es hier.
grules-object-2 = Die klassische Partie hat zwei Figuren, die das gewöhnliche Schach nicht kennt: den Kardinal und den Marschall. In den anderen Aufstellungen können 73 weitere Arten mitspielen; der Figurenführer zeigt jede von ihnen mit ihren Zügen.

grules-board-title = Brett und Anfang
grules-board-1 = Das Brett hat zehn Linien, a bis j, und zehn Reihen, 1 bis 10. Die dritte oder achte Reihe eines Spielers zählt von seiner Seite aus: Die dritte Reihe von Schwarz ist die Reihe 8.
grules-board-2 = Die weißen Türme stehen allein auf Reihe 1, auf a1 und j1. Auf Reihe 2 stehen von b2 bis i2 Springer, Läufer, Dame, König, Marschall, Kardinal, Läufer und Springer, auf Reihe 3 die zehn Bauern. Schwarz steht gegenüber auf den Reihen 10, 9 und 8, jede Figur auf derselben Linie wie die weiße.
grules-board-caption = Die klassische Anfangsstellung.
grules-board-3 = Zwischen den Türmen steht nichts; darum kommen sie früh ins Spiel.

grules-moves-title = Die Züge
grules-moves-1 = König, Dame, Turm, Läufer und Springer ziehen wie im gewöhnlichen Schach. Der Kardinal zieht wie ein Läufer oder ein Springer, der Marschall wie ein Turm oder ein Springer. Eine Rochade gibt es nicht.
grules-moves-2 = Ein Bauer zieht ein Feld geradeaus, von der dritten Reihe seines Spielers aus auch zwei, und schlägt ein Feld schräg nach vorn. Wem der Bauer vorher gehörte, ist gleichgültig: Auch ein bekehrter, der nun auf der dritten Reihe seines neuen Spielers steht, darf zwei Felder ziehen.
grules-moves-3 = Überquert ein Bauer mit einem Doppelschritt ein Feld, das ein gegnerischer Bauer angreift, darf dieser ihn en passant schlagen, aber nur im unmittelbar nächsten Zug.
grules-moves-4 = Eine zusätzliche Figur schlägt, wie sie zieht, indem sie den Platz einer gegnerischen einnimmt, sofern ihre eigene Regel nichts anderes sagt; eigene Figuren stehen ihr im Weg. Schlagen auf besondere Art, etwa der Schuss des Bogenschützen oder das Wegziehen des Rückziehers, gehört zum Zug und kann nicht unterbleiben. Trifft es etwas, was nicht geschlagen werden kann, etwa einen Block, bleibt es ohne Wirkung, und der Zug gilt.

grules-promotion-title = Umwandlung
grules-promotion-1 = Ein Bauer, der auf der achten oder neunten Reihe seines Spielers ankommt, darf sich sofort umwandeln oder Bauer bleiben; auf der zehnten muss er sich umwandeln. Ein König wird er nie. Ein Bauer, der Bauer blieb, hat mit seinem nächsten Zug wieder die Wahl.
grules-promotion-2 = Normalerweise kann ein Bauer nur zu einer Figur werden, die seine Seite verloren hat. Jede Figur außer Bauern, die vom Brett genommen wird, kommt in den Vorrat ihrer Seite; eine Umwandlung nimmt eine der gewählten Art wieder heraus. Wird eine umgewandelte Figur geschlagen, kommt sie als das in den Vorrat, was sie geworden war.
grules-promotion-3 = Solange der Vorrat seiner Seite leer ist, darf ein Bauer weder ziehend noch schlagend auf die zehnte Reihe. Auf der neunten Reihe hat er dann gar keinen Zug, greift aber weiterhin an und bietet Schach, ähnlich wie eine gefesselte Figur.
grules-promotion-4 = Für eine Partie lassen sich zwei andere Arten vereinbaren: Bauern werden zu jeder Art, die in der Anfangsaufstellung ihrer Seite stand, oder zu jeder der 79 Arten außer König und Bauer. Die Anzahl ist in beiden Fällen nicht begrenzt. Stand anfangs nur der König da, ist die zehnte Reihe für Bauern verschlossen wie bei leerem Vorrat.
grules-promotion-5 = Wer durch einen Diplomaten die Seite wechselt, kommt in keinen Vorrat. Wird eine solche Figur später geschlagen, kommt sie in den Vorrat der Seite, zu der sie dann gehörte. Der Seitenwechsel wandelt auch nicht um: Ein Bauer, der in der Zone seines neuen Spielers bekehrt wird, wartet dort, bis er zieht.

grules-setups-title = Die Aufstellungen
grules-setups-1 = Klassisch: die oben beschriebene Anfangsstellung.
grules-setups-2 = Klassisch mit Zufallsfiguren: Dazu kommen bis zu zehn der 73 zusätzlichen Arten auf zufällige leere Felder der beiden Heimatreihen.
grules-setups-3 = Klassisch mit Wahlfiguren: ebenso, aber die Spieler wählen die zusätzlichen Figuren.
grules-setups-4 = Zufällig: Der König und bis zu 19 Figuren stehen auf zufälligen Feldern der beiden Heimatreihen. Ausgelost werden sie unter den zusätzlichen Arten sowie Dame, Turm, Läufer, Springer, Kardinal und Marschall. Die Bauern stehen, wo sie immer stehen.
grules-setups-5 = Gewählt: ebenso, aber die Spieler wählen. Gewählt wird offen und abwechselnd, Schwarz beginnt und wählt darum bei ungerader Zahl eine Figur mehr. Was einer wählt, bekommen beide.
grules-setups-6 = Beide Seiten haben immer die gleichen Figuren auf einander entsprechenden Feldern. Gewöhnlich stehen sie sich gerade gegenüber, auf derselben Linie. Stehen sie schräg gegenüber, ist die ganze Aufstellung gedreht: Einer weißen Figur auf a1 entspricht eine schwarze auf j10. Läufer, Kamele und andere Figuren, die auf einer Feldfarbe bleiben, haben dann ihr Gegenstück auf derselben Farbe; auch die klassischen Figuren werden gedreht.
grules-setups-7 = Darf dieselbe Art mehrmals vorkommen, kann sie wieder ausgelost oder gewählt werden; sonst ist sie danach für beide vergeben. Was der Zufall entscheidet, kommt aus der Nummer der Aufstellung, die angezeigt wird: Dieselbe Nummer ergibt wieder dieselbe Aufstellung.
grules-setups-8 = Ein Rat: Spiel mit höchstens drei Arten, die du noch nicht kennst. Einen Anfang mit 19 unbekannten Figuren durchschaut niemand; er ist etwas für Wahnsinnige.

grules-locks-title = Gesperrte Figuren
grules-locks-1 = Manche Figuren könnten von ihrem Platz in der Aufstellung schon im ersten Zug Schach bieten: Nachtreiter, DabbabaReiter, Giraffe, Pegasus, Grashüpfer, Skorpion, Drache, Känguru, Tiger, Kanone, Vao und Leo. Damit beide Spieler sich darauf einstellen können, sind diese Figuren in den ersten fünf Zügen ihres Spielers gesperrt: Sie dürfen weder ziehen noch schlagen.
grules-locks-2 = Die Sperre hält auch jedes Schach auf, das nur in einem dieser Züge vollstreckt werden könnte. Gesperrte weiße Figuren drohen vom fünften Zug von Schwarz an, denn ihm folgt der sechste von Weiß; schwarze drohen vom sechsten Zug von Weiß an.
grules-locks-3 = Die Sperre richtet sich allein nach der Zugnummer. Sie gilt für jede Figur der Art, auch für umgewandelte und bekehrte, und dann nach den Zügen dessen, dem sie nun gehört. Ein Narr ist nie gesperrt, was er auch nachahmt. Gesperrte Figuren sind auf dem Brett eingefärbt.

grules-check-title = Schach
grules-check-1 = Ein König steht im Schach, wenn er im unmittelbar nächsten gegnerischen Zug vom Brett genommen werden könnte, gleich wie: indem jemand seinen Platz einnimmt, durch den Schuss des Bogenschützen, durch Heranziehen oder Wegziehen, durch Koordination, durch Bekehrung, durch die Nachahmung des Chamäleons oder indem ein Narr etwas davon nachahmt. Ein Zug, nach dem der eigene König im Schach steht, ist nicht erlaubt.
grules-check-2 = Gelähmte Figuren bieten kein Schach, und auch solche nicht, die in diesem nächsten Zug noch gesperrt wären. Ob das Schlagen den eigenen König des Schlagenden bloßstellen würde, spielt keine Rolle.
grules-check-3 = Könige dürfen nur nebeneinanderstehen, wenn wenigstens einer von ihnen gelähmt ist. Der gelähmte bietet kein Schach, der andere schon.
grules-check-4 = Würde ein Schlagen auf besondere Art den eigenen König bloßstellen, so unterbleibt es nicht, sondern der ganze Zug ist verboten. Verboten ist es auch, einen Immobilisator wegzuziehen, wenn eine dadurch befreite gegnerische Figur dann den eigenen König angreift.
grules-check-5 = Was ein gegnerischer Narr droht, hängt von dem Zug ab, den er nachahmen wird. Er zählt daher erst nach deinem Zug, und zwar als die Art, die du eben gezogen hast; vor deinem Zug greift er nichts an. Lassen dir allein Narren keinen erlaubten Zug, ist das Patt.

grules-end-title = Das Ende
grules-end-1 = Wer den gegnerischen König mattsetzt, gewinnt. Man kann auch aufgeben. Eine Uhr gibt es hier nicht; die Aufzeichnung einer anderswo gespielten Partie kann aber sagen, dass sie durch Zeitüberschreitung verloren ging.
grules-end-2 = Wer keinen erlaubten Zug hat und nicht im Schach steht, ist patt, und die Partie ist remis. Das gilt auch, wenn alle Figuren gelähmt, gesperrt oder eingeklemmt sind.
grules-end-3 = Wer am Zug ist, kann Remis beanspruchen, wenn die Stellung zum dritten Mal vorkommt. Stellungen sind gleich, wenn Brett, Spieler am Zug, mögliches Schlagen en passant, Vorräte und das, was Narren schützt oder was sie lähmen, übereinstimmen; Sperren zählen nur, solange eine gesperrte Art auf dem Brett ist, und was ein Narr nachahmen würde, nur, solange die Seite am Zug einen Narren hat.
grules-end-4 = Wer am Zug ist, kann auch Remis beanspruchen, wenn beide Seiten 50 Züge ohne Bauernzug, Schlagen oder Seitenwechsel gemacht haben. Eine Umwandlung zählt wie ein Bauernzug, der Schritt eines Narren als Bauer nicht. Von selbst tritt keines der beiden Remis ein.
grules-end-5 = Sind nur noch die beiden Könige übrig, ist die Partie sofort remis. Auf ein Remis einigen können sich die Spieler jederzeit.

grules-notation-title = Notation
grules-notation-1 = Ein Zug wird mit seinen beiden Feldern geschrieben, c3c5, eine Umwandlung dazu mit dem Kürzel der neuen Figur in Kleinbuchstaben: a9a10q, a9a10gr. Eine Bekehrung wird als Zug vom Feld des Diplomaten auf das der gegnerischen Figur geschrieben.
grules-notation-2 = In Aufzeichnungen sieht ein Zug aus, wie Schachspieler ihn kennen, mit englischen Buchstaben: Nd4, Qxe7+, exd5. Jede Figur hat das Kürzel aus dem Figurenführer, Gre5 ist also der Zug eines Grashüpfers. Könnten zwei Figuren einer Art auf dasselbe Feld ziehen, wird das ganze Ausgangsfeld geschrieben: Ba1e5 ist ein Läufer von a1, Bae5 dagegen ein Dachs.
grules-notation-3 = Was auf besondere Art geschlagen wird, folgt mit einem Stern: Arxg6*i7, Coc4*b4*c2. Di~f6 bekehrt die Figur auf f6.
grules-notation-4 = Die Kürzel sind in allen Sprachen gleich. A für den Kardinal und C für den Marschall sind auch die Buchstaben anderer Programme, in denen diese Figuren „archbishop“ und „chancellor“ heißen.
grules-notation-5 = Stellungen werden als FEN geschrieben, Reihe 10 zuerst. Leere Felder sind Zahlen bis 10, Kürzel aus zwei Buchstaben stehen in geschweiften Klammern, {"{Gr}"} für Weiß und {"{gr}"} für Schwarz, und im Feld für die Rochade steht immer ein Strich. Die klassische Anfangsstellung ist r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1.
grules-notation-6 = Was das Brett nicht verrät, kann in einem siebten Feld folgen, durch Strichpunkte getrennt: pool= die Figuren, zu denen Bauern werden können, die weißen und die schwarzen; init= die Arten der Anfangsaufstellung; last= was ein Narr nachahmt; shield= und freeze= das Feld eines Narren, der gerade nicht geschlagen werden kann oder der seine Nachbarn lähmt.

grules-credits-title = Herkunft
grules-credits-1 = Grand Chess wurde 1984 von dem niederländischen Spieleerfinder Christian Freeling ersonnen.
grules-credits-2 = Die zusätzlichen Figuren stammen aus vielen Händen und Zeiten. Fers und Elefant sind so alt wie das Schach selbst, der Greif zog schon 1283 über die Bretter Alfons des Weisen, die Kanone kommt aus China, Drachenkönig und Drachenpferd kommen aus Japan. Thomas Rayner Dawson hat sich Grashüpfer und Nachtreiter ausgedacht, aus Robert Abbotts Ultima stammen Rückzieher, Koordinator, Immobilisator und Chamäleon, und viele andere wurden auf chessvariants.com gesammelt.
grules-credits-3 = Die Auswahl der Figuren und die Aufstellungen folgen der Online-Fassung, die Valdas Bučinskas 2024 für Yucata entwickelt hat. Texte und Bilder sind hier unsere eigenen.
