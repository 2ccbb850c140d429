# Faires Spiel.

fair-title = Faires Spiel
fair-engine-title = Keine Engine gegen Menschen
fair-engine-text = Solange du gegen jemanden spielst, frage keine Engine und niemanden sonst nach Zügen. Die Analyse dieses Servers verweigert die Stellungen deiner laufenden Partien. Gegen den Computer darfst du Tipps nehmen.
fair-hidden-title = Der Schiedsrichter schweigt
fair-hidden-text = In verdeckten Partien erfährt jeder Spieler, was seine eigene Sicht enthält, und sonst nichts; ebenso, wer zuschaut. Was unter den Wolken stand, wird nach dem Ende gezeigt.
fair-dice-title = Niemand wählt die Würfel
fair-dice-text = Würfe folgen aus einer Zahl, zu der jeder Spieler beiträgt und die am Ende genannt wird. So kann jeder prüfen, dass kein Wurf gewählt war.
fair-time-title = Lass andere nicht warten
fair-time-text = Wenn du nicht weiterspielen willst, gib auf. Der Server beendet Partien, deren Zeit abläuft, und erstattet die Zeit, in der er selbst fort war. In einer Live-Partie dürfen deine Gegner das Ende beanspruchen, wenn du weg bist.
