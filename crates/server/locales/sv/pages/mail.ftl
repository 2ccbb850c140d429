# Serverns brev. Varje text är ett stycke.

mail-greeting = Hej { $name },
mail-confirm-subject = Bekräfta din e-postadress
mail-confirm-text = bekräfta att du får e-post för ditt konto på { $site }. Öppna den här länken inom ett dygn:
mail-reset-subject = Ett nytt lösenord
mail-reset-text = du har bett om ett nytt lösenord på { $site }. Välj det genom den här länken inom en timme. Till dess gäller det gamla:
mail-unasked = Om du inte har bett om detta behöver du inte göra något.
