# Header and footer, front page, import and error pages.

site-name = Heterodox
site-description = Klin Zha, offen oder unter Wolken, Grand Chess und KaleidoChess im Browser spielen, gegen den Computer oder mit Freunden.
skip-to-content = Zum Inhalt springen
nav-label = Hauptnavigation
nav-play = Spielen
nav-rules = Regeln
nav-import = Einlesen
settings-label = Sprache und Farben
settings-lang = Sprache
settings-theme = Farben
theme-auto = Auto
theme-light = Hell
theme-dark = Dunkel
footer-about = Heterodox: Hier wird ungewöhnliches Schach gespielt, geleitet und verstanden.
footer-guide = Figuren von { $game }
footer-sample = Beispielgefecht
footer-api = Für Programme
footer-licences = Lizenzen

home-page-title = Ungewöhnliches Schach
home-title = Schach abseits der gewohnten Wege
home-lead = Vier Spiele für alle, die sich auf dem Schachbrett auskennen und sich gern darauf verlaufen. Kein Konto, kein Warten: Spiele gegen den Computer oder schicke deinen Freunden den Link.
home-picture = { $game }: eine Partie einrichten
home-play = Gegen den Computer spielen
home-new = Partie einrichten …
home-rules = Regeln
home-guide = Figurenführer
home-editor = Stellungseditor

new-page-title = { $game }: neue Partie
new-title = Neue Partie
new-opponent = Gegner
new-opponent-computer = Der Computer
new-opponent-friend = Ein Freund
new-opponent-hot-seat = Wir beide hier
new-level = Stufe
new-friend-hint = Du bekommst einen Link zum Verschicken. Die Partie beginnt, sobald jemand ihn öffnet und Platz nimmt.
new-hot-seat-hint = Ihr spielt abwechselnd an diesem Bildschirm.
new-hot-seat-curtain = Ihr spielt abwechselnd an diesem Bildschirm. Nach jedem Zug verdeckt ein Vorhang das Brett, bis der andere übernommen hat.
new-start = Beginn
new-array = Aufstellungen
new-position = Stellung als Text
new-position-hint = Füge sie hier ein oder stelle sie auf im
new-position-known = Wer eine Stellung aufbaut, kennt sie ganz. Spiele sie mit jemandem, der sie auch kennt, oder baue sie für andere auf.
new-seat = Du spielst
new-seat-random = Egal
new-who = Wer spielt
new-presets = Tische mit einem Klick
new-preset-computer = Ich gegen den Computer
new-preset-computers = Ich gegen drei Computer
new-preset-friends = Mit Freunden, per Link
new-preset-here = Alle an diesem Bildschirm
new-sits-me = Ich
new-sits-here = Jemand hier
new-sits-open = Jemand per Link
new-shuffle = Die Farben auslosen
new-seats-open = Du bekommst einen Link zum Verschicken. Die Partie beginnt, sobald alle Plätze besetzt sind; einen Platz, der frei bleibt, kannst du dem Computer geben.
new-seats-here = Wer hier ist, spielt abwechselnd an diesem Bildschirm.
new-seats-nobody = Ein Platz muss deiner sein oder jemandem gehören, der bei dir ist.
new-seats-position = Es spielt, wer in der Stellung steht: Gib sie zuerst unten an.
new-options = Tischregeln
new-preview = Vorschau des Bretts
new-do = Partie beginnen

sample-title = Ein Gefecht zum Lernen
sample-lead = Die Einführung in Klin Zha erzählt ein Gefecht vom ersten aufgestellten Krieger bis zum letzten Schlag. An diesen Stellen hält sie inne und denkt nach.
sample-start = Die Aufstellung
sample-open = Das ganze Gefecht durchgehen
sample-0-title = Grün stellt zuletzt auf und zielt
sample-0 = Gold hat zuerst und symmetrisch aufgestellt, damit keine der beiden Nachbarregionen die schwächere Seite vor sich hat. Grün konnte darauf antworten: Der Blockierer auf F37 nimmt Golds Renner auf G36 fast jeden Weg, und der Flieger auf D16 blickt auf eine ungedeckte Vorhut mit dem Ziel dahinter.
sample-2-title = Ein Tausch, den man nicht ablehnen kann
sample-2 = Gold beseitigt den Flieger, der einbrechen wollte, und Grün muss zurückschlagen: Von D16 aus hätte der goldene Flieger als Nächstes das Ziel auf C18 schlagen können.
sample-4-title = Ein Renner, der im Weg stand
sample-4 = Auf keiner Seite hängt etwas. Gold bringt eine Vorhut nach vorn, denn die sind langsam; Grün führt den Renner außen herum. Er scheint den goldenen Renner zu bedrohen, doch der steht in der Zone des eigenen Blockierers, wohin niemand kommt.
sample-7-title = Ein Zug, zwei Antworten
sample-7 = Der grüne Flieger auf E15 hätte drei Felder erreichen können, von denen er das Ziel angreift, und G13 war nicht gedeckt. Von G25 aus deckt der Lanzenträger es und greift obendrein den Flieger an.
sample-10-title = Zu nah, um zu helfen
sample-10 = Der goldene Flieger auf G14 steht gleich hinter der Vorhut auf F14 und kann sie nicht decken: Ein Flieger geht mindestens drei Felder weit. Grün schlägt die Vorhut und blickt von F14 auf das Ziel.
sample-11-title = Das Ziel muss weg
sample-11 = Der Fechter trägt das Ziel aus der Linie des Fliegers.
sample-14-title = Lanzenträger gegen Lanzenträger
sample-14 = Ein gleicher Tausch nützt selten der Seite, die weniger hat. Aber er macht Golds Blockierer den Weg frei, und der Renner kann sich wieder bewegen.
sample-15-title = Der Blockierer öffnet die Straße
sample-15 = Von F25 aus gibt der Blockierer den Renner frei und strebt zum Rand, wo er dem Angriff des Fliegers Platz macht. Grün hat keine Antwort und beginnt, sein Ziel zu bewegen.
sample-17-title = Die Linie wird frei
sample-17 = Auf E15 steht der Blockierer dem Flieger nicht mehr im Weg. Stünde der Flieger erst dort, hätte das Ziel kein Feld mehr; darum verlässt Grün rechtzeitig seine Blickrichtung.
sample-20-title = Zwei Renner, alleingelassen
sample-20 = Ein ungedeckter grüner Renner, ein ungedeckter goldener Renner: Beide verschwinden in einer Runde.
sample-21-title = Geradewegs auf das Ziel
sample-21 = Von E16 aus greift der Flieger das Ziel selbst an.
sample-22-title = Gerade noch
sample-22 = Zwei vorsichtige Schritte haben diesen vorbereitet; ohne sie wäre das Gefecht vorbei.
sample-23-title = Der letzte Flieger fällt
sample-23 = Niemand deckte den grünen Flieger. Von nun an ist Gold viel stärker, und Grün verteidigt ein Ziel, das eine einzige Vorhut Schritt für Schritt tragen muss.
sample-47-title = Kein Ausweg
sample-47 = Wohin das Ziel jetzt auch geht, es wird geschlagen. Gold sagt die einzigen Worte, die ein Gefecht braucht: Zha riest'n, teskas tal'tai-kleon.

