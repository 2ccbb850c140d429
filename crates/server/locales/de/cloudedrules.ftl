# The rules of Clouded and Blind Klin Zha.

crules-title = Die Regeln von Clouded Klin Zha
crules-lead = Klin Zha mit Wolken über dem Brett. Was unter ihnen steht, sieht dein Gegner nicht, und ein unparteiischer Schiedsrichter sagt jedem von euch genau das, was er wissen darf.
crules-klinzha = Die Regeln von Klin Zha
crules-editor = Wolken malen

crules-object-title = Worum es geht
crules-object-1 = Brett, Krieger, Ziel und Sieg sind die von Klin Zha. Neu ist, dass keiner alles sieht. Wer unter einer Wolke steht, ist dem Feind verborgen; du ziehst also ins Ungewisse, und der Schiedsrichter sagt dir, was daraus geworden ist.
crules-object-2 = Früher brauchte man dafür einen Dritten im Raum, der aufschrieb, wo alles stand, und das Brett reihum für jeden umbaute. Hier ist der Server dieser Schiedsrichter. Was du nicht wissen darfst, kommt bei deinem Browser nicht an.
crules-object-3 = Falls dir Klin Zha selbst neu ist: Zwei Trupps aus neun Kriegern treffen sich auf einem Dreieck aus kleinen Dreiecken. Der Blockierer sperrt die Felder um sich herum für den Feind, Flieger fliegen über alles hinweg, alle anderen brauchen einen offenen Weg. Wer auf dem feindlichen Ziel landet, hat gewonnen. Fang mit den Regeln des offenen Spiels an und spiel es ein- oder zweimal.

crules-clouds-title = Wolken und Ansichten
crules-clouds-1 = Jedes Feld ist von einer von drei Arten. Die Wolken selbst sehen beide Spieler.
crules-cover-clear = Klar: Dein Feind sieht, was dort steht, und ob das Ziel dabei ist.
crules-cover-edge = Am Rand einer Wolke: Dein Feind sieht, dass dort etwas von deiner Farbe steht, aber nicht, was.
crules-cover-under = Unter einer Wolke: Dein Feind sieht nichts.
crules-clouds-own = Alles Eigene siehst du immer. Was am Rand steht, zeigt sich dem Feind als neutrale Figur deiner Farbe; ein verlassenes Ziel sieht dort nicht anders aus.
crules-clouds-zone = Die Zone des feindlichen Blockierers siehst du, solange du den Blockierer erkennst, und nur dann. Steht er unter einer Wolke oder am Rand, so wirkt seine Zone ungesehen, auch auf klaren Feldern.
crules-picture-truth = Was dort steht. Das sieht nur der Schiedsrichter.
crules-picture-gold = Was Gold sieht: neutrale Figuren an den Rändern, nichts unter den Wolken.
crules-picture-green = Was Grün von derselben Stellung sieht.

crules-moves-title = Einen Zug ansagen
crules-moves-1 = Du sagst einen Zug an: welcher Krieger, woher, wohin, und ob er sein Ziel mitnimmt. Soweit du sehen kannst, muss der Zug möglich sein. Was du nicht siehst, darfst du für nicht vorhanden halten, und eine neutrale Figur für einen Krieger, der sich schlagen lässt. Alles andere wird abgelehnt; das kostet nichts, und der Grund verrät nichts, was du nicht gesehen hättest.
crules-moves-2 = Dann führt der Schiedsrichter den Zug auf dem wahren Brett aus. Von da an lässt er sich nicht mehr zurücknehmen.
crules-moves-3 = Führt einer der Wege, die du siehst, wirklich dorthin, so kommt der Krieger an. Landet er auf einem Feind, gesehen oder nicht, so schlägt er ihn, und du erfährst sofort, was es war.
crules-moves-4 = Du kannst den Weg selbst nennen; dann versucht der Schiedsrichter keinen anderen. Überlässt du ihn dem Schiedsrichter und keiner führt hindurch, so nimmt der Krieger den kürzesten; bei gleich kurzen den, dessen Felder im Alphabet zuerst kommen.

