# The rules page and the piece guide of KaleidoChess.

krules-title = Reglerna för KalejdoSchack (KaleidoChess)
krules-lead = Två, tre eller fyra arméer på en rund spelplan. Gående pjäser går från sida till sida, flygande över hörn och över alla andra, och den som inte längre har någon borg är ute.

krules-object-title = Vad det går ut på
krules-object-1 = Håll en borg. Den som inte har någon pjäs i någon av de fem borgarna är ute, hur många pjäser som än finns kvar, och den siste som är med har vunnit.
krules-object-2 = Vit börjar, sedan går turen medurs: vit, röd, svart, grön. Den som är vid draget måste flytta en pjäs; det går inte att stå över, och ingen får flytta någon annans pjäser.

krules-board-title = Spelplanen
krules-board-1 = Kring en mittruta ligger fem cirklar med 8, 16, 16, 24 och 24 rutor, 89 rutor sammanlagt. De delas i åtta likadana tårtbitar, numrerade medurs från den där vits borg ligger. I varje tårtbit har rutorna bokstäverna A till K, cirkel för cirkel inifrån och ut och medurs i varje cirkel. En ruta heter efter tårtbit och bokstav, till exempel 1J; mittrutan heter 00.
krules-picture-names = Rutornas namn. Mittrutan och fyra rutor i den yttersta cirkeln, med dubbla kanter, är borgar; rutorna med prickad kant är städer.
krules-board-2 = Fem rutor är borgar: 00, 1J, 3J, 5J och 7J. De 28 rutor som rör vid en borg är städer. De hör till spelplanen men har ingen verkan i de här reglerna.
krules-board-3 = Två rutor rör vid varandra med en sida om de ligger bredvid varandra i en cirkel, eller i angränsande cirklar så att deras kanter helt eller delvis möts. Möts de bara i en punkt rör de vid varandra med ett hörn. Mittrutan rör vid alla åtta rutorna omkring sig med en sida. Linjerna mellan cirklarna och den kring mittrutan är cirkellinjerna; de får strax betydelse.
krules-picture-sides = Rutorna som rör vid 1D med en sida: 1B, 1E, 1F, 1G och 8E. Dit kan en bonde gå.
krules-picture-corners = En korp kan också flyga till 1C, 8C och 8H, som rör vid 1D bara med ett hörn.

krules-pieces-title = Pjäserna
krules-pieces-1 = Det finns nio slag. Deras märken säger allt: streck är för flygande pjäser, prickar för gående, och de är lika många som stegen. Trollkarlens tre streck bildar en triangel. Färgerna skiljer sig också i mönstret längs kanten.
krules-pieces-2 = När två spelar har vardera sidan arton pjäser. Hur många av varje slag står efter namnet.
krules-pieces-flies = flyger { $steps }
krules-pieces-walks = går { $steps }
krules-pieces-guide = Pjäsguiden visar vad var och en av dem kan, med en spelplan att pröva på.

krules-moves-title = Dragen
krules-moves-1 = En pjäs går alltid exakt så många steg som den har märken, varken fler eller färre. På vägen använder den ingen ruta två gånger, och den kommer inte tillbaka till rutan där den började.
krules-moves-2 = Gående pjäser tar steg från sida till sida, och varje ruta mellan den första och den sista måste vara tom. Flygande pjäser flyger över sidor och hörn, och över allt som står där, vän som fiende.
krules-picture-walk-free = En häst på 1J utan något omkring sig: två steg, till 1F, 1H, 2I eller 8K.
krules-picture-walk-barred = Pjäser på 1I och 1K spärrar vägarna längs cirkeln. Streck visar vad som inte längre går att nå; över 1G kommer den ändå till 1F och 1H.
krules-picture-fly = En örn bryr sig inte om vem som står emellan: den flyger två steg som om ingen vore där.
krules-moves-3 = På ett helt drag korsar en pjäs högst en cirkellinje. Den kommer alltså högst en cirkel närmare mitten eller längre ifrån den, och den kan inte gå in och sedan ut igen. Den behöver inte korsa någon linje. Ett steg över ett hörn korsar alltid en, och det gör också ett steg mellan mitten och den första cirkeln.
krules-moves-4 = Bara trollkarlen är fri från detta: han får korsa en, två eller tre linjer på ett drag, och samma linje mer än en gång.
krules-picture-line-roc = En fågel rok på 1J, tre steg: den stannar i de två yttersta cirklarna.
krules-picture-line-wizard = En trollkarl på samma ruta, också tre steg: han kommer ända till den andra cirkeln.
krules-moves-5 = Vilken väg en pjäs tar spelar ingen roll; det är bara de två rutorna som gör draget. Finns det flera vägar visar sidan en av dem.
krules-picture-way = En av vägarna när en trollkarl flyger 1B-2F.

