//! Players' own pieces, written in a subset of Betza's notation.
//!
//! A piece is a sequence of units, each with modifiers before it:
//!
//! | unit | meaning |
//! |---|---|
//! | `W F D N A H C Z G` | a leap: (1,0) (1,1) (2,0) (1,2) (2,2) (3,0) (1,3) (2,3) (3,3) |
//! | `(x,y)` | a leap with these two parts, each at most 4 |
//! | `K` | `WF` |
//! | `R B Q` | a rider of `W`, of `F`, of both |
//! | `WW`, `NN`, `(1,4)(1,4)` … | a rider: the leap any number of times in one direction |
//! | `W3`, `N2`, `R4` … | the leap at most that many times |
//! | `[F-R]`, `[F?R]` | bent: a leap to an empty square, then outward as the second unit (`R`, `DD`, `B` or `F`); with `?` it may stop after the leap |
//!
//! | modifier | meaning |
//! |---|---|
//! | `m`, `c` | only without capture, only with |
//! | `f b l r`, `v s` | only forward, back, left, right; only along the file, only sideways |
//! | `ff fs bb bs` | of oblique leaps the narrow or the wide ones, forward or back |
//! | `p` | over exactly one piece, any distance before and behind it (a cannon) |
//! | `g` | over exactly one piece to the square behind it (a grasshopper) |

use super::board::Step;
use super::piece::Kind;
use super::piece_type::{MOST_OWN, PieceSet, PieceType};
use super::table::{ANY, BendDirection, HopLanding, Mode, Movement, Path};
use crate::Refusal;
use crate::error::quote;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// The maximal length of the option `own` in characters, for all pieces together.
pub const LONGEST: usize = 200;

/// The number of piece sets that are cached, so that games and pages with the same own pieces need
/// not parse them again.
const CACHED_SETS: usize = 64;

/// An error in a piece in Betza's notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at {at}: {what}")]
pub struct BetzaError {
    /// The position of the error in characters, from 1.
    pub at: usize,
    /// The kind of error.
    pub what: BetzaFault,
}

/// The kinds of errors in Betza's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BetzaFault {
    /// The text is empty.
    #[error("the piece has no moves")]
    NoMoves,
    /// A unit is missing.
    #[error("a unit such as W, R or (1,4) is missing")]
    NoUnit,
    /// A character that is no unit.
    #[error("'{0}' is no unit; there are W F D N A H C Z G K R B Q, (x,y) and [F-R]")]
    Unit(char),
    /// A lower-case letter that is no modifier.
    #[error("'{0}' is no modifier here; there are m c f b l r v s p g")]
    Modifier(char),
    /// More than one of `p` and `g`.
    #[error("one of p and g, once")]
    Hops,
    /// `p` or `g` before a unit that is no rider.
    #[error("p and g are for riders, such as pR or gQ")]
    HopOfLeap,
    /// Directions that exclude every step of the unit.
    #[error("these directions leave nothing of it")]
    NothingLeft,
    /// A range that is not one digit.
    #[error("a range is one digit; 0 is any")]
    Range,
    /// Brackets without a valid leap.
    #[error("expected a leap such as (1,4), each part at most 4 and not both 0")]
    Pair,
    /// Modifiers other than `m` and `c` before a bent move.
    #[error("a bent move takes no modifiers but m and c")]
    BentModifiers,
    /// A bent move that begins with a rider, or with leaps both orthogonal and not (as `K`).
    #[error("a bent move begins with one leap")]
    BentStart,
    /// Neither `-` nor `?` between the parts of a bent move.
    #[error("expected '-' or '?'")]
    BentSign,
    /// A second part of a bent move that does not go outward.
    #[error("outward goes W, R, D or DD after a diagonal or oblique leap, F or B after any")]
    Outward,
    /// A bent move without `]`.
    #[error("expected ']'")]
    BentEnd,
}

impl From<BetzaFault> for Refusal {
    fn from(fault: BetzaFault) -> Self {
        let why = fault.to_string();
        match fault {
            BetzaFault::NoMoves => Self::new("betza-no-moves", why),
            BetzaFault::NoUnit => Self::new("betza-no-unit", why),
            BetzaFault::Unit(c) => Self::new("betza-unit", why).with("text", c),
            BetzaFault::Modifier(c) => Self::new("betza-modifier", why).with("text", c),
            BetzaFault::Hops => Self::new("betza-hops", why),
            BetzaFault::HopOfLeap => Self::new("betza-hop-of-leap", why),
            BetzaFault::NothingLeft => Self::new("betza-nothing-left", why),
            BetzaFault::Range => Self::new("betza-range", why),
            BetzaFault::Pair => Self::new("betza-pair", why),
            BetzaFault::BentModifiers => Self::new("betza-bent-modifiers", why),
            BetzaFault::BentStart => Self::new("betza-bent-start", why),
            BetzaFault::BentSign => Self::new("betza-bent-sign", why),
            BetzaFault::Outward => Self::new("betza-outward", why),
            BetzaFault::BentEnd => Self::new("betza-bent-end", why),
        }
    }
}

