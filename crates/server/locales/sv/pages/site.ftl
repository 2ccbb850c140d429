# Header and footer, front page, import and error pages.

site-name = Heterodox
site-description = Spela Klin Zha, öppet eller under moln, Grand Chess och KalejdoSchack (KaleidoChess) i webbläsaren, mot datorn eller med vänner.
skip-to-content = Hoppa till innehållet
nav-label = Huvudmeny
nav-play = Spela
nav-rules = Regler
nav-import = Läs in
settings-label = Språk och färger
settings-lang = Språk
settings-theme = Färger
theme-auto = Auto
theme-light = Ljust
theme-dark = Mörkt
footer-about = Heterodox: här spelas, döms och förstås annorlunda schack.
footer-guide = Pjäserna i { $game }
footer-sample = Exempelstriden
footer-api = För program
footer-licences = Licenser

home-page-title = Annorlunda schack
home-title = Schack vid sidan av allfarvägen
home-lead = Fyra spel för den som är hemma på ett schackbräde och gärna går vilse på det igen. Inget konto, ingen väntan: spela mot datorn, eller skicka länken till dina vänner.
home-picture = { $game }: ställ in ett parti
home-play = Spela mot datorn
home-new = Ställ in ett parti …
home-rules = Regler
home-guide = Pjäsguide
home-editor = Ställningsredigerare

new-page-title = { $game }: nytt parti
new-title = Nytt parti
new-opponent = Motståndare
new-opponent-computer = Datorn
new-opponent-friend = En vän
new-opponent-hot-seat = Vi båda här
new-level = Nivå
new-friend-hint = Du får en länk att skicka. Partiet börjar när din vän öppnar den och sätter sig.
new-hot-seat-hint = Ni spelar växelvis på den här skärmen.
new-hot-seat-curtain = Ni spelar växelvis på den här skärmen. Efter varje drag döljer en ridå brädet tills den andra har tagit över.
new-start = Början
new-array = Uppställningar
new-position = Ställningen som text
new-position-hint = Klistra in den här, eller ställ upp den i
new-position-known = Den som ställer upp en ställning känner till hela. Spela den med någon som också gör det, eller ställ upp den åt andra.
new-seat = Du spelar
new-seat-random = Spelar ingen roll
new-who = Vem spelar
new-presets = Bord med ett klick
new-preset-computer = Jag mot datorn
new-preset-computers = Jag mot tre datorer
new-preset-friends = Med vänner, via länk
new-preset-here = Alla vid den här skärmen
new-sits-me = Jag
new-sits-here = Någon här
new-sits-open = Någon via länk
new-shuffle = Lotta färgerna
new-seats-open = Du får en länk att skicka. Partiet börjar när alla platser är tagna; en plats som förblir ledig kan du ge datorn.
new-seats-here = De som är här spelar i tur och ordning på den här skärmen.
new-seats-nobody = En plats måste vara din eller tillhöra någon som är hos dig.
new-seats-position = De som står i ställningen spelar: ange den först nedan.
new-options = Bordsregler
new-preview = Förhandsvisning av brädet
new-do = Starta partiet

