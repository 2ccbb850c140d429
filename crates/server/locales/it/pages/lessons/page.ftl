# Le lezioni: ciò che hanno in comune.

lesson-link = Impara
lessons-title = Impara i giochi
lessons-lead = Un'idea per passo, su un tavoliere vero con le regole vere. Ogni lezione dura pochi minuti, e puoi interromperla e riprenderla quando vuoi.
lesson-length = { $steps } passi, circa { $minutes } minuti
lesson-progress = A che punto sei
lesson-begin = Comincia
lesson-continue = Continua
lesson-repeat = Ancora una volta
lesson-title = Impara { $game }
lesson-count = { $number } di { $count }
lesson-back = Indietro
lesson-again = Di nuovo
lesson-hint = Aiuto
lesson-next = Avanti
lesson-done = Ben fatto.
lesson-miss = Una mossa legale, ma non quella cercata qui.
lesson-end-title = Ora conosci il gioco
lesson-play = Gioca la tua prima partita
lesson-other = Impara { $game }
lesson-all = Tutte le lezioni
lesson-rules = Tutte le regole
lesson-offer = { $game } è nuovo per te?
lesson-offer-link = Una lezione di { $minutes } minuti
lesson-offer-no = No, grazie