impl From<BetzaError> for Refusal {
    fn from(error: BetzaError) -> Self {
        Self::new("betza", error.to_string()).with("at", error.at).because(error.what)
    }
}

/// Parses a piece into its ways of moving, in the form of the piece table.
///
/// # Errors
///
/// Returns the first error and its position.
pub fn parse(text: &str) -> Result<Vec<Movement>, BetzaError> {
    let mut reader = Reader { text: text.chars().collect(), at: 0 };
    let mut ways = Vec::new();
    while reader.at < reader.text.len() {
        reader.unit(&mut ways)?;
    }
    if ways.is_empty() { Err(reader.wrong(BetzaFault::NoMoves)) } else { Ok(ways) }
}

/// Checks a value of the option `own`.
///
/// # Errors
///
/// Returns the refusal of a value that cannot be read.
pub fn check(own: &str) -> Result<(), Refusal> {
    piece_set(own).map(|_| ())
}

/// The pieces of a game with this value of the option `own`, such as `Xy:KAD;Vw:[F?R]`.
pub(super) fn piece_set(own: &str) -> Result<PieceSet, Refusal> {
    /// The last sets with their texts, the newest first.
    static CACHE: Mutex<VecDeque<(String, PieceSet)>> = Mutex::new(VecDeque::new());
    if own.is_empty() {
        return Ok(PieceSet::standard());
    }
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, piece_set)) = cache().iter().find(|(text, _)| text == own) {
        return Ok(piece_set.clone());
    }
    let pieces = read_own(own)?;
    let pieces = pieces.into_iter().map(|(code, ways)| PieceType::own(code, &ways));
    let piece_set = PieceSet::with_own(pieces.collect());
    let mut cache = cache();
    cache.truncate(CACHED_SETS - 1);
    cache.push_front((own.to_owned(), piece_set.clone()));
    Ok(piece_set)
}

fn read_own(own: &str) -> Result<Vec<(&str, Vec<Movement>)>, Refusal> {
    let wrong = |part: &str, reason: Refusal| {
        let part = quote(part);
        let message = format!("option own: '{part}': {}", reason.message);
        let piece = Refusal::new("own", &message).with("text", &part).because(reason);
        Refusal::new("bad-option", message).with("text", part).because(piece)
    };
    let length = own.chars().count();
    if length > LONGEST {
        let why = format!("{length} characters: expected at most {LONGEST}");
        return Err(wrong(own, Refusal::new("own-long", why).with("most", LONGEST)));
    }
    let mut pieces: Vec<(&str, Vec<Movement>)> = Vec::new();
    for part in own.split(';') {
        let (code, betza) =
            part.split_once(':').ok_or_else(|| wrong(part, Refusal::new("own-form", OWN_FORM)))?;
        let good =
            matches!(code.as_bytes(), [a, b] if a.is_ascii_uppercase() && b.is_ascii_lowercase());
        if !good {
            let why = "a code is a capital and a small letter";
            return Err(wrong(part, Refusal::new("own-code", why)));
        }
        if Kind::from_code(code).is_some() || pieces.iter().any(|piece| piece.0 == code) {
            return Err(wrong(part, taken(code)));
        }
        let ways = parse(betza).map_err(|error| {
            let message = format!("moves, {error}");
            wrong(part, Refusal { message, ..error.into() })
        })?;
        pieces.push((code, ways));
        if pieces.len() > MOST_OWN {
            let why = format!("at most {MOST_OWN} own pieces");
            return Err(wrong(part, Refusal::new("own-many", why).with("most", MOST_OWN)));
        }
    }
    Ok(pieces)
}

/// The expected form of an own piece.
const OWN_FORM: &str = "expected a code and moves, such as Xy:KAD";

/// The refusal of a code that another piece has.
fn taken(code: &str) -> Refusal {
    Refusal::new("own-taken", format!("there is a piece {code} already")).with("code", code)
}

