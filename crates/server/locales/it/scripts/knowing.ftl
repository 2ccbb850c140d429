# Knowing what is what: the line on the chosen piece, the legend, choices and notes on the board.

chosen-none = Indica un pezzo, o sceglilo, per leggere che cosa fa.
chosen-none-touch = Tocca un pezzo per leggere che cosa fa.
chosen-unknown = Sul bordo di una nuvola: uno qualsiasi dei guerrieri nemici, o la Meta nemica.
legend-missing = Ora la legenda non si può caricare.
choose-how = Due scelte accanto alla casella; le frecce passano dall’una all’altra, Invio la prende, Esc annulla.
setup-tap-chosen = Tocca una casella libera della tua regione: il prossimo è { $piece }.
setup-tap-full = Tutti i tuoi guerrieri sono schierati. Toccane uno per spostarlo, o premi Pronto.
note-on = Che cosa può esserci su { $cell }?
note-laid = { $note }: annotato su { $cell }
note-gone = { $cell }: nota tolta
told-go = Mostra la scacchiera in quel momento
path-why = Se è sbarrata, l’arbitro prova le altre; se lo sono tutte, il guerriero si ferma sulla più breve.
