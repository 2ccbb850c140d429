# Clouded Klin Zha: the umpire's reports, and the reasons for which a game ends.

umpire-ended = Ditt drag slutade på { $cell }.
umpire-captured = Du slog på { $cell }: { $piece }.
umpire-halted-field = Ett kraftfält stoppade din krigare.
umpire-halted-piece = En pjäs stoppade din krigare.
umpire-lost = Du förlorade på { $cell }: { $piece }.
umpire-drift-rule = Molnen kommer att driva. Omgångar från en gång till nästa: { $turns }.
umpire-drift = Molnen drev mot { $direction }. Steg: { $steps }.
umpire-first-placement = Först ställer upp: { $side }, i regionen { $region }.

setup-option-text-hidden = Den som ställer upp sist ser var fienden står, så långt molnen tillåter; den som ställer upp först drar först. Enligt gammal sed överlåter man valet.
cell-unseen = inget syns

notice-clouds-crowded = Region { $region }: { $count } fält ligger under moln. Fler än { $most } lämnar för lite att se.
reason-clouded-klinzha-quiet = 200 drag utan slag.
