# Mails des Servers. Jeder Text ist ein Absatz.

mail-greeting = Hallo { $name },
mail-confirm-subject = Bestätige deine E-Mail-Adresse
mail-confirm-text = bestätige bitte, dass du Mail für dein Konto auf { $site } bekommst. Öffne innerhalb eines Tages diesen Link:
mail-reset-subject = Ein neues Passwort
mail-reset-text = du hast auf { $site } um ein neues Passwort gebeten. Wähle es innerhalb einer Stunde über diesen Link. Bis dahin gilt das alte:
mail-unasked = Wenn du nicht darum gebeten hast, brauchst du nichts zu tun.
mail-news-turn = du bist am Zug
mail-news-offer = dir wird eine Partie angeboten
mail-news-accepted = dein Angebot wurde angenommen
mail-news-declined = dein Angebot wurde abgelehnt
mail-news-expired = niemand hat dein Angebot rechtzeitig angenommen
mail-news-asked = dein Gegner bittet dich um etwas
mail-news-over = die Partie ist zu Ende
mail-news-deadline = deine Zeit läuft binnen eines Tages ab
mail-news-turns = Du bist in { $count } Partien am Zug, die mit der wenigsten Zeit zuerst:
mail-news-subject = Du bist in { $count } Partien am Zug
mail-news-subject-one = { $game }: du bist am Zug
mail-news-end = Wie du benachrichtigt wirst: { $account }
unsubscribe-title = Mails über deine Partien
unsubscribe-text = Keine Mails mehr über Züge, Angebote und Ergebnisse? Mails zu deinem Konto, etwa für ein neues Passwort, kommen weiterhin.
unsubscribe-do = Keine Mails mehr
unsubscribe-done = Du bekommst keine Mails mehr über deine Partien.
unsubscribe-back = Auf der Seite deines Kontos kannst du sie wieder einschalten.
mail-news-turns-one = Du bist in einer Partie am Zug:
mail-news-stop = Keine solchen Mails mehr: { $unsubscribe }
mail-news-cancelled = der Tisch wurde aufgelöst
