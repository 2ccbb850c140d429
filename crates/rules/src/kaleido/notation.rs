//! The notation of moves (§3.6). Writing is strict; reading accepts slips with a warning.

use super::board;
use super::moves::Move;
use super::piece::{Color, Kind};
use super::position::Position;
use super::reach::Reach;
use crate::error::quote;
use crate::{Cell, CellSet, Refusal};

/// The notation of a pass.
pub const PASS: &str = "--";

/// A move that was read, with warnings about its notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadMove {
    /// The move.
    pub played: Move,
    /// Deviations from the strict notation that were accepted.
    pub warnings: Vec<String>,
}

impl Position {
    /// Writes a move in strict notation without the throw: `1B-2F`, `1B+2F`, `--`.
    pub fn write(&self, m: Move) -> String {
        if m.is_pass() {
            return PASS.to_owned();
        }
        let sign = if self.is_capture(m) { '+' } else { '-' };
        format!("{}{sign}{}", board::name(m.from()), board::name(m.to()))
    }

    /// Writes a move in strict notation with the throw, if there is one: `4:1B-2F`, `4:--`.
    pub fn write_ply(&self, m: Move) -> String {
        match self.die() {
            Some(face) => format!("{face}:{}", self.write(m)),
            None => self.write(m),
        }
    }

    /// Writes a move in the long form, in English: `Wizard from 1B takes Raven on 2F`.
    pub fn write_long(&self, m: Move) -> String {
        let throw = self.die().map(|face| format!("{face}: ")).unwrap_or_default();
        let mover = if m.is_pass() { None } else { self.piece(m.from()) };
        let Some((_, kind)) = mover else { return format!("{throw}passes") };
        let (from, to) = (board::name(m.from()), board::name(m.to()));
        match self.piece(m.to()) {
            None => format!("{throw}{kind} from {from} goes to {to}"),
            Some((color, victim)) if color == self.turn() => {
                format!("{throw}{kind} from {from} takes its own {victim} on {to}")
            }
            Some((_, victim)) => format!("{throw}{kind} from {from} takes {victim} on {to}"),
        }
    }

    /// Reads a move that must be one of `legal`, with or without the throw before it.
    pub(super) fn read_among(&self, text: &str, legal: &[Move]) -> Result<ReadMove, Refusal> {
        let mut warnings = Vec::new();
        let body = self.read_throw(text)?;
        let written = ParsedMove::parse(body, &mut warnings).ok_or_else(|| not_a_move(text))?;
        let ParsedMove::Cells { from, captures, to } = written else {
            return match legal {
                [only] if only.is_pass() => Ok(ReadMove { played: *only, warnings }),
                _ => Err(Refusal::new(
                    "cannot-pass",
                    format!("'{}': who can move must move", quote(text.trim())),
                )),
            };
        };
        let played = Move::new(from, to);
        if !legal.contains(&played) {
            return Err(self.why_illegal(text.trim(), from, to, legal));
        }
        match (captures, self.is_capture(played)) {
            (true, false) => warnings.push("'+' though nothing is captured".to_owned()),
            (false, true) => warnings.push("'-' though something is captured".to_owned()),
            _ => {}
        }
        if !warnings.is_empty() {
            warnings.push(format!("read as {}", self.write(played)));
            warnings = vec![warnings.join(", ")];
        }
        Ok(ReadMove { played, warnings })
    }

    /// Reads a legal move, with or without the throw before it.
    ///
    /// # Errors
    ///
    /// Refuses text that is no move, and moves that are not legal, with the reason. The house rule
    /// `no-repetition` is not considered.
    pub fn read_move(&self, text: &str) -> Result<ReadMove, Refusal> {
        self.read_among(text, &self.legal_moves())
    }

