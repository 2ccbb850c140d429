# Mails des Servers. Jeder Text ist ein Absatz.

mail-greeting = Hallo { $name },
mail-confirm-subject = Bestätige deine E-Mail-Adresse
mail-confirm-text = bestätige bitte, dass du Mail für dein Konto auf { $site } bekommst. Öffne innerhalb eines Tages diesen Link:
mail-reset-subject = Ein neues Passwort
mail-reset-text = du hast auf { $site } um ein neues Passwort gebeten. Wähle es innerhalb einer Stunde über diesen Link. Bis dahin gilt das alte:
mail-unasked = Wenn du nicht darum gebeten hast, brauchst du nichts zu tun.
