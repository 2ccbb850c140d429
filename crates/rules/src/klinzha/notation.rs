//! Move notation (§1.7): written strictly, read leniently (R-KZ7).

use super::board;
use super::move_tables::MoveTables;
use super::moves::{GoalAction, Move, Occupancy};
use super::piece::Kind;
use super::position::Position;
use crate::error::quote;
use crate::{Cell, Refusal};

/// A move that was read, with remarks on what was not in strict notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadMove {
    /// The move, which is legal in the position.
    pub played: Move,
    /// What was found and how it was understood, without the line number.
    pub warnings: Vec<String>,
}

impl Position {
    /// A legal move in strict notation, such as `S@E26 x Fl@F14`.
    pub fn write(&self, m: Move) -> String {
        let (us, them) = (self.turn(), !self.turn());
        let kind = self.kind(us, m.from()).map_or("?", Kind::code);
        let sign = m.goal().sign();
        let (from, to) = (board::name(m.from()), board::name(m.to()));
        let with_goal = self.goal(them) == Some(m.to());
        match self.kind(them, m.to()) {
            Some(lost) => {
                let goal = if with_goal { "G" } else { "" };
                format!("{kind}{sign}@{from} x {}{goal}@{to}", lost.code())
            }
            None if with_goal => format!("{kind}{sign}@{from} x G@{to}"),
            None => format!("{kind}{sign}@{from} {to}"),
        }
    }

    /// Reads a move leniently (R-KZ7).
    ///
    /// # Errors
    /// If the text is not a move, or the move is not among the `legal` ones.
    pub fn read(&self, text: &str, legal: &[Move]) -> Result<ReadMove, Refusal> {
        let parsed = ParsedMove::parse(text)?;
        let mut warnings = parsed.warnings;
        let goal = self.check_mover(parsed.kind, parsed.goal_action, parsed.from)?;
        let played = Move::new(parsed.from, parsed.to, goal);
        if !legal.contains(&played) {
            return Err(self.illegal_move_refusal(played, text));
        }
        let strict = self.write(played);
        let captures = self.is_capture(played);
        if captures && !parsed.captures {
            warnings.push("x missing".to_owned());
        } else if !captures && parsed.captures {
            warnings.push("x superfluous".to_owned());
        }
        let target = strict.split_once(" x ").map(|(_, target)| target);
        match (target, &parsed.captured) {
            (Some(target), Some(captured)) if target.split('@').next() != Some(captured) => {
                warnings.push(format!("captured piece is {}, not {captured}", piece_part(target)));
            }
            (Some(_), None) if parsed.captures => {
                warnings.push("captured piece missing".to_owned());
            }
            _ => {}
        }
        if !warnings.is_empty() {
            if text.trim() != strict {
                warnings.push(format!("understood as {strict}"));
            }
        } else if text != strict {
            warnings.push(format!("understood as {strict}"));
        }
        Ok(ReadMove { played, warnings })
    }

    /// Checks that the named warrior stands on `from`, and that the move says correctly whether the
    /// warrior takes its Goal along.
    fn check_mover(
        &self,
        kind: Kind,
        goal_action: GoalAction,
        from: Cell,
    ) -> Result<GoalAction, Refusal> {
        let (us, cell) = (self.turn(), board::name(from));
        let Some((side, stands)) = self.warrior(from) else {
            return Err(Refusal::new("nothing-there", format!("no warrior stands on {cell}"))
                .with("cell", cell));
        };
        if side != us {
            return Err(Refusal::new(
                "not-your-warrior",
                format!("the warrior on {cell} is {side}'s, and it is {us}'s turn"),
            )
            .with("cell", cell)
            .with("side", side.key()));
        }
        if stands != kind {
            return Err(Refusal::new(
                "other-warrior",
                format!("on {cell} stands the {stands} ({}), not the {kind}", stands.code()),
            )
            .with("cell", cell)
            .with("piece", stands.code())
            .with("named", kind.code()));
        }
        check_goal_action(kind, goal_action, from, self.goal(us) == Some(from))
    }