teaser-import-title = Partien auf Papier
teaser-import-text = Füge die PGN einer Partie Grand Chess, ein Gefecht Klin Zha in zwei Spalten oder die Runden einer Partie KaleidoChess ein und gehe sie durch; jeder Schreibfehler wird gezeigt.
teaser-import-link = Eine Mitschrift einlesen
teaser-editor-title = Was wäre, wenn?
teaser-editor-text = Stelle eine beliebige Stellung auf, sieh nach, ob sie möglich ist, und spiele von dort weiter.
teaser-editor-link = Den Stellungseditor öffnen

teaser-bots-title = Bring ein Programm mit
teaser-bots-text = Alles, was diese Seiten tun, läuft über eine JSON-Schnittstelle, die auch ein Bot benutzen kann.
teaser-bots-link = Die Schnittstelle ansehen

import-title = Eine Mitschrift einlesen
import-text = Füge eine Partie ein, zieh ihre Datei hierher oder wähle eine aus. Gelesen wird mit Nachsicht: Schreibfehler werden verstanden, wo es geht, und jeder wird dir genannt.
import-record = Mitschrift
import-placeholder = [Variant "Grand Chess"] …
import-file = Datei wählen
import-do = Lesen und öffnen
import-form-title = Wie eine Mitschrift aussieht
import-form-text = Klin Zha: zwei Spalten mit einem Tabulator dazwischen, Gold links und Grün rechts: erst die Aufstellung, ein oder mehrere Krieger je Zeile, dann die Ziele, dann abwechselnd die Züge. Am Anfang dürfen Kopfzeilen wie „gold: ein Name“ stehen und am Ende „result: gold goal“; Bemerkungen zwischen den Tabellen werden übergangen.
import-example = Zum Beispiel:
import-sample = Das Beispielgefecht ansehen
import-sample-text = als Text

record-title = Eine mitgeschriebene Partie
record-warnings = Gelesen mit Anmerkungen: { $count }
record-warnings-text = Das stand nicht ganz so da, wie es sollte. So wurde es verstanden:

problem-not-found-title = Neben dem Brett
problem-not-found-text = Unter dieser Adresse ist nichts. Vielleicht ging unterwegs ein Buchstabe verloren.
problem-not-your-seat-title = Nicht dein Platz
problem-not-your-seat-text = Solange die Partie läuft, darf niemand mit den Augen eines Platzes sehen, der nicht der eigene ist. Ohne „?as=“ in der Adresse siehst du, was du sehen darfst.
problem-no-game-title = Keine solche Partie
problem-no-game-text = Keine Partie hat diese Adresse. Prüfe den Link, den du bekommen hast.
problem-no-record-title = Keine solche Mitschrift
problem-no-record-text = Keine Mitschrift hat diese Adresse. Prüfe den Link, den du bekommen hast.
problem-wrong-method-title = So nicht
problem-wrong-method-text = Diese Adresse ist nur zum Ansehen da.
problem-failed-title = Der Server hat versagt
problem-failed-text = Das war nicht deine Schuld. Nichts, was beantwortet wurde, ist verloren; versuche es gleich noch einmal.
problem-home = Zur Startseite

noscript = Zum Spielen braucht es JavaScript, das in diesem Browser aus ist. Hier ist das Brett, wie es steht.

api-title = Die Schnittstelle für Programme

licences-title = Lizenzen
licences-text = Heterodox ist freie Software, und alles, woraus es besteht, ist es auch. Hier steht, was die Lizenzen aller Teile sagen, auf Englisch, denn so gelten sie.
