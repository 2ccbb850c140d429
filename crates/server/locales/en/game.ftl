# What the pages of games and records say, mostly from their scripts. No message here may choose
# between variants: scripts only put values in.

game-heading = { $game }
board-label = Board
board-role = playing board
keys-help = Arrow keys move over the board, Enter picks up and puts down, Escape lets go. Beside the board, left and right step through the game.
tool-turn = Turn the board
tool-sound = Sound
tool-rules = Rules
offline = No connection. Trying again …
past-text = You are looking at an earlier position.
past-back = Back to the game
invite-label = Invitation
setup-label = Setup
end-label = Result
share-title = Link to this page
share-text = Whoever opens it can watch.

moves-label = Moves
moves-slider = Moment of the game
step-first = To the start
step-back = One move back
step-forward = One move forward
step-last = To the end
step-play = Play
ply-start = Before the first move

player-free = Free seat
player-you = You
player-computer = Computer, { $level }
player-guest = Guest { $name }
player-online = online
player-offline = offline
player-to-move = to move
side-open = colour still open
level-easy = easy
level-medium = medium
level-strong = strong
captured-by = Captured by { $side }:

say-move = { $side }: { $piece } from { $from } to { $to }
say-takes = takes { $piece }
say-carries = with the Goal
say-abandons = leaves the Goal behind
say-text = { $side }: { $text }
say-taken-back = A move was taken back
cell-piece = { $side } { $piece }
cell-empty = empty
cell-zone = zone of { $side }
cell-last = last move
cell-target = can go here
cell-capture = can capture here
cell-movable = can move

status-open = Waiting for an opponent
status-thinking = The computer is thinking
status-your-move = Your move
status-move = { $side } to move
title-your-turn = your move

notice-goal-hangs = Your Goal can be captured, from { $cells }.
danger-goal-hangs = This leaves your Goal hanging
danger-goal-hangs-text = After this move your opponent could capture your Goal and win.
danger-yes = Move all the same
choose-title = From { $from } to { $to }
choice-carry = Carry the Goal
choice-carry-hint = It goes along to { $to }.
choice-abandon = Leave the Goal
choice-abandon-hint = It stays behind on { $from }.
nothing-possible = Nothing can be done there now.
dialog-cancel = Cancel
toast-close = Close

accept = Accept
decline = Decline
resign = Resign
resign-title = Resign this game?
resign-text = Your opponent wins.
resign-yes = Resign
draw-offer = Offer a draw
draw-offered = Draw offered
draw-offer-from = { $name } offers a draw.
takeback-ask = Take back
takeback-asked = Take-back asked
takeback-from = { $name } would like to take a move back.

invite-title = Waiting for your friend
invite-text = Send this link. The first to open it and sit down plays against you.
join-title = A seat is free
join-text = Somebody waits for an opponent. Sit down, and the game begins.
join = Sit down and play
link-label = Link
link-copy = Copy
link-copied = Copied
link-share = Share …

announcement = Zha riest'n, teskas tal'tai-kleon
announcement-meaning = A pleasant game, my compliments to a worthy opponent
end-victory = Victory
end-defeat = Defeat
end-draw = Draw
end-over = The game is over
end-wins = { $side } wins
end-replay = Step through it
end-download = Download:
download-record = record
download-svg = picture (SVG)
download-png = picture (PNG)
rematch = Rematch
rematch-accept = Accept the rematch
rematch-waiting = Waiting for your opponent …
rematch-go = To the rematch
reason-goal = { $winner } has captured the Goal.
reason-immobilised = { $loser } has no move left.
reason-resignation = { $loser } has resigned.
reason-time = { $loser } has run out of time.
reason-agreement = Both sides agreed on a draw.
reason-repetition = The same position came up for the third time.
reason-quiet = 100 moves without a capture.
reason-resignation-early = A player has left the table.
reason-time-early = A player has run out of time.

as-written = Line { $line } of the record: { $text }
record-unfinished = Unfinished
problem-line = Line { $line }: { $reason }
