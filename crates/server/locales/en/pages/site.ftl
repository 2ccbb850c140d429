# Header and footer, front page, import and error pages.

site-name = Heterodox
site-description = Play Klin Zha, open or under clouds, Grand Chess and KaleidoChess in the browser, against the computer or friends.
skip-to-content = Skip to the content
nav-label = Main
nav-play = Play
nav-rules = Rules
nav-import = Import
settings-label = Language and colours
settings-lang = Language
settings-theme = Colours
theme-auto = Auto
theme-light = Light
theme-dark = Dark
footer-about = Heterodox: where unorthodox chess is played, refereed and understood.
footer-guide = Pieces of { $game }
footer-sample = Sample battle
footer-api = For programs
footer-licences = Licences

home-page-title = Unorthodox chess
home-title = Chess off the beaten track
home-lead = Four games for those who know their way around a chessboard and would like to get lost on one again. No account, no waiting: play against the computer, or send your friends the link.
home-picture = { $game }: set up a game
home-play = Play against the computer
home-new = Set up a game…
home-rules = Rules
home-guide = Piece guide
home-editor = Position editor

new-page-title = { $game }: a new game
new-title = A new game
new-opponent = Opponent
new-opponent-computer = The computer
new-opponent-friend = A friend
new-opponent-hot-seat = Both of us here
new-level = Level
new-friend-hint = You get a link to send. The game begins when your friend opens it.
new-hot-seat-hint = You play in turn on this screen.
new-hot-seat-curtain = You play in turn on this screen. After each move a curtain hides the board until the other has taken over.
new-start = Start
new-array = Arrays
new-position = Position string
new-position-hint = Paste one here, or set the position up in the
new-position-known = Whoever sets up a position knows all of it. Play it with somebody who knows it too, or set it up for others.
new-seat = You play
new-seat-random = Either
new-who = Who plays
new-presets = Tables with one click
new-preset-computer = Me against the computer
new-preset-computers = Me against three computers
new-preset-friends = With friends, by link
new-preset-here = All at this screen
new-sits-me = Me
new-sits-here = Somebody here
new-sits-open = Somebody by link
new-shuffle = Draw lots for the colours
new-seats-open = You get a link to send. The game begins when all seats are taken; you can give a seat that stays free to the computer.
new-seats-here = Whoever is here plays in turn on this screen.
new-seats-nobody = One seat must be yours, or somebody’s who is here with you.
new-seats-position = Whoever stands in the position plays: give it below first.
new-options = Table options
new-preview = Preview of the board
new-do = Start the game

sample-title = A battle to learn from
sample-lead = The introduction to Klin Zha tells of one battle from the first warrior placed to the last blow. These are the moments at which it stops to think.
sample-start = The setup
sample-open = Step through the whole battle
sample-0-title = Green places last and takes aim
sample-0 = Gold has placed first and symmetrically, so that neither neighbouring region is the weaker one to meet. Green could answer that: its Blockader on F37 takes almost every way out from Gold's Swift on G36, and its Flier on D16 looks at an unguarded Vanguard with the Goal behind it.
sample-2-title = An exchange that cannot be refused
sample-2 = Gold removes the Flier that would have broken in, and Green must take back: from D16 the golden Flier could have captured the Goal on C18 next.
sample-4-title = A Swift that stood in the way
sample-4 = Nothing hangs on either side. Gold brings up a Vanguard, since they are slow; Green takes its Swift round the outside. It seems to threaten the golden Swift, but that one stands in its own Blockader's zone, where nobody can go.
sample-7-title = One move, two answers
sample-7 = The green Flier on E15 could have reached three cells from which it attacks the Goal, and G13 was not covered. From G25 the Lancer covers it and attacks the Flier as well.
sample-10-title = Too near to help
sample-10 = The golden Flier on G14 stands right behind the Vanguard on F14 and cannot protect it: a Flier goes at least three cells. Green takes the Vanguard, and from F14 it looks at the Goal.
sample-11-title = The Goal must go
sample-11 = The Fencer carries the Goal out of the Flier's line.
sample-14-title = A Lancer for a Lancer
sample-14 = An even exchange is seldom good for the side that has less. But it clears the way for Gold's Blockader, and the Swift can move again.
sample-15-title = The Blockader opens the road
sample-15 = From F25 the Blockader lets the Swift go and heads for the edge, where it makes room for the Flier's attack. Green has no answer and starts to move its Goal.
sample-17-title = Clearing the line
sample-17 = On E15 the Blockader is out of the Flier's way. Once the Flier stands there the Goal would have nowhere to go, so Green leaves its line of sight in time.
sample-20-title = Two Swifts left alone
sample-20 = An unguarded green Swift, an unguarded golden Swift: both are gone within one turn.
sample-21-title = Straight at the Goal
sample-21 = From E16 the Flier attacks the Goal itself.
sample-22-title = Just in time
sample-22 = Two careful steps earlier have prepared this one; without them the battle would be over.
sample-23-title = The last Flier falls
sample-23 = Nobody guarded the green Flier. From here on Gold is much stronger, and Green defends a Goal that one Vanguard must carry step by step.
sample-47-title = No way out
sample-47 = Wherever the Goal goes now, it is captured. Gold says the only words that a battle needs: Zha riest'n, teskas tal'tai-kleon.

teaser-import-title = Games on paper
teaser-import-text = Paste the PGN of a game of Grand Chess, a battle of Klin Zha in two columns or the rounds of KaleidoChess, and step through it with every slip of the pen pointed out.
teaser-import-link = Import a record
teaser-editor-title = What if?
teaser-editor-text = Set up any position, see whether it is possible, and play it from there.
teaser-editor-link = Open the position editor

teaser-bots-title = Bring a program
teaser-bots-text = Everything that these pages do goes through a JSON interface that a bot can use as well.
teaser-bots-link = Look at the interface

import-title = Import a record
import-text = Paste a game, drop its file here, or choose one. It is read kindly: slips are understood where they can be, and you are told about each.
import-record = Record
import-placeholder = [Variant "Grand Chess"] …
import-file = Choose a file
import-do = Read and open
import-form-title = How a record looks
import-form-text = Klin Zha: two columns with a tab between them, Gold on the left and Green on the right: first the placements, one a line or several, then the Goals, then the moves in turn. Header lines such as “gold: a name” may come first and “result: gold goal” last; remarks between the tables are passed over.
import-example = For example:
import-sample = Look at the sample battle
import-sample-text = as text

record-title = A recorded game
record-warnings = Read with remarks: { $count }
record-warnings-text = This was not written quite as it should be. What it was taken for:

problem-not-found-title = Off the board
problem-not-found-text = There is nothing at this address. Perhaps a letter was lost on the way.
problem-not-your-seat-title = Not your seat
problem-not-your-seat-text = Nobody may look through the eyes of a seat that is not their own while the game runs. Without “?as=” in the address you see what you may see.
problem-no-game-title = No such game
problem-no-game-text = No game has this address. Check the link that you were sent.
problem-no-record-title = No such record
problem-no-record-text = No record has this address. Check the link that you were sent.
problem-wrong-method-title = Not that way
problem-wrong-method-text = This address is there to be looked at.
problem-failed-title = The server failed
problem-failed-text = That was not your fault. Nothing that was answered is lost; try again in a moment.
problem-home = To the front page

noscript = Playing needs JavaScript, which is off in this browser. Here is the board as it stands.

api-title = The interface for programs

licences-title = Licences
licences-text = Heterodox is free software, and so is everything that it is made of. Here is what the licences of all parts say, in the language in which they hold.
