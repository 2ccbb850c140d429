# The front page.

home-hero-play = Gioca subito a { $game }
home-hero-board = Una battaglia di Klin Zha, riprodotta: ripercorrila con i commenti
home-hero-pause = Ferma la battaglia
home-hero-note = Dal primo guerriero all’ultimo colpo: la battaglia dell’introduzione, con commenti.
home-games = I giochi
home-klinzha-blurb = Scacchi su un triangolo, nove guerrieri per parte, e una Meta che qualcuno deve portare.
home-clouded-klinzha-blurb = Klin Zha sotto le nuvole: vedi una parte della scacchiera, e un arbitro conosce il resto.
home-grand-chess-blurb = Dieci per dieci caselle, e quanti osi dei 73 pezzi aggiuntivi.
home-kaleidochess-blurb = Da due a quattro eserciti su una ruota, su cui ogni pezzo fa esattamente il suo numero di passi.
sample-moments = I suoi momenti
teasers-title = Che altro si può fare
sample-result = Oro ha vinto: la Meta non ha vie d’uscita
