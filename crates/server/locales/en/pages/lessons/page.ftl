# The lessons: what they share.

lesson-link = Learn
lessons-title = Learn the games
lessons-lead = One idea a step, on a real board with the real rules. Each lesson takes a few minutes, and you can stop and go on at any time.
lesson-length = { $steps } steps, about { $minutes } minutes
lesson-progress = How far you have come
lesson-begin = Begin
lesson-continue = Continue
lesson-repeat = Once more
lesson-title = Learn { $game }
lesson-count = { $number } of { $count }
lesson-back = Back
lesson-again = Again
lesson-hint = Hint
lesson-next = Next
lesson-done = Well done.
lesson-miss = A legal move, but not the one that is wanted here.
lesson-end-title = You know the game
lesson-end-open = You have seen the whole lesson
lesson-play = Play your first game
lesson-other = Learn { $game }
lesson-all = All lessons
lesson-rules = All the rules
lesson-offer = New to { $game }?
lesson-offer-link = A lesson of { $minutes } minutes
lesson-offer-no = No, thank you
