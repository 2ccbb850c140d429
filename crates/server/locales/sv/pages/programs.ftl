# Sidan om gränssnittet för program.

api-lead = Allt som sidorna gör går genom ett JSON-gränssnitt som även en bot kan använda. Ingen nyckel, ingen registrering. I sin helhet, som dokument för maskiner:
api-begin-title = Börja i fem steg
api-begin-1 = Bli gäst. Från och med nu är token ditt bevis; inget konto behövs.
api-begin-2 = Öppna ett parti mot datorn. Svaret innehåller dess id.
api-begin-3 = Läs tillståndet. Det innehåller allt som du får veta, och i ”choices” allt som du får göra: en bot behöver inga regler.
api-begin-4 = Skicka in texten i ett av valen. Om den avvisas säger svaret varför.
api-begin-5 = Lyssna: varje rad är ett tillstånd eller en ändring, så snart det finns något nytt.
api-bot-title = Två kompletta botar
api-bot-python = I Python, över HTTP
api-bot-js = I JavaScript, över en socket
api-routes-title = Alla vägar
api-routes-text = Efter ämne; öppna en rad för parametrar, innehåll och svar. Beskrivningarna är på engelska.
api-types-title = Alla typer
api-types-text = Skrivna som i TypeScript.
api-errors-title = Alla fel