    /// The refusal of a move of an own warrior that is not legal.
    fn illegal_move_refusal(&self, m: Move, text: &str) -> Refusal {
        if self.goal_captor().is_some() {
            return Refusal::new("game-over", "a Goal was captured; the game is over");
        }
        let kind = self.kind(self.turn(), m.from()).unwrap_or(Kind::Vanguard);
        // A move that is legal without the option `goal-safety` is refused by that option.
        let mut here = Vec::new();
        self.legal_moves(&mut here);
        if here.contains(&m) {
            return refuse_move(kind, m, text, "leaves-goal", "it leaves the Goal to be captured");
        }
        Occupancy::of(self, self.turn()).illegal_move_refusal(kind, m, text)
    }
}

/// Checks what a move says about the Goal. `on_goal`: the warrior is on the cell of its own Goal.
pub(crate) fn check_goal_action(
    kind: Kind,
    goal_action: GoalAction,
    from: Cell,
    on_goal: bool,
) -> Result<GoalAction, Refusal> {
    let cell = board::name(from);
    match (goal_action, on_goal && kind.carries()) {
        (GoalAction::Plain, true) => Err(Refusal::new(
            "say-goal",
            format!(
                "the {kind} on {cell} has its Goal: write {0}G@{cell} to carry it or {0}-@{cell} to leave it",
                kind.code()
            ),
        )
        .with("cell", cell)
        .with("piece", kind.code())),
        (GoalAction::Carry | GoalAction::Abandon, false) => Err(Refusal::new(
            "no-goal-here",
            format!("the {kind} on {cell} has no Goal that it could carry or leave"),
        )
        .with("cell", cell)
        .with("piece", kind.code())),
        (goal_action, _) => Ok(goal_action),
    }
}

fn refuse_move(kind: Kind, m: Move, text: &str, code: &'static str, reason: &str) -> Refusal {
    Refusal::new(code, format!("'{}': {reason}", quote(text.trim())))
        .with("piece", kind.code())
        .with("from", board::name(m.from()))
        .with("to", board::name(m.to()))
}

impl Occupancy {
    /// The refusal of a move of an own warrior that this occupancy does not allow, from the
    /// occupancy alone.
    pub(crate) fn illegal_move_refusal(&self, kind: Kind, m: Move, text: &str) -> Refusal {
        let (from, to) = (board::name(m.from()), board::name(m.to()));
        let refuse = |code, reason: String| refuse_move(kind, m, text, code, &reason);
        if m.from() == m.to() {
            return refuse("same-cell", "a move ends on another cell than it begins".to_owned());
        }
        if self.own.contains(m.to()) {
            return refuse("own-warrior", format!("an own warrior stands on {to}"));
        }
        if self.enemy_blockader == Some(m.to()) {
            return refuse(
                "blockader-untouchable",
                format!("nobody lands on the Blockader on {to}"),
            );
        }
        if self.enemy_zone().contains(m.to()) {
            return refuse("enemy-zone", format!("{to} lies in the enemy Blockader's zone"));
        }
        if m.goal() == GoalAction::Carry && self.own_zone.contains(m.to()) {
            return refuse(
                "goal-in-own-zone",
                format!("the Goal may not come to rest on {to}, in the zone of its own Blockader"),
            );
        }
        if kind == Kind::Blockader
            && let Some(refusal) = self.illegal_blockader_refusal(m.to(), &refuse)
        {
            return refusal;
        }
        // A target on the empty board that is not one here is blocked.
        if MoveTables::get().on_empty_board(kind, m.from()).contains(m.to()) {
            refuse("blocked", format!("every way from {from} to {to} is blocked"))
        } else {
            refuse("out-of-reach", format!("a {kind} does not go from {from} to {to}"))
        }
    }