krules-captures-title = Att slå ut
krules-captures-1 = En pjäs som slutar sitt drag på en upptagen ruta slår ut det som står där, och det lämnar spelplanen. Vilken pjäs som helst kan slå ut vilken annan som helst. Borgar och städer skyddar ingen.
krules-captures-2 = Även de egna pjäserna går att slå ut. Ibland räddar man sig så ur en svår situation eller får en bättre gardering. Sidan frågar innan den låter dig göra det.
krules-picture-capture = Vad vits häst på 1D kan slå ut: fienden på 1H och, märkt med en ring, den egna korpen på 8D.

krules-undo-title = Ingen väg tillbaka
krules-undo-1 = Ditt nästa drag får inte ångra ditt senaste: en pjäs som just har gått 1D-1E får inte gå 1E-1D på ditt direkt följande drag. Den får gå någon annanstans, en annan pjäs får flyttas, och ett drag senare får den gå tillbaka.
krules-undo-2 = Bara de två rutorna räknas, vad något av dragen än slår ut och vilken väg det än tar. Har pjäsen slagits ut under tiden är inget förbjudet. Tar regeln ifrån dig ditt enda drag är du inlåst.
krules-picture-undo = Vits senaste drag var 1D-1E. Bonden kan gå vart som helst utom tillbaka.

krules-out-title = Vem som är ute
krules-out-1 = Efter varje drag är den ute som inte har någon borg: utslagen av en fiende, eller borta genom sitt eget drag, frivilligt eller för att inget annat fanns. Sidan varnar dig innan du lämnar din sista borg. Hur många borgar någon har, och vilka, spelar ingen roll.
krules-out-2 = Slår din egen pjäs ut din pjäs i din sista borg har du borgen kvar: det är ingen förlust.
krules-out-3 = Sedan går turen vidare. Den som är vid draget och inte kan göra något tillåtet drag är inlåst och också ute; det är mycket sällsynt. Så frågas nästa, och så vidare. Man kan även ge upp, eller överskrida tiden där det spelas med klocka.
krules-out-4 = Så länge minst två spelar vidare lämnar pjäserna spelplanen för dem som är ute. När bara en är kvar har den vunnit, och spelplanen förblir som den är. De andras placering är den omvända ordningen i vilken de åkte ut; de som åker ut samtidigt delar plats.
krules-picture-out-before = Röd har bara 3J kvar. Vits fågel rok ska just flyga 2J+3J.
krules-picture-out-after = Röd är utslagen: alla dess pjäser är borta, och vit och svart spelar vidare.
krules-picture-locked = Vit är inlåst. Tigerns enda väg skulle leda tillbaka dit den kom ifrån.

krules-setup-title = Uppställningen
krules-setup-1 = Två spelare: vit har sin trollkarl i 1J, svart i 5J. Därifrån och utåt åt båda hållen står i den yttersta cirkeln fågel rok, örn, korp och bonde, och framför dem, med draken i mitten, elefant, tiger, häst och bonde.
krules-picture-setup-2 = Två spelare.
krules-setup-2 = När tre eller fyra spelar har var och en tolv pjäser: trollkarlen, draken och två var av fågel rok, örn, elefant, tiger och bonde. Vit börjar i 1J, röd i 3J, svart i 5J, grön i 7J. Med tre är 7J en ledig borg; den som sitter bredvid har det lite lättare, så byt platser från parti till parti.
krules-picture-setup-3 = Tre spelare. Borgen 7J är ledig.
krules-picture-setup-4 = Fyra spelare.
krules-setup-3 = Två experiment kommer från upphovsmannen själv: en sidas hela armé kan bytas mot bönder eller korpar på samma rutor. Och varje annan uppställning går att göra i ställningsredigeraren.

