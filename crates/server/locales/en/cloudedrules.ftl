# The rules of Clouded and Blind Klin Zha.

crules-title = The rules of Clouded Klin Zha
crules-lead = Klin Zha with clouds over the board. What stands under them your opponent does not see, and an impartial umpire tells each of you exactly what you may know.
crules-klinzha = The rules of Klin Zha
crules-editor = Paint clouds

crules-object-title = What it is about
crules-object-1 = Board, warriors, Goal and victory are those of Klin Zha. What is new is that neither player sees everything. Whoever stands under a cloud is hidden from the enemy, so you move into the unknown, and the umpire tells you what came of it.
crules-object-2 = It used to take a third person in the room, who noted where everything stood and rebuilt the board for each player in turn. Here the server is that umpire. What you may not know does not reach your browser.
crules-object-3 = If Klin Zha itself is new to you: two squads of nine warriors meet on a triangle of small triangles. The Blockader bars the cells around it to the enemy, Fliers fly over everything, all others need an open way. Whoever lands on the enemy Goal has won. Begin with the rules of the open game, and play it once or twice.

crules-clouds-title = Clouds and views
crules-clouds-1 = Every cell is of one of three kinds. The clouds themselves are seen by both players.
crules-cover-clear = Clear: your enemy sees what stands there, and whether the Goal is with it.
crules-cover-edge = At the edge of a cloud: your enemy sees that something of your colour stands there, but not what it is.
crules-cover-under = Under a cloud: your enemy sees nothing.
crules-clouds-own = You always see everything of your own. What stands at an edge is shown to the enemy as a neutral piece of your colour; an abandoned Goal looks no different there.
crules-clouds-zone = The zone of the enemy Blockader is shown while you recognise the Blockader, and only then. If it stands under a cloud or at an edge, its zone works unseen, on clear cells too.
crules-picture-truth = What is there. Only the umpire sees this.
crules-picture-gold = What Gold sees: neutral pieces at the edges, nothing under the clouds.
crules-picture-green = What Green sees of the same position.

crules-moves-title = Announcing a move
crules-moves-1 = You announce a move: which warrior, from where, to where, and whether it carries its Goal. The move must be possible as far as you can see. What you do not see you may take to be absent, and a neutral piece to be a warrior that can be captured. Anything else is refused; that costs nothing, and the reason tells you nothing that you did not see.
crules-moves-2 = The umpire then carries the move out on the true board. From then on it cannot be taken back.
crules-moves-3 = If one of the ways that you see truly leads there, the warrior arrives. If it lands on an enemy, seen or not, it captures it, and you are told at once what that was.
crules-moves-4 = You may name the way yourself, and the umpire then tries no other. If you leave it to the umpire and none leads through, the warrior takes the shortest; of equally short ones, the one whose cells come first in the alphabet.

crules-halts-title = When a move is halted
crules-halts-1 = A warrior on foot whose way is barred by something unseen stops on the last cell up to which the way was open. It captures nothing there. Even if it has not left its cell, that was your move.
crules-halts-2 = You are told where it stands and what halted it, a force field or a piece, but no more: not which piece, nor where the Blockader is. A field is the enemy zone, the Blockader itself, or two zones that would overlap; a piece is anything else.
crules-halts-flier = A Flier flies over everything; only its landing cell counts. If that lies in an unseen zone or holds the unseen Blockader, the Flier crashes into the field: it stops on its line just before the first cell of it, or, if something stands there, on the nearest empty cell before that, and at worst where it set out. So it may end one or two cells away, which it could not do of its own will. A zone that it flies over and leaves behind it does not notice.
crules-halts-blockader = Your Blockader halts as well before its zone would overlap one that you do not see, or would hold an enemy or a Goal that you do not see, and before it would land on an unseen warrior. If it lands on a neutral piece that turns out to be an abandoned Goal, you have won.
crules-halts-goal = A carrier that is halted keeps its Goal clear of your own Blockader. One that meant to leave its Goal behind and never got away still has it.
crules-picture-flier-intent = Gold announces a flight of three cells, from I44 to H24. As far as Gold sees, nothing is in the way.
crules-picture-flier-halt = What is there: H24 lies in the zone of Green’s Blockader. The Flier stops on H34, and Gold learns that a force field halted it.
crules-picture-walker-intent = Gold sends the Fencer from E38 to D27. The other way round is barred by the Vanguard, so it must go through the cloud.
crules-picture-walker-halt = What is there: a Fencer stands on D28. Gold’s stops on D38, and Gold learns that a piece halted it.

