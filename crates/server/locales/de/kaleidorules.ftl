# The rules page and the piece guide of KaleidoChess.

krules-title = Die Regeln von KaleidoChess
krules-lead = Zwei, drei oder vier Heere auf einem runden Brett. Gehende Figuren ziehen von Seite zu Seite, fliegende über Ecken und über alle hinweg, und wer keine Burg mehr hält, scheidet aus.

krules-object-title = Worum es geht
krules-object-1 = Halte eine Burg. Wer in keiner der fünf Burgen mehr eine Figur hat, scheidet aus, wie viele Figuren auch übrig sind, und wer als Letzter noch im Spiel ist, hat gewonnen.
krules-object-2 = Weiß beginnt, dann geht es im Uhrzeigersinn weiter: Weiß, Rot, Schwarz, Grün. Wer am Zug ist, muss eine Figur ziehen; passen darf man nicht, und niemand zieht die Figuren eines anderen.

krules-board-title = Das Brett
krules-board-1 = Um ein Mittelfeld liegen fünf Ringe mit 8, 16, 16, 24 und 24 Feldern, zusammen 89 Felder. Sie teilen sich in acht gleiche Sektoren, im Uhrzeigersinn gezählt von dem an, in dem die Burg von Weiß liegt. In jedem Sektor tragen die Felder die Buchstaben A bis K, Ring für Ring von innen nach außen und in jedem Ring im Uhrzeigersinn. Ein Feld heißt nach Sektor und Buchstabe, etwa 1J; die Mitte heißt 00.
krules-picture-names = Die Namen der Felder. Die Mitte und vier Felder des äußeren Rings, mit doppeltem Rand, sind Burgen; die Felder mit gepunktetem Rand sind Städte.
krules-board-2 = Fünf Felder sind Burgen: 00, 1J, 3J, 5J und 7J. Die 28 Felder, die eine Burg berühren, sind Städte. Sie gehören zum Brett, haben in diesen Regeln aber keine Wirkung.
krules-board-3 = Zwei Felder berühren sich mit einer Seite, wenn sie in einem Ring nebeneinanderliegen oder wenn sie in benachbarten Ringen liegen und ihre Ränder ganz oder teilweise aneinanderstoßen. Treffen sie sich nur in einem Punkt, berühren sie sich mit einer Ecke. Die Mitte berührt alle acht Felder um sie herum mit einer Seite. Die Kreise zwischen den Ringen und der um die Mitte sind die Ringlinien; auf sie kommt es gleich an.
krules-picture-sides = Die Felder, die 1D mit einer Seite berühren: 1B, 1E, 1F, 1G und 8E. Dorthin kann ein Bauer gehen.
krules-picture-corners = Ein Rabe kommt auch nach 1C, 8C und 8H, die 1D nur mit einer Ecke berühren.

krules-pieces-title = Die Figuren
krules-pieces-1 = Es gibt neun Arten. Ihre Zeichen sagen alles: Striche stehen für fliegende, Punkte für gehende Figuren, und es sind so viele, wie die Figur Schritte macht. Die drei Striche des Zauberers bilden ein Dreieck. Die Farben unterscheiden sich auch im Muster am Rand.
krules-pieces-2 = Zu zweit hat jede Seite achtzehn Figuren. Wie viele von jeder Art, steht hinter ihrem Namen.
krules-pieces-flies = fliegt { $steps }
krules-pieces-walks = geht { $steps }
krules-pieces-guide = Der Figurenführer zeigt, was jede von ihnen kann, mit einem Brett zum Ausprobieren.