/// The modifiers before a unit.
#[derive(Default)]
struct Modifiers {
    moves: bool,
    captures: bool,
    /// The direction letters in order; [`restrict_directions`] groups them into pairs such as `ff`.
    directions: Vec<char>,
    hop: Option<HopLanding>,
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn wrong(&self, what: BetzaFault) -> BetzaError {
        BetzaError { at: self.at + 1, what }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        self.at += usize::from(there);
        there
    }

    fn unit(&mut self, ways: &mut Vec<Movement>) -> Result<(), BetzaError> {
        let modifiers = self.modifiers()?;
        let mode = match (modifiers.moves, modifiers.captures) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        let begin = self.at;
        let fail = |what| Err(BetzaError { at: begin + 1, what });
        if self.take('[') {
            if modifiers.hop.is_some() || !modifiers.directions.is_empty() {
                return fail(BetzaFault::BentModifiers);
            }
            return self.bent(mode, ways);
        }
        let (steps, most) = self.leaps()?;
        let steps = restrict_directions(&steps, &modifiers.directions)
            .ok_or(BetzaError { at: begin + 1, what: BetzaFault::NothingLeft })?;
        let steps: &'static [Step] = interned(steps);
        let path = match (modifiers.hop, most) {
            (Some(landing), ANY) => Path::Hop(steps, 1, landing),
            (Some(_), _) => return fail(BetzaFault::HopOfLeap),
            (None, 1) => Path::Leap(steps),
            (None, most) => Path::Slide(steps, most),
        };
        ways.push(Movement { mode, path });
        Ok(())
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            match c {
                'm' => modifiers.moves = true,
                'c' => modifiers.captures = true,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' => modifiers.directions.push(c),
                'p' | 'g' if modifiers.hop.is_some() => {
                    return Err(self.wrong(BetzaFault::Hops));
                }
                'p' => modifiers.hop = Some(HopLanding::Beyond),
                'g' => modifiers.hop = Some(HopLanding::Behind),
                _ => return Err(self.wrong(BetzaFault::Modifier(c))),
            }
            self.at += 1;
        }
        Ok(modifiers)
    }

    /// Reads a unit that is not bent: its steps as White makes them, and how often a step may be
    /// repeated.
    fn leaps(&mut self) -> Result<(Vec<Step>, u8), BetzaError> {
        let start = self.at;
        let (steps, mut most) = self.atom()?;
        let again = &self.text[start..self.at];
        if most == 1 && self.text[self.at..].starts_with(again) {
            self.at += again.len();
            most = ANY;
        }
        let digits = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        if digits > 0 {
            let number: String = self.text[self.at..self.at + digits].iter().collect();
            most = match number.parse() {
                Ok(0) => ANY,
                Ok(number @ 1..=9) if digits == 1 => number,
                _ => return Err(self.wrong(BetzaFault::Range)),
            };
            self.at += digits;
        }
        Ok((steps, most))
    }

    fn atom(&mut self) -> Result<(Vec<Step>, u8), BetzaError> {
        let c = self.peek().ok_or_else(|| self.wrong(BetzaFault::NoUnit))?;
        let one = |a, b| (family(a, b), 1);
        let found = match c {
            'W' => one(1, 0),
            'F' => one(1, 1),
            'D' => one(2, 0),
            'N' => one(1, 2),
            'A' => one(2, 2),
            'H' => one(3, 0),
            'C' => one(1, 3),
            'Z' => one(2, 3),
            'G' => one(3, 3),
            'K' => ([family(1, 0), family(1, 1)].concat(), 1),
            'R' => (family(1, 0), ANY),
            'B' => (family(1, 1), ANY),
            'Q' => ([family(1, 0), family(1, 1)].concat(), ANY),
            '(' => return self.pair(),
            _ => return Err(self.wrong(BetzaFault::Unit(c))),
        };
        self.at += 1;
        Ok(found)
    }

    /// Reads `(x,y)`.
    fn pair(&mut self) -> Result<(Vec<Step>, u8), BetzaError> {
        let digit = |c: Option<&char>| c.and_then(|c| c.to_digit(10)).filter(|&n| n <= 4);
        let part = &self.text[self.at..];
        let whole = part.get(2) == Some(&',') && part.get(4) == Some(&')');
        let parts = digit(part.get(1)).zip(digit(part.get(3))).filter(|&(a, b)| whole && a + b > 0);
        let (a, b) = parts.ok_or_else(|| self.wrong(BetzaFault::Pair))?;
        self.at += 5;
        Ok((family(a as i8, b as i8), 1))
    }

    /// Reads a bent move after its `[`.
    fn bent(&mut self, mode: Mode, ways: &mut Vec<Movement>) -> Result<(), BetzaError> {
        let begin = self.at;
        let (first, most) = self.leaps()?;
        let diagonal = first.iter().all(|step| step.0 != 0 && step.1 != 0);
        let orthogonal = first.iter().all(|step| step.0 == 0 || step.1 == 0);
        if most != 1 || !(diagonal || orthogonal) {
            return Err(BetzaError { at: begin + 1, what: BetzaFault::BentStart });
        }
        let stops = self.take('?');
        if !stops && !self.take('-') {
            return Err(self.wrong(BetzaFault::BentSign));
        }
        let second = self.at;
        let (then, most) = self.leaps()?;
        let direction = match (then.as_slice(), diagonal) {
            (steps, true) if steps == family(1, 0) => BendDirection::Orthogonal,
            (steps, true) if steps == family(2, 0) => BendDirection::OrthogonalByTwo,
            (steps, _) if steps == family(1, 1) => BendDirection::Diagonal,
            _ => return Err(BetzaError { at: second + 1, what: BetzaFault::Outward }),
        };
        if !self.take(']') {
            return Err(self.wrong(BetzaFault::BentEnd));
        }
        let first: &'static [Step] = interned(first);
        if stops {
            ways.push(Movement { mode, path: Path::Leap(first) });
        }
        ways.push(Movement { mode, path: Path::Bend(first, direction, most) });
        Ok(())
    }
}

