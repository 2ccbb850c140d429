# Was das Skript der Lektionen sagt.

lesson-restarted = Das Brett steht wie zu Beginn.
lesson-try-again = Mit R noch einmal versuchen.
lesson-hint-piece = Tipp: die Figur auf { $from } ziehen.
lesson-hint-move = Tipp: von { $from } nach { $to }.
lesson-hint-cell = Tipp: { $to }.
refusal-no-such-lesson = Diese Lektion gibt es nicht.
lesson-solved = { $solved } von { $all } Aufgaben gelöst
lesson-go-back = Zurück zu: { $title }
