# What is around every page, the front page, importing, and pages for what went wrong.

site-name = Heterodox
site-description = Play Klin Zha in the browser, against the computer or a friend.
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
footer-sample = Sample battle
footer-api = For programs

home-page-title = Klin Zha
home-title = Chess on a triangle, with something to lose
home-lead = Nine warriors a side, eighty-one cells, and a Goal that somebody has to carry. Whoever captures the other's Goal wins. No account, no waiting: start a game, or send a friend the link.
home-picture = Open the sample battle at this moment
home-picture-caption = From the sample battle, after Gold's fourth move: the Lancer guards its Goal and threatens the green Flier.

new-title = A new game
new-opponent = Opponent
new-opponent-computer = The computer
new-opponent-friend = A friend
new-level = Level
new-level-easy = Easy
new-level-medium = Medium
new-level-strong = Strong
new-friend-hint = You get a link to send. The game begins when your friend opens it.
new-start = Start
new-start-setup = Full setup
new-start-quick = Quick start
new-setup-hint = Cast the spindles, choose colour and region, and place your nine warriors where you want them.
new-array = Arrays
new-seat = You play
new-seat-random = Either
new-seat-0 = Gold, first
new-seat-1 = Green
new-options = Table options
new-do = Start the game

option-goal-safety = When a Goal hangs
option-goal-safety-advisory = Warn only
option-goal-safety-enforced = Must be saved
option-goal-safety-hint = “Warn only” leaves it to you whether to see the danger. With “Must be saved” only moves that leave no Goal of yours to be captured are legal, as long as there is one.
option-house-rules = House rules for draws
option-house-rules-off = Off
option-house-rules-on = On
option-house-rules-hint = The old laws know no draw. With house rules the same position for the third time is a draw, and so are 100 moves without a capture.

quick-start = { $array }: Gold { $gold }, Green { $green }

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

teaser-rules-title = New to Klin Zha?
teaser-rules-text = Six kinds of warriors, one page. With the two cheat sheets: how cells are named, and how each warrior moves.
teaser-rules-link = Read the rules
teaser-import-title = Battles on paper
teaser-import-text = Paste a record in the old two-column form and step through it, with every slip of the pen pointed out.
teaser-import-link = Import a record
teaser-bots-title = Bring a program
teaser-bots-text = Everything that these pages do goes through a JSON interface that a bot can use as well.
teaser-bots-link = Look at the interface

import-title = Import a record
import-text = Paste a battle, drop its file here, or choose one. It is read kindly: slips are understood where they can be, and you are told about each.
import-record = Record
import-placeholder = Gold	Green
import-file = Choose a file
import-do = Read and open
import-form-title = How a record looks
import-form-text = Two columns with a tab between them, Gold on the left and Green on the right: first the placements, one a line or several, then the Goals, then the moves in turn. Header lines such as “gold: a name” may come first and “result: gold goal” last; remarks between the tables are passed over.
import-sample = Look at the sample battle
import-sample-text = as text

record-title = A recorded battle
record-warnings = Read with remarks: { $count }
record-warnings-text = This was not written quite as it should be. What it was taken for:

problem-not-found-title = Off the board
problem-not-found-text = There is nothing at this address. Perhaps a letter was lost on the way.
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
