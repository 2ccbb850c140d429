//! The notations of moves, UCI and SAN (§4.6). Writing is strict, reading lenient.

use super::board;
use super::generator::Generator;
use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use crate::error::quote;
use crate::{Cell, Refusal};
use std::fmt::Write as _;

/// A move that was read, with warnings about its notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadMove {
    /// The move, legal in its position.
    pub played: Move,
    /// Deviations from strict notation and how they were understood.
    pub warnings: Vec<String>,
}

impl Position {
    /// Writes a move in UCI form, such as `a9a10gr`.
    pub fn uci(&self, m: Move) -> String {
        let promotion = m.promotion().map_or("", |kind| self.piece_set().get(kind).lower);
        format!("{}{}{promotion}", board::name(m.from()), board::name(m.to()))
    }

    /// Writes a legal move in SAN, such as `Arxg6*i7` or `Di~f6`.
    pub fn san(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        let kind = self.kind_on(from);
        let effect = self.effect_of(m);
        let as_pawn = self.acting(kind) == Some(Kind::PAWN);
        let pawn_takes = as_pawn && board::file(from) != board::file(to);
        let mut text = String::new();
        if kind == Kind::PAWN {
            if pawn_takes {
                text.push_str(&board::name(from)[..1]);
            }
        } else {
            text.push_str(self.piece_set().get(kind).code);
            let rival = |other: &Move| {
                other.to() == to && other.from() != from && self.kind_on(other.from()) == kind
            };
            if self.legal_moves().iter().any(rival) {
                text.push_str(board::name(from));
            }
        }
        text.extend(self.sign(m));
        text.push_str(board::name(to));
        if let Some(kind) = m.promotion() {
            let _ = write!(text, "={}", self.piece_set().get(kind).code);
        }
        if !pawn_takes {
            for name in names(effect.victims - to.set()) {
                let _ = write!(text, "*{name}");
            }
        }
        let next = self.after_unchecked(m);
        if next.is_check() {
            text.push(if next.can_move() { '+' } else { '#' });
        }
        text
    }

    /// The sign before the target in SAN: `x`, `~` or none.
    fn sign(&self, m: Move) -> Option<char> {
        let effect = self.effect_of(m);
        let as_pawn = self.acting(self.kind_on(m.from())) == Some(Kind::PAWN);
        // A pawn that leaves its file captures, perhaps en passant.
        let pawn_takes = as_pawn && board::file(m.from()) != board::file(m.to());
        if effect.converts {
            Some('~')
        } else {
            (effect.victims.contains(m.to()) || pawn_takes).then_some('x')
        }
    }

    /// Reads a legal move in UCI or SAN, with some leniency.
    ///
    /// # Errors
    ///
    /// Refuses text that is no move, ambiguous moves and moves that are not legal, with the reason.
    pub fn read_move(&self, text: &str) -> Result<ReadMove, Refusal> {
        let written = text.trim();
        if let Some((from, to, promotion)) = split_uci(written) {
            return self.read_uci(text, from, to, promotion);
        }
        if let Some(normal) = normalized(written)
            && let Some((from, to, promotion)) = split_uci(&normal)
        {
            return self.read_uci(text, from, to, promotion);
        }
        self.read_san(text)
    }

    fn read_uci(
        &self,
        text: &str,
        from: Cell,
        to: Cell,
        promotion: &str,
    ) -> Result<ReadMove, Refusal> {
        let promotion = match promotion {
            "" => None,
            lower => Some(self.piece_set().by_lower(lower).ok_or_else(|| {
                Refusal::new(
                    "no-such-piece",
                    format!(
                        "'{}': '{}' is no piece that anything promotes to",
                        quote(text),
                        quote(lower)
                    ),
                )
                .with("text", quote(lower))
            })?),
        };
        if from == to {
            return Err(refuse(text, "same-cell", "a move ends on another square than it begins"));
        }
        let played = Move::new(from, to, promotion);
        if !self.legal_moves().contains(&played) {
            return Err(self.why_illegal(text, played));
        }
        let strict = self.uci(played);
        let warnings =
            if text == strict { Vec::new() } else { vec![format!("understood as {strict}")] };
        Ok(ReadMove { played, warnings })
    }

