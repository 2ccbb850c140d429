# Faires Spiel.

conduct-title = Faires Spiel
conduct-engine-title = Keine Engine gegen Menschen
conduct-engine-text = Solange du gegen einen Menschen spielst, frage weder ein Schachprogramm noch sonst jemanden nach Zügen. Die Analyse, die Tipps und die Computergegner dieses Servers verweigern die Stellungen deiner laufenden Partien. Sie erkennen nur genau diese Stellung, und wer abgemeldet ist, gar nicht: Daran zu halten hast du dich selbst. Gegen den Computer darfst du Tipps nehmen.
conduct-hidden-title = Der Schiedsrichter schweigt
conduct-hidden-text = In verdeckten Partien erfährt jeder Spieler, was seine eigene Sicht enthält, und sonst nichts; ebenso, wer zuschaut. Was unter den Wolken stand, wird nach dem Ende gezeigt.
conduct-dice-title = Niemand wählt die Würfel
conduct-dice-text = Würfe folgen aus einer Zahl, zu der jeder Spieler beiträgt und die am Ende genannt wird. So kann jeder prüfen, dass kein Wurf gewählt war.
conduct-time-title = Lass andere nicht warten
conduct-time-text = Wenn du nicht weiterspielen willst, gib auf. Der Server beendet Partien, deren Zeit abläuft, und erstattet die Zeit, in der er selbst fort war. In einer Live-Partie dürfen deine Gegner das Ende beanspruchen, wenn du weg bist.
