# The panels of those at the table, on the page of a game.
table-prefs-title = Züge und Chat
table-pref-confirm = Zug vor dem Abschicken bestätigen
table-confirm-daily = In Fernpartien und ohne Uhr
table-confirm-always = Immer
table-confirm-never = Nie
table-pref-chat = Chat anzeigen
