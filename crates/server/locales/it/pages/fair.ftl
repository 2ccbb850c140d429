# Fair play.

conduct-title = Gioco leale
conduct-engine-title = Nessun motore contro le persone
conduct-engine-text = Mentre giochi contro un’altra persona, non chiedere mosse a un motore né a nessun altro. L’analisi, i consigli e i giocatori computer di questo server rifiutano le posizioni delle tue partite in corso. Riconoscono però solo la posizione esatta, e non riconoscono affatto chi non ha fatto l’accesso: rispettare la regola sta a te. Contro il computer i consigli sono a tua disposizione.
conduct-hidden-title = L’arbitro mantiene i segreti
conduct-hidden-text = Nelle partite nascoste ogni giocatore riceve ciò che contiene la sua vista e nient’altro; così anche chi guarda. Che cosa stava sotto le nuvole si dice a partita finita.
conduct-dice-title = Nessuno sceglie i dadi
conduct-dice-text = I lanci seguono da un seme a cui ogni giocatore contribuisce, e che alla fine viene rivelato. Così chiunque può verificare che nessun lancio è stato scelto.
conduct-time-title = Non far aspettare gli altri
conduct-time-text = Se non vuoi più giocare, abbandona. Il server chiude le partite il cui tempo scade, e restituisce il tempo in cui era assente lui stesso. In una partita dal vivo, quando te ne vai, gli avversari possono reclamarne la fine.
