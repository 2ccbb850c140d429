# What the pages of rules share.

rules-contents = Contents
rules-play = Play a game

rules-guide = All pieces in the piece guide
rules-other = The rules of { $game }
