# Wissen, was was ist: die Zeile zur gewählten Figur, die Legende, Auswahl und Zettel auf dem Brett.

chosen-none = Auf eine Figur zeigen oder eine wählen: Hier steht, was sie kann.
chosen-none-touch = Eine Figur antippen: Hier steht, was sie kann.
chosen-unknown = Am Rand einer Wolke: irgendein feindlicher Krieger oder das feindliche Ziel.
legend-missing = Die Legende lässt sich jetzt nicht laden.
choose-how = Zwei Möglichkeiten neben dem Feld; Pfeile gehen hin und her, Enter nimmt eine, Escape bricht ab.
setup-tap-chosen = Ein freies Feld der eigenen Region antippen. Als Nächstes kommt: { $piece }
setup-tap-full = Alle Krieger stehen. Antippen, um einen zu versetzen, oder „Fertig“.
note-on = Was ist wohl auf { $cell }?
note-laid = { $note }: auf { $cell } notiert
note-gone = { $cell }: Zettel weggenommen
told-go = Das Brett in diesem Augenblick zeigen
path-why = Ist er versperrt, kommen die anderen an die Reihe; sind alle versperrt, hält der Krieger auf dem kürzesten an.