crules-losses-title = Captures and losses
crules-losses-1 = Whoever captures is told what it was, and whether the Goal was with it. Whoever loses a warrior is told which one and where, but not by whom: it died before it could tell.
crules-losses-2 = Where you lost something a marker stays: an enemy stood here when it captured. It is a note for you alone and bars no way. It goes when one of your own stands there, or when you see that no enemy does. If the enemy stands on a clear cell, you simply see who it is.
crules-losses-3 = Beside the board are the lists of what either side has lost. Both players know them.
crules-picture-loss-gold = Gold’s Fencer lands on D28 under the cloud. Gold is told: a Fencer was captured.
crules-picture-loss-green = What Green sees then: a marker where its Fencer was lost. What stands there now is hidden.

crules-told-title = Who is told what
crules-told-1 = The umpire says certain things to certain people, and nothing else. This table is the one by which the program itself decides who hears what.
crules-told-2 = The mover is whoever made the move or took the step of the setup.
crules-told-what = The umpire says
crules-told-mover = mover
crules-told-opponent = opponent
crules-told-public = spectators
crules-told-yes = yes
crules-told-no = no
crules-says-umpire-ended = where the warrior ended
crules-says-umpire-captured = what it captured, and whether the Goal was with it
crules-says-umpire-halted-field = that a force field halted it
crules-says-umpire-halted-piece = that a piece halted it
crules-says-umpire-lost = which warrior was lost, and where
crules-says-umpire-drift-rule = how many turns lie between two drifts, if a die decides that
crules-says-umpire-drift = how the clouds have drifted
crules-says-umpire-first-placement = colour and region of first placement
crules-says-zones-overlap = that the Blockader cannot stand there, because of a zone that is not seen
crules-says-victory = who has won, and by what
crules-says-draw = that nobody has won, and why
crules-when-move = At once, after the move
crules-when-first-move = Before the first move
crules-when-next-move = Before the next move
crules-when-setup = During the setup
crules-when-end = At the end
crules-told-after = All else remains unsaid. That your move was halted your opponent is not told, nor which way it took, nor what was flown over. But after every move both players look at the board again, as the clouds allow.

crules-setup-title = Setting up
crules-setup-1 = Spindles, option, colours and regions are those of Klin Zha. Colour and region of first placement are announced.
crules-setup-2 = First placement places its nine warriors while nobody looks. Then second placement comes to the board, sees them as the clouds allow, and places its own; first placement sees those in the same way. The Goals follow.
crules-setup-3 = Regions do not touch, so only the zones of the two Blockaders can be in each other’s way. If your Blockader’s zone would overlap one that you do not see, the umpire says so when you are done, and you choose another cell. More you are not told, and a finished placement stands: nobody can search the border for a zone.
crules-picture-setup-first = First placement’s array, as it sees it itself.
crules-picture-setup-second = What second placement sees of it.

crules-blind-title = Blind Klin Zha
crules-blind-1 = One cloud covers the whole board. You see your own warriors and nothing else; of the enemy you know what the umpire has told you, and where you lost something. The rules are the same.
crules-blind-2 = That is for players who know Klin Zha well. The notepad beside the board helps: lay your guesses on the cells. They stay in your browser and go to nobody, not even to the server.
crules-picture-blind = The position from above, as Gold sees it in the blind game.

