# The rules of Clouded and Blind Klin Zha.

crules-title = Reglerna för Clouded Klin Zha
crules-lead = Klin Zha med moln över brädet. Vad som står under dem ser inte din motståndare, och en opartisk domare säger var och en av er precis det ni får veta.
crules-klinzha = Reglerna för Klin Zha
crules-editor = Måla moln

crules-object-title = Vad det går ut på
crules-object-1 = Bräde, krigare, mål och seger är desamma som i Klin Zha. Det nya är att ingen ser allt. Den som står under ett moln är dold för fienden, så du drar ut i det okända, och domaren berättar vad det ledde till.
crules-object-2 = Förr behövdes en tredje person i rummet, som antecknade var allting stod och byggde om brädet för spelarna i tur och ordning. Här är servern den domaren. Det du inte får veta når aldrig din webbläsare.
crules-object-3 = Om själva Klin Zha är nytt för dig: två trupper med nio krigare möts på en triangel av små trianglar. Blockeraren spärrar fälten omkring sig för fienden, flygare flyger över allt, alla andra behöver en öppen väg. Den som landar på fiendens mål har vunnit. Börja med reglerna för det öppna spelet, och spela det en eller två gånger.

crules-clouds-title = Moln och vyer
crules-clouds-1 = Varje fält är av ett av tre slag. Själva molnen ser båda spelarna.
crules-cover-clear = Klart: din fiende ser vad som står där, och om målet är med.
crules-cover-edge = Vid kanten av ett moln: din fiende ser att något av din färg står där, men inte vad.
crules-cover-under = Under ett moln: din fiende ser ingenting.
crules-clouds-own = Allt ditt eget ser du alltid. Det som står vid en kant visas för fienden som en neutral pjäs i din färg; ett övergivet mål ser inte annorlunda ut där.
crules-clouds-zone = Den fientliga blockerarens zon visas så länge du känner igen blockeraren, och bara då. Står den under ett moln eller vid en kant verkar zonen osedd, även på klara fält.
crules-picture-truth = Vad som står där. Det ser bara domaren.
crules-picture-gold = Vad Guld ser: neutrala pjäser vid kanterna, ingenting under molnen.
crules-picture-green = Vad Grön ser av samma ställning.

crules-moves-title = Att annonsera ett drag
crules-moves-1 = Du annonserar ett drag: vilken krigare, varifrån, vart, och om den bär sitt mål. Draget måste vara möjligt så långt du kan se. Det du inte ser får du anta inte finns, och en neutral pjäs får du anta är en krigare som kan slås. Allt annat avvisas; det kostar ingenting, och skälet avslöjar ingenting som du inte såg.
crules-moves-2 = Sedan utför domaren draget på det sanna brädet. Därefter kan det inte tas tillbaka.
crules-moves-3 = Om någon av de vägar du ser verkligen leder dit kommer krigaren fram. Landar den på en fiende, sedd eller osedd, slår den den, och du får genast veta vad det var.
crules-moves-4 = Du kan själv ange vägen, och då prövar domaren ingen annan. Överlåter du det åt domaren och ingen väg leder igenom tar krigaren den kortaste; av lika korta den vars fält kommer först i alfabetet.

crules-halts-title = När ett drag stoppas
crules-halts-1 = En krigare till fots vars väg spärras av något osett stannar på det sista fältet fram till vilket vägen var öppen. Den slår ingenting där. Även om den inte har lämnat sitt fält var det ditt drag.
crules-halts-2 = Du får veta var den står och vad som stoppade den, ett kraftfält eller en pjäs, men inte mer: inte vilken pjäs, och inte var blockeraren är. Ett kraftfält är fiendens zon, blockeraren själv eller två zoner som skulle överlappa; en pjäs är allt annat.
crules-halts-flier = En flygare flyger över allt; bara fältet där den landar räknas. Ligger det i en osedd zon, eller står den osedda blockeraren där, kraschar den mot kraftfältet: den stannar på sin linje precis före dess första fält, eller, om något står där, på närmaste tomma före den, i värsta fall där den startade. Den kan alltså hamna bara ett eller två fält bort, vilket den inte skulle kunna av egen vilja. En zon som den flyger över och lämnar bakom sig märker den inte.
crules-halts-blockader = Din blockerare stannar också innan dess zon skulle överlappa en som du inte ser, innan en fiende eller ett mål som du inte ser skulle stå i dess zon, och innan den skulle landa på en osedd krigare. Landar den på en neutral pjäs som visar sig vara ett övergivet mål har du vunnit.
crules-halts-goal = En bärare som stoppas ställer aldrig sitt mål intill din egen blockerare. En som ville lämna sitt mål och inte kom därifrån har det kvar.
crules-picture-flier-intent = Guld annonserar en flygning på tre fält, från I44 till H24. Så långt Guld ser är ingenting i vägen.
crules-picture-flier-halt = Vad som står där: H24 ligger i den gröna blockerarens zon. Flygaren stannar på H34, och Guld får veta att ett kraftfält stoppade den.
crules-picture-walker-intent = Guld skickar fäktaren från E38 till D27. Den andra vägen spärras av förtruppen, så den måste gå genom molnet.
crules-picture-walker-halt = Vad som står där: en fäktare på D28. Guldets stannar på D38, och Guld får veta att en pjäs stoppade den.