/// Interns a list of steps, since plain data needs static lists. Their number is limited: each is a
/// leap's directions or some of them.
fn interned(steps: Vec<Step>) -> &'static [Step] {
    static LISTS: Mutex<BTreeSet<&'static [Step]>> = Mutex::new(BTreeSet::new());
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(list) = lists.get(steps.as_slice()) {
        return list;
    }
    let list: &'static [Step] = Vec::leak(steps);
    lists.insert(list);
    list
}

/// All directions of the leap (a,b).
fn family(a: i8, b: i8) -> Vec<Step> {
    let mut steps = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for step in [(x, y), (-x, y), (-x, -y), (x, -y)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// The steps that go in one of the directions; `None` if none does.
fn restrict_directions(steps: &[Step], directions: &[char]) -> Option<Vec<Step>> {
    if directions.is_empty() {
        return Some(steps.to_vec());
    }
    let is_oblique = |(x, y): Step| x != 0 && y != 0 && x.abs() != y.abs();
    let narrow = |(x, y): Step| y.abs() > x.abs();
    let toward = |c: char, (x, y): Step| match c {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0 && (x == 0 || is_oblique((x, y)) && narrow((x, y))),
        _ => x != 0 && (y == 0 || is_oblique((x, y)) && !narrow((x, y))),
    };
    let mut restricted = Vec::new();
    for &step in steps {
        let mut at = 0;
        while at < directions.len() {
            let c = directions[at];
            let next = directions.get(at + 1).copied();
            let pair = match (c, next) {
                ('f' | 'b', Some(d)) if is_oblique(step) && (d == c || d == 's') => Some(d),
                ('f' | 'b', Some(d @ ('l' | 'r'))) if step.0 != 0 && step.1 != 0 => Some(d),
                _ => None,
            };
            let fits = match pair {
                Some(d) if d == c => toward(c, step) && narrow(step),
                Some('s') => toward(c, step) && !narrow(step),
                Some(d) => toward(c, step) && toward(d, step),
                None => toward(c, step),
            };
            if fits && !restricted.contains(&step) {
                restricted.push(step);
            }
            at += 1 + usize::from(pair.is_some());
        }
    }
    (!restricted.is_empty()).then_some(restricted)
}

#[cfg(test)]
mod tests {
    use super::super::piece::Side;
    use super::super::piece_type::PieceType;
    use super::super::table::TABLE;
    use super::*;
    use crate::{Cell, CellSet};

    /// The pieces of the table that the notation can express.
    const SAYS: [(&str, &str); 40] = [
        ("R", "R"),
        ("Q", "RB"),
        ("A", "BN"),
        ("Gu", "K"),
        ("Am", "QN"),
        ("Nr", "NN"),
        ("Sm", "sRvW"),
        ("Vm", "vRsW"),
        ("Dk", "RF"),
        ("St", "mWcF"),
        ("Rh", "[W?F]"),
        ("Mm", "KA"),
        ("Dr", "DD"),
        ("Ba", "BD"),
        ("Ox", "mNmDmAcF"),
        ("Cr", "CR"),
        ("Gi", "(4,1)"),
        ("Zg", "ZK"),
        ("Pe", "Z(1,4)"),
        ("Nz", "NCZ"),
        ("Gr", "gQ"),
        ("Sc", "KgQ"),
        ("Cb", "ffNbsN"),
        ("Bu", "ffNbsNfsCbF"),
        ("Dn", "R[F?DD]"),
        ("Fr", "FH"),
        ("Gy", "[F?R]"),
        ("Li", "ADcK"),
        ("Ma", "KNAD"),
        ("Ch", "WAD"),
        ("Te", "B2D"),
        ("Ti", "[Z?B]"),
        ("Cn", "mRcpR"),
        ("Va", "mBcpB"),
        ("Le", "mQcpQ"),
        ("Bl", "mQ3"),
        ("Ad", "mQ"),
        ("Al", "AD"),
        ("Cw", "CW"),
        ("Zb", "ZB"),
    ];

    #[test]
    fn any_number_of_sets_can_be_read_and_only_the_last_are_remembered() {
        let first = piece_set("Xy:KAD").expect("a piece");
        assert!(piece_set("Xy:KAD").expect("remembered").is_same_as(&first));
        for i in 0..3000 {
            let letter = char::from(b'a' + (i % 26) as u8);
            let own = format!("Y{letter}:W{}(1,{})", i % 9 + 1, i % 4);
            assert!(piece_set(&own).is_ok(), "{own}");
        }
        let again = piece_set("Xy:KAD").expect("read anew");
        assert!(!again.is_same_as(&first) && first.by_code("Xy") == again.by_code("Xy"));
        assert_eq!(first.kinds().count(), Kind::COUNT + 1);
        assert!(first.get(Kind(Kind::COUNT as u8)).lower == "xy" && !first.is_standard());
    }

    #[test]
    fn it_says_what_the_table_says() {
        for (code, betza) in SAYS {
            let ways = parse(betza).unwrap_or_else(|error| panic!("{betza}: {error}"));
            let own = PieceType::own("Xy", &ways);
            let kind = Kind::from_code(code).expect("a code");
            let listed = PieceType::of(&TABLE[kind.index()]);
            let mut occupied = CellSet(0x9E37_79B9_7F4A_7C15_BF58_476D_1CE4_E5B9);
            for from in (0..100).map(Cell::new) {
                occupied.0 = occupied.0.rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D);
                let occupied = occupied & super::super::board::ALL;
                for side in Side::ALL {
                    let reached = own.reach(side, from, occupied);
                    assert_eq!(reached, listed.reach(side, from, occupied), "{code} {betza}");
                }
            }
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, at, expected) in [
            ("", 1, "no moves"),
            ("x", 1, "'x' is no modifier"),
            ("Y", 1, "'Y' is no unit"),
            ("WF5X", 4, "'X' is no unit"),
            ("Km", 3, "is missing"),
            ("W12", 2, "one digit"),
            ("(5,1)", 1, "at most 4"),
            ("(0,0)", 1, "not both 0"),
            ("(1,2", 1, "expected a leap"),
            ("pN", 2, "for riders"),
            ("pgR", 2, "once"),
            ("fsW", 0, ""),
            ("vF", 2, "leave nothing"),
            ("[F", 3, "'-' or '?'"),
            ("[F-R", 5, "expected ']'"),
            ("[F-N]", 4, "outward goes"),
            ("[W-R]", 4, "outward goes"),
            ("[K-R]", 2, "begins with one leap"),
            ("[RR-R]", 2, "begins with one leap"),
            ("f[F-R]", 2, "no modifiers"),
            ("é", 1, "'é' is no unit"),
        ] {
            if expected.is_empty() {
                assert!(parse(text).is_ok(), "{text}");
                continue;
            }
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.what.to_string().contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn own_pieces_have_codes_of_their_own() {
        for (own, expected) in [
            ("Xy", "a code and moves"),
            ("X:K", "a capital and a small letter"),
            ("xY:K", "a capital and a small letter"),
            ("Gr:K", "there is a piece Gr already"),
            ("Xy:K;Xy:Q", "there is a piece Xy already"),
            ("Xy:K;", "a code and moves"),
            ("Xy:KY", "moves, at 2"),
            ("Xa:K;Xb:K;Xc:K;Xd:K;Xe:K;Xf:K;Xg:K;Xh:K;Xi:K", "at most 8"),
        ] {
            let refusal = piece_set(own).expect_err(own);
            assert!(refusal.message.contains(expected), "{own}: {}", refusal.message);
        }
        let piece_set = piece_set("Xy:KAD;Vw:[F?R]").expect("two pieces");
        assert_eq!(piece_set.kinds().count(), 83);
        assert!(piece_set.by_code("Vw").is_some() && piece_set.by_lower("xy").is_some());
    }
}
