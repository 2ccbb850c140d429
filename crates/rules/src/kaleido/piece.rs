//! Colours and kinds of pieces (§3.2, R-KC2).

use std::fmt;

/// A colour. The order is that of play, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Begins at `1J`.
    White,
    /// Begins at `3J`.
    Red,
    /// Begins at `5J`.
    Black,
    /// Begins at `7J`.
    Green,
}

impl Color {
    /// All colours in the order of play.
    pub const ALL: [Self; 4] = [Self::White, Self::Red, Self::Black, Self::Green];

    /// The key, such as `white`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Red => "red",
            Self::Black => "black",
            Self::Green => "green",
        }
    }

    /// The letter in position strings.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Red => 'r',
            Self::Black => 'b',
            Self::Green => 'g',
        }
    }

    /// The colour with this key, or `None`.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.key() == key)
    }

    /// The colour with this letter, or `None`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// The colour on the opposite side of the board.
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colors(u8);

impl Colors {
    /// No colour.
    pub const NONE: Self = Self(0);

    /// Whether the set holds this colour.
    #[inline]
    pub const fn contains(self, color: Color) -> bool {
        self.0 >> color as u8 & 1 != 0
    }

    /// The number of colours in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a colour.
    pub const fn insert(&mut self, color: Color) {
        self.0 |= 1 << color as u8;
    }

    /// Removes a colour.
    pub const fn remove(&mut self, color: Color) {
        self.0 &= !(1 << color as u8);
    }

    /// The colours in the order of play.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.contains(color))
    }

    /// The next colour of the set after `color` in the order of play; `color` itself if there is no
    /// other.
    #[inline]
    pub fn after(self, color: Color) -> Color {
        let turn = |steps: usize| Color::ALL[(color as usize + steps) % Color::ALL.len()];
        (1..Color::ALL.len()).map(turn).find(|&next| self.contains(next)).unwrap_or(color)
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        let mut set = Self::NONE;
        colors.into_iter().for_each(|color| set.insert(color));
        set
    }
}

impl fmt::Debug for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A kind of piece (§3.2). Flying pieces step across sides and corners of cells and pass over other
/// pieces; walking pieces step across sides only and are blocked by other pieces. All make exactly
/// their number of steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Flies three steps and may cross any number of ring lines.
    Wizard,
    /// Flies four steps.
    Dragon,
    /// Flies three steps.
    Roc,
    /// Flies two steps.
    Eagle,
    /// Flies one step.
    Raven,
    /// Walks four steps.
    Elephant,
    /// Walks three steps.
    Tiger,
    /// Walks two steps.
    Horse,
    /// Walks one step.
    Pawn,
}

/// A row of the table in §3.2.
struct Row {
    letter: char,
    name: &'static str,
    steps: usize,
    flies: bool,
    /// The number of these pieces that each of two players begins with.
    count: usize,
}

const fn row(letter: char, name: &'static str, steps: usize, flies: bool, count: usize) -> Row {
    Row { letter, name, steps, flies, count }
}

const TABLE: [Row; Kind::COUNT] = [
    row('W', "Wizard", 3, true, 1),
    row('D', "Dragon", 4, true, 1),
    row('R', "Roc", 3, true, 2),
    row('E', "Eagle", 2, true, 2),
    row('V', "Raven", 1, true, 2),
    row('L', "Elephant", 4, false, 2),
    row('T', "Tiger", 3, false, 2),
    row('H', "Horse", 2, false, 2),
    row('P', "Pawn", 1, false, 4),
];

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 9;

    /// All kinds in the order of the table.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Wizard,
        Self::Dragon,
        Self::Roc,
        Self::Eagle,
        Self::Raven,
        Self::Elephant,
        Self::Tiger,
        Self::Horse,
        Self::Pawn,
    ];

    /// The codes of the kinds, in the order of the table.
    pub const CODES: [&'static str; Self::COUNT] = ["W", "D", "R", "E", "V", "L", "T", "H", "P"];

    /// The code, such as `W`.
    pub const fn code(self) -> &'static str {
        Self::CODES[self as usize]
    }

    /// The letter of the code.
    pub const fn letter(self) -> char {
        TABLE[self as usize].letter
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// The exact number of steps of a move.
    pub const fn steps(self) -> usize {
        TABLE[self as usize].steps
    }

    /// Whether the kind flies; otherwise it walks.
    pub const fn flies(self) -> bool {
        TABLE[self as usize].flies
    }

    /// Whether the kind may cross more than one ring line in a move.
    pub const fn crosses_freely(self) -> bool {
        matches!(self, Self::Wizard)
    }

    /// The number of these pieces that each of two players begins with.
    pub const fn count(self) -> usize {
        TABLE[self as usize].count
    }

    /// The kind with this letter, or `None`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The kind with this code, or `None`.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(u16);

impl KindSet {
    /// All kinds.
    pub const ALL: Self = Self((1 << Kind::COUNT) - 1);
    /// No kind.
    pub const NONE: Self = Self(0);

    /// Whether the set holds this kind.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 != 0
    }

    /// Adds a kind.
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u16;
    }

    /// The union of two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set of these kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < kinds.len() {
            set.insert(kinds[i]);
            i += 1;
        }
        set
    }

    /// The kinds in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