crules-halts-title = Wenn ein Zug aufgehalten wird
crules-halts-1 = Ein Krieger zu Fuß, dem etwas Ungesehenes den Weg versperrt, bleibt auf dem letzten Feld stehen, bis zu dem der Weg offen war. Er schlägt dort nichts. Auch wenn er gar nicht vom Fleck gekommen ist, war das dein Zug.
crules-halts-2 = Du erfährst, wo er steht und was ihn aufgehalten hat, ein Kraftfeld oder eine Figur, mehr aber nicht: nicht, welche Figur, und nicht, wo der Blockierer ist. Ein Kraftfeld ist die feindliche Zone, der Blockierer selbst, oder zwei Zonen, die sich überschneiden würden; eine Figur ist alles andere.
crules-halts-flier = Ein Flieger fliegt über alles hinweg; nur das Feld, auf dem er landet, zählt. Liegt es in einer ungesehenen Zone oder steht dort der ungesehene Blockierer, so prallt er auf das Kraftfeld: Er hält auf seiner Linie unmittelbar vor dessen erstem Feld, oder, wenn dort etwas steht, auf dem nächsten leeren davor, schlimmstenfalls am Start. So kommt er vielleicht nur ein oder zwei Felder weit, was er aus eigenem Willen nicht könnte. Von einer Zone, die er überfliegt und hinter sich lässt, merkt er nichts.
crules-halts-blockader = Auch dein Blockierer bleibt stehen, bevor sich seine Zone mit einer überschneiden würde, die du nicht siehst, bevor ein Feind oder ein Ziel, das du nicht siehst, in seiner Zone wäre, und bevor er auf einem ungesehenen Krieger landen würde. Landet er auf einer neutralen Figur, die sich als verlassenes Ziel erweist, hast du gewonnen.
crules-halts-goal = Ein Träger, der aufgehalten wird, bringt sein Ziel nicht neben deinen eigenen Blockierer. Wollte er es zurücklassen und kam nicht fort, so hat er es noch.
crules-picture-flier-intent = Gold sagt einen Flug über drei Felder an, von I44 nach H24. Soweit Gold sieht, ist nichts im Weg.
crules-picture-flier-halt = Was dort steht: H24 liegt in der Zone des grünen Blockierers. Der Flieger hält auf H34, und Gold erfährt, dass ein Kraftfeld ihn aufgehalten hat.
crules-picture-walker-intent = Gold schickt den Fechter von E38 nach D27. Der andere Weg ist durch die Vorhut versperrt; er muss also durch die Wolke.
crules-picture-walker-halt = Was dort steht: ein Fechter auf D28. Der goldene hält auf D38, und Gold erfährt, dass eine Figur ihn aufgehalten hat.

crules-losses-title = Geschlagen und verloren
crules-losses-1 = Wer schlägt, erfährt, was es war und ob das Ziel dabei war. Wer einen Krieger verliert, erfährt, welchen und wo, aber nicht, durch wen: Er starb, bevor er es melden konnte.
crules-losses-2 = Wo du etwas verloren hast, bleibt eine Marke: Hier stand ein Feind, als er schlug. Sie ist eine Notiz für dich allein und versperrt keinen Weg. Sie verschwindet, wenn einer von dir dort steht oder wenn du siehst, dass dort kein Feind steht. Steht der Feind auf einem klaren Feld, siehst du einfach, wer es ist.
crules-losses-3 = Neben dem Brett stehen die Listen dessen, was jede Seite verloren hat. Beide Spieler kennen sie.
crules-picture-loss-gold = Der goldene Fechter landet unter der Wolke auf D28. Gold erfährt: Ein Fechter wurde geschlagen.
crules-picture-loss-green = Was Grün dann sieht: eine Marke, wo der Fechter verloren ging. Was jetzt dort steht, ist verborgen.

crules-told-title = Wer was erfährt
crules-told-1 = Der Schiedsrichter sagt Bestimmtes zu Bestimmten und sonst nichts. Nach dieser Tabelle entscheidet das Programm selbst, wer was hört.
crules-told-2 = Der Ziehende ist, wer den Zug oder den Schritt der Aufstellung gemacht hat.
crules-told-what = Der Schiedsrichter sagt
crules-told-mover = Ziehender
crules-told-opponent = Gegner
crules-told-public = Zuschauer
crules-told-yes = ja
crules-told-no = nein
crules-says-umpire-ended = wo der Krieger angekommen ist
crules-says-umpire-captured = was er geschlagen hat, und ob das Ziel dabei war
crules-says-umpire-halted-field = dass ein Kraftfeld ihn aufgehalten hat
crules-says-umpire-halted-piece = dass eine Figur ihn aufgehalten hat
crules-says-umpire-lost = welcher Krieger verloren ging, und wo
crules-says-umpire-drift-rule = nach wie vielen Runden die Wolken jeweils ziehen, wenn das der Würfel bestimmt
crules-says-umpire-drift = wie die Wolken gezogen sind
crules-says-umpire-first-placement = Farbe und Region dessen, der zuerst aufstellt
crules-says-zones-overlap = dass der Blockierer wegen einer ungesehenen Zone dort nicht stehen kann
crules-says-victory = wer gewonnen hat, und wodurch
crules-says-draw = dass niemand gewonnen hat, und warum
crules-when-move = Sofort nach dem Zug
crules-when-first-move = Vor dem ersten Zug
crules-when-next-move = Vor dem nächsten Zug
crules-when-setup = Während der Aufstellung
crules-when-end = Am Ende
crules-told-after = Alles andere bleibt ungesagt. Dass dein Zug aufgehalten wurde, erfährt dein Gegner nicht, auch nicht, welchen Weg er nahm oder was überflogen wurde. Aber nach jedem Zug sehen beide wieder auf das Brett, soweit die Wolken es zulassen.