    fn illegal_blockader_refusal(
        &self,
        to: Cell,
        refuse: &impl Fn(&'static str, String) -> Refusal,
    ) -> Option<Refusal> {
        let (cell, zone) = (board::name(to), board::neighbours(to));
        if (self.enemy - self.neutrals).contains(to) {
            return Some(refuse(
                "blockader-kills-nothing",
                "the Blockader kills nothing".to_owned(),
            ));
        }
        if self.own_goal == Some(to) {
            return Some(refuse(
                "blockader-on-goal",
                format!("the Blockader may not stand on its own Goal on {cell}"),
            ));
        }
        if let Some(goal) =
            [self.own_goal, self.enemy_goal].into_iter().flatten().find(|&g| zone.contains(g))
        {
            return Some(refuse(
                "goal-in-zone",
                format!("on {cell} its zone would hold the Goal on {}", board::name(goal)),
            ));
        }
        if let Some(enemy) = (self.enemy & zone).first() {
            return Some(refuse(
                "enemy-in-zone",
                format!("on {cell} its zone would hold the enemy on {}", board::name(enemy)),
            ));
        }
        zone.meets(self.enemy_zone()).then(|| {
            refuse("zones-overlap", format!("on {cell} its zone would overlap the enemy's"))
        })
    }
}

fn piece_part(text: &str) -> &str {
    text.split('@').next().unwrap_or(text)
}

/// A move that was read without regard to a position.
pub(crate) struct ParsedMove {
    pub(crate) kind: Kind,
    pub(crate) goal_action: GoalAction,
    pub(crate) from: Cell,
    pub(crate) captures: bool,
    /// The captured piece as written, such as `Fl`, `LG` or `G`.
    pub(crate) captured: Option<String>,
    pub(crate) to: Cell,
    pub(crate) warnings: Vec<String>,
}

impl ParsedMove {
    pub(crate) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut warnings = Vec::new();
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let malformed = || {
            Refusal::new(
                "not-a-move",
                format!(
                    "'{}': expected a move such as 'V@G13 G14', 'S@E26 x Fl@F14', 'FeG@I11 I33' or 'L-@D28 C17'",
                    quote(text.trim())
                ),
            )
            .with("text", quote(text.trim()))
        };
        if tokens.join(" ") != text {
            warnings.push("superfluous spaces".to_owned());
        }
        let (mover, captures, target) = match tokens.as_slice() {
            [mover, target] => (*mover, false, *target),
            [mover, x, target] if *x == "x" => (*mover, true, *target),
            _ => return Err(malformed()),
        };
        let (piece, from) = mover.split_once('@').ok_or_else(malformed)?;
        let (code, goal_action) = match piece.as_bytes().last() {
            // A Goal does not move alone: `read_kind` refuses it.
            Some(b'G') if piece.len() == 1 => (piece, GoalAction::Plain),
            Some(b'G') => (&piece[..piece.len() - 1], GoalAction::Carry),
            Some(b'-') => (&piece[..piece.len() - 1], GoalAction::Abandon),
            _ => (piece, GoalAction::Plain),
        };
        let kind = read_kind(code, &mut warnings)?;
        let from = read_cell(from, &mut warnings)?;
        let (captured, to) = match target.split_once('@') {
            Some((captured, to)) => (Some(read_captured(captured, &mut warnings)?), to),
            None => (None, target),
        };
        let to = read_cell(to, &mut warnings)?;
        // `V@I34 Fl@I33` names a captured piece; only the `x` is missing.
        Ok(Self { kind, goal_action, from, captures, captured, to, warnings })
    }
}

/// The kind with this code. `FL` and `FE` are accepted with a warning.
pub(super) fn read_kind(code: &str, warnings: &mut Vec<String>) -> Result<Kind, Refusal> {
    if let Some(kind) = Kind::from_code(code) {
        return Ok(kind);
    }
    let slip = match code {
        "FL" => Kind::Flier,
        "FE" => Kind::Fencer,
        _ => {
            return Err(Refusal::new(
                "no-such-piece",
                format!("'{}' is no warrior: expected B, Fl, S, V, L or Fe", quote(code)),
            )
            .with("text", quote(code)));
        }
    };
    warnings.push(format!("{code} read as {}", slip.code()));
    Ok(slip)
}

fn read_captured(text: &str, warnings: &mut Vec<String>) -> Result<String, Refusal> {
    if text == "G" {
        return Ok(text.to_owned());
    }
    let (code, goal) = text.strip_suffix('G').map_or((text, ""), |code| (code, "G"));
    Ok(format!("{}{goal}", read_kind(code, warnings)?.code()))
}

/// The cell with this name. Of two row letters the second counts, as in the source's `ED17`.
pub(crate) fn read_cell(text: &str, warnings: &mut Vec<String>) -> Result<Cell, Refusal> {
    if let Some(cell) = board::by_name(text) {
        return Ok(cell);
    }
    let row = |byte: &u8| (b'A'..=b'I').contains(byte);
    if text.len() == 4
        && text.as_bytes()[..2].iter().all(row)
        && let Some(cell) = board::by_name(&text[1..])
    {
        warnings.push(format!("{text} read as {}", &text[1..]));
        return Ok(cell);
    }
    Err(Refusal::new(
        "no-such-cell",
        format!(
            "'{}' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
            quote(text)
        ),
    )
    .with("text", quote(text)))
}
