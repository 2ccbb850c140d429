# The page about the interface for programs.

api-lead = Tutto ciò che fanno queste pagine passa per un’interfaccia JSON che può usare anche il tuo bot. Nessuna chiave, nessuna registrazione. Tutta quanta, come documento per le macchine:
api-begin-title = Cominciare in cinque passi
api-begin-1 = Diventa ospite. Da qui in poi il token sta per te; non serve un account.
api-begin-2 = Apri una partita contro il computer. La risposta contiene il suo id.
api-begin-3 = Leggi lo stato. Contiene tutto ciò che puoi sapere, e in «choices» tutto ciò che puoi fare: a un bot non servono le regole.
api-begin-4 = Invia il testo di una delle scelte. Se viene rifiutato, la risposta dice perché.
api-begin-5 = Ascolta: ogni riga è uno stato o un cambiamento, appena ci sono novità.
api-bot-title = Due bot completi
api-bot-python = In Python, via HTTP
api-bot-js = In JavaScript, via socket
api-routes-title = Tutte le route
api-routes-text = Per argomento; apri una riga per parametri, corpi e risposte. Le descrizioni sono in inglese.
api-types-title = Tutti i tipi
api-types-text = Scritti come in TypeScript.
api-errors-title = Tutti gli errori
