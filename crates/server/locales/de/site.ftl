# Was um jede Seite herum steht, die Startseite, das Einlesen und die Seiten für das, was schiefging.

site-name = Heterodox
site-description = Klin Zha im Browser spielen, gegen den Computer oder mit Freunden.
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
footer-sample = Beispielgefecht
footer-api = Für Programme

home-page-title = Klin Zha
home-title = Schach auf dem Dreieck, um alles oder nichts
home-lead = Neun Krieger auf jeder Seite, einundachtzig Felder und ein Ziel, das jemand tragen muss. Wer das gegnerische Ziel schlägt, gewinnt. Kein Konto, kein Warten: Beginne eine Partie oder schicke einem Freund den Link.
home-picture = Das Beispielgefecht an dieser Stelle öffnen
home-picture-caption = Aus dem Beispielgefecht, nach Golds viertem Zug: Der Lanzenträger deckt sein Ziel und bedroht den grünen Flieger.

new-title = Neue Partie
new-opponent = Gegner
new-opponent-computer = Der Computer
new-opponent-friend = Ein Freund
new-level = Stufe
new-level-easy = Leicht
new-level-medium = Mittel
new-level-strong = Stark
new-friend-hint = Du bekommst einen Link zum Verschicken. Die Partie beginnt, sobald jemand ihn öffnet und Platz nimmt.
new-start = Beginn
new-start-setup = Mit Aufstellung
new-start-quick = Schnellstart
new-setup-hint = Wirf die Spindeln, wähle Farbe und Region und stelle deine neun Krieger auf, wie du willst.
new-array = Aufstellungen
new-seat = Du spielst
new-seat-random = Egal
new-seat-0 = Gold, beginnt
new-seat-1 = Grün
new-options = Tischregeln
new-do = Partie beginnen

option-goal-safety = Wenn ein Ziel hängt
option-goal-safety-advisory = Nur warnen
option-goal-safety-enforced = Rettung ist Pflicht
option-goal-safety-hint = „Nur warnen“ überlässt es dir, die Gefahr zu sehen. Ist die Rettung Pflicht, sind nur Züge erlaubt, nach denen dein Ziel nicht geschlagen werden kann, solange es solche gibt.
option-house-rules = Hausregeln für Remis
option-house-rules-off = Aus
option-house-rules-on = An
option-house-rules-hint = Die alten Gesetze kennen kein Remis. Mit Hausregeln ist dieselbe Stellung zum dritten Mal remis, ebenso 100 Züge ohne Schlagen.

quick-start = { $array }: Gold { $gold }, Grün { $green }

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

teaser-rules-title = Neu bei Klin Zha?
teaser-rules-text = Sechs Arten von Kriegern, eine Seite. Mit den beiden Merkblättern: wie die Felder heißen und wie jeder Krieger zieht.
teaser-rules-link = Die Regeln lesen
teaser-import-title = Gefechte auf Papier
teaser-import-text = Füge eine Mitschrift in der alten zweispaltigen Form ein und gehe sie durch; jeder Schreibfehler wird gezeigt.
teaser-import-link = Eine Mitschrift einlesen
teaser-bots-title = Bring ein Programm mit
teaser-bots-text = Alles, was diese Seiten tun, läuft über eine JSON-Schnittstelle, die auch ein Bot benutzen kann.
teaser-bots-link = Die Schnittstelle ansehen

import-title = Eine Mitschrift einlesen
import-text = Füge ein Gefecht ein, zieh seine Datei hierher oder wähle eine aus. Gelesen wird mit Nachsicht: Schreibfehler werden verstanden, wo es geht, und jeder wird dir genannt.
import-record = Mitschrift
import-placeholder = Gold	Green
import-file = Datei wählen
import-do = Lesen und öffnen
import-form-title = Wie eine Mitschrift aussieht
import-form-text = Zwei Spalten mit einem Tabulator dazwischen, Gold links und Grün rechts: erst die Aufstellung, ein oder mehrere Krieger je Zeile, dann die Ziele, dann abwechselnd die Züge. Am Anfang dürfen Kopfzeilen wie „gold: ein Name“ stehen und am Ende „result: gold goal“; Bemerkungen zwischen den Tabellen werden übergangen.
import-sample = Das Beispielgefecht ansehen
import-sample-text = als Text

record-title = Ein mitgeschriebenes Gefecht
record-warnings = Gelesen mit Anmerkungen: { $count }
record-warnings-text = Das stand nicht ganz so da, wie es sollte. So wurde es verstanden:

problem-not-found-title = Neben dem Brett
problem-not-found-text = Unter dieser Adresse ist nichts. Vielleicht ging unterwegs ein Buchstabe verloren.
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
