# Che cosa dice lo script delle lezioni.

lesson-restarted = Il tavoliere è come all'inizio.
lesson-try-again = Premi R per riprovare.
lesson-hint-piece = Aiuto: muovi il pezzo in { $from }.
lesson-hint-move = Aiuto: da { $from } a { $to }.
lesson-hint-cell = Aiuto: { $to }.
refusal-no-such-lesson = Questa lezione non esiste.
