# Vad lektionernas skript säger.

lesson-restarted = Brädet är som i början.
lesson-try-again = Tryck på R för att försöka igen.
lesson-hint-piece = Tips: flytta pjäsen på { $from }.
lesson-hint-move = Tips: från { $from } till { $to }.
lesson-hint-cell = Tips: { $to }.
refusal-no-such-lesson = Den lektionen finns inte.
lesson-solved = { $solved } av { $all } uppgifter lösta
lesson-go-back = Gå tillbaka till: { $title }
