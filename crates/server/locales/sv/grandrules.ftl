# The rules of Grand Chess.

grules-title = Reglerna för Grand Chess
grules-lead = Schack på hundra fält, med kardinal och marskalk och, för den som vågar, upp till 73 andra sorters pjäser.

grules-object-title = Vad det går ut på
grules-object-1 = Du vinner genom att göra motståndarens kung matt. Grand Chess spelas som vanligt schack; där det skiljer sig sägs det här.
grules-object-2 = Det klassiska spelet har två pjäser som vanligt schack saknar: kardinalen och marskalken. I de andra uppställningarna kan 73 andra sorter vara med; pjäsguiden visar var och en av dem med dess drag.

grules-board-title = Bräde och början
grules-board-1 = Brädet har tio linjer, a till j, och tio rader, 1 till 10. En spelares tredje eller åttonde rad räknas från den spelarens sida: Svarts tredje rad är rad 8.
grules-board-2 = Vits torn står ensamma på rad 1, på a1 och j1. På rad 2 står från b2 till i2 springare, löpare, dam, kung, marskalk, kardinal, löpare och springare, och på rad 3 de tio bönderna. Svart står mitt emot på raderna 10, 9 och 8, varje pjäs på samma linje som Vits.
grules-board-caption = Den klassiska utgångsställningen.
grules-board-3 = Det står inget mellan tornen, så de kommer tidigt in i spelet.

grules-moves-title = Dragen
grules-moves-1 = Kung, dam, torn, löpare och springare går som i vanligt schack. Kardinalen går som en löpare eller en springare, marskalken som ett torn eller en springare. Rockad finns inte.
grules-moves-2 = En bonde går ett fält rakt fram, från sin spelares tredje rad även två, och slår ett fält snett framåt. Vems bonden var tidigare spelar ingen roll: även en omvänd bonde, som nu står på sin nya spelares tredje rad, får gå två fält.
grules-moves-3 = Passerar en bonde med ett dubbelsteg ett fält som en fientlig bonde angriper får denna slå den en passant, men bara i det omedelbart följande draget.
grules-moves-4 = En extra pjäs slår som den går, genom att ta en fiendes plats, om inte dess egen regel säger något annat; egna pjäser står i vägen för den. Särskilda slag, som bågskyttens skott eller retirerarens reträtt, hör till draget och kan inte utebli. Riktas ett sådant mot något som inte kan slås, till exempel ett block, har det ingen verkan och draget gäller.

grules-promotion-title = Förvandling
grules-promotion-1 = En bonde som kommer till sin spelares åttonde eller nionde rad får förvandlas genast eller förbli bonde; på den tionde måste den förvandlas. Kung blir den aldrig. En bonde som förblev bonde har valet igen vid sitt nästa drag.
grules-promotion-2 = Vanligtvis kan en bonde bara bli en pjäs som dess egen sida har förlorat. Varje pjäs utom bönder som tas bort från brädet hamnar i sin sidas förråd; en förvandling tar ut en av den valda sorten igen. Slås en förvandlad pjäs hamnar den i förrådet som det den hade blivit.
grules-promotion-3 = Så länge sidans förråd är tomt får en bonde varken gå eller slå in på tionde raden. På den nionde raden har den då inget drag alls, men den angriper fortfarande och schackar, ungefär som en bunden pjäs.
grules-promotion-4 = För ett parti kan man i stället välja något av två andra sätt: bönder blir vilken sort som helst som stod i den egna sidans första uppställning, eller vilken som helst av de 79 sorterna utom kung och bonde. Inget av dem begränsar antalet. Stod där bara kungen är tionde raden stängd för bönder, som vid tomt förråd.
grules-promotion-5 = Den som byter sida genom en diplomat hamnar inte i något förråd. Slås en sådan pjäs senare hamnar den i förrådet för den sida som den då hörde till. Sidbytet förvandlar inte heller: en bonde som omvänds i sin nya spelares zon väntar där tills den går.

