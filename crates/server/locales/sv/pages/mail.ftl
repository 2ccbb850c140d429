# Serverns brev. Varje text är ett stycke.

mail-greeting = Hej { $name },
mail-confirm-subject = Bekräfta din e-postadress
mail-confirm-text = bekräfta att du får e-post för ditt konto på { $site }. Öppna den här länken inom ett dygn:
mail-reset-subject = Ett nytt lösenord
mail-reset-text = du har bett om ett nytt lösenord på { $site }. Välj det genom den här länken inom en timme. Till dess gäller det gamla:
mail-unasked = Om du inte har bett om detta behöver du inte göra något.
mail-news-turn = det är ditt drag
mail-news-offer = du erbjuds ett parti
mail-news-accepted = ditt erbjudande accepterades
mail-news-declined = ditt erbjudande avböjdes
mail-news-expired = ingen accepterade ditt erbjudande i tid
mail-news-asked = din motståndare ber dig om något
mail-news-over = partiet är slut
mail-news-deadline = din tid går ut inom ett dygn
mail-news-turns = Det är ditt drag i { $count } partier, de med minst tid först:
mail-news-subject = Det är ditt drag i { $count } partier
mail-news-subject-one = { $game }: det är ditt drag
mail-news-end = Hur du får besked: { $account }
unsubscribe-title = E-post om dina partier
unsubscribe-text = Inga fler brev om drag, erbjudanden och resultat? Brev om ditt konto, till exempel för ett nytt lösenord, kommer fortfarande.
unsubscribe-do = Inga fler brev
unsubscribe-done = Du får inga fler brev om dina partier.
unsubscribe-back = Du kan slå på dem igen på ditt kontos sida.
mail-news-turns-one = Det är ditt drag i ett parti:
mail-news-stop = Inga fler sådana brev: { $unsubscribe }
mail-news-cancelled = bordet ställdes in