crules-losses-title = Slag och förluster
crules-losses-1 = Den som slår får veta vad det var, och om målet var med. Den som förlorar en krigare får veta vilken och var, men inte genom vem: den dog innan den hann berätta.
crules-losses-2 = Där du förlorade något blir ett märke kvar: här stod en fiende när den slog. Det är en anteckning för dig ensam och spärrar ingen väg. Det försvinner när en av dina egna står där, eller när du ser att ingen fiende gör det. Står fienden på ett klart fält ser du helt enkelt vem det är.
crules-losses-3 = Bredvid brädet finns listorna över vad varje sida har förlorat. Båda spelarna känner till dem.
crules-picture-loss-gold = Guldets fäktare landar på D28 under molnet. Guld får veta: en fäktare har slagits.
crules-picture-loss-green = Vad Grön ser då: ett märke där fäktaren förlorades. Vad som står där nu är dolt.

crules-told-title = Vem som får veta vad
crules-told-1 = Domaren säger vissa saker till vissa personer, och ingenting annat. Det är efter den här tabellen som programmet självt avgör vem som hör vad.
crules-told-2 = Den som drog är den som gjorde draget eller tog steget i uppställningen.
crules-told-what = Domaren säger
crules-told-mover = den som drog
crules-told-opponent = motståndaren
crules-told-public = åskådare
crules-told-yes = ja
crules-told-no = nej
crules-says-umpire-ended = var krigaren hamnade
crules-says-umpire-captured = vad den slog, och om målet var med
crules-says-umpire-halted-field = att ett kraftfält stoppade den
crules-says-umpire-halted-piece = att en pjäs stoppade den
crules-says-umpire-lost = vilken krigare som förlorades, och var
crules-says-umpire-drift-rule = hur många omgångar det går mellan två förflyttningar av molnen, om en tärning avgör det
crules-says-umpire-drift = hur molnen har drivit
crules-says-umpire-first-placement = färg och region för den som ställer upp först
crules-says-zones-overlap = att blockeraren inte kan stå där, på grund av en zon som inte syns
crules-says-victory = vem som har vunnit, och hur
crules-says-draw = att ingen har vunnit, och varför
crules-when-move = Genast efter draget
crules-when-first-move = Före första draget
crules-when-next-move = Före nästa drag
crules-when-setup = Under uppställningen
crules-when-end = Vid slutet
crules-told-after = Allt annat förblir osagt. Att ditt drag stoppades får motståndaren inte veta, inte heller vilken väg det tog eller vad som flögs över. Men efter varje drag ser båda på brädet igen, så långt molnen tillåter.

crules-setup-title = Uppställningen
crules-setup-1 = Snurror, val, färger och regioner är desamma som i Klin Zha. Färg och region för den som ställer upp först annonseras.
crules-setup-2 = Den som ställer upp först ställer ut sina nio krigare utan att någon ser på. Sedan kommer den andra till brädet, ser dem så långt molnen tillåter och ställer ut sina; dem ser den första på samma sätt. Därefter följer målen.
crules-setup-3 = Regionerna rör inte vid varandra, så bara de båda blockerarnas zoner kan vara i vägen för varandra. Skulle din blockerares zon överlappa en som du inte ser säger domaren till när du är klar, och du väljer ett annat fält. Mer får du inte veta, och en färdig uppställning står: ingen kan leta efter en zon längs gränsen.
crules-picture-setup-first = Uppställningen som den som ställer upp först ser den.
crules-picture-setup-second = Vad den andra ser av den.

crules-blind-title = Blint Klin Zha
crules-blind-1 = Ett enda moln täcker hela brädet. Du ser dina egna krigare och ingenting annat; om fienden vet du det domaren har sagt dig, och var du har förlorat något. Reglerna är desamma.
crules-blind-2 = Det är för spelare som kan Klin Zha väl. Anteckningarna bredvid brädet hjälper: lägg dina gissningar på fälten. De stannar i din webbläsare och går inte till någon, inte ens till servern.
crules-picture-blind = Ställningen ovan, som Guld ser den i blindspelet.

