# Refusals: `refusal-CODE`. A code without a text here is shown with the server's English text.

refusal-no-connection = The server cannot be reached. Your move was not sent; try again in a moment.
refusal-no-answer = The server did not answer as expected.

refusal-not-your-turn = It is the other side's turn.
refusal-game-over = The game is over.
refusal-stale = The game has moved on in the meantime. Look again.
refusal-no-seat = You hold no seat in this game.
refusal-no-free-seat = No seat is free in this game any more.
refusal-no-opponent = There was no opponent with whom to play again.
refusal-not-over = A rematch can be had once the game is over.
refusal-dice-part-given = You have added to the dice already, and that stands.
refusal-dice-part-late = Nothing can be added to the dice any more.
refusal-no-dice-parts = This game has no dice to which players add.
refusal-no-guest = This browser is not known to the server. Reload the page.
refusal-unknown-token = This browser is not known to the server. Reload the page.
refusal-too-many = Too many requests. Try again in { $seconds } s.
refusal-too-large = That is too long; the most is { $limit } bytes.
refusal-store-failed = The server cannot store anything now. Nothing was changed.
refusal-closing = The server is closing down. Nothing was changed; try again in a moment.
refusal-failed = The server failed. Nothing was changed.
refusal-analysis-own-game = You are playing a game with this position against another person. It can be analysed when the game is over.
refusal-analysis-busy = Too many positions are being analysed now. Try again in a while.
refusal-analysis-too-many = { $limit } analyses at a time are the most. Close another one first.
refusal-analysis-too-long = { $plies } moves are too many to be analysed; the most is { $limit }.
refusal-analysis-move = Move { $number } ({ $text }) cannot be made: { $reason }
refusal-hint-not-here = There are hints only where no other person plays.
refusal-hint-not-now = There is a hint only when it is your turn.
refusal-hint-busy = Hints are being looked for already. Try again in a moment.
refusal-busy = The server has too much to compute now. Try again in a moment.
refusal-disk-full = The server’s disk is almost full. Running games go on; new ones have to wait.
refusal-too-long = That is too long: { $found } bytes where { $limit } are the most.
refusal-too-many-steps = You have changed your setup { $limit } times. Finish it now.
refusal-game-too-long = So much has happened in this game that only moves are taken now.
refusal-record-too-long = The record has { $found } plies; the most is { $limit }.
refusal-body-timeout = Your message took too long to arrive.
refusal-no-such-seat = There is no such seat at this table.
refusal-draw-already-offered = You have already offered a draw.
refusal-no-draw-offer = No draw is offered to you.
refusal-no-takebacks = No move can be taken back in this game.
refusal-no-takeback-asked = Nobody has asked to take a move back.
refusal-nothing-to-take-back = You have no move that could be taken back.
refusal-throw-first = The spindles must be thrown first.

refusal-out-of-reach = { $piece }: { $to } is out of reach from { $from }.
refusal-blocked = { $piece }: every way from { $from } to { $to } is blocked.
refusal-same-cell = A move must end on another cell.
refusal-nothing-there = No own warrior stands on { $cell }.
refusal-not-a-move = This is not a move: { $text }

refusal-no-such-piece = There is no such warrior: { $text }
refusal-no-such-cell = There is no such cell: { $text }
refusal-seat-taken = This seat is taken.
refusal-setup-over = The setup is over; a placement has no place here.
refusal-impossible-position = Such a position is impossible.
refusal-bad-position = The position cannot be used: { $reason }
refusal-no-diagram = There are no diagrams of pieces for this game.
refusal-no-piece-there = No piece stands on { $cell }.
refusal-bad-last-move = The last move cannot be read: { $text }
refusal-bad-result = The result cannot be read. Expected is gold, green or draw and one of goal, immobilised, resignation, time, agreement, abandoned, repetition, quiet.
refusal-bad-option = { $reason }
refusal-after-result = Nothing may follow the result.
refusal-other-game = This is a record of another game.
refusal-no-such-game = There is no such game.
refusal-no-such-record = There is no such record.
refusal-no-such-ply = There is no such move.
refusal-no-such-route = There is nothing at this address.
refusal-no-such-quick-start = There is no such quick start.
refusal-no-first-position = This game has no first position.
refusal-no-throw = Nothing is to be thrown now.
refusal-bad-throw = This throw is impossible.
refusal-bad-json = The request cannot be read: { $reason }
refusal-bad-body = The request is not as expected: { $reason }
refusal-bad-parameter = The address is not as expected: { $name }
refusal-bad-header = A header of the request is not as expected: { $name }
refusal-bad-frame = The message is not as expected: { $expected }
refusal-not-utf8 = The text is not in UTF-8.
refusal-broken-body = The request did not arrive whole.
refusal-foreign-origin = Another site tried to act in your name.
refusal-wrong-method = This address does not take that.
refusal-wrong-type = The type of the content is not as expected: { $expected }
refusal-takeback-already-asked = A take-back was asked for and waits for its answer.
refusal-not-playing = You are out of this game.
refusal-too-deep = That is too deep to count.