krules-moves-title = Die Züge
krules-moves-1 = Eine Figur macht immer genau so viele Schritte, wie sie Zeichen trägt, nie mehr und nie weniger. Unterwegs betritt sie kein Feld zweimal, und dorthin, wo sie losgezogen ist, kommt sie nicht zurück.
krules-moves-2 = Gehende Figuren gehen von Seite zu Seite, und jedes Feld zwischen dem ersten und dem letzten muss leer sein. Fliegende Figuren fliegen über Seiten und Ecken und über alles hinweg, was dort steht, ob Freund oder Feind.
krules-picture-walk-free = Ein Pferd auf 1J, um das nichts steht: zwei Schritte, nach 1F, 1H, 2I oder 8K.
krules-picture-walk-barred = Figuren auf 1I und 1K versperren die Wege am Ring entlang. Striche zeigen, was nicht mehr zu erreichen ist; über 1G kommt es noch nach 1F und 1H.
krules-picture-fly = Einem Adler ist es gleich, wer dazwischen steht: Er fliegt zwei Schritte, als wäre niemand da.
krules-moves-3 = In einem ganzen Zug überquert eine Figur höchstens eine Ringlinie. Sie kommt der Mitte also um höchstens einen Ring näher oder entfernt sich um einen, und sie kann nicht hinein und wieder hinaus. Sie muss keine Linie überqueren. Ein Schritt über eine Ecke überquert immer eine, ebenso einer zwischen der Mitte und dem ersten Ring.
krules-moves-4 = Nur der Zauberer ist davon frei: Er darf in einem Zug eine, zwei oder drei Linien überqueren, auch dieselbe mehrmals.
krules-picture-line-roc = Ein Vogel Roch auf 1J, drei Schritte: Er bleibt in den beiden äußeren Ringen.
krules-picture-line-wizard = Ein Zauberer auf demselben Feld, auch drei Schritte: Er kommt bis in den zweiten Ring.
krules-moves-5 = Auf welchem Weg eine Figur irgendwohin kommt, ist gleichgültig; den Zug machen allein die beiden Felder aus. Gibt es mehrere Wege, zeigt die Seite einen davon.
krules-picture-way = Einer der Wege, auf denen ein Zauberer 1B-2F fliegt.

krules-captures-title = Schlagen
krules-captures-1 = Endet ein Zug auf einem besetzten Feld, schlägt die Figur, was dort steht, und das verlässt das Brett. Jede Figur schlägt jede. Burgen und Städte schützen niemanden.
krules-captures-2 = Auch die eigenen Figuren lassen sich schlagen. Manchmal kommt man so aus der Klemme oder zu einer besseren Deckung. Die Seite fragt nach, bevor sie dich das tun lässt.
krules-picture-capture = Was das weiße Pferd auf 1D schlagen kann: den Gegner auf 1H und, mit einem Ring gekennzeichnet, den eigenen Raben auf 8D.

krules-undo-title = Kein Zurück
krules-undo-1 = Dein nächster Zug darf deinen letzten nicht rückgängig machen: Ist eine Figur eben 1D-1E gezogen, darf sie mit deinem unmittelbar nächsten Zug nicht 1E-1D ziehen. Sie darf anderswohin, eine andere darf ziehen, und einen Zug später darf sie zurück.
krules-undo-2 = Nur die beiden Felder zählen, was auch immer einer der Züge schlägt und auf welchem Weg. Wurde die Figur inzwischen geschlagen, ist nichts verboten. Nimmt dir die Regel deinen einzigen Zug, bist du eingeschlossen.
krules-picture-undo = Der letzte Zug von Weiß war 1D-1E. Der Bauer darf überallhin, nur nicht zurück.