crules-maps-title = Cloud maps
crules-maps-1 = The clouds of a new game come from a number; the same number always gives the same map, and you see it before you agree. Such a map is the same for all three regions, has at most eight cells under clouds in each, and lets every cell under a cloud touch none that is clear.
crules-maps-2 = You can also paint your own clouds, or type them as nine rows. More than eight cells under clouds in a region are allowed, with a warning: the inventors found out in their first game that too little is left to see then.
crules-maps-3 = The cells of no-man’s-land belong to no region and do not count.
crules-picture-map = Map number 7.

crules-drift-title = Drifting clouds
crules-drift-1 = If the players agree, the clouds drift: after every X turns, Y steps in direction Z. A turn is one move of each side. X, Y and Z are agreed or thrown by the umpire, X once before the first move, Y and Z anew for each drift. The blind game has nothing that could drift.
crules-drift-2 = A step moves all clouds two cells along a strip, to the next cells that point the same way. The six directions are east, south-east, south-west, west, north-west and north-east. Clouds that leave the board are not lost and may come back.
crules-drift-3 = Both players are told of a drift before the next move, and see at once what lies open now.
crules-picture-drift-before = Map number 7 …
crules-picture-drift-after = … and after a drift of one step to the south-east.

crules-end-title = The end
crules-end-1 = As in Klin Zha a battle ends when a Goal is captured, when the player to move has no legal move and so has lost, or when a player resigns. Whether there is a legal move is judged by the umpire on the true board. Every end is announced to both at once.
crules-end-2 = You are not warned when your Goal can be captured, and you need not save it: a warning would tell you what you cannot see. For the same reason moves are not taken back.
crules-end-3 = 200 moves in a row without a capture, both sides counted, are a draw, and the players may agree on one. That a position is repeated is no draw.
crules-end-4 = After the end everything is opened to everybody. The page shows the truth beside what either player saw, move by move, and the umpire’s record can be downloaded.

crules-others-title = Spectators, the computer, and two at one screen
crules-others-1 = Spectators of a running game see every warrior as its enemy sees it, and the lists of what was lost. They see no markers and hear none of the reports on moves. So watching tells neither player anything new.
crules-others-2 = The computer gets what a player in its seat would get, its view and what it was told, and nothing else. The part of the program that thinks is not given the true board. It considers which positions could be true after all that it has seen and heard, and looks for moves that do well in many of them.
crules-others-3 = Two players can share one screen, as in the room: after each move a curtain hides the board until the other has taken over.

crules-notation-title = Writing it down
crules-notation-1 = An announced move names no capture, as that is not known yet. A way is written in brackets, from the cell after the first up to the last.
crules-notation-2 = The umpire’s record has what truly happened. A player’s own record has what that player saw and was told, with the view after each move; it can be downloaded and stepped through like any other. In a view ? stands for a neutral piece of Gold and ! for one of Green.
crules-notation-intent = The Fencer is to go from E38 to D27.
crules-notation-path = The same, by this way and no other.
crules-notation-halt = What came of it: a piece halted it on D38.
crules-notation-unseen = A move that this player did not see.
crules-notation-lost = A move that this player did not see, and that cost it the Fencer on D28.
crules-notation-onlooker = The same for spectators, who are not told where.

crules-credits-title = Origins
crules-credits-1 = The clouded variant was thought up and tested by qeqar, vaQtar and veSbe’ of the Klingon club tuq qa’oS. They first played it in 2002 at a meeting in Prüm: qeqar was the umpire, vaQtar and veSbe’ played for a whole day, and in the evening the game was broken off unfinished. So much of the board lay under clouds that only four or five pieces were to be seen. That is where the blind game and the advice on maps come from.
crules-credits-2 = Texts and pictures here are our own. Where the sources are silent, for instance on which way a halted warrior took, there are rulings of this project.
