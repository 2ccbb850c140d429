# What is said at the table beside the moves: confirmation, chat, private notes.
confirm-label = Diesen Zug abschicken?
confirm-move = { $piece } von { $from } nach { $to }
confirm-say = { $move }. Die Eingabetaste schickt ab, Escape nimmt zurück.
confirm-send = Abschicken
confirm-back = Zurück