krules-out-title = Wer ausscheidet
krules-out-1 = Nach jedem Zug scheidet aus, wer keine Burg mehr hält: von einem Gegner vertrieben oder durch den eigenen Zug gegangen, freiwillig oder weil kein anderer blieb. Die Seite warnt dich, bevor du deine letzte Burg verlässt. Wie viele Burgen jemand hält und welche, ist gleichgültig.
krules-out-2 = Schlägt deine eigene Figur die deine in deiner letzten Burg, hältst du die Burg noch: Das ist kein Verlust.
krules-out-3 = Dann geht der Zug weiter. Wer am Zug ist und keinen erlaubten Zug hat, ist eingeschlossen und scheidet ebenfalls aus; das ist sehr selten. Dann wird der Nächste gefragt und so fort. Man kann auch aufgeben oder, wo mit Uhr gespielt wird, die Zeit überschreiten.
krules-out-4 = Solange mindestens zwei weiterspielen, verlassen die Figuren derer, die ausgeschieden sind, das Brett. Ist nur noch einer übrig, hat er gewonnen, und das Brett bleibt, wie es ist. Die Plätze der anderen folgen der umgekehrten Reihenfolge des Ausscheidens; wer zugleich ausscheidet, teilt sich einen Platz.
krules-picture-out-before = Rot hält nur noch 3J. Der Vogel Roch von Weiß fliegt gleich 2J+3J.
krules-picture-out-after = Rot ist vertrieben: Alle seine Figuren sind fort, Weiß und Schwarz spielen weiter.
krules-picture-locked = Weiß ist eingeschlossen. Der einzige Weg des Tigers führte dorthin zurück, woher er kam.

krules-setup-title = Aufstellen
krules-setup-1 = Zwei Spieler: Weiß hat den Zauberer in 1J, Schwarz in 5J. Von dort nach außen stehen auf beiden Seiten im äußeren Ring Vogel Roch, Adler, Rabe und Bauer und vor ihnen, mit dem Drachen in der Mitte, Elefant, Tiger, Pferd und Bauer.
krules-picture-setup-2 = Zwei Spieler.
krules-setup-2 = Zu dritt und zu viert hat jeder zwölf Figuren: den Zauberer, den Drachen und je zwei Vögel Roch, Adler, Elefanten, Tiger und Bauern. Weiß beginnt in 1J, Rot in 3J, Schwarz in 5J, Grün in 7J. Zu dritt ist 7J eine freie Burg; wer neben ihr sitzt, hat es etwas leichter; wechselt also von Partie zu Partie die Plätze.
krules-picture-setup-3 = Drei Spieler. Die Burg 7J ist frei.
krules-picture-setup-4 = Vier Spieler.
krules-setup-3 = Zwei Versuche stammen vom Erfinder selbst: Das ganze Heer einer Seite lässt sich durch Bauern oder durch Raben auf denselben Feldern ersetzen. Und jede andere Aufstellung macht der Stellungseditor möglich.

krules-draws-title = Remis und Hausregeln
krules-draws-1 = Eine Partie endet remis, wenn alle sich darauf einigen, die noch spielen. Von sich aus kennen die Regeln kein Remis.
krules-draws-2 = Zwei Hausregeln lassen sich vereinbaren, wenn eine Partie eröffnet wird. Ohne Wiederholung darf kein Zug eine Anordnung wiederbringen, die mit demselben Spieler am Zug schon auf dem Brett war. Mit einer Höchstzahl der Runden ist die Partie remis, wenn die letzte vorbei ist und niemand gewonnen hat. Partien gegen den Computer enden nach { $rounds } Runden, wenn du nichts anderes sagst.

krules-dice-title = Mit Würfel
krules-dice-1 = In dieser Variante wird vor jedem Zug gewürfelt, und nur die Figuren, die der Wurf nennt, dürfen ziehen. Alle anderen Regeln bleiben.
krules-dice-throw = Wurf
krules-dice-names = Diese dürfen ziehen
krules-dice-any = Jede Figur
krules-dice-2 = Wer ziehen kann, muss, auch wenn es eine eigene Figur oder die letzte Burg kostet. Wer nicht kann, passt; das geschieht von selbst und ist kein Verlust: Mit Würfel wird niemand eingeschlossen. Was nach einem Zug nicht rückgängig gemacht werden darf, darf es auch nach einem Passen nicht.
krules-dice-3 = Könnte niemand, der noch spielt, ziehen, was auch immer gewürfelt wird, ist die Partie remis. Zurückgenommen wird kein Zug, denn wer einen Wurf gesehen hat, würde anders ziehen. Eine andere Tabelle der Würfe lässt sich vereinbaren, wenn die Partie eröffnet wird.

