# The rules of Klin Zha.

rules-title = Reglerna för Klin Zha
rules-lead = Två trupper möts på en triangel. Var och en har nio krigare och ett mål, och det är målet som räknas.
rules-contents = Innehåll
rules-play = Spela ett parti

rules-object-title = Vad det går ut på
rules-object-1 = Du vinner genom att slå det fientliga målet. Du vinner också om din motståndare är vid draget och ingen av dess krigare längre kan gå. Allt annat, även krigarna, är medel för det.

rules-board-title = Brädet
rules-board-1 = Brädet är en triangel av 81 små trianglar i nio rader. All förflyttning går genom fältens sidor, aldrig genom deras hörn, så ett fält har högst tre grannar.
rules-board-2 = Varje fält har ett namn med tre tecken: sin rad, A överst till I nederst, och de två diagonaler som korsas i det. Den första siffran räknar diagonalerna som löper längs den vänstra kanten, den andra dem längs den högra kanten, båda från vänster till höger nertill. I bilden har varje tecken samma färg som linjerna kring dess remsa: grönt för raden, rött för den första siffran, blått för den andra.
rules-board-caption = Lathund 1: fältens namn och regionerna Norr, Väster och Öster. De mörka fälten tillhör ingen av dem.
rules-board-3 = En rak linje håller sig i en remsa: den följer en rad eller en av de två diagonalerna, växelvis genom fält som pekar uppåt och nedåt. Varje fält ligger i tre remsor, så sex raka vägar leder ut, och varje första steg inleder två av dem.
rules-board-4 = De tre regionerna har 24 fält var och betyder något bara under uppställningen. De nio fälten emellan är ingenmansland, där ingen ställer upp.

rules-squad-title = Krigarna
rules-squad-1 = Guld och Grön har samma trupp: en blockerare, två flygare, en snabbfot, tre förtrupper, en lansiär och en fäktare. I varje drag måste du flytta en krigare; att passa är inte tillåtet.
rules-squad-2 = Alla utom blockeraren slår genom att landa på en fientlig krigare. Flygare flyger över allt; alla andra behöver en öppen väg: ingen krigare och inget mål från någon sida på den, och inget fält i den fientliga blockerarens zon. Bara på det sista fältet får det stå något som ska slås, eller ditt eget övergivna mål. En väg använder aldrig ett fält två gånger.
rules-squad-legend = Lathund 2: rött är där krigaren står, grönt dit den kan gå, blått det som den måste passera på vägen. De gula trianglarna är blockerarens zon.
rules-diagram = Möjliga drag: { $piece }
rules-carries = Får bära målet.
rules-carries-not = Får inte bära målet.
rules-piece-B = Ett eller två fält rakt fram. Den slår ingenting och blir aldrig slagen, men den vaktar fälten omkring sig.
rules-piece-Fl = Tre till sex fält rakt fram, över allt som står där. Kortare kan den inte gå.
rules-piece-S = Två till fyra steg åt vilket håll som helst, med valfria svängar. Ett enda steg kan den inte gå, så dess grannar är säkra för den.
rules-piece-V = Ett steg. Det finns tre av dem, och bättre än så är det inte.
rules-piece-L = Ett till tre fält rakt fram. Snabb nog att föra målet ur fara.
rules-piece-Fe = Ett till tre steg åt vilket håll som helst, med valfria svängar. Den smidigaste av dem som bär.

rules-zone-title = Blockerarens zon
rules-zone-1 = De upp till tre fälten intill en blockerare är dess zon. Fientliga krigare kan varken gå in i den eller genom den, men en flygare får flyga över. Den som står i sin egen blockerares zon är alltså säker, och på själva blockeraren kan ingen landa.
rules-zone-2 = I gengäld får en blockerare inte avsluta sitt drag med en fientlig krigare eller något mål i sin zon, inte ens det egna, och inte heller så att de båda zonerna överlappar. Inget mål får bli liggande intill sin egen blockerare, och blockeraren får inte stå på sitt eget mål.
rules-zone-3 = Det enda som en blockerare kan ta är ett övergivet fientligt mål, genom att landa på det.