crules-setup-title = Die Aufstellung
crules-setup-1 = Spindeln, Wahl, Farben und Regionen sind die von Klin Zha. Farbe und Region dessen, der zuerst aufstellt, werden angesagt.
crules-setup-2 = Wer zuerst aufstellt, stellt seine neun Krieger auf, ohne dass jemand zusieht. Dann kommt der andere ans Brett, sieht sie, soweit die Wolken es zulassen, und stellt seine auf; die sieht der erste ebenso. Es folgen die Ziele.
crules-setup-3 = Regionen berühren sich nicht, also können einander nur die Zonen der beiden Blockierer im Weg sein. Würde sich die Zone deines Blockierers mit einer überschneiden, die du nicht siehst, so sagt es dir der Schiedsrichter, wenn du fertig bist, und du wählst ein anderes Feld. Mehr erfährst du nicht, und eine fertige Aufstellung steht: Niemand kann die Grenze nach einer Zone absuchen.
crules-picture-setup-first = Die Aufstellung dessen, der zuerst aufstellt, wie er selbst sie sieht.
crules-picture-setup-second = Was der andere davon sieht.

crules-blind-title = Blindes Klin Zha
crules-blind-1 = Eine einzige Wolke bedeckt das ganze Brett. Du siehst deine eigenen Krieger und sonst nichts; vom Feind weißt du, was dir der Schiedsrichter gesagt hat, und wo du etwas verloren hast. Die Regeln sind dieselben.
crules-blind-2 = Das ist etwas für Spieler, die Klin Zha gut kennen. Der Notizblock neben dem Brett hilft: Leg deine Vermutungen auf die Felder. Sie bleiben in deinem Browser und gehen an niemanden, auch nicht an den Server.
crules-picture-blind = Die Stellung von oben, wie Gold sie im Blindspiel sieht.

crules-maps-title = Wolkenkarten
crules-maps-1 = Die Wolken einer neuen Partie kommen aus einer Nummer; dieselbe Nummer gibt immer dieselbe Karte, und du siehst sie, bevor du zustimmst. Eine solche Karte ist für alle drei Regionen gleich, hat in jeder höchstens acht Felder unter Wolken, und kein Feld unter einer Wolke berührt ein klares.
crules-maps-2 = Du kannst auch eigene Wolken malen oder sie als neun Reihen eintippen. Mehr als acht Felder unter Wolken in einer Region sind erlaubt, mit einer Warnung: Die Erfinder merkten in ihrer ersten Partie, dass dann zu wenig zu sehen bleibt.
crules-maps-3 = Die Felder des Niemandslands gehören zu keiner Region und zählen nicht.
crules-picture-map = Karte Nummer 7.

crules-drift-title = Ziehende Wolken
crules-drift-1 = Wenn die Spieler es vereinbaren, ziehen die Wolken: alle X Runden um Y Schritte in Richtung Z. Eine Runde ist ein Zug jeder Seite. X, Y und Z werden vereinbart oder vom Schiedsrichter gewürfelt, X einmal vor dem ersten Zug, Y und Z jedes Mal neu. Im Blindspiel kann nichts ziehen.
crules-drift-2 = Ein Schritt rückt alle Wolken um zwei Felder in einem Streifen weiter, zu den nächsten Feldern, die in dieselbe Richtung zeigen. Die sechs Richtungen sind Osten, Südosten, Südwesten, Westen, Nordwesten und Nordosten. Wolken, die das Brett verlassen, sind nicht verloren und können wiederkommen.
crules-drift-3 = Beide Spieler erfahren vor dem nächsten Zug, wie die Wolken gezogen sind, und sehen sofort, was nun offen liegt.
crules-picture-drift-before = Karte Nummer 7 …
crules-picture-drift-after = … und nachdem sie einen Schritt nach Südosten gezogen ist.