krules-draws-title = Remi och husregler
krules-draws-1 = Ett parti slutar oavgjort när alla som fortfarande spelar är överens om det. Av sig själva känner reglerna ingen remi.
krules-draws-2 = Två husregler kan avtalas när ett parti öppnas. Utan upprepning får inget drag återskapa en ställning som har funnits på spelplanen förut med samma spelare vid draget. Med ett högsta antal omgångar är partiet oavgjort när den sista är över och ingen har vunnit. Partier mot datorn slutar efter { $rounds } omgångar om du inte säger något annat.

krules-dice-title = Med tärning
krules-dice-1 = I den här varianten kastas en tärning före varje drag, och bara de pjäser som kastet nämner får flyttas. Alla andra regler gäller fortfarande.
krules-dice-throw = Kast
krules-dice-names = De här får flyttas
krules-dice-any = Vilken pjäs som helst
krules-dice-2 = Den som kan flytta måste, även om det kostar en egen pjäs eller den sista borgen. Den som inte kan står över; det sker av sig självt och är ingen förlust: med tärning blir ingen inlåst. Det som inte får ångras efter ett drag får inte ångras efter att man har stått över heller.
krules-dice-3 = Om ingen som fortfarande spelar skulle kunna flytta, vad tärningen än visade, är partiet oavgjort. Inget drag tas tillbaka, för den som har sett ett kast skulle flytta annorlunda. En annan tabell över kasten kan avtalas när partiet öppnas.

krules-fair-title = Varför kasten är ärliga
krules-fair-1 = Servern kastar, och du behöver inte lita på dess ord. När partiet öppnas drar den ett hemligt tal som ingen kan gissa och visar talets fingeravtryck. Något annat tal med samma fingeravtryck går inte att finna, så från och med då är servern bunden vid det. Först därefter bidrar varje spelares webbläsare med en slumpmässig del; de som sitter vid samma skärm ger en gemensam del, och datorer ger ingen. Talet och delarna, sammanfogade med punkter, är fröet. Varje kast följer av fröet och kastets nummer, och inget kastas innan den sista delen finns: dittills kan ingen förutse ett kast, inte ens servern.
krules-fair-2 = När partiet är slut visas fröet, och det står i protokollet. Då kan alla räkna fram fingeravtrycket och alla kast igen. Sidan gör det av sig själv, kommandot heterodox dice gör det, och två rader i ett kommandoskal gör det också:
krules-fair-3 = Den första raden ger fingeravtrycket av serverns tal, som står före fröets första punkt. Den andra ger byteföljden för det första kastet: den första byte som är mindre än 252 räknas, och kastet är resten vid division med 6, plus 1. För det andra kastet står 2.0 i stället för 1.0, och så vidare.
krules-fair-4 = Detta visar att servern inte kunde välja sitt tal efter din del och att inget kast ändrades efter vad som hände i partiet. Det visar inte att ingen visste något: den som driver servern har fröet när alla delar finns och skulle kunna räkna ut kommande kast. Och den som dessutom själv spelar och ger den sista delen skulle kunna pröva delar tills kasten passar. Spela alltså med tärning där du litar på att huset inte spelar mot dig.