    /// The refusal of a move that is not legal, with the first reason that applies.
    fn why_illegal(&self, text: &str, m: Move) -> Refusal {
        let (from, to) = (board::name(m.from()), board::name(m.to()));
        let us = self.turn();
        let refuse = |code, why: String| refuse(text, code, &why).with("from", from).with("to", to);
        let (side, kind) = match self.piece(m.from()) {
            None => return refuse("nothing-there", format!("nothing stands on {from}")),
            Some((side, _)) if side != us => {
                return refuse(
                    "not-your-piece",
                    format!("the piece on {from} is {side}'s, and it is {us}'s turn"),
                );
            }
            Some(piece) => piece,
        };
        let legal = self.legal_moves();
        let same_squares = |other: &&Move| (other.from(), other.to()) == (m.from(), m.to());
        let other_promotions: Vec<&Move> = legal.iter().filter(same_squares).collect();
        if !other_promotions.is_empty() {
            return match m.promotion() {
                None => refuse(
                    "promotion-needed",
                    format!("on {to} the pawn must become something: write what"),
                ),
                Some(promoted) => {
                    let code = self.piece_set().get(promoted).code;
                    refuse("cannot-promote", format!("the piece on {from} cannot become '{code}'"))
                }
            };
        }
        if self.frozen(side).contains(m.from()) {
            return refuse("frozen", format!("the piece on {from} is frozen and cannot move"));
        }
        if self.locked(side).contains(m.from()) {
            return refuse(
                "locked",
                format!(
                    "the piece on {from} is locked on its side's first {} moves",
                    super::LOCKED_MOVES
                ),
            );
        }
        if kind == Kind::FOOL && self.last().is_none() {
            return refuse("nothing-to-copy", format!("the Fool on {from} has nothing to copy"));
        }
        if self.occupied(us).contains(m.to()) {
            return refuse("own-piece", format!("an own piece stands on {to}"));
        }
        if self.only_kings() {
            return refuse("game-over", "only the kings are left; the game is drawn".to_owned());
        }
        if !self.pseudo_legal_moves().iter().any(|other| same_squares(&other)) {
            return refuse("illegal-move", format!("the piece on {from} cannot go to {to}"));
        }
        if self.is_check() {
            return refuse(
                "illegal-check",
                format!("from {from} to {to} is no move that ends the check"),
            );
        }
        refuse(
            "leaves-check",
            format!("after a move from {from} to {to} its king would be in check"),
        )
    }

    /// The pseudo-legal moves, which may leave the king in check.
    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Generator::pseudo_legal(self, &mut moves);
        moves
    }

    fn read_san(&self, text: &str) -> Result<ReadMove, Refusal> {
        let written = SanText::split(text.trim());
        let legal = self.legal_moves();
        let mut ambiguous = false;
        let mut readable = false;
        let mut pseudo_legal = None;
        // Codes of two letters first: `Bae5` is a Badger; only if no Badger can go there is it a
        // bishop from the a-file.
        for length in [2, 1, 0] {
            let Some((code, rest)) = written.body.split_at_checked(length) else { continue };
            let kind = if length == 0 { Some(Kind::PAWN) } else { self.piece_set().by_code(code) };
            let (Some(kind), Some(squares)) = (kind, SanSquares::split(rest)) else { continue };
            readable = true;
            let promotion = match written.promotion.map(|code| self.piece_set().by_code(code)) {
                None => None,
                Some(Some(kind)) => Some(kind),
                Some(None) => continue,
            };
            let goes = |m: &&Move| {
                m.to() == squares.to && squares.starts(m.from()) && self.kind_on(m.from()) == kind
            };
            let fits = |m: &&Move| goes(m) && m.promotion() == promotion;
            let fitting: Vec<&Move> = legal.iter().filter(fits).collect();
            match fitting.as_slice() {
                [] => {
                    let candidates = self.pseudo_legal_moves();
                    let meant = candidates.iter().find(goes).map(|m| m.from());
                    pseudo_legal =
                        pseudo_legal.or(meant.map(|from| Move::new(from, squares.to, promotion)));
                }
                [played] => {
                    let played = **played;
                    let warnings = self.compare(played, &written, squares.sign);
                    return Ok(ReadMove { played, warnings });
                }
                _ => ambiguous = true,
            }
        }
        Err(if ambiguous {
            refuse(text, "ambiguous-move", "more than one piece can go there: write its square")
        } else if let Some(pseudo_legal) = pseudo_legal {
            self.why_illegal(text, pseudo_legal)
        } else if readable {
            refuse(text, "no-piece-can", "no piece can make this move")
        } else {
            refuse(
                text,
                "not-a-move",
                "expected a move such as e3e5, a9a10gr, Gre5, Ba1xe5, Arxg6*i7, Di~f6 or e10=Q",
            )
        })
    }

    /// Warnings for deviations from the strict SAN. Check signs and the precision of the origin are
    /// not compared.
    fn compare(&self, played: Move, written: &SanText, sign: Option<char>) -> Vec<String> {
        let strict = self.san(played);
        let mut warnings = Vec::new();
        // The sign cannot be searched in the text, since the Ox has an x in its code.
        let wanted = self.sign(played);
        if wanted != sign {
            warnings.extend(wanted.map(|mark| format!("{mark} missing")));
            warnings.extend(sign.map(|mark| format!("{mark} superfluous")));
        }
        let plain = strict.trim_end_matches(['+', '#']);
        let victims: Vec<&str> = plain.split('*').skip(1).collect();
        if victims != written.victims {
            warnings.push("other pieces are captured".to_owned());
        }
        if !warnings.is_empty() {
            warnings.push(format!("understood as {strict}"));
        }
        warnings
    }
}

