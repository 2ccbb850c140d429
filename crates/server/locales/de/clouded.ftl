# Clouded Klin Zha: the umpire's reports, and the reasons for which a game ends.

umpire-ended = Dein Zug endete auf { $cell }.
umpire-captured = Du hast auf { $cell } geschlagen: { $piece }.
umpire-halted-field = Ein Kraftfeld hat deinen Krieger aufgehalten.
umpire-halted-piece = Eine Figur hat deinen Krieger aufgehalten.
umpire-lost = Du hast auf { $cell } verloren: { $piece }.
umpire-drift-rule = Die Wolken werden ziehen. Runden von einem Mal zum nächsten: { $turns }.
umpire-drift = Die Wolken sind nach { $direction } gezogen. Schritte: { $steps }.
umpire-first-placement = Zuerst stellt auf: { $side }, in der Region { $region }.

setup-option-text-hidden = Wer zuletzt aufstellt, sieht, wo der Feind steht, soweit es die Wolken zulassen; wer zuerst aufstellt, zieht zuerst. Nach altem Brauch überlässt man die Wahl dem anderen.
cell-unseen = nichts zu sehen

notice-clouds-crowded = Region { $region }: { $count } Felder liegen unter Wolken. Mehr als { $most } lassen zu wenig sehen.
reason-clouded-klinzha-quiet = 200 Züge, ohne dass geschlagen wurde.
