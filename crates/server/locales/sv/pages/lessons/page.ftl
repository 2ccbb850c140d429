# Lektionerna: det som de har gemensamt.

lesson-link = Lär dig
lessons-title = Lär dig spelen
lessons-lead = En tanke per steg, på ett riktigt bräde med de riktiga reglerna. Varje lektion tar några minuter, och det går att göra uppehåll när som helst.
lesson-length = { $steps } steg, ungefär { $minutes } minuter
lesson-progress = Så långt har du kommit
lesson-begin = Börja
lesson-continue = Fortsätt
lesson-repeat = En gång till
lesson-title = Lär dig { $game }
lesson-count = { $number } av { $count }
lesson-back = Tillbaka
lesson-again = Om igen
lesson-hint = Tips
lesson-next = Nästa
lesson-done = Bra gjort.
lesson-miss = Ett tillåtet drag, men inte det som söks här.
lesson-end-title = Nu kan du spelet
lesson-end-open = Hela lektionen sedd
lesson-play = Spela ditt första parti
lesson-other = Lär dig { $game }
lesson-all = Alla lektioner
lesson-rules = Alla regler
lesson-offer = Ny på { $game }?
lesson-offer-link = En lektion på { $minutes } minuter
lesson-offer-no = Nej tack