fn refuse(text: &str, code: &'static str, why: &str) -> Refusal {
    let text = quote(text.trim());
    Refusal::new(code, format!("'{text}': {why}")).with("text", text)
}

/// The names of cells, sorted as bytes.
fn names(cells: crate::CellSet) -> Vec<&'static str> {
    let mut names: Vec<&str> = cells.into_iter().map(board::name).collect();
    names.sort_unstable();
    names
}

/// Splits the name of a cell off the front of a text.
fn take_cell(text: &str) -> Option<(Cell, &str)> {
    let length = if text.get(1..3) == Some("10") { 3 } else { 2 };
    let (name, rest) = text.split_at_checked(length)?;
    Some((board::by_name(name)?, rest))
}

/// Splits a move in UCI form into origin, target and promotion.
fn split_uci(text: &str) -> Option<(Cell, Cell, &str)> {
    let (from, rest) = take_cell(text)?;
    let (to, promotion) = take_cell(rest)?;
    let letters = promotion.len() <= 2 && promotion.bytes().all(|byte| byte.is_ascii_lowercase());
    letters.then_some((from, to, promotion))
}

/// Normalizes variants of UCI form such as `E3E5`, `e3-e5` and `a9a10=GR`.
fn normalized(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let no_lower_case = !text.bytes().any(|byte| byte.is_ascii_lowercase());
    (first.is_ascii_lowercase() || no_lower_case).then(|| {
        text.chars().filter(|c| !matches!(c, '-' | '=')).map(|c| c.to_ascii_lowercase()).collect()
    })
}

/// A move in SAN, split from its end.
struct SanText<'a> {
    /// Piece, origin, sign and target.
    body: &'a str,
    promotion: Option<&'a str>,
    victims: Vec<&'a str>,
}

impl<'a> SanText<'a> {
    fn split(text: &'a str) -> Self {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        let mut parts = text.split('*');
        let body = parts.next().unwrap_or_default();
        let mut victims: Vec<&str> = parts.collect();
        victims.sort_unstable();
        // The promotion follows the last digit.
        let end = body.rfind(|c: char| c.is_ascii_digit()).map_or(body.len(), |i| i + 1);
        let (body, promotion) = body.split_at(end);
        let promotion = promotion.trim_start_matches('=').trim_matches(['(', ')']);
        Self { body, promotion: (!promotion.is_empty()).then_some(promotion), victims }
    }
}

/// Origin, sign and target of a move in SAN.
struct SanSquares {
    file: Option<usize>,
    rank: Option<usize>,
    sign: Option<char>,
    to: Cell,
}

impl SanSquares {
    fn split(text: &str) -> Option<Self> {
        let target = text.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (start, target) = text.split_at_checked(target)?;
        let to = board::by_name(target)?;
        let sign = start.chars().next_back().filter(|c| matches!(c, 'x' | '~' | '-' | ':'));
        let start = sign.map_or(start, |sign| &start[..start.len() - sign.len_utf8()]);
        let sign = sign.map(|sign| if sign == ':' { 'x' } else { sign }).filter(|&c| c != '-');
        let letter = start.bytes().next().filter(u8::is_ascii_lowercase);
        let digits = if letter.is_some() { &start[1..] } else { start };
        let file = match letter {
            Some(letter @ b'a'..=b'j') => Some(usize::from(letter - b'a')),
            Some(_) => return None,
            None => None,
        };
        let rank = match digits {
            "" => None,
            "10" => Some(9),
            _ if digits.len() == 1 && !digits.starts_with('0') => {
                Some(digits.parse::<usize>().ok()? - 1)
            }
            _ => return None,
        };
        Some(Self { file, rank, sign, to })
    }

    fn starts(&self, from: Cell) -> bool {
        self.file.is_none_or(|file| file == board::file(from))
            && self.rank.is_none_or(|rank| rank == board::rank(from))
    }
}
