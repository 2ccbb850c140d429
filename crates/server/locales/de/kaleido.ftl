# The terms of KaleidoChess.

side-red = Rot

reason-thrown-out = { $loser } wurde aus der letzten Burg vertrieben.
reason-left-castle = { $loser } hat die letzte Burg verlassen.
reason-locked-in = { $loser } ist eingeschlossen: Kein Zug ist mehr möglich.
reason-max-moves = Die vereinbarte Höchstzahl der Runden ist gespielt.
reason-stuck = Niemand kann ziehen, was auch immer gewürfelt wird.
reason-kaleidochess-agreement = Alle, die noch spielten, haben sich auf Remis geeinigt.

mark-castle = hält eine Burg
mark-last-castle = hält die letzte Burg der eigenen Seite
mark-named = darf mit diesem Wurf ziehen
mark-no-undo = darf nicht gleich wieder zurück

danger-leaves-castle = Damit verlässt du deine letzte Burg
danger-leaves-castle-text = Nichts von dir stünde mehr in einer Burg: Du würdest ausscheiden.
danger-own-capture = Damit schlägst du deine eigene Figur
danger-own-capture-text = Das ist erlaubt und manchmal gut. Die Figur kommt nicht wieder.

cell-capture-own = hier kann die eigene Figur geschlagen werden
