# What the pages of rules share.

rules-contents = Indice
rules-play = Gioca una partita

rules-guide = Tutti i pezzi nella guida ai pezzi
rules-other = Le regole di { $game }