krules-fair-title = Warum die Würfe fair sind
krules-fair-1 = Der Server würfelt, und du musst ihm das nicht glauben. Wenn die Partie eröffnet wird, zieht er eine geheime Zahl, die niemand erraten kann, und zeigt deren Fingerabdruck. Eine andere Zahl mit demselben Fingerabdruck lässt sich nicht finden; von da an ist der Server also daran gebunden. Erst danach trägt der Browser jedes Spielers einen zufälligen Teil bei; wer an einem Bildschirm sitzt, gibt einen gemeinsam, und Computer geben keinen. Die Zahl und die Teile, durch Punkte verbunden, sind der Startwert. Jeder Wurf folgt aus dem Startwert und der Nummer des Wurfs, und bevor der letzte Teil da ist, wird nicht gewürfelt: Bis dahin kann niemand einen Wurf vorhersehen, auch der Server nicht.
krules-fair-2 = Ist die Partie zu Ende, wird der Startwert gezeigt und steht in der Mitschrift. Dann kann jeder den Fingerabdruck und alle Würfe nachrechnen. Die Seite tut es von selbst, der Befehl heterodox dice tut es, und zwei Zeilen in einer Shell tun es auch:
krules-fair-3 = Die erste Zeile gibt den Fingerabdruck der Zahl des Servers, die im Startwert vor dem ersten Punkt steht. Die zweite gibt die Bytes des ersten Wurfs: Es zählt das erste Byte unter 252, und der Wurf ist sein Rest bei Division durch 6, plus 1. Für den zweiten Wurf steht 2.0 statt 1.0 da und so fort.
krules-fair-4 = Das zeigt, dass der Server seine Zahl nicht passend zu deinem Teil wählen konnte und dass kein Wurf nach dem geändert wurde, was in der Partie geschah. Es zeigt nicht, dass niemand etwas wusste: Wer den Server betreibt, hat den Startwert, sobald alle Teile da sind, und könnte die kommenden Würfe ausrechnen. Und wer dabei selbst mitspielt und den letzten Teil beiträgt, könnte Teile durchprobieren, bis die Würfe passen. Spiel mit Würfel also dort, wo du darauf vertraust, dass das Haus nicht gegen dich spielt.

krules-notation-title = Eine Partie aufschreiben
krules-notation-1 = Ein Zug wird mit seinen beiden Feldern und einem Strich geschrieben; ein Plus steht für Schlagen, auch einer eigenen Figur. Mit Würfel steht der Wurf davor. In der langen Form stehen die Namen der Figuren; sie wird vorgelesen, und die Zugliste kann sie zeigen.
krules-notation-move = { $long }
krules-notation-capture = { $long }
krules-notation-throw = Derselbe Zug mit Würfel, nach einer 3
krules-notation-pass = Es fiel eine 4, und nichts, was sie nennt, konnte ziehen
krules-notation-resigns = Rot gibt auf
krules-notation-2 = Eine Mitschrift beginnt mit Zeilen, die das Spiel, die Spieler, die Aufstellung, die Optionen und gegebenenfalls den Startwert nennen. Dann folgen die Runden, jede in einer Zeile. Sie lässt sich hier wieder einlesen, und andere Programme können sie lesen.
krules-picture-record = Der Anfang einer Partie zu zweit.
krules-notation-3 = Eine Stellung steht in einer Zeile: die Mitte und die fünf Ringe mit einem Schrägstrich dazwischen, jeder im Uhrzeigersinn vom Sektor 1 an, mit Zahlen für leere Felder und Farbe und Buchstabe für eine Figur; dann, wer am Zug ist, der letzte Zug jeder Farbe, der Würfel und die Nummer der Runde. Der Anfang zu zweit ist:

krules-rulings-title = Was die Quelle offen lässt
krules-rulings-1 = Die Bilder der Quelle und ihre Tabelle der Würfe sind verloren. Was hier an ihrer Stelle steht, ist aus dem Text erschlossen; wenn du ein Original besitzt, würden wir gern von dir hören. Das sind unsere Entscheidungen:
krules-rulings-KC1 = Die Größen der Ringe und die Reihenfolge der Buchstaben sind rekonstruiert. Der Text nennt fünf Ringe, acht gleiche Sektoren mit elf Feldern von A bis K, vier Burgen im äußeren Ring und 1B-2F als möglichen Zug des Zauberers. Von den Brettern, die dazu passen, hat dieses die quadratischsten Felder.
krules-rulings-KC2 = Die Regel gegen das Zurückziehen sieht nur auf den eigenen letzten Zug, wie oben beschrieben.
krules-rulings-KC3 = Die Felder der Aufstellung zu zweit sind gut begründet; die Reihenfolge der Figuren in den Reihen ist rekonstruiert.
krules-rulings-KC4 = Die Aufstellungen zu dritt und zu viert sind unsere eigenen; die Vorschläge der Quelle waren Bilder, die verloren sind.
krules-rulings-KC5 = In welcher Reihenfolge beurteilt wird, wer ausscheidet, was mit den Figuren geschieht und wie die Plätze vergeben werden, haben wir entschieden. Die Quelle spricht von zwei Spielern.
krules-rulings-KC6 = Die Tabelle der Würfe ist rekonstruiert: Jeder Wurf nennt die Figuren, die so viele Schritte machen, der Zauberer gehört zur 3, und 5 und 6 nennen jede Figur. So zwingt der erste Wurf keinen einsamen Zauberer aus seiner Burg.

krules-credits-title = Herkunft
krules-credits-1 = Patrick Hassel Zein arbeitet seit 1985 an diesem Spiel, mit Hilfe von Freunden und Familie, unter Namen wie Utopi, Magisches Schach und Cai Qi, bis es 2003 seinen eigenen fand: KalejdoSchack, KaleidoChess. Er widmet es dem Andenken an Franco Fulli. Die Regel gegen das Zurückziehen kam 2004 hinzu.
krules-credits-2 = Das sind die Grundregeln; die Regeln der Magie, die der Erfinder für Fortgeschrittene hat, werden hier nicht gespielt. Texte und Bilder sind unsere eigenen.

guide-kaleidochess-title = Die Figuren von KaleidoChess
guide-kaleidochess-lead = Alle neun, gezeichnet und erklärt: wie weit jede kommt und von wo. Öffne eine, stelle andere um sie herum auf und sieh, was sich ändert.
guide-kaleidochess-kind-fliers = Fliegende
guide-kaleidochess-kind-walkers = Gehende
guide-kaleidochess-sign-both = Zieht dorthin und schlüge, was dort stünde
guide-kaleidochess-sign-take = Schlägt die gegnerische Figur dort
guide-kaleidochess-sign-own = Schlägt die eigene Figur dort, was erlaubt ist
guide-kaleidochess-sign-blocked = Jetzt nicht: Jeder Weg dorthin ist versperrt, oder der letzte Zug würde rückgängig
guide-kaleidochess-told-count = Leere Felder, auf die sie ziehen kann: { $moves }. Gegner, die sie schlagen kann: { $captures }; eigene Figuren: { $own }. Auf dem leeren Brett erreicht sie von hier { $all } Felder.
guide-kaleidochess-tool = Ein Klick auf ein Feld
guide-kaleidochess-stage-keys = Mit der Maus lassen sich Figuren auch ziehen. Mit Tasten: Pfeile gehen um die Ringe und zwischen ihnen, Enter tut, was gewählt ist, Entf nimmt eine Figur weg.
guide-kaleidochess-reach = Felder, die sie auf dem leeren Brett erreicht, je nachdem, wo sie steht
guide-kaleidochess-from-centre = Mitte
guide-kaleidochess-from-ring-1 = Ring 1
guide-kaleidochess-from-ring-2 = Ring 2
guide-kaleidochess-from-ring-3 = Ring 3
guide-kaleidochess-from-ring-4 = Ring 4
guide-kaleidochess-from-ring-5 = Ring 5
guide-kaleidochess-alone-centre = In der Mitte, allein auf dem Brett. Felder in Reichweite: { $all }.
guide-kaleidochess-alone-inner = Im inneren Ring, allein. Felder in Reichweite: { $all }.
guide-kaleidochess-alone-outer = In einer Burg des äußeren Rings, allein. Felder in Reichweite: { $all }.
guide-kaleidochess-company-near = Unter anderen: Geschlagen wird, was auf einem Feld in Reichweite steht, Gegner wie eigene Figuren.
guide-kaleidochess-company-flies = Unter anderen: Der Flug geht über alle hinweg; geschlagen wird, was steht, wo er endet, Gegner wie eigene Figuren.
guide-kaleidochess-company-walks = Unter anderen: Was dazwischen steht, versperrt den Weg; manche Felder sind darum nicht zu erreichen (Striche). Geschlagen wird, was steht, wo der Weg endet, Gegner wie eigene Figuren.