sample-title = En strid att lära av
sample-lead = Introduktionen till Klin Zha berättar om en strid från den första uppställda krigaren till det sista hugget. Vid dessa ögonblick stannar den upp och tänker efter.
sample-start = Uppställningen
sample-open = Gå igenom hela striden
sample-0-title = Grön ställer upp sist och siktar
sample-0 = Guld har ställt upp först och symmetriskt, så att ingen av grannregionerna får den svagare sidan mot sig. Grön kunde svara på det: blockeraren på F37 tar nästan varje väg från Gulds snabbfot på G36, och flygaren på D16 ser mot en oskyddad förtrupp med målet bakom.
sample-2-title = Ett byte som inte går att avböja
sample-2 = Guld undanröjer flygaren som skulle ha brutit sig in, och Grön måste slå tillbaka: från D16 hade den gyllene flygaren kunnat slå målet på C18 i nästa drag.
sample-4-title = En snabbfot som stod i vägen
sample-4 = Ingenting hänger på någon sida. Guld för fram en förtrupp, eftersom de är långsamma; Grön för sin snabbfot runt utsidan. Den tycks hota den gyllene snabbfoten, men den står i sin egen blockerares zon, dit ingen kan gå.
sample-7-title = Ett drag, två svar
sample-7 = Den gröna flygaren på E15 hade kunnat nå tre fält varifrån den angriper målet, och G13 var inte täckt. Från G25 täcker lansiären det och angriper dessutom flygaren.
sample-10-title = För nära för att hjälpa
sample-10 = Den gyllene flygaren på G14 står strax bakom förtruppen på F14 och kan inte skydda den: en flygare går minst tre fält. Grön slår förtruppen, och från F14 ser den mot målet.
sample-11-title = Målet måste bort
sample-11 = Fäktaren bär målet ut ur flygarens linje.
sample-14-title = En lansiär för en lansiär
sample-14 = Ett jämnt byte är sällan bra för den som har mindre. Men det röjer vägen för Gulds blockerare, och snabbfoten kan röra sig igen.
sample-15-title = Blockeraren öppnar vägen
sample-15 = Från F25 släpper blockeraren fram snabbfoten och är på väg mot kanten, där den ger plats åt flygarens anfall. Grön har inget svar och börjar flytta sitt mål.
sample-17-title = Linjen röjs
sample-17 = På E15 står blockeraren inte längre i flygarens väg. När flygaren väl står där skulle målet inte ha någonstans att ta vägen, så Grön lämnar dess siktlinje i tid.
sample-20-title = Två snabbfötter lämnade ensamma
sample-20 = En oskyddad grön snabbfot, en oskyddad gyllene snabbfot: båda är borta inom en runda.
sample-21-title = Rakt mot målet
sample-21 = Från E16 angriper flygaren själva målet.
sample-22-title = I sista stund
sample-22 = Två försiktiga steg har förberett detta; utan dem vore striden över.
sample-23-title = Den sista flygaren faller
sample-23 = Ingen skyddade den gröna flygaren. Härifrån är Guld mycket starkare, och Grön försvarar ett mål som en enda förtrupp måste bära steg för steg.
sample-47-title = Ingen utväg
sample-47 = Vart målet än går nu blir det slaget. Guld säger de enda ord som en strid behöver: Zha riest'n, teskas tal'tai-kleon.

teaser-import-title = Partier på papper
teaser-import-text = Klistra in ett parti Grand Chess som PGN, en strid i Klin Zha i två kolumner eller omgångarna i KalejdoSchack, och gå igenom det; varje skrivfel pekas ut.
teaser-import-link = Läs in ett protokoll
teaser-editor-title = Tänk om?
teaser-editor-text = Ställ upp vilken ställning du vill, se om den är möjlig och spela vidare därifrån.
teaser-editor-link = Öppna ställningsredigeraren

teaser-bots-title = Ta med ett program
teaser-bots-text = Allt som sidorna gör går genom ett JSON-gränssnitt som även en bot kan använda.
teaser-bots-link = Se på gränssnittet

import-title = Läs in ett protokoll
import-text = Klistra in ett parti, släpp dess fil här eller välj en. Läsningen är välvillig: skrivfel förstås där det går, och du får veta om vart och ett.
import-record = Protokoll
import-placeholder = [Variant "Grand Chess"] …
import-file = Välj en fil
import-do = Läs och öppna
import-form-title = Hur ett protokoll ser ut
import-form-text = Klin Zha: två kolumner med en tabb emellan, Guld till vänster och Grön till höger: först uppställningen, en eller flera krigare per rad, sedan målen, sedan dragen i tur och ordning. Rader som ”gold: ett namn” får stå först och ”result: gold goal” sist; anmärkningar mellan tabellerna hoppas över.
import-example = Till exempel:
import-sample = Se på exempelstriden
import-sample-text = som text

record-title = Ett upptecknat parti
record-warnings = Läst med anmärkningar: { $count }
record-warnings-text = Det här var inte riktigt skrivet som det borde. Så förstods det:

problem-not-found-title = Utanför brädet
problem-not-found-text = Det finns ingenting på den här adressen. Kanske försvann en bokstav på vägen.
problem-not-your-seat-title = Inte din plats
problem-not-your-seat-text = Medan partiet pågår får ingen se genom en annan plats ögon. Utan ”?as=” i adressen ser du det som du får se.
problem-no-game-title = Inget sådant parti
problem-no-game-text = Inget parti har den här adressen. Kontrollera länken som du fick.
problem-no-record-title = Inget sådant protokoll
problem-no-record-text = Inget protokoll har den här adressen. Kontrollera länken som du fick.
problem-wrong-method-title = Inte så
problem-wrong-method-text = Den här adressen är bara till för att ses på.
problem-failed-title = Servern misslyckades
problem-failed-text = Det var inte ditt fel. Inget som besvarades har gått förlorat; försök igen om en stund.
problem-home = Till startsidan

noscript = För att spela behövs JavaScript, som är avstängt i den här webbläsaren. Här är brädet som det står.

api-title = Gränssnittet för program

licences-title = Licenser
licences-text = Heterodox är fri programvara, och det är också allt som det består av. Här står vad licenserna för alla delar säger, på engelska, för så gäller de.
