# What the pages of rules share.

rules-contents = Inhalt
rules-play = Eine Partie spielen

rules-guide = Alle Figuren im Figurenführer
rules-other = Die Regeln von { $game }