guide-kaleidochess-W-short = Fliegt drei Schritte, und keine Ringlinie hält ihn auf.
guide-kaleidochess-W = Der Zauberer fliegt genau drei Schritte, über Seiten und Ecken und über alles, was dort steht. Er allein darf in einem Zug mehr als eine Ringlinie überqueren, auch dieselbe mehrmals; darum reicht er tief ins Brett und ist die stärkste Figur. Seine drei Striche bilden ein Dreieck.
guide-kaleidochess-D-short = Fliegt vier Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-D = Der Drache fliegt genau vier Schritte, über Seiten und Ecken und über alles, was dort steht. Er überquert in einem Zug höchstens eine Ringlinie; so kommt er weit um das Brett herum, aber nicht weit hinein oder hinaus. Er trägt vier Striche.
guide-kaleidochess-R-short = Fliegt drei Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-R = Der Vogel Roch ist der Riesenvogel der arabischen Märchen, der Elefanten davonträgt. Er fliegt genau drei Schritte, über Seiten und Ecken und über alles, was dort steht, und überquert in einem Zug höchstens eine Ringlinie. Er trägt drei Striche.
guide-kaleidochess-E-short = Fliegt zwei Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-E = Der Adler fliegt genau zwei Schritte, über Seiten und Ecken und über alles, was dort steht, und überquert in einem Zug höchstens eine Ringlinie. Er trägt zwei Striche.
guide-kaleidochess-V-short = Fliegt einen Schritt, über eine Seite oder eine Ecke.
guide-kaleidochess-V = Der Rabe fliegt einen Schritt auf jedes Feld, das seines mit einer Seite oder einer Ecke berührt. Er trägt einen Strich.
guide-kaleidochess-L-short = Geht vier Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-L = Der Elefant geht genau vier Schritte von Seite zu Seite, und jedes Feld dazwischen muss leer sein. Er überquert in einem Zug höchstens eine Ringlinie. Er trägt vier Punkte. Zwischen den eigenen Figuren steckt er oft fest; wo Platz ist, kommt er weit.
guide-kaleidochess-T-short = Geht drei Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-T = Der Tiger geht genau drei Schritte von Seite zu Seite, und beide Felder dazwischen müssen leer sein. Er überquert in einem Zug höchstens eine Ringlinie. Er trägt drei Punkte.
guide-kaleidochess-H-short = Geht zwei Schritte, über höchstens eine Ringlinie.
guide-kaleidochess-H = Das Pferd geht genau zwei Schritte von Seite zu Seite, und das Feld dazwischen muss leer sein. Es überquert in einem Zug höchstens eine Ringlinie. Es trägt zwei Punkte.
guide-kaleidochess-P-short = Geht einen Schritt, zu jeder Seite.
guide-kaleidochess-P = Der Bauer geht einen Schritt auf jedes Feld, das seines mit einer Seite berührt: nach innen, nach außen oder am Ring entlang. Er schlägt, wie er zieht, und wird nie zu etwas anderem. Er trägt einen Punkt.
