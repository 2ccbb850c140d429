# What is said at the table beside the moves: confirmation, chat, private notes.
confirm-label = Send this move?
confirm-move = { $piece } from { $from } to { $to }
confirm-say = { $move }. Enter sends it, Escape takes it back.
confirm-send = Send
confirm-back = Take back
