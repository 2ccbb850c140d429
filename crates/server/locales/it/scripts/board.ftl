# What the board says while it is used: moves in advance, typed moves, waiting.
status-sent = La tua mossa è fatta
status-past = Posizione precedente
wait-status = Non ancora. { $status }
wait-past = Questa è una posizione precedente. Vai all’ultima per muovere.
premove-set = Preparata: da { $from } a { $to }. Viene giocata quando tocca a te. Esc la ritira.
premove-picked = { $cell } presa in anticipo.
premove-cancelled = La mossa preparata è ritirata.
premove-gone = La mossa preparata da { $from } a { $to } non è più possibile.
cell-premove = parte della mossa preparata
typed-label = Mossa
typed-do = Gioca
typed-close = Chiudi
typed-list = Mosse possibili
typed-hint = Per esempio { $example }. Le frecce scelgono dall’elenco, Invio gioca, Esc chiude.
typed-several = Potrebbero essere { $count } mosse. Scrivi di più, o scegline una.
typed-expected = Qui va qualcosa come { $example }.
typed-sent = { $move } inviata.
