# The front page.

home-hero-play = Play { $game } now
home-hero-board = A battle of Klin Zha, replayed: step through it with comments
home-hero-pause = Hold the battle
home-hero-note = From the first warrior to the last blow: the battle of the introduction, with comments.
home-games = The games
home-klinzha-blurb = Chess on a triangle, nine warriors a side, and a Goal that somebody must carry.
home-clouded-klinzha-blurb = Klin Zha under clouds: you see a part of the board, and an umpire knows the rest.
home-grand-chess-blurb = Ten by ten squares, and as many of 73 extra pieces as you dare to bring in.
home-kaleidochess-blurb = Two to four armies on a wheel, on which each piece goes exactly its number of steps.
sample-moments = Its moments
teasers-title = More to do
sample-result = Gold has won: the Goal has no way out
