//! A board turned by a third or mirrored is the same game: the same numbers of moves and paths.

use heterodox_rules::SearchPosition;
use heterodox_rules::klinzha::GoalSafety;
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::positions::{library, random_study};
use heterodox_testkit::klinzha::slow::{self, Cell};

/// Row, obtuse and acute number count from the top, from the left edge and from the left corner.
/// Turning clockwise by a third brings the top corner to the right: what was a row becomes an
/// obtuse diagonal.
fn turned(cell: Cell) -> Cell {
    let [row, obtuse, acute] = parts(cell);
    named([acute, 10 - row, 10 - obtuse])
}

/// Left and right change places.
fn mirrored(cell: Cell) -> Cell {
    let [row, obtuse, acute] = parts(cell);
    named([row, 10 - acute, 10 - obtuse])
}

fn parts(cell: Cell) -> [u8; 3] {
    let name = slow::name(cell).as_bytes();
    [name[0] - b'A' + 1, name[1] - b'0', name[2] - b'0']
}

fn named([row, obtuse, acute]: [u8; 3]) -> Cell {
    slow::cell(&format!("{}{obtuse}{acute}", (b'A' + row - 1) as char))
}

fn mapped(position: &slow::Position, map: fn(Cell) -> Cell) -> slow::Position {
    let mut image = position.clone();
    image.warriors = [None; 81];
    for cell in 0..81 {
        image.warriors[map(cell)] = position.warriors[cell];
    }
    image.goals = position.goals.map(|goal| goal.map(map));
    image
}

#[test]
fn the_symmetries_map_the_corners() {
    let name = |cell| slow::name(cell);
    assert_eq!(
        ["A19", "I99", "I11", "E37"].map(|c| name(turned(slow::cell(c)))),
        ["I99", "I11", "A19", "G57"]
    );
    assert_eq!(
        ["A19", "I99", "I11", "E26"].map(|c| name(mirrored(slow::cell(c)))),
        ["A19", "I11", "I99", "E48"]
    );
    for cell in 0..81 {
        assert_eq!(turned(turned(turned(cell))), cell);
        assert_eq!(mirrored(mirrored(cell)), cell);
    }
}

#[test]
fn turned_and_mirrored_boards_have_the_same_moves() {
    let (mut rng, mut kept) = (Rng::new(5), 0);
    while kept < 2_000 {
        let study = random_study(&mut rng);
        let images = [
            mapped(&study, turned),
            mapped(&mapped(&study, turned), turned),
            mapped(&study, mirrored),
            mapped(&mapped(&study, mirrored), turned),
        ];
        for image in &images {
            assert_eq!(image.is_possible(), study.is_possible());
        }
        if !study.is_possible() {
            continue;
        }
        kept += 1;
        let count = |position: &slow::Position| {
            let position = library(position);
            (
                position.perft(1),
                position.perft(2),
                position.legal_moves_under(GoalSafety::Enforced).len(),
                position.winner(),
            )
        };
        let own = count(&study);
        for image in &images {
            assert_eq!(count(image), own, "{study} and {image}");
        }
    }
}

/// Both sides play by the same rules: with the colours exchanged the numbers stay.
#[test]
fn exchanged_colours_have_the_same_moves() {
    let (mut rng, mut kept) = (Rng::new(6), 0);
    while kept < 2_000 {
        let study = random_study(&mut rng);
        if !study.is_possible() {
            continue;
        }
        kept += 1;
        let mut exchanged = study.clone();
        exchanged.turn = study.turn.enemy();
        exchanged.goals.swap(0, 1);
        exchanged.warriors = study.warriors.map(|w| w.map(|(side, kind)| (side.enemy(), kind)));
        let (one, other) = (library(&study), library(&exchanged));
        assert_eq!((one.perft(1), one.perft(2)), (other.perft(1), other.perft(2)), "{study}");
    }
}
