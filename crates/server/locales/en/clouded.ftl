# Clouded Klin Zha: the umpire's reports, and the reasons for which a game ends.

umpire-ended = Your move ended on { $cell }.
umpire-captured = You captured on { $cell }: { $piece }.
umpire-halted-field = A force field halted your warrior.
umpire-halted-piece = A piece halted your warrior.
umpire-lost = You lost on { $cell }: { $piece }.
umpire-drift-rule = The clouds will drift. Turns from one drift to the next: { $turns }.
umpire-drift = The clouds drifted { $direction }. Steps: { $steps }.
umpire-first-placement = First placement: { $side }, in the region { $region }.

setup-option-text-hidden = Placing last shows you where the enemy stands, as far as the clouds allow; placing first gives you the first move. The old custom is to grant the choice.
cell-unseen = nothing to be seen

notice-clouds-crowded = Region { $region }: { $count } cells lie under clouds. More than { $most } leave too little to see.
reason-clouded-klinzha-quiet = 200 moves without a capture.