krules-notation-title = Att föra protokoll
krules-notation-1 = Ett drag skrivs med sina två rutor och ett streck; ett plustecken betyder att något slås ut, även en egen pjäs. Med tärning står kastet först. I den långa formen har pjäserna sina namn; det är den som läses upp, och draglistan kan visa den.
krules-notation-move = { $long }
krules-notation-capture = { $long }
krules-notation-throw = Samma drag med tärning, efter en 3
krules-notation-pass = Det blev en 4, och inget som den nämner kunde flyttas
krules-notation-resigns = Röd ger upp
krules-notation-2 = Ett protokoll börjar med rader som anger spelet, spelarna, uppställningen, alternativen och, där det finns ett, fröet. Sedan kommer omgångarna, en per rad. Det går att läsa in här igen, och andra program kan läsa det.
krules-picture-record = Början på ett parti för två.
krules-notation-3 = En ställning skrivs på en rad: mittrutan och de fem cirklarna med snedstreck emellan, var och en medurs från tårtbit 1, med tal för tomma rutor och färg och bokstav för en pjäs; sedan vem som är vid draget, varje färgs senaste drag, tärningen och omgångens nummer. Uppställningen för två är:

krules-rulings-title = Där källan lämnar något öppet
krules-rulings-1 = Källans bilder och dess tabell över kasten är förlorade. Det som står här i deras ställe har härletts ur texten; äger du en originalspelplan vill vi gärna höra av dig. Det här är våra avgöranden:
krules-rulings-KC1 = Cirklarnas storlek och bokstävernas ordning är en rekonstruktion. Texten anger fem cirklar, åtta identiska tårtbitar med elva rutor från A till K, fyra borgar i den yttersta cirkeln och 1B-2F som ett möjligt drag av trollkarlen. Av de spelplaner som stämmer med det har den här de mest kvadratiska rutorna.
krules-rulings-KC2 = Regeln mot att ångra ser bara på spelarens eget senaste drag, som det står ovan.
krules-rulings-KC3 = Rutorna i uppställningen för två är väl grundade; pjäsernas ordning i raderna är en rekonstruktion.
krules-rulings-KC4 = Uppställningarna för tre och fyra är våra egna; källans förslag var bilder som är förlorade.
krules-rulings-KC5 = I vilken ordning det avgörs vem som är ute, vad som händer med pjäserna och placeringarna är våra avgöranden. Källan talar om två spelare.
krules-rulings-KC6 = Tabellen över kasten är en rekonstruktion: varje kast nämner de pjäser som går så många steg, trollkarlen hör till trean, och 5 och 6 nämner vilken pjäs som helst. Så tvingas ingen ensam trollkarl ut ur sin borg av det första kastet.

krules-credits-title = Ursprung
krules-credits-1 = Patrick Hassel Zein har arbetat med spelet sedan 1985, med hjälp av vänner och familj, under namn som Utopi, Magiskt Schack och Cai Qi, tills det 2003 fick sitt eget: KalejdoSchack, KaleidoChess. Han har tillägnat det minnet av Franco Fulli. Regeln mot att ångra kom till 2004.
krules-credits-2 = Detta är grundreglerna; upphovsmannens regler om magi för avancerade spelare spelas inte här. Texter och bilder är våra egna.

guide-kaleidochess-title = Pjäserna i KalejdoSchack
guide-kaleidochess-lead = Alla nio, ritade och förklarade: hur långt var och en kommer, och varifrån. Öppna en, ställ andra omkring den och se vad som ändras.
guide-kaleidochess-kind-fliers = Flygande
guide-kaleidochess-kind-walkers = Gående
guide-kaleidochess-sign-both = Går dit, och skulle slå ut det som stod där
guide-kaleidochess-sign-take = Slår ut fienden där
guide-kaleidochess-sign-own = Slår ut sin egen sidas pjäs där, vilket är tillåtet
guide-kaleidochess-sign-blocked = Inte nu: varje väg dit är spärrad, eller så skulle senaste draget ångras
guide-kaleidochess-told-count = Tomma rutor att gå till: { $moves }. Fiender som den kan slå ut: { $captures }; egna pjäser: { $own }. På en tom spelplan når den { $all } rutor härifrån.
guide-kaleidochess-tool = Ett klick på en ruta
guide-kaleidochess-stage-keys = Med musen går det också att dra pjäser. Med tangenter: pilarna går runt cirklarna och mellan dem, Enter gör det som är valt, Delete tar bort en pjäs.
guide-kaleidochess-reach = Rutor som den når på den tomma spelplanen, efter var den står
guide-kaleidochess-from-centre = Mitten
guide-kaleidochess-from-ring-1 = Cirkel 1
guide-kaleidochess-from-ring-2 = Cirkel 2
guide-kaleidochess-from-ring-3 = Cirkel 3
guide-kaleidochess-from-ring-4 = Cirkel 4
guide-kaleidochess-from-ring-5 = Cirkel 5
guide-kaleidochess-alone-centre = I mitten, ensam på spelplanen. Rutor inom räckhåll: { $all }.
guide-kaleidochess-alone-inner = I den innersta cirkeln, ensam. Rutor inom räckhåll: { $all }.
guide-kaleidochess-alone-outer = I en borg i den yttersta cirkeln, ensam. Rutor inom räckhåll: { $all }.
guide-kaleidochess-company-near = Bland andra: det som står på en ruta inom räckhåll slås ut, fiender såväl som egna pjäser.
guide-kaleidochess-company-flies = Bland andra: flykten går över alla, och det som står där den slutar slås ut, fiender såväl som egna pjäser.
guide-kaleidochess-company-walks = Bland andra: det som står emellan spärrar vägen, så en del rutor går inte att nå (streck). Det som står där vägen slutar slås ut, fiender såväl som egna pjäser.

