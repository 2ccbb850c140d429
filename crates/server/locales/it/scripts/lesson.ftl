# What the lessons' script says.

lesson-restarted = La scacchiera è di nuovo com’era.
lesson-try-again = Premi R per riprovare.
lesson-hint-piece = Consiglio: muovi il pezzo su { $from }.
lesson-hint-move = Consiglio: da { $from } a { $to }.
lesson-hint-cell = Consiglio: { $to }.
refusal-no-such-lesson = Questa lezione non esiste.
lesson-solved = { $solved } esercizi risolti su { $all }
lesson-go-back = Torna a: { $title }
