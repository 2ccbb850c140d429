# What is said at the table beside the moves: confirmation, chat, private notes.
confirm-label = Skicka det här draget?
confirm-move = { $piece } från { $from } till { $to }
confirm-say = { $move }. Retur skickar, Escape tar tillbaka.
confirm-send = Skicka
confirm-back = Ta tillbaka
