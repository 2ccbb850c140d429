# Refusals: `refusal-CODE`. A code without a text here is shown with the server's English text.

refusal-no-connection = Servern kan inte nås. Ditt drag skickades inte; försök igen om en stund.
refusal-no-answer = Servern svarade inte som väntat.

refusal-not-your-turn = Den andra sidan är vid draget.
refusal-game-over = Partiet är slut.
refusal-stale = Partiet har gått vidare under tiden. Titta igen.
refusal-no-seat = Du har ingen plats i det här partiet.
refusal-no-free-seat = Ingen plats är längre ledig i det här partiet.
refusal-no-opponent = Det fanns ingen motståndare att spela mot igen.
refusal-not-over = Revansch kan man få när partiet är slut.
refusal-dice-part-given = Du har redan bidragit till tärningarna, och det står fast.
refusal-dice-part-late = Ingen kan längre bidra till tärningarna.
refusal-no-dice-parts = I det här partiet finns inga tärningar som spelarna bidrar till.
refusal-no-guest = Servern känner inte den här webbläsaren. Ladda om sidan.
refusal-unknown-token = Servern känner inte den här webbläsaren. Ladda om sidan.
refusal-too-many = För många anrop. Försök igen om { $seconds } s.
refusal-too-large = Det är för långt; högst { $limit } byte.
refusal-store-failed = Servern kan inte spara något just nu. Ingenting ändrades.
refusal-closing = Servern stänger. Ingenting ändrades; försök igen om en stund.
refusal-failed = Servern misslyckades. Ingenting ändrades.
refusal-analysis-own-game = Du spelar just nu ett parti med den här ställningen mot någon. Den kan analyseras när partiet är slut.
refusal-analysis-busy = För många ställningar analyseras just nu. Försök igen om en stund.
refusal-analysis-too-many = Fler än { $limit } analyser samtidigt går inte. Stäng en annan först.
refusal-analysis-too-long = { $plies } drag är för många att analysera; högst { $limit } går.
refusal-analysis-move = Drag { $number } ({ $text }) är inte möjligt: { $reason }
refusal-hint-not-here = Det finns tips bara där ingen annan människa spelar.
refusal-hint-not-now = Det finns tips bara när det är din tur.
refusal-hint-busy = Tips söks redan. Försök igen om en stund.
refusal-busy = Servern har för mycket att räkna på just nu. Försök igen om en stund.
refusal-disk-full = Serverns disk är nästan full. Pågående partier fortsätter; nya får vänta.
refusal-too-long = Det är för långt: { $found } byte där { $limit } är det mesta.
refusal-too-many-steps = Du har ändrat din uppställning { $limit } gånger. Avsluta den nu.
refusal-game-too-long = Så mycket har hänt i det här partiet att bara drag tas emot nu.
refusal-record-too-long = Protokollet har { $found } drag; det mesta är { $limit }.
refusal-body-timeout = Ditt meddelande kom fram för långsamt.
refusal-no-such-seat = Den platsen finns inte vid det här bordet.
refusal-draw-already-offered = Du har redan erbjudit remi.
refusal-no-draw-offer = Du har inte blivit erbjuden remi.
refusal-no-takebacks = I det här partiet kan inga drag tas tillbaka.
refusal-no-takeback-asked = Ingen har bett att få ta tillbaka ett drag.
refusal-nothing-to-take-back = Du har inget drag som kan tas tillbaka.
refusal-throw-first = Först måste snurrorna kastas.

refusal-out-of-reach = { $piece }: { $to } kan inte nås från { $from }.
refusal-blocked = { $piece }: varje väg från { $from } till { $to } är spärrad.
refusal-same-cell = Ett drag måste sluta på ett annat fält.
refusal-nothing-there = Ingen egen krigare står på { $cell }.
refusal-not-a-move = Det här är inget drag: { $text }

refusal-no-such-piece = Den krigaren finns inte: { $text }
refusal-no-such-cell = Det fältet finns inte: { $text }
refusal-seat-taken = Den platsen är upptagen.
refusal-setup-over = Uppställningen är över; här ställs inget mer upp.
refusal-impossible-position = En sådan ställning är omöjlig.
refusal-bad-position = Ställningen går inte att använda: { $reason }
refusal-no-diagram = För det här spelet finns inga diagram över pjäserna.
refusal-no-piece-there = Det står ingen pjäs på { $cell }.
refusal-bad-last-move = Det senaste draget går inte att läsa: { $text }
refusal-bad-result = Resultatet kan inte läsas. Väntat är gold, green eller draw och ett av goal, immobilised, resignation, time, agreement, abandoned, repetition, quiet.
refusal-bad-option = { $reason }
refusal-after-result = Inget får följa efter resultatet.
refusal-other-game = Det här är ett protokoll från ett annat spel.
refusal-no-such-game = Det partiet finns inte.
refusal-no-such-record = Det protokollet finns inte.
refusal-no-such-ply = Det draget finns inte.
refusal-no-such-route = Det finns ingenting på den här adressen.
refusal-no-such-quick-start = Den snabbstarten finns inte.
refusal-no-first-position = Det här spelet har ingen utgångsställning.
refusal-no-throw = Nu kastas ingenting.
refusal-bad-throw = Det kastet är omöjligt.
refusal-bad-json = Anropet kan inte läsas: { $reason }
refusal-bad-body = Anropet är inte som väntat: { $reason }
refusal-bad-parameter = Adressen är inte som väntat: { $name }
refusal-bad-header = Ett huvud i anropet är inte som väntat: { $name }
refusal-bad-frame = Meddelandet är inte som väntat: { $expected }
refusal-not-utf8 = Texten är inte i UTF-8.
refusal-broken-body = Anropet kom inte fram helt.
refusal-foreign-origin = En annan webbplats försökte handla i ditt namn.
refusal-wrong-method = Det tar den här adressen inte emot.
refusal-wrong-type = Innehållets typ är inte som väntat: { $expected }
refusal-takeback-already-asked = Någon har redan bett om att ta tillbaka ett drag och väntar på svar.
refusal-not-playing = Du är ute ur det här partiet.
refusal-too-deep = Så djupt går det inte att räkna.