crules-maps-title = Molnkartor
crules-maps-1 = Molnen i ett nytt parti kommer från ett nummer; samma nummer ger alltid samma karta, och du ser den innan du godtar den. En sådan karta är likadan för alla tre regionerna, har högst åtta fält under moln i var och en, och inget fält under ett moln rör vid ett klart.
crules-maps-2 = Du kan också måla egna moln, eller skriva in dem som nio rader. Fler än åtta fält under moln i en region är tillåtet, med en varning: uppfinnarna märkte i sitt första parti att för lite är kvar att se då.
crules-maps-3 = Ingenmanslandets fält tillhör ingen region och räknas inte.
crules-picture-map = Karta nummer 7.

crules-drift-title = Drivande moln
crules-drift-1 = Om spelarna kommer överens om det driver molnen: var X:e omgång, Y steg i riktning Z. En omgång är ett drag av varje sida. X, Y och Z är överenskomna eller kastas av domaren, X en gång före första draget, Y och Z på nytt varje gång. I blindspelet finns ingenting som kan driva.
crules-drift-2 = Ett steg flyttar alla moln två fält längs en remsa, till nästa fält som pekar åt samma håll. De sex riktningarna är öster, sydost, sydväst, väster, nordväst och nordost. Moln som lämnar brädet är inte borta och kan komma tillbaka.
crules-drift-3 = Båda spelarna får veta före nästa drag hur molnen har drivit, och ser genast vad som nu ligger öppet.
crules-picture-drift-before = Karta nummer 7 …
crules-picture-drift-after = … och sedan den har drivit ett steg mot sydost.

crules-end-title = Slutet
crules-end-1 = Som i Klin Zha slutar ett slag när ett mål slås, när den som är vid draget inte har något tillåtet drag och därmed förlorar, eller när en spelare ger upp. Om det finns ett tillåtet drag avgör domaren på det sanna brädet. Varje slut annonseras för båda samtidigt.
crules-end-2 = Ingen varnar dig när ditt mål kan slås, och du måste inte rädda det: en varning skulle avslöja vad du inte ser. Av samma skäl tas inga drag tillbaka.
crules-end-3 = 200 drag i rad utan slag, båda sidor räknade, är remi, och spelarna kan komma överens om remi. Att en ställning upprepas är inte remi.
crules-end-4 = Efter slutet visas allt för alla. Sidan ställer sanningen bredvid det som var och en av spelarna såg, drag för drag, och domarens protokoll kan laddas ner.

crules-others-title = Åskådare, datorn, och två vid en skärm
crules-others-1 = Åskådare vid ett pågående parti ser varje krigare som dess fiende ser den, och listorna över vad som har förlorats. De ser inga märken och hör inga rapporter om drag. Att titta på ger alltså ingen av spelarna något nytt.
crules-others-2 = Datorn får vad en spelare på dess plats skulle få, sin vy och vad den har fått höra, och ingenting annat. Den del av programmet som tänker får inte det sanna brädet. Den överväger vilka ställningar som kan vara sanna efter allt den har sett och hört, och letar efter drag som är bra i många av dem.
crules-others-3 = Två spelare kan dela en skärm, som i rummet vid brädet: efter varje drag döljer en ridå brädet tills den andra har tagit över.

crules-notation-title = Att skriva ner det
crules-notation-1 = Ett annonserat drag säger inte vad det slår, eftersom man ännu inte vet det. En väg skrivs i parentes, från fältet efter det första till det sista.
crules-notation-2 = I domarens protokoll står vad som verkligen hände. I en spelares eget protokoll står vad den såg och fick höra, med vyn efter varje drag; det kan laddas ner och gås igenom som vilket annat som helst. I en vy står ? för en neutral pjäs från Guld och ! för en från Grön.
crules-notation-intent = Fäktaren ska gå från E38 till D27.
crules-notation-path = Samma sak, på den här vägen och ingen annan.
crules-notation-halt = Vad det ledde till: en pjäs stoppade den på D38.
crules-notation-unseen = Ett drag som den här spelaren inte såg.
crules-notation-lost = Ett drag som den här spelaren inte såg, och som kostade den fäktaren på D28.
crules-notation-onlooker = Samma sak för åskådare, som inte får veta var.

crules-credits-title = Ursprung
crules-credits-1 = Molnvarianten tänktes ut och prövades av qeqar, vaQtar och veSbe’ i den klingonska klubben tuq qa’oS. De spelade den första gången 2002 på en träff i Prüm: qeqar var opartisk spelledare, vaQtar och veSbe’ spelade en hel dag, och på kvällen avbröts partiet. Så mycket av brädet låg under moln att bara fyra eller fem pjäser syntes. Därifrån kommer blindspelet och rådet om kartorna.
crules-credits-2 = Texter och bilder här är våra egna. Där källorna tiger, till exempel om vilken väg en stoppad krigare tog, gäller fastställda tolkningar i det här projektet.
