# The lessons: what they share.

lesson-link = Impara
lessons-title = Impara i giochi
lessons-lead = Un’idea per passo, su una scacchiera vera con le regole vere. Ogni lezione dura pochi minuti, e puoi fermarti e riprendere quando vuoi.
lesson-length = { $steps } passi, circa { $minutes } minuti
lesson-progress = A che punto sei
lesson-begin = Comincia
lesson-continue = Continua
lesson-repeat = Ancora una volta
lesson-title = Impara { $game }
lesson-count = { $number } di { $count }
lesson-back = Indietro
lesson-again = Di nuovo
lesson-hint = Consiglio
lesson-next = Avanti
lesson-done = Ben fatto.
lesson-miss = Una mossa legale, ma non quella cercata qui.
lesson-end-title = Ora conosci il gioco
lesson-end-open = Lezione vista per intero
lesson-play = Gioca la tua prima partita
lesson-other = Impara { $game }
lesson-rules = Tutte le regole
lesson-offer = { $game } ti è nuovo?
lesson-offer-link = Una lezione di { $minutes } minuti
lesson-offer-no = No, grazie
lesson-all = Tutte le lezioni