refusal-ambiguous-move = Mer än en pjäs kan gå dit.
refusal-bad-array = Den här uppställningen går inte att spela: Vit skulle stå i schack eller inte kunna dra.
refusal-illegal-move = Pjäsen på { $from } kan inte gå till { $to }.
refusal-not-your-piece = Pjäsen på { $from } är inte din.
refusal-own-piece = En av dina egna pjäser står på { $to }.
refusal-bad-field = { $key }: { $reason }
refusal-no-editor = Det här spelet har ingen ställningsredigerare.

# Reasons that are inserted into other refusals as {reason}.

refusal-no-such-option = Någon bordsregel ”{ $key }” finns inte; det finns: { $known }.
refusal-no-such-value = Bordsregeln { $key } kan inte vara ”{ $text }”. Den kan vara: { $known }.
refusal-option-twice = Bordsregeln { $key } är given två gånger.
refusal-option-without-value = ”{ $text }” är inte en bordsregel med sitt värde, skriven namn=värde.
refusal-no-such-field = Det fältet finns inte; det finns: { $known }.

refusal-no-piece-can = Ingen pjäs kan göra det här draget: { $text }
refusal-over-already = Partiet var redan slut före { $text }.

refusal-one-viewers-record = Det här är vad en enda betraktare såg, inte domarens protokoll.
refusal-not-your-seat = Medan partiet pågår får ingen se genom en annan plats ögon.

refusal-header-twice = En rad i huvudet står två gånger.
refusal-late-header = Huvudets rader står före den första omgången.
refusal-empty-record = Protokollet är tomt.
refusal-seats-count = Det här bordet har { $expected } platser; angivet är vem som sitter på { $found }.

refusal-no-clock = Inga klockor går i det här partiet nu.
refusal-out-of-time = Tiden har tagit slut.
refusal-paused = Partiet är pausat. Fortsätt först.
refusal-not-paused = Partiet är inte pausat.
refusal-no-pause-left = Det här partiet får pausas { $limit } gånger, och det har det.
refusal-pause-offered = Du har redan erbjudit en paus.
refusal-no-pause-offer = Ingen paus är erbjuden dig.
refusal-not-an-opponent = Bara en motståndare med klocka kan få tid.
refusal-not-gone = Den som är vid draget har inte lämnat, eller inte tillräckligt länge.
refusal-no-draw-claim = Remi kan bara göras anspråk på vid ett bord för två.
refusal-bad-time = Tiden kan inte spelas så. Skriv den till exempel som 10m+5s eller 7d+1d.

refusal-bad-login = Namnet eller lösenordet är fel.
refusal-wrong-password = Ditt nuvarande lösenord är ett annat.
refusal-logins-slowed = För många inloggningar har misslyckats. Försök igen om { $seconds } s.
refusal-logins-busy = För många loggar in just nu. Försök igen om en stund.
refusal-bad-name = Ett namn har 2 till 20 bokstäver, siffror, bindestreck, understreck och apostrofer.
refusal-name-taken = Någon har det namnet, eller ett som liknar det.
refusal-bad-password = Lösenordet måste ha 8 till 256 tecken som inte är lätta att gissa.
refusal-bad-email = Det är ingen e-postadress.
refusal-no-mail = Den här servern skickar ingen e-post. Fråga den som driver den.
refusal-vacation-too-soon = Du har just kommit tillbaka. Om { $hours } timmar kan du ta semester igen.
refusal-no-vacation-left = Du har ingen semester kvar. På tolv dagar tjänar du in en dag.
refusal-bad-code = Koden gäller inte: den har använts eller gått ut.
refusal-bad-profile = Uppgiften kan inte sparas: { $name }.
refusal-no-account = Det kräver ett konto. Logga in först.
refusal-has-account = Du har redan ett konto.
refusal-not-allowed = Din roll tillåter inte det.
refusal-suspended = En moderator har stängt av det här kontot.
refusal-bad-reason = En motivering har 1 till 500 tecken.
refusal-guests-closed = Servern är bara öppen för den som har ett konto. Logga in först.
refusal-registration-closed = Ingen kan registrera sig på den här servern.
refusal-blocked-by-player = En spelare i partiet vill inte spela med dig.
refusal-no-such-user = Den personen finns inte.
refusal-no-such-session = Sessionen är redan avslutad.
refusal-not-a-guest = Det är inte en annan gästs token.
refusal-takeover-refused = I de här partierna spelar ni båda; de måste ta slut först: { $games }
refusal-passkey-there = Den här enheten har redan en nyckel för ditt konto.
refusal-bad-passkey = Nyckeln godtogs inte. Försök igen.
refusal-no-such-passkey = Nyckeln finns inte längre.
refusal-last-credential = Det är ditt enda sätt att logga in. Välj ett lösenord eller lägg till en nyckel först.
