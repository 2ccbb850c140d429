# Gather, il gioco delle prove.

home-gather-blurb = Prendi l’ultima pietra.
home-gather-text = Prendi l’ultima pietra dal mucchio, a meno che non abbiate pensato lo stesso numero.
rules-gather-1 = Ogni giocatore pensa un numero da uno a tre.
rules-gather-2 = Poi prendono pietre a turno, al massimo quante ne mostra il dado.
new-start-setup-gather = Dall’inizio
new-start-quick-gather = Un piccolo mucchio
new-start-position-gather = Un mucchio dato
new-start-hint-gather = Prima ogni giocatore pensa un numero.
option-stones = Pietre
option-stones-12 = Dodici
option-stones-20 = Venti
option-stones-hint = All’inizio nel mucchio ci sono tante pietre.
side-first = Primo giocatore
side-second = Secondo giocatore
piece-gather-S = Pietra
reason-gather-quiet = L’ultima pietra è presa.
