# The panels of those at the table, on the page of a game.
table-prefs-title = Drag och chatt
table-pref-confirm = Bekräfta ett drag innan det skickas
table-confirm-daily = I korrespondenspartier och utan klocka
table-confirm-always = Alltid
table-confirm-never = Aldrig
table-pref-chat = Visa chatten