    /// Checks the throw before the move, if one is written, and returns the rest.
    fn read_throw<'a>(&self, text: &'a str) -> Result<&'a str, Refusal> {
        let text = text.trim();
        let Some((face, body)) = text.split_once(':') else { return Ok(text) };
        let Some(read) = read_face(face) else {
            let with_dice = || no_such_face(text).filter(|_| self.dice().is_some());
            return Err(with_dice().unwrap_or_else(|| not_a_move(text)));
        };
        match self.die() {
            Some(thrown) if thrown == read => Ok(body),
            Some(thrown) => Err(Refusal::new(
                "wrong-throw",
                format!("'{}': a {thrown} was thrown, not a {read}", quote(text)),
            )),
            None => Err(Refusal::new(
                "no-throw",
                format!("'{}': no die was thrown for this move", quote(text)),
            )),
        }
    }

    /// The refusal of a move that is not legal, with the first reason that applies.
    fn why_illegal(&self, text: &str, from: Cell, to: Cell, legal: &[Move]) -> Refusal {
        let (us, cells) = (self.turn(), (board::name(from), board::name(to)));
        let refuse = |code, why: String| {
            Refusal::new(code, format!("'{}': {why}", quote(text)))
                .with("from", cells.0)
                .with("to", cells.1)
        };
        let (from_name, to_name) = cells;
        if !self.is_ongoing() {
            return refuse("game-over", "the game is over".to_owned());
        }
        let Some((color, kind)) = self.piece(from) else {
            return refuse("nothing-there", format!("nothing stands on {from_name}"));
        };
        if color != us {
            let why = format!("the {kind} on {from_name} is {color}'s, and it is {us}'s turn");
            return refuse("not-your-piece", why);
        }
        if from == to {
            return refuse("same-cell", "a move ends on another cell than it begins".to_owned());
        }
        if legal.iter().all(|m| m.is_pass()) && !legal.is_empty() {
            return refuse("must-pass", "no piece can move now: the turn passes".to_owned());
        }
        let occupied = self.all_occupied();
        if !Reach::get().targets(kind, from, occupied).contains(to) {
            return why_out_of_reach(kind, from, to, &refuse);
        }
        if let (Some(dice), Some(face)) = (self.dice(), self.die())
            && !dice.named(face).contains(kind)
        {
            return refuse("not-named", format!("a {face} lets no {kind} move"))
                .with("piece", kind.code());
        }
        if self.forbidden(us) == Some(Move::new(from, to)) {
            let why = format!("it would undo the last move, {to_name}-{from_name}");
            return refuse("no-undo", why);
        }
        if self.dice().is_some_and(|dice| !dice.named_by_any().contains(kind)) {
            return refuse("not-named", format!("no face lets any {kind} move"))
                .with("piece", kind.code());
        }
        refuse("repetition", "it would bring an earlier arrangement back".to_owned())
    }

    /// The piece that a move captures, own pieces included.
    pub fn victim(&self, m: Move) -> Option<(Color, Kind)> {
        if m.is_pass() { None } else { self.piece(m.to()) }
    }
}

fn why_out_of_reach(
    kind: Kind,
    from: Cell,
    to: Cell,
    refuse: &impl Fn(&'static str, String) -> Refusal,
) -> Refusal {
    let steps = match kind.steps() {
        1 => "one step".to_owned(),
        steps => format!("exactly {steps} steps"),
    };
    let (from, to) = ((from, board::name(from)), (to, board::name(to)));
    if Reach::get().targets(kind, from.0, CellSet::EMPTY).contains(to.0) {
        let why = format!("every way of {steps} from {} to {} is blocked", from.1, to.1);
        return refuse("blocked", why).with("piece", kind.code());
    }
    let goes = if kind.flies() { "flies" } else { "walks" };
    let an = if matches!(kind, Kind::Eagle | Kind::Elephant) { "an" } else { "a" };
    let lines = if kind.crosses_freely() { "" } else { " and crosses one ring line at most" };
    let why = format!("{an} {kind} {goes} {steps}{lines}: {} does not lead to {}", from.1, to.1);
    refuse("out-of-reach", why).with("piece", kind.code()).with("steps", kind.steps())
}

fn not_a_move(text: &str) -> Refusal {
    let text = quote(text.trim());
    let message = format!(
        "'{text}' is no move: expected two cells such as 1B-2F or 1B+2F, with dice 4:1B-2F"
    );
    Refusal::new("not-a-move", message).with("text", text)
}

/// Reads the face before a move.
pub(super) fn read_face(text: &str) -> Option<u8> {
    match text.as_bytes() {
        &[face @ b'1'..=b'6'] => Some(face - b'0'),
        _ => None,
    }
}

/// The refusal of a move with a number before it that is no face of the die.
pub(super) fn no_such_face(text: &str) -> Option<Refusal> {
    let (face, _) = text.split_once(':')?;
    let number = !face.is_empty() && face.bytes().all(|byte| byte.is_ascii_digit());
    let (text, face) = (quote(text), quote(face));
    let why = format!("'{text}': {face} is no face of the die: expected 1 to 6");
    number.then(|| Refusal::new("no-such-face", why).with("text", face))
}

/// A move as written, before it is compared with a position.
enum ParsedMove {
    Pass,
    Cells { from: Cell, captures: bool, to: Cell },
}

impl ParsedMove {
    fn parse(text: &str, warnings: &mut Vec<String>) -> Option<Self> {
        let plain: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
        if plain != text {
            warnings.push("a dash of another kind".to_owned());
        }
        if plain == PASS || (plain == "-" && plain != text) {
            return Some(Self::Pass);
        }
        let upper = plain.to_ascii_uppercase();
        if upper != plain {
            warnings.push("lower case".to_owned());
        }
        let sign = upper.find(['-', '+'])?;
        let (from, to) = (&upper[..sign], &upper[sign + 1..]);
        let captures = upper.as_bytes()[sign] == b'+';
        Some(Self::Cells { from: board::by_name(from)?, captures, to: board::by_name(to)? })
    }
}

/// Whether the character is a dash other than `-`.
fn is_dash(c: char) -> bool {
    matches!(
        c,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Whether the text is a pass, with or without a throw before it.
pub(super) fn is_pass(text: &str) -> bool {
    let body = text.split_once(':').map_or(text, |(_, body)| body);
    matches!(ParsedMove::parse(body.trim(), &mut Vec::new()), Some(ParsedMove::Pass))
}
