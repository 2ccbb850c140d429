# Refusals: `refusal-CODE`. A code without a text here is shown with the server's English text.

refusal-no-connection = Der Server ist nicht erreichbar. Dein Zug wurde nicht gesendet; versuche es gleich noch einmal.
refusal-no-answer = Der Server hat nicht geantwortet wie erwartet.

refusal-not-your-turn = Die andere Seite ist am Zug.
refusal-game-over = Die Partie ist zu Ende.
refusal-stale = Die Partie ist inzwischen weitergegangen. Sieh noch einmal hin.
refusal-no-seat = Du hast keinen Platz in dieser Partie.
refusal-no-free-seat = In dieser Partie ist kein Platz mehr frei.
refusal-no-opponent = Es gab keinen Gegner, mit dem man noch einmal spielen könnte.
refusal-not-over = Eine Revanche gibt es, wenn die Partie zu Ende ist.
refusal-dice-part-given = Du hast schon etwas zu den Würfeln beigetragen, und dabei bleibt es.
refusal-dice-part-late = Zu den Würfeln kann niemand mehr etwas beitragen.
refusal-no-dice-parts = In dieser Partie gibt es keine Würfel, zu denen die Spieler etwas beitragen.
refusal-no-guest = Der Server kennt diesen Browser nicht. Lade die Seite neu.
refusal-unknown-token = Der Server kennt diesen Browser nicht. Lade die Seite neu.
refusal-too-many = Zu viele Anfragen. Versuche es in { $seconds } s noch einmal.
refusal-too-large = Das ist zu lang; höchstens { $limit } Bytes.
refusal-store-failed = Der Server kann gerade nichts speichern. Nichts wurde geändert.
refusal-closing = Der Server fährt herunter. Nichts wurde geändert; versuche es gleich noch einmal.
refusal-failed = Der Server hat versagt. Nichts wurde geändert.
refusal-analysis-own-game = Du spielst gerade eine Partie mit dieser Stellung gegen jemanden. Sie kann analysiert werden, wenn die Partie vorbei ist.
refusal-analysis-busy = Gerade werden zu viele Stellungen analysiert. Versuche es in einer Weile noch einmal.
refusal-analysis-too-many = Mehr als { $limit } Analysen zugleich gehen nicht. Schließe zuerst eine andere.
refusal-analysis-too-long = { $plies } Züge sind zu viele für eine Analyse; höchstens { $limit } sind möglich.
refusal-analysis-move = Zug { $number } ({ $text }) ist nicht möglich: { $reason }
refusal-hint-not-here = Tipps gibt es nur, wo kein anderer Mensch mitspielt.
refusal-hint-not-now = Einen Tipp gibt es nur, wenn du am Zug bist.
refusal-hint-busy = Es wird schon nach Tipps gesucht. Versuche es gleich noch einmal.
refusal-busy = Der Server hat gerade zu viel zu rechnen. Versuche es gleich noch einmal.
refusal-disk-full = Der Speicher des Servers ist fast voll. Laufende Partien gehen weiter; neue müssen warten.
refusal-too-long = Das ist zu lang: { $found } Bytes, wo höchstens { $limit } gehen.
refusal-too-many-steps = Du hast deine Aufstellung { $limit }-mal geändert. Schließe sie jetzt ab.
refusal-game-too-long = In dieser Partie ist so viel geschehen, dass nur noch Züge angenommen werden.
refusal-record-too-long = Die Aufzeichnung hat { $found } Züge; höchstens { $limit } gehen.
refusal-body-timeout = Deine Nachricht kam zu langsam an.
refusal-no-such-seat = Diesen Platz gibt es an diesem Tisch nicht.
refusal-draw-already-offered = Du hast schon Remis angeboten.
refusal-no-draw-offer = Dir ist kein Remis angeboten.
refusal-no-takebacks = In dieser Partie kann kein Zug zurückgenommen werden.
refusal-no-takeback-asked = Niemand hat um eine Rücknahme gebeten.
refusal-nothing-to-take-back = Du hast keinen Zug, der zurückgenommen werden könnte.
refusal-throw-first = Erst müssen die Spindeln geworfen werden.

