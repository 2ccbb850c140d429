//! The table of all pieces, in a form that players can check against §4.5.
//!
//! Steps are (files to the right, ranks forward) as White sees them; for Black forward is down.
//! Movement that a row cannot express is a named [`Rule`] or a [`SpecialPath`], each with a file
//! of its own in `special_captures`.

use super::board::Step;

/// A row of the table: a kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The id in guides and pictures, such as `dabbaba-rider`.
    pub id: &'static str,
    /// The code in FENs and moves, such as `Dr`.
    pub code: &'static str,
    /// The English name.
    pub en: &'static str,
    /// The German name.
    pub de: &'static str,
    /// How it moves and captures by replacement.
    pub movements: &'static [Movement],
    /// Whether it may not move on its owner's first five moves (R-GC7).
    pub locked: bool,
    /// Its named rule.
    pub rule: Rule,
}

/// Whether a way of moving applies to moves without capture, to captures, or to both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Moves with and without capture.
    Both,
    /// Moves without capture only.
    Move,
    /// Captures only.
    Capture,
}

impl Mode {
    /// Whether it applies to moves without capture.
    pub const fn moves(self) -> bool {
        !matches!(self, Self::Capture)
    }

    /// Whether it applies to captures.
    pub const fn captures(self) -> bool {
        !matches!(self, Self::Move)
    }
}

/// A way of moving: a path, and whether it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// Whether it captures.
    pub mode: Mode,
    /// The path.
    pub path: Path,
}

/// How a piece gets from its origin to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// One leap; pieces between do not matter.
    Leap(&'static [Step]),
    /// A rider: the same step up to this number of times; all squares before the last must be
    /// empty.
    Slide(&'static [Step], u8),
    /// A bent rider: one of the steps to an empty square, then on outward up to this number of
    /// times. The stop on the first square is not included.
    Bend(&'static [Step], BendDirection, u8),
    /// One leap of each list in either order; the square between must be empty (R-GC9).
    Both(&'static [Step], &'static [Step]),
    /// A hopper: along a line over exactly this number of pieces of either colour.
    Hop(&'static [Step], u8, HopLanding),
    /// A path with code of its own.
    Special(SpecialPath),
}

/// The directions of the second part of a bent rider (R-GC8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BendDirection {
    /// One square at a time in the orthogonal directions that lead away from the start.
    Orthogonal,
    /// Two squares at a time in those directions.
    OrthogonalByTwo,
    /// One square at a time on the diagonals on which no coordinate comes nearer to the start.
    Diagonal,
}

/// Where a hopper lands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HopLanding {
    /// On the square directly behind the last hurdle.
    Behind,
    /// On any empty square behind the last hurdle, or on the next piece.
    Beyond,
}

/// A path that the other forms cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecialPath {
    /// See `special_captures/duke.rs`.
    Duke,
    /// See `special_captures/edgehog.rs`.
    Edgehog,
    /// See `special_captures/windmill.rs`.
    Windmill,
}

/// A rule of a piece besides moving and capturing by replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// No rule.
    None,
    /// The king.
    Royal,
    /// The pawn: see `pawns.rs`.
    Pawn,
    /// Also captures one leap beyond its target (R-GC10).
    Archer,
    /// Cannot be captured (R-GC11).
    Block,
    /// Captures by approach (R-GC12).
    Advancer,
    /// Captures by withdrawal (R-GC12).
    Withdrawer,
    /// Converts neighbours (R-GC16).
    Diplomat,
    /// Captures by coordination with its king (R-GC13).
    Coordinator,
    /// Freezes neighbours (R-GC14).
    Immobilizer,
    /// Captures a piece as that piece captures (R-GC17).
    Chameleon,
    /// Copies the piece that moved last (R-GC18).
    Fool,
}

/// The number of steps of a rider without limit.
pub const ANY: u8 = u8::MAX;

const WAZIR: &[Step] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const FERZ: &[Step] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KING: &[Step] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const ROOK: &[Step] = WAZIR;
const BISHOP: &[Step] = FERZ;
const QUEEN: &[Step] = KING;
const SIDEWAYS: &[Step] = &[(1, 0), (-1, 0)];
const UP_AND_DOWN: &[Step] = &[(0, 1), (0, -1)];
const DABBABA: &[Step] = &[(2, 0), (0, 2), (-2, 0), (0, -2)];
const ELEPHANT: &[Step] = &[(2, 2), (-2, 2), (-2, -2), (2, -2)];
const THREE_STRAIGHT: &[Step] = &[(3, 0), (0, 3), (-3, 0), (0, -3)];
/// The eight leaps of a knight.
pub const KNIGHT: &[Step] = &oblique(1, 2);
const CAMEL: &[Step] = &oblique(1, 3);
const ZEBRA: &[Step] = &oblique(2, 3);
const GIRAFFE: &[Step] = &oblique(1, 4);

