# Lists of games.

games-mine = My games
games-to-act = games in which it is your turn
games-turn = Your turn
games-turn-none = No game waits for you.
games-waiting = Waiting for others
games-older = Older games
games-new = A new game
games-all = All my games
games-left-days = { $days } d { $hours } h left
games-left-hours = { $hours } h { $minutes } min left
games-guest-data = Your data on this server