refusal-out-of-reach = { $piece }: { $to } ist von { $from } aus nicht zu erreichen.
refusal-blocked = { $piece }: Jeder Weg von { $from } nach { $to } ist versperrt.
refusal-same-cell = Ein Zug muss auf einem anderen Feld enden.
refusal-nothing-there = Auf { $cell } steht kein eigener Krieger.
refusal-not-a-move = Das ist kein Zug: { $text }

refusal-no-such-piece = Diesen Krieger gibt es nicht: { $text }
refusal-no-such-cell = Dieses Feld gibt es nicht: { $text }
refusal-seat-taken = Dieser Platz ist besetzt.
refusal-setup-over = Die Aufstellung ist vorbei; hier wird nichts mehr aufgestellt.
refusal-impossible-position = Eine solche Stellung ist unmöglich.
refusal-bad-position = Diese Stellung ist nicht brauchbar: { $reason }
refusal-no-diagram = Für dieses Spiel gibt es keine Zeichnungen der Figuren.
refusal-no-piece-there = Auf { $cell } steht keine Figur.
refusal-bad-last-move = Der letzte Zug ist nicht zu lesen: { $text }
refusal-bad-result = Das Ergebnis ist nicht lesbar. Erwartet wird gold, green oder draw und eines von goal, immobilised, resignation, time, agreement, abandoned, repetition, quiet.
refusal-bad-option = { $reason }
refusal-after-result = Nach dem Ergebnis darf nichts mehr folgen.
refusal-other-game = Das ist die Mitschrift eines anderen Spiels.
refusal-no-such-game = Diese Partie gibt es nicht.
refusal-no-such-record = Diese Mitschrift gibt es nicht.
refusal-no-such-ply = Diesen Zug gibt es nicht.
refusal-no-such-route = Unter dieser Adresse ist nichts.
refusal-no-such-quick-start = Diesen Schnellstart gibt es nicht.
refusal-no-first-position = Dieses Spiel hat keine Anfangsstellung.
refusal-no-throw = Jetzt wird nicht geworfen.
refusal-bad-throw = Dieser Wurf ist unmöglich.
refusal-bad-json = Die Anfrage ist nicht lesbar: { $reason }
refusal-bad-body = Die Anfrage ist nicht wie erwartet: { $reason }
refusal-bad-parameter = Die Adresse ist nicht wie erwartet: { $name }
refusal-bad-header = Ein Kopf der Anfrage ist nicht wie erwartet: { $name }
refusal-bad-frame = Die Nachricht ist nicht wie erwartet: { $expected }
refusal-not-utf8 = Der Text ist nicht in UTF-8.
refusal-broken-body = Die Anfrage kam nicht vollständig an.
refusal-foreign-origin = Eine andere Website wollte in deinem Namen handeln.
refusal-wrong-method = Das nimmt diese Adresse nicht an.
refusal-wrong-type = Die Art des Inhalts ist nicht wie erwartet: { $expected }
refusal-takeback-already-asked = Eine Zugrücknahme ist schon erbeten und wartet auf Antwort.
refusal-not-playing = Du bist aus dieser Partie ausgeschieden.
refusal-too-deep = So tief lässt sich nicht zählen.

refusal-ambiguous-move = Mehr als eine Figur kann dorthin.
refusal-bad-array = Diese Aufstellung ist nicht spielbar: Weiß stünde im Schach oder könnte nicht ziehen.
refusal-illegal-move = Die Figur auf { $from } kann nicht nach { $to } ziehen.
refusal-not-your-piece = Die Figur auf { $from } gehört dir nicht.
refusal-own-piece = Auf { $to } steht eine eigene Figur.
refusal-bad-field = { $key }: { $reason }
refusal-no-editor = Für dieses Spiel gibt es keinen Stellungseditor.

# Reasons that are inserted into other refusals as {reason}.

refusal-no-such-option = Eine Tischregel „{ $key }“ gibt es nicht; es gibt: { $known }.
refusal-no-such-value = Die Tischregel { $key } kann nicht „{ $text }“ sein. Möglich sind: { $known }.
refusal-option-twice = Die Tischregel { $key } steht zweimal da.
refusal-option-without-value = „{ $text }“ ist keine Tischregel mit ihrem Wert, geschrieben Name=Wert.
refusal-no-such-field = Dieses Feld gibt es nicht; es gibt: { $known }.

refusal-no-piece-can = Keine Figur kann diesen Zug machen: { $text }
refusal-over-already = Vor { $text } war die Partie schon zu Ende.