/// The eight leaps (±a,±b) and (±b,±a).
const fn oblique(a: i8, b: i8) -> [Step; 8] {
    [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
}

/// All pieces, the eight classic ones first.
#[rustfmt::skip]
pub const TABLE: [Row; 81] = [
    piece("king", "K", "King", "König", &[leap(KING)]).with_rule(Rule::Royal),
    piece("rook", "R", "Rook", "Turm", &[slide(ROOK)]),
    piece("bishop", "B", "Bishop", "Läufer", &[slide(BISHOP)]),
    piece("queen", "Q", "Queen", "Dame", &[slide(ROOK), slide(BISHOP)]),
    piece("knight", "N", "Knight", "Springer", &[leap(KNIGHT)]),
    piece("cardinal", "A", "Cardinal", "Kardinal", &[slide(BISHOP), leap(KNIGHT)]),
    piece("marshall", "C", "Marshall", "Marschall", &[slide(ROOK), leap(KNIGHT)]),
    piece("pawn", "P", "Pawn", "Bauer", &[]).with_rule(Rule::Pawn),
    piece("guard", "Gu", "Guard", "Wache", &[leap(KING)]),
    piece("centaur", "Ce", "Centaur", "Zentaur", &[leap(KING), leap(KNIGHT)]),
    piece("amazon", "Am", "Amazon", "Amazone", &[slide(ROOK), slide(BISHOP), leap(KNIGHT)]),
    piece("nightrider", "Nr", "Nightrider", "Nachtreiter", &[slide(KNIGHT)]).locked(),
    piece("archer", "Ar", "Archer", "Bogenschütze", &[leap(KNIGHT)]).with_rule(Rule::Archer),
    piece("side-mover", "Sm", "Side Mover", "Seitenbeweger", &[slide(SIDEWAYS), leap(UP_AND_DOWN)]),
    piece("vertical-mover", "Vm", "Vertical Mover", "Vertikalbeweger", &[slide(UP_AND_DOWN), leap(SIDEWAYS)]),
    piece("ferz", "Fe", "Ferz", "Fers", &[leap(FERZ)]),
    piece("dragon-king", "Dk", "Dragon King", "Drachenkönig", &[slide(ROOK), leap(FERZ)]),
    piece("knight-ferz", "Nf", "Knight-Ferz", "Springer-Fers", &[leap(KNIGHT), leap(FERZ)]),
    piece("wazir", "Wa", "Wazir", "Wesir", &[leap(WAZIR)]),
    piece("steward", "St", "Steward", "Steward", &[leap(WAZIR).without_capture(), leap(FERZ).only_capture()]),
    piece("dragon-horse", "Dh", "Dragon Horse", "Drachenpferd", &[slide(BISHOP), leap(WAZIR)]),
    piece("knight-wazir", "Nw", "Knight-Wazir", "Springer-Wesir", &[leap(KNIGHT), leap(WAZIR)]),
    piece("rhinoceros", "Rh", "Rhinoceros", "Nashorn", &[leap(WAZIR), bend(WAZIR, BendDirection::Diagonal, 1)]),
    piece("elephant", "El", "Elephant", "Elefant", &[leap(ELEPHANT)]),
    piece("phoenix", "Ph", "Phoenix", "Phönix", &[leap(ELEPHANT), leap(WAZIR)]),
    piece("modern-elephant", "Me", "Modern Elephant", "Modern Elefant", &[leap(ELEPHANT), leap(FERZ)]),
    piece("mammoth", "Mm", "Mammoth", "Mammut", &[leap(ELEPHANT), leap(KING)]),
    piece("dabbaba", "Da", "Dabbaba", "Dabbaba", &[leap(DABBABA)]),
    piece("dabbaba-rider", "Dr", "Dabbaba-Rider", "DabbabaReiter", &[slide(DABBABA)]).locked(),
    piece("knight-dabbaba", "Nd", "Knight-Dabbaba", "Springer-Dabbaba", &[leap(KNIGHT), leap(DABBABA)]),
    piece("dabbaba-wazir", "Dw", "Dabbaba-Wazir", "Dabbaba-Wesir", &[leap(DABBABA), leap(WAZIR)]),
    piece("kirin", "Ki", "Kirin", "Kirin", &[leap(DABBABA), leap(FERZ)]),
    piece("alibaba", "Al", "Alibaba", "Alibaba", &[leap(ELEPHANT), leap(DABBABA)]),
    piece("badger", "Ba", "Badger", "Dachs", &[slide(BISHOP), leap(DABBABA)]),
    piece("ox", "Ox", "Ox", "Ochse", &[leap(KNIGHT).without_capture(), leap(DABBABA).without_capture(), leap(ELEPHANT).without_capture(), leap(FERZ).only_capture()]),
    piece("camel", "Ca", "Camel", "Kamel", &[leap(CAMEL)]),
    piece("camel-ferz", "Cf", "Camel-Ferz", "Kamel-Fers", &[leap(CAMEL), leap(FERZ)]),
    piece("camel-wazir", "Cw", "Camel-Wazir", "Kamel-Wesir", &[leap(CAMEL), leap(WAZIR)]),
    piece("camel-guard", "Cg", "Camel-Guard", "Kamel-Wache", &[leap(CAMEL), leap(KING)]),
    piece("camel-rook", "Cr", "Camel-Rook", "Kamel-Turm", &[leap(CAMEL), slide(ROOK)]),
    piece("giraffe", "Gi", "Giraffe", "Giraffe", &[leap(GIRAFFE)]).locked(),
    piece("zebra", "Ze", "Zebra", "Zebra", &[leap(ZEBRA)]),
    piece("zebra-ferz", "Zf", "Zebra-Ferz", "Zebra-Fers", &[leap(ZEBRA), leap(FERZ)]),
    piece("zebra-wazir", "Zw", "Zebra-Wazir", "Zebra-Wesir", &[leap(ZEBRA), leap(WAZIR)]),
    piece("zebra-bishop", "Zb", "Zebra-Bishop", "Zebra-Läufer", &[leap(ZEBRA), slide(BISHOP)]),
    piece("zebra-rook", "Zr", "Zebra-Rook", "Zebra-Turm", &[leap(ZEBRA), slide(ROOK)]),
    piece("zebra-guard", "Zg", "Zebra-Guard", "Zebra-Wache", &[leap(ZEBRA), leap(KING)]),
    piece("pegasus", "Pe", "Pegasus", "Pegasus", &[leap(ZEBRA), leap(GIRAFFE)]).locked(),
    piece("gnu", "Gn", "Gnu", "Gnu", &[leap(KNIGHT), leap(CAMEL)]),
    piece("camel-zebra", "Cz", "Camel-Zebra", "Kamel-Zebra", &[leap(CAMEL), leap(ZEBRA)]),
    piece("knight-camel-zebra", "Nz", "Knight-Camel-Zebra", "Springer-Kamel-Zebra", &[leap(KNIGHT), leap(CAMEL), leap(ZEBRA)]),
    piece("grasshopper", "Gr", "Grasshopper", "Grashüpfer", &[hop(QUEEN, 1, HopLanding::Behind)]).locked(),
    piece("scorpion", "Sc", "Scorpion", "Skorpion", &[leap(KING), hop(QUEEN, 1, HopLanding::Behind)]).locked(),
    piece("hero", "He", "Hero", "Held", &[leap(WAZIR), leap(DABBABA), both(WAZIR, DABBABA)]),
    piece("shaman", "Sh", "Shaman", "Schamane", &[leap(FERZ), leap(ELEPHANT), both(FERZ, ELEPHANT)]),
    piece("block", "Bl", "Block", "Block", &[slide(QUEEN).up_to(3).without_capture()]).with_rule(Rule::Block),
    piece("butterfly", "Bu", "Butterfly", "Schmetterling", &[leap(&[(-1, 2), (1, 2), (-2, -1), (2, -1), (-3, 1), (3, 1), (-1, -1), (1, -1)])]),
    piece("crab", "Cb", "Crab", "Krabbe", &[leap(&[(-1, 2), (1, 2), (-2, -1), (2, -1)])]),
    piece("dragon", "Dn", "Dragon", "Drache", &[slide(ROOK), leap(FERZ), bend(FERZ, BendDirection::OrthogonalByTwo, ANY)]).locked(),
    piece("edgehog", "Eh", "Edgehog", "Randschwein", &[special(SpecialPath::Edgehog)]),
    piece("advancer", "Ad", "Advancer", "Vorreiter", &[slide(QUEEN).without_capture()]).with_rule(Rule::Advancer),
    piece("withdrawer", "Wi", "Withdrawer", "Rückzieher", &[slide(QUEEN).without_capture()]).with_rule(Rule::Withdrawer),
    piece("duke", "Du", "Duke", "Herzog", &[special(SpecialPath::Duke)]),
    piece("frog", "Fr", "Frog", "Frosch", &[leap(FERZ), leap(THREE_STRAIGHT)]),
    piece("gryphon", "Gy", "Gryphon", "Greif", &[leap(FERZ), bend(FERZ, BendDirection::Orthogonal, ANY)]),
    piece("kangaroo", "Ka", "Kangaroo", "Känguru", &[hop(QUEEN, 2, HopLanding::Behind)]).locked(),
    piece("lion", "Li", "Lion", "Löwe", &[leap(ELEPHANT), leap(DABBABA), leap(KING).only_capture()]),
    piece("mage", "Ma", "Mage", "Magier", &[leap(KING), leap(KNIGHT), leap(ELEPHANT), leap(DABBABA)]),
    piece("champion", "Ch", "Champion", "Champion", &[leap(WAZIR), leap(ELEPHANT), leap(DABBABA)]),
    piece("squirrel", "Sq", "Squirrel", "Eichhörnchen", &[leap(KNIGHT), leap(ELEPHANT), leap(DABBABA)]),
    piece("templar", "Te", "Templar", "Tempelritter", &[slide(BISHOP).up_to(2), leap(DABBABA)]),
    piece("windmill", "Wm", "Windmill", "Windmühle", &[special(SpecialPath::Windmill)]),
    piece("tiger", "Ti", "Tiger", "Tiger", &[leap(ZEBRA), bend(ZEBRA, BendDirection::Diagonal, ANY)]).locked(),
    piece("cannon", "Cn", "Cannon", "Kanone", &[slide(ROOK).without_capture(), hop(ROOK, 1, HopLanding::Beyond).only_capture()]).locked(),
    piece("vao", "Va", "Vao", "Vao", &[slide(BISHOP).without_capture(), hop(BISHOP, 1, HopLanding::Beyond).only_capture()]).locked(),
    piece("leo", "Le", "Leo", "Leo", &[slide(QUEEN).without_capture(), hop(QUEEN, 1, HopLanding::Beyond).only_capture()]).locked(),
    piece("diplomat", "Di", "Diplomat", "Diplomat", &[leap(KING).without_capture()]).with_rule(Rule::Diplomat),
    piece("coordinator", "Co", "Coordinator", "Koordinator", &[slide(QUEEN).without_capture()]).with_rule(Rule::Coordinator),
    piece("immobilizer", "Im", "Immobilizer", "Immobilisator", &[slide(QUEEN).without_capture()]).with_rule(Rule::Immobilizer),
    piece("chameleon", "Cm", "Chameleon", "Chamäleon", &[slide(QUEEN).without_capture()]).with_rule(Rule::Chameleon),
    piece("fool", "Fo", "Fool", "Narr", &[]).with_rule(Rule::Fool),
];

const fn piece(
    id: &'static str,
    code: &'static str,
    en: &'static str,
    de: &'static str,
    ways: &'static [Movement],
) -> Row {
    Row { id, code, en, de, movements: ways, locked: false, rule: Rule::None }
}

impl Row {
    const fn locked(mut self) -> Self {
        self.locked = true;
        self
    }

    const fn with_rule(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }
}

const fn way(path: Path) -> Movement {
    Movement { mode: Mode::Both, path }
}

const fn leap(steps: &'static [Step]) -> Movement {
    way(Path::Leap(steps))
}

const fn slide(steps: &'static [Step]) -> Movement {
    way(Path::Slide(steps, ANY))
}

const fn bend(first: &'static [Step], direction: BendDirection, most: u8) -> Movement {
    way(Path::Bend(first, direction, most))
}

const fn both(a: &'static [Step], b: &'static [Step]) -> Movement {
    way(Path::Both(a, b))
}

const fn hop(steps: &'static [Step], hurdles: u8, landing: HopLanding) -> Movement {
    way(Path::Hop(steps, hurdles, landing))
}

const fn special(path: SpecialPath) -> Movement {
    way(Path::Special(path))
}

impl Movement {
    const fn without_capture(mut self) -> Self {
        self.mode = Mode::Move;
        self
    }

    const fn only_capture(mut self) -> Self {
        self.mode = Mode::Capture;
        self
    }

    const fn up_to(mut self, most: u8) -> Self {
        if let Path::Slide(steps, _) = self.path {
            self.path = Path::Slide(steps, most);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_table_agrees_with_the_list_of_pieces() {
        let text = include_str!("../../../../data/grand-pieces.json");
        let json: Value = serde_json::from_str(text).expect("valid JSON");
        let listed = json["pieces"].as_array().expect("a list");
        assert_eq!(listed.len(), TABLE.len());
        for (row, piece) in TABLE.iter().zip(listed) {
            let text = |key: &str| piece[key].as_str().expect("a text");
            assert_eq!(
                (row.id, row.code, row.en, row.de),
                (text("id"), text("code"), text("en"), text("de"))
            );
            assert_eq!(Some(row.locked), piece["locked"].as_bool(), "{}", row.id);
        }
        assert_eq!(TABLE.iter().filter(|row| row.locked).count(), 12);
    }
}