grules-setups-title = Uppställningarna
grules-setups-1 = Klassisk: utgångsställningen som beskrivs ovan.
grules-setups-2 = Klassisk med slumpade pjäser: dessutom ställs upp till tio av de 73 extra sorterna på slumpade tomma fält på de två hemmaraderna.
grules-setups-3 = Klassisk med valda pjäser: likadant, men spelarna väljer de extra pjäserna.
grules-setups-4 = Slumpad: kungen och upp till 19 pjäser står på slumpade fält på de två hemmaraderna. De lottas bland de extra sorterna och dam, torn, löpare, springare, kardinal och marskalk. Bönderna står där de alltid står.
grules-setups-5 = Vald: likadant, men spelarna väljer. Valet är öppet och sker i tur och ordning; Svart börjar och väljer därför en mer när antalet är udda. Det den ena väljer får båda.
grules-setups-6 = Båda sidorna har alltid samma pjäser på motsvarande fält. Vanligtvis står de mitt emot varandra, på samma linje. Står de snett emot är hela uppställningen vriden: en vit pjäs på a1 motsvaras av en svart på j10. Löpare, kameler och andra pjäser som håller sig till en fältfärg har då sin motsvarighet på samma färg; även de klassiska pjäserna vrids.
grules-setups-7 = Får samma sort förekomma flera gånger kan den lottas eller väljas igen; annars är den sedan förbrukad för båda. Det som slumpen avgör kommer ur uppställningens nummer, som visas: samma nummer ger samma uppställning igen.
grules-setups-8 = Ett råd: spela med högst tre sorter som du inte känner till. En början med 19 okända pjäser kan ingen överblicka; den är bara för galningar.

grules-locks-title = Låsta pjäser
grules-locks-1 = Vissa pjäser skulle kunna schacka från sin plats i uppställningen redan i första draget: nattryttare, dabbabaryttare, giraff, pegasus, gräshoppa, skorpion, drake, känguru, tiger, kanon, vao och leo. För att båda spelarna ska hinna ta itu med det är dessa pjäser låsta under sin spelares fem första drag: de får varken gå eller slå.
grules-locks-2 = Låset hejdar också varje schack som bara skulle kunna fullföljas i något av dessa drag. Vits låsta pjäser börjar hota i och med Svarts femte drag, eftersom Vits sjätte följer på det; Svarts i och med Vits sjätte drag.
grules-locks-3 = Låset beror bara på dragets nummer. Det gäller varje pjäs av sorten, även förvandlade och omvända, och då efter den nuvarande ägarens drag. En narr är aldrig låst, vad den än härmar. Låsta pjäser är färgade på brädet.

grules-check-title = Schack
grules-check-1 = En kung står i schack när fienden skulle kunna ta bort den i det omedelbart följande draget, genom vilket slags slag som helst: genom att ta dess plats, med bågskyttens skott, genom att rycka fram mot den eller gå bort från den, genom koordination, genom omvändning, genom kameleontens härmning eller genom att en narr härmar något av detta. Ett drag efter vilket den egna kungen står i schack är otillåtet.
grules-check-2 = Förlamade pjäser schackar inte, och inte heller de som fortfarande skulle vara låsta i det följande draget. Att pjäsen som slår därmed skulle blotta sin egen kung spelar ingen roll.
grules-check-3 = Kungar får stå intill varandra bara om åtminstone en av dem är förlamad. Den förlamade schackar inte; det gör den andra.
grules-check-4 = Ett särskilt slag som skulle blotta den egna kungen uteblir inte: hela draget är otillåtet. Otillåtet är det också att flytta bort en förlamare om en fiende som därigenom blir fri sedan angriper den egna kungen.
grules-check-5 = Vad en fientlig narr hotar beror på vilket drag den får härma. Den räknas därför först efter ditt drag, som den sort du just flyttade; före ditt drag angriper den inget. Är det bara narrar som lämnar dig utan tillåtet drag är det patt.

