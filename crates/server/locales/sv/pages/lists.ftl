# Listor över partier.

games-mine = Mina partier
games-to-act = partier där det är ditt drag
games-turn = Ditt drag
games-turn-none = Inget parti väntar på dig.
games-waiting = Väntar på andra
games-older = Äldre partier
games-new = Ett nytt parti
games-all = Alla mina partier
games-left-days = { $days } d { $hours } h kvar
games-left-hours = { $hours } h { $minutes } min kvar
games-guest-data = Dina uppgifter på den här servern