crules-end-title = Das Ende
crules-end-1 = Wie in Klin Zha endet ein Gefecht, wenn ein Ziel geschlagen wird, wenn der Spieler am Zug keinen erlaubten Zug hat und damit verliert, oder wenn ein Spieler aufgibt. Ob es einen erlaubten Zug gibt, beurteilt der Schiedsrichter auf dem wahren Brett. Jedes Ende wird beiden zugleich angesagt.
crules-end-2 = Niemand warnt dich, wenn dein Ziel geschlagen werden kann, und du musst es nicht retten: Eine Warnung würde verraten, was du nicht siehst. Aus demselben Grund wird kein Zug zurückgenommen.
crules-end-3 = 200 Züge hintereinander, in denen nicht geschlagen wird, beide Seiten gezählt, sind remis, und die Spieler können sich auf Remis einigen. Dass sich eine Stellung wiederholt, ist kein Remis.
crules-end-4 = Nach dem Ende wird allen alles gezeigt. Die Seite stellt die Wahrheit neben das, was jeder der beiden sah, Zug für Zug, und die Mitschrift des Schiedsrichters lässt sich herunterladen.

crules-others-title = Zuschauer, der Computer, und zwei an einem Bildschirm
crules-others-1 = Zuschauer einer laufenden Partie sehen jeden Krieger so, wie ihn sein Feind sieht, und die Listen dessen, was verloren ging. Sie sehen keine Marken und hören nichts von den Meldungen über Züge. Zuschauen verrät also keinem der Spieler etwas Neues.
crules-others-2 = Der Computer bekommt, was ein Spieler an seinem Platz bekäme, seine Ansicht und was ihm gesagt wurde, und sonst nichts. Der Teil des Programms, der nachdenkt, erhält das wahre Brett nicht. Er überlegt, welche Stellungen nach allem, was er gesehen und gehört hat, wahr sein können, und sucht Züge, die in vielen von ihnen gut sind.
crules-others-3 = Zwei Spieler können sich einen Bildschirm teilen, wie im Raum am Brett: Nach jedem Zug verbirgt ein Vorhang das Brett, bis der andere übernommen hat.

crules-notation-title = Aufschreiben
crules-notation-1 = Ein angesagter Zug nennt nicht, was er schlägt, denn das weiß man noch nicht. Ein Weg steht in Klammern, vom Feld nach dem ersten bis zum letzten.
crules-notation-2 = In der Mitschrift des Schiedsrichters steht, was wirklich geschah. In der eigenen Mitschrift eines Spielers steht, was er sah und was ihm gesagt wurde, mit der Ansicht nach jedem Zug; sie lässt sich herunterladen und durchspielen wie jede andere. In einer Ansicht steht ? für eine neutrale Figur von Gold und ! für eine von Grün.
crules-notation-intent = Der Fechter soll von E38 nach D27.
crules-notation-path = Dasselbe, auf diesem Weg und keinem anderen.
crules-notation-halt = Was daraus wurde: Eine Figur hielt ihn auf D38 auf.
crules-notation-unseen = Ein Zug, den dieser Spieler nicht gesehen hat.
crules-notation-lost = Ein Zug, den dieser Spieler nicht gesehen hat und der ihn den Fechter auf D28 kostete.
crules-notation-onlooker = Dasselbe für Zuschauer, die nicht erfahren, wo.

crules-credits-title = Herkunft
crules-credits-1 = Die Wolkenvariante erdachten und erprobten qeqar, vaQtar und veSbe’ vom Klingonenclub tuq qa’oS. Zum ersten Mal spielten sie sie 2002 auf einem Treffen in Prüm: qeqar war der unparteiische Spielleiter, vaQtar und veSbe’ spielten einen ganzen Tag lang, und abends wurde die Partie abgebrochen. So viel vom Brett lag unter Wolken, dass nur vier oder fünf Figuren zu sehen waren. Daher kommen das Blindspiel und der Rat zu den Karten.
crules-credits-2 = Texte und Bilder hier sind unsere eigenen. Wo die Quellen schweigen, etwa dazu, welchen Weg ein aufgehaltener Krieger nahm, gelten Festlegungen dieses Projekts.