refusal-one-viewers-record = Das ist, was ein einzelner Betrachter sah, nicht die Mitschrift des Schiedsrichters.
refusal-not-your-seat = Solange die Partie läuft, darf niemand mit den Augen eines Platzes sehen, der nicht der eigene ist.

refusal-header-twice = Eine Kopfzeile steht zweimal da.
refusal-late-header = Kopfzeilen stehen vor der ersten Runde.
refusal-empty-record = Die Mitschrift ist leer.
refusal-seats-count = An diesem Tisch gibt es { $expected } Plätze; angegeben ist, wer auf { $found } sitzt.

refusal-no-clock = In dieser Partie laufen gerade keine Uhren.
refusal-out-of-time = Die Zeit ist abgelaufen.
refusal-paused = Die Partie ruht. Erst muss jemand weiterspielen wollen.
refusal-not-paused = Die Partie ruht nicht.
refusal-no-pause-left = Diese Partie darf { $limit }-mal ruhen, und das hat sie.
refusal-pause-offered = Du hast schon eine Pause angeboten.
refusal-no-pause-offer = Dir ist keine Pause angeboten.
refusal-not-an-opponent = Zeit bekommen kann nur, wer gegen dich mit einer Uhr spielt.
refusal-not-gone = Wer am Zug ist, ist nicht weg, oder noch nicht lange genug.
refusal-no-draw-claim = Ein Remis kann man nur an einem Tisch für zwei beanspruchen.
refusal-bad-time = So kann die Zeit nicht gespielt werden. Schreib sie zum Beispiel als 10m+5s oder 7d+1d.

refusal-bad-login = Name oder Passwort ist falsch.
refusal-wrong-password = Dein jetziges Passwort ist ein anderes.
refusal-logins-slowed = Zu viele Anmeldungen sind gescheitert. Versuche es in { $seconds } s wieder.
refusal-logins-busy = Zu viele melden sich gerade an. Versuche es gleich wieder.
refusal-bad-name = Ein Name hat 2 bis 20 Buchstaben, Ziffern, Binde- und Unterstriche und Apostrophe.
refusal-name-taken = Jemand hat diesen Namen oder einen, der ihm gleicht.
refusal-bad-password = Das Passwort muss 8 bis 256 Zeichen haben, die nicht leicht zu erraten sind.
refusal-bad-email = Das ist keine E-Mail-Adresse.
refusal-no-mail = Dieser Server schickt keine Mail. Frage seinen Betreiber.
refusal-vacation-too-soon = Du bist gerade erst zurück. In { $hours } Stunden kannst du wieder Urlaub nehmen.
refusal-no-vacation-left = Du hast keinen Urlaub mehr. In zwölf Tagen verdienst du einen Tag.
refusal-bad-code = Dieser Code gilt nicht: Er wurde benutzt oder ist abgelaufen.
refusal-bad-profile = Diese Angabe kann nicht gespeichert werden: { $name }.
refusal-no-account = Das geht nur mit einem Konto. Melde dich zuerst an.
refusal-has-account = Du hast schon ein Konto.
refusal-not-allowed = Deine Rolle erlaubt das nicht.
refusal-suspended = Ein Moderator hat dieses Konto gesperrt.
refusal-bad-reason = Eine Begründung hat 1 bis 500 Zeichen.
refusal-guests-closed = Dieser Server steht nur Leuten mit Konto offen. Melde dich zuerst an.
refusal-registration-closed = Auf diesem Server kann sich niemand registrieren.
refusal-blocked-by-player = Jemand in dieser Partie will nicht mit dir spielen.
refusal-no-such-user = Diese Person gibt es nicht.
refusal-no-such-session = Diese Sitzung ist schon zu Ende.
refusal-not-a-guest = Das ist nicht das Token eines anderen Gastes.
refusal-takeover-refused = In diesen Partien spielt ihr beide; sie müssen erst zu Ende sein: { $games }
refusal-passkey-there = Dieses Gerät hat schon einen Passkey für dein Konto.
refusal-bad-passkey = Der Passkey wurde nicht angenommen. Versuche es noch einmal.
refusal-no-such-passkey = Diesen Passkey gibt es nicht mehr.
refusal-last-credential = Das ist dein einziger Weg, dich anzumelden. Setze erst ein Passwort oder füge einen Passkey hinzu.