guide-kaleidochess-W-short = Flyger tre steg, och ingen cirkellinje hejdar honom.
guide-kaleidochess-W = Trollkarlen flyger exakt tre steg, över sidor och hörn och över allt som står där. Han är den ende som får korsa mer än en cirkellinje på ett drag, och samma linje mer än en gång; därför når han djupt in på spelplanen och är den starkaste pjäsen. Hans tre streck bildar en triangel.
guide-kaleidochess-D-short = Flyger fyra steg, över högst en cirkellinje.
guide-kaleidochess-D = Draken flyger exakt fyra steg, över sidor och hörn och över allt som står där. Den korsar högst en cirkellinje på ett drag, så den kommer långt runt spelplanen men inte långt in eller ut. Den har fyra streck.
guide-kaleidochess-R-short = Flyger tre steg, över högst en cirkellinje.
guide-kaleidochess-R = Fågel rok är den arabiska sagans jättefågel som flyger iväg med elefanter. Den flyger exakt tre steg, över sidor och hörn och över allt som står där, och korsar högst en cirkellinje på ett drag. Den har tre streck.
guide-kaleidochess-E-short = Flyger två steg, över högst en cirkellinje.
guide-kaleidochess-E = Örnen flyger exakt två steg, över sidor och hörn och över det som står där, och korsar högst en cirkellinje på ett drag. Den har två streck.
guide-kaleidochess-V-short = Flyger ett steg, över en sida eller ett hörn.
guide-kaleidochess-V = Korpen flyger ett steg, till vilken ruta som helst som rör vid dess egen med en sida eller ett hörn. Den har ett streck.
guide-kaleidochess-L-short = Går fyra steg, över högst en cirkellinje.
guide-kaleidochess-L = Elefanten går exakt fyra steg från sida till sida, och varje ruta däremellan måste vara tom. Den korsar högst en cirkellinje på ett drag. Den har fyra prickar. Bland de egna pjäserna sitter den ofta fast; där det finns plats kommer den långt.
guide-kaleidochess-T-short = Går tre steg, över högst en cirkellinje.
guide-kaleidochess-T = Tigern går exakt tre steg från sida till sida, och båda rutorna däremellan måste vara tomma. Den korsar högst en cirkellinje på ett drag. Den har tre prickar.
guide-kaleidochess-H-short = Går två steg, över högst en cirkellinje.
guide-kaleidochess-H = Hästen går exakt två steg från sida till sida, och rutan däremellan måste vara tom. Den korsar högst en cirkellinje på ett drag. Den har två prickar.
guide-kaleidochess-P-short = Går ett steg, åt vilken sida som helst.
guide-kaleidochess-P = Bonden går ett steg, till vilken ruta som helst som rör vid dess egen med en sida: inåt, utåt eller längs cirkeln. Den slår ut som den går och blir aldrig något annat. Den har en prick.