refusal-ambiguous-move = More than one piece can go there.
refusal-bad-array = This array cannot be played: White would be in check or could not move.
refusal-illegal-move = The piece on { $from } cannot go to { $to }.
refusal-not-your-piece = The piece on { $from } is not yours.
refusal-own-piece = One of your own pieces stands on { $to }.
refusal-bad-field = { $key }: { $reason }
refusal-no-editor = This game has no position editor.

# Reasons that are inserted into other refusals as {reason}.

refusal-no-such-option = There is no table option “{ $key }”; there are: { $known }.
refusal-no-such-value = The table option { $key } cannot be “{ $text }”. It can be: { $known }.
refusal-option-twice = The table option { $key } is given twice.
refusal-option-without-value = “{ $text }” is not a table option with its value, written name=value.
refusal-no-such-field = There is no such field; there are: { $known }.

refusal-no-piece-can = No piece can make this move: { $text }
refusal-over-already = The game was over already before { $text }.

refusal-one-viewers-record = This is what one viewer saw, not the umpire's record.
refusal-not-your-seat = Nobody may look through the eyes of a seat that is not their own while the game runs.

refusal-header-twice = A header line stands there twice.
refusal-late-header = Header lines stand before the first round.
refusal-empty-record = The record is empty.
refusal-seats-count = This table has { $expected } seats; who sits where was said for { $found }.

refusal-no-clock = No clocks run in this game now.
refusal-out-of-time = The time has run out.
refusal-paused = The game is paused. Go on first.
refusal-not-paused = The game is not paused.
refusal-no-pause-left = This game may be paused { $limit } times, and was.
refusal-pause-offered = You have already offered a pause.
refusal-no-pause-offer = No pause is offered to you.
refusal-not-an-opponent = Only an opponent with a clock can get time.
refusal-not-gone = The player to move has not left, or not for long enough.
refusal-no-draw-claim = A draw can be claimed at a table of two only.
refusal-bad-time = This time control cannot be played. Write one such as 10m+5s or 7d+1d.

refusal-bad-login = The name or the password is wrong.
refusal-wrong-password = Your present password is another one.
refusal-logins-slowed = Too many logins have failed. Try again in { $seconds } s.
refusal-logins-busy = Too many people are signing in. Try again in a moment.
refusal-bad-name = A name has 2 to 20 letters, digits, hyphens, underscores and apostrophes.
refusal-name-taken = Somebody has this name, or one that looks like it.
refusal-bad-password = The password must have 8 to 256 characters that are not easily guessed.
refusal-bad-email = This is not an e-mail address.
refusal-no-mail = This server sends no mail. Ask its operator.
refusal-vacation-too-soon = You have just come back. You can go on vacation again in { $hours } hours.
refusal-no-vacation-left = You have no vacation left. You earn one day in twelve.
refusal-bad-code = This code is not valid: it was used, or has expired.
refusal-bad-profile = This entry cannot be kept: { $name }.
refusal-no-account = This needs an account. Sign in first.
refusal-has-account = You have an account already.
refusal-not-allowed = Your role does not allow this.
refusal-suspended = A moderator has suspended this account.
refusal-bad-reason = A reason has 1 to 500 characters.
refusal-guests-closed = This server is open to people with an account only. Sign in first.
refusal-registration-closed = Nobody can register on this server.
refusal-blocked-by-player = A player of this game does not want to play with you.
refusal-no-such-user = There is no such person.
refusal-no-such-session = This session has ended already.
refusal-not-a-guest = This is not the token of another guest.
refusal-takeover-refused = Both of you play in these games, which must end first: { $games }
refusal-passkey-there = This device has a passkey for your account already.
refusal-bad-passkey = The passkey was not accepted. Try again.
refusal-no-such-passkey = This passkey is gone already.
refusal-last-credential = This is your only way to sign in. Set a password or add a passkey first.
