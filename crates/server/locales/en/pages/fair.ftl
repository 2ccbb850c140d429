# Fair play.

conduct-title = Fair play
conduct-engine-title = No engine against people
conduct-engine-text = While you play against another person, ask no engine and nobody else for moves. The analysis, the hints and the computer players of this server refuse the positions of your running games. They know the exact position only, and a reader who is signed out not at all: keeping to this is up to you. Against the computer, hints are yours to take.
conduct-hidden-title = The umpire keeps secrets
conduct-hidden-text = In hidden games each player is sent what its own view holds and nothing else; so are those who watch. What stood under the clouds is told when the game is over.
conduct-dice-title = Nobody chooses the dice
conduct-dice-text = Throws follow from a seed to which each player adds, and which is told at the end. So anybody can check that no throw was chosen.
conduct-time-title = Do not leave others waiting
conduct-time-text = If you do not want to play on, resign. The server ends games whose time runs out, and gives back the time in which it was away itself. In a live game your opponents may claim the end when you are gone.
