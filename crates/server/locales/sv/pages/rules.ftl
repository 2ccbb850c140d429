# What the pages of rules share.

rules-contents = Innehåll
rules-play = Spela ett parti

rules-guide = Alla pjäser i pjäsguiden
rules-other = Reglerna för { $game }
