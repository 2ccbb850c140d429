# Listen von Partien.

games-mine = Meine Partien
games-to-act = Partien, in denen du am Zug bist
games-turn = Du bist am Zug
games-turn-none = Keine Partie wartet auf dich.
games-waiting = Warten auf andere
games-older = Ältere Partien
games-new = Eine neue Partie
games-all = Alle meine Partien
games-left-days = noch { $days } T { $hours } h
games-left-hours = noch { $hours } h { $minutes } min
games-guest-data = Deine Daten auf diesem Server
