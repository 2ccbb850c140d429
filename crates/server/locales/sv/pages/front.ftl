# Startsidan.

home-hero-play = Spela { $game } nu
home-hero-board = En strid i Klin Zha spelas upp: gå igenom den med kommentarer
home-hero-pause = Stanna striden
home-hero-note = Från den första krigaren till det sista hugget: introduktionens strid, med kommentarer.
home-games = Spelen
home-klinzha-blurb = Schack på en triangel, nio krigare på var sida och ett mål som någon måste bära.
home-clouded-klinzha-blurb = Klin Zha under moln: en del av brädet syns, och resten vet domaren.
home-grand-chess-blurb = Tio gånger tio fält, och upp till 73 extra pjäser för den som vågar.
home-kaleidochess-blurb = Två till fyra arméer på ett hjul där varje pjäs går exakt sitt antal steg.
sample-moments = Ögonblicken
teasers-title = Mer att göra
sample-result = Guld har vunnit: målet har ingenstans att ta vägen