grules-end-title = Slutet
grules-end-1 = Den som gör fiendens kung matt vinner. Man kan också ge upp. Någon klocka finns inte här; men protokollet från ett parti som spelats någon annanstans kan säga att det förlorades på tid.
grules-end-2 = En spelare som inte har något tillåtet drag och inte står i schack är patt, och partiet är remi. Det gäller även när alla pjäser är förlamade, låsta eller instängda.
grules-end-3 = Spelaren vid draget kan kräva remi när ställningen förekommer för tredje gången. Ställningar är lika när bräde, sida vid draget, möjliga slag en passant, förråd och det som narrar skyddas av eller förlamar stämmer överens; lås räknas bara så länge en låst sort finns på brädet, och vad en narr skulle härma bara så länge sidan vid draget har en narr.
grules-end-4 = Spelaren vid draget kan också kräva remi när båda sidor har gjort 50 drag utan bondedrag, slag eller sidbyte. En förvandling räknas som ett bondedrag, en narrs steg som bonde gör det inte. Ingen av dessa remier kommer av sig själv.
grules-end-5 = När bara de två kungarna är kvar är partiet genast remi. Spelarna får komma överens om remi när som helst.

grules-notation-title = Notation
grules-notation-1 = Ett drag skrivs med sina två fält, c3c5, och vid förvandling även med den nya pjäsens kod i små bokstäver: a9a10q, a9a10gr. En omvändning skrivs som ett drag från diplomatens fält till den fientliga pjäsens.
grules-notation-2 = I protokoll ser ett drag ut som schackspelare känner det, med engelska bokstäver: Nd4, Qxe7+, exd5. Pjäserna har koderna från pjäsguiden, så Gre5 är en gräshoppas drag. Kan två pjäser av samma sort gå till samma fält skrivs hela utgångsfältet: Ba1e5 är en löpare från a1, men Bae5 en grävling.
grules-notation-3 = Det som ett särskilt slag tar bort läggs till med en stjärna: Arxg6*i7, Coc4*b4*c2. Di~f6 omvänder pjäsen på f6.
grules-notation-4 = Koderna är desamma på alla språk. A för kardinalen och C för marskalken är bokstäverna även i andra program, där dessa pjäser heter ”archbishop” och ”chancellor”.
grules-notation-5 = Ställningar skrivs som FEN, rad 10 först. Tomma fält är tal upp till 10, koder med två bokstäver står inom klammerparenteser, {"{Gr}"} för Vit och {"{gr}"} för Svart, och i fältet för rockad står alltid ett streck. Den klassiska utgångsställningen är r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1.
grules-notation-6 = Det som inte syns på brädet kan följa i ett sjunde fält, med semikolon emellan: pool= pjäserna som bönder kan bli, Vits och Svarts; init= sorterna i den första uppställningen; last= vad en narr härmar; shield= och freeze= fältet för en narr som just nu inte kan slås eller som förlamar sina grannar.

grules-credits-title = Ursprung
grules-credits-1 = Christian Freeling, en nederländsk spelkonstruktör, uppfann Grand Chess 1984.
grules-credits-2 = De extra pjäserna kommer från många händer och tider. Fers och elefant är lika gamla som schacket självt, gripen gick över Alfons den vises bräden redan 1283, kanonen kommer från Kina, drakkungen och drakhästen från Japan. Thomas Rayner Dawson hittade på gräshoppan och nattryttaren, ur Robert Abbotts Ultima kommer retireraren, koordinatorn, förlamaren och kameleonten, och många andra samlades på chessvariants.com.
grules-credits-3 = Urvalet av pjäser och uppställningarna följer den nätversion som Valdas Bučinskas utvecklade för Yucata 2024. Texterna och bilderna här är våra egna.
