# Die Lektionen: was sie gemeinsam haben.

lesson-link = Lernen
lessons-title = Die Spiele lernen
lessons-lead = Ein Gedanke je Schritt, auf einem echten Brett mit den echten Regeln. Jede Lektion dauert wenige Minuten und lässt sich jederzeit unterbrechen.
lesson-length = { $steps } Schritte, etwa { $minutes } Minuten
lesson-progress = Fortschritt
lesson-begin = Beginnen
lesson-continue = Weitermachen
lesson-repeat = Noch einmal
lesson-title = { $game } lernen
lesson-count = { $number } von { $count }
lesson-back = Zurück
lesson-again = Neu
lesson-hint = Tipp
lesson-next = Weiter
lesson-done = Gut gemacht.
lesson-miss = Ein erlaubter Zug, aber nicht der hier gesuchte.
lesson-end-title = Das Spiel ist gelernt
lesson-end-open = Die ganze Lektion gesehen
lesson-play = Die erste Partie spielen
lesson-other = { $game } lernen
lesson-all = Alle Lektionen
lesson-rules = Alle Regeln
lesson-offer = Neu bei { $game }?
lesson-offer-link = Eine Lektion von { $minutes } Minuten
lesson-offer-no = Nein, danke
