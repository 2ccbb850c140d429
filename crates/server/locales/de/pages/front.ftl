# Die Startseite.

home-hero-play = { $game } spielen
home-hero-board = Ein Gefecht in Klin Zha läuft ab: mit Erläuterungen durchgehen
home-hero-pause = Das Gefecht anhalten
home-hero-note = Vom ersten Krieger bis zum letzten Schlag: das Gefecht der Einführung, mit Erläuterungen.
home-games = Die Spiele
home-klinzha-blurb = Schach auf dem Dreieck, neun Krieger auf jeder Seite und ein Ziel, das jemand tragen muss.
home-clouded-klinzha-blurb = Klin Zha unter Wolken: zu sehen ist ein Teil des Bretts, den Rest kennt der Schiedsrichter.
home-grand-chess-blurb = Zehn mal zehn Felder und bis zu 73 weitere Figuren für alle, die sich trauen.
home-kaleidochess-blurb = Zwei bis vier Heere auf einem Rad, auf dem jede Figur genau ihre Zahl an Schritten geht.
sample-moments = Die Stellen
teasers-title = Was sonst noch geht
sample-result = Gold hat gewonnen: Das Ziel kommt nirgends mehr hin
