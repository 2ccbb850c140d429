# What the lessons' script says.

lesson-restarted = The board is as it was.
lesson-try-again = Press R to try again.
lesson-hint-piece = Hint: move the piece on { $from }.
lesson-hint-move = Hint: from { $from } to { $to }.
lesson-hint-cell = Hint: { $to }.
refusal-no-such-lesson = There is no such lesson.
lesson-solved = { $solved } of { $all } tasks solved
lesson-go-back = Go back to: { $title }