rules-goal-title = Målet
rules-goal-1 = Målet rör sig inte av sig självt. En förtrupp, lansiären eller fäktaren på samma fält kan ta med det under hela draget eller lämna det. Ingenting tas upp eller läggs ner på vägen.
rules-goal-2 = Ett mål utan krigare är övergivet. Varje egen krigare utom blockeraren får landa på det; för att bära det vidare måste först en bärare komma dit och i ett senare drag gå därifrån med det. En flygare eller snabbfot som står på målet lämnar det när den går vidare.
rules-goal-3 = Den som landar på det fientliga målet slår det, bevakat eller inte, och har vunnit.
rules-goal-4 = Ett mål som kan slås bör föras i säkerhet. Sidan varnar dig när ditt hänger och frågar innan du lämnar det så. Man kan också komma överens om att det måste räddas: då är bara drag tillåtna efter vilka målet är säkert, så länge det finns sådana, eller sådana som vinner direkt.

rules-setup-title = Uppställningen
rules-setup-1 = Snurror: en spelare kastar de båda sexsidiga snurrorna. Under sju förlorar den kastet, över sju vinner den det; vid sju kastar den andra.
rules-setup-2 = Val: den som vann kastet ställer upp först, ställer upp sist eller låter den andra välja. Den som får valet måste välja.
rules-setup-3 = Den som ställer upp först väljer en färg och en region och ställer upp alla nio krigare där.
rules-setup-4 = Den som ställer upp sist gör detsamma i en av de två andra regionerna och vet då var fienden står. De båda blockerarnas zoner får inte överlappa.
rules-setup-5 = Mål: först ger den ena sidan sitt mål till en bärare som inte står intill den egna blockeraren, sedan den andra.
rules-setup-6 = Den som ställde upp först gör det första draget.
rules-setup-custom = Att ställa upp sist är en liten fördel. Därför anses det hedervärt att överlåta valet, och för den som får det att ställa upp först. Den som ställer upp först bör göra det symmetriskt: annars väljer motståndaren den region som vetter mot den svagare sidan.
rules-setup-quick = För en snabbstart finns färdiga uppställningar som inte ger någon sida den bättre platsen.

rules-end-title = Stridens slut
rules-end-1 = En strid slutar när ett mål slås, när spelaren vid draget saknar tillåtna drag och därmed förlorar, eller när en spelare ger upp.
rules-end-2 = Segraren säger Zha riest'n, teskas tal'tai-kleon: ett angenämt parti, mina komplimanger till en värdig motståndare. Det är det enda som alltid sägs, och alltid med dessa ord.
rules-end-3 = De gamla lagarna känner ingen remi. Här får spelarna komma överens om en när som helst.
rules-end-4 = Två husregler kan slås på när ett parti öppnas: samma ställning med samma spelare vid draget är remi för tredje gången, liksom 100 drag i följd, båda sidor räknade, utan slag. En vinst går före.

rules-notation-title = Att skriva ner en strid
rules-notation-1 = Ett protokoll har två kolumner, Guld till vänster och Grön till höger. En krigare skrivs med sin kod och fältet där den står; koderna är desamma på alla språk:
rules-notation-place = Blockeraren ställs på E37.
rules-notation-place-goal = Målet ges till lansiären på D28.
rules-notation-move = Flygaren går från I44 till F14.
rules-notation-capture = Snabbfoten slår flygaren på F14.
rules-notation-carry = Fäktaren går och tar med målet.
rules-notation-abandon = Lansiären går och lämnar målet på D28.
rules-notation-capture-goal = Förtruppen slår fäktaren med dess mål, och striden är över.
rules-notation-capture-abandoned = Snabbfoten slår ett övergivet mål, och striden är över.
rules-guide = Alla pjäser i pjäsguiden
rules-zone-caption = Förvandlingszonerna. Vita bönder får förvandlas på de tre översta raderna och måste på den sista, svarta på de tre nedersta och måste på rad 1.
rules-other = Reglerna för { $game }
