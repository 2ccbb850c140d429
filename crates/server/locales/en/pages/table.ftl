# The panels of those at the table, on the page of a game.
table-prefs-title = Moves and chat
table-pref-confirm = Confirm a move before it is sent
table-confirm-daily = By correspondence and without clocks
table-confirm-always = Always
table-confirm-never = Never
table-pref-chat = Show the chat
