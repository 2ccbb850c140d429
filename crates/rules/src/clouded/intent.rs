//! Intents: the moves that players announce (§2.2). They are read and judged against a board view
//! alone, so that a refusal cannot reveal more than the view.

use super::board_view::BoardView;
use super::walk_paths::{WalkPath, walk_paths};
use crate::Refusal;
use crate::error::quote;
use crate::klinzha::{
    GoalAction, Kind, Move, MoveContext, ParsedMove, Side, board, check_goal_action, read_cell,
};
use crate::{Cell, CellSet};
use std::fmt;

/// An intent: a warrior, its move, and perhaps its path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Intent {
    /// The warrior.
    pub kind: Kind,
    /// From, to, and what happens to the Goal.
    pub played: Move,
    /// The path, if it was named; the umpire then uses no other.
    pub path: Option<WalkPath>,
}

impl fmt::Display for Intent {
    /// Writes the move notation without captures, with a named path in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.start(), board::name(self.played.to()))?;
        f.write_str(&self.path_suffix())
    }
}

impl Intent {
    /// The warrior with its cell, such as `FeG@I11`.
    pub(super) fn start(&self) -> String {
        let sign = self.played.goal().sign();
        format!("{}{sign}@{}", self.kind.code(), board::name(self.played.from()))
    }

    /// The named path as it is written after the move; empty if there is none.
    pub(super) fn path_suffix(&self) -> String {
        let Some(path) = &self.path else { return String::new() };
        let names: Vec<&str> = path.iter().map(|&cell| board::name(cell)).collect();
        format!(" ({})", names.join(" "))
    }
}

impl BoardView {
    /// Reads an intent and judges it on this view, where unseen pieces count as absent. Returns it
    /// with remarks on what was not in strict notation.
    ///
    /// # Errors
    /// If the text is not an intent, or the view does not allow the intent.
    pub fn read_intent(&self, text: &str) -> Result<(Intent, Vec<String>), Refusal> {
        let text = text.trim();
        let us = self.turn();
        if self.side() == Some(us) && self.goal(us).is_none() {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let (head, named) = split_path(text)?;
        let parsed_move = ParsedMove::parse(head).map_err(|refusal| match refusal.code {
            "not-a-move" => not_an_intent(text),
            _ => refusal,
        })?;
        if parsed_move.captures || parsed_move.captured.is_some() {
            return Err(Refusal::new(
                "names-capture",
                format!(
                    "'{}': an intent names no capture: write {}",
                    quote(text),
                    Intent {
                        kind: parsed_move.kind,
                        played: Move::new(
                            parsed_move.from,
                            parsed_move.to,
                            parsed_move.goal_action
                        ),
                        path: None
                    }
                ),
            ));
        }
        let mut warnings = parsed_move.warnings;
        let path = named.map(|named| read_path(named, &mut warnings)).transpose()?;
        let goal =
            self.check_mover(us, parsed_move.kind, parsed_move.goal_action, parsed_move.from)?;
        let intent = Intent {
            kind: parsed_move.kind,
            played: Move::new(parsed_move.from, parsed_move.to, goal),
            path: path.clone().map(|cells| cells.into_iter().take(6).collect()),
        };
        self.check(&intent, text)?;
        if let Some(path) = path {
            self.check_path(&intent, &path)?;
        }
        let strict = intent.to_string();
        if text != strict {
            warnings.push(format!("understood as {strict}"));
        }
        Ok((intent, warnings))
    }

    fn check_mover(
        &self,
        us: Side,
        kind: Kind,
        goal_action: GoalAction,
        from: Cell,
    ) -> Result<GoalAction, Refusal> {
        let cell = board::name(from);
        let Some(stands) = self.kind(us, from) else {
            let enemy = self.occupancy(us).enemy.contains(from);
            return Err(if enemy {
                Refusal::new(
                    "not-your-warrior",
                    format!("what stands on {cell} is {}'s, and it is {us}'s turn", !us),
                )
                .with("cell", cell)
                .with("side", (!us).key())
            } else {
                Refusal::new("nothing-there", format!("no warrior of {us} stands on {cell}"))
                    .with("cell", cell)
            });
        };
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

    /// Checks that an intent is legal on this view, without regard to its path.
    fn check(&self, intent: &Intent, text: &str) -> Result<(), Refusal> {
        let occupancy = self.occupancy(self.turn());
        let context = MoveContext::new(&occupancy);
        let mut targets = context.targets(intent.kind, intent.played.from());
        if intent.played.goal() == GoalAction::Carry {
            targets = targets - context.own_zone;
        }
        if targets.contains(intent.played.to()) {
            return Ok(());
        }
        Err(occupancy.illegal_move_refusal(intent.kind, intent.played, text))
    }

    /// The paths that this view allows for an intent, in the umpire's order of preference.
    pub fn paths(&self, intent: &Intent) -> Vec<WalkPath> {
        let blocked = MoveContext::new(&self.occupancy(self.turn())).blocked;
        walk_paths(intent.kind, intent.played.from(), intent.played.to(), blocked)
    }

    fn check_path(&self, intent: &Intent, path: &[Cell]) -> Result<(), Refusal> {
        let (from, to) = (intent.played.from(), intent.played.to());
        if self.paths(intent).iter().any(|way| way.as_slice() == path) {
            return Ok(());
        }
        let named = path.iter().map(|&cell| board::name(cell)).collect::<Vec<_>>().join(" ");
        let refuse = |code, reason: String| {
            Refusal::new(code, format!("path ({named}): {reason}")).with("text", quote(&named))
        };
        if path.last() != Some(&to) {
            let to = board::name(to);
            return Err(refuse("path-end", format!("it must end on {to}")).with("to", to));
        }
        let mut at = from;
        for &next in path {
            if !board::neighbours(at).contains(next) {
                let (a, b) = (board::name(at), board::name(next));
                return Err(refuse("path-broken", format!("{a} and {b} do not touch"))
                    .with("from", a)
                    .with("to", b));
            }
            at = next;
        }
        let kind = intent.kind;
        if walk_paths(kind, from, to, CellSet::EMPTY).iter().any(|way| way.as_slice() == path) {
            let blocked = MoveContext::new(&self.occupancy(self.turn())).blocked;
            let at = path.iter().find(|&&cell| blocked.contains(cell)).copied().unwrap_or(to);
            let at = board::name(at);
            return Err(refuse("path-blocked", format!("{at} is not open")).with("cell", at));
        }
        Err(refuse("path-not-so", format!("a {kind} does not go that way"))
            .with("piece", kind.code()))
    }
}

/// Splits off the path in parentheses.
fn split_path(text: &str) -> Result<(&str, Option<&str>), Refusal> {
    match text.split_once('(') {
        None if text.contains(')') => Err(not_an_intent(text)),
        None => Ok((text, None)),
        Some((head, rest)) => {
            let named = rest.strip_suffix(')').ok_or_else(|| not_an_intent(text))?;
            Ok((head.trim_end(), Some(named)))
        }
    }
}

fn read_path(named: &str, warnings: &mut Vec<String>) -> Result<Vec<Cell>, Refusal> {
    let cells: Vec<Cell> =
        named.split_whitespace().map(|word| read_cell(word, warnings)).collect::<Result<_, _>>()?;
    if cells.is_empty() {
        return Err(Refusal::new(
            "path-empty",
            "path (): expected the cells after the first, up to and including the last",
        ));
    }
    Ok(cells)
}

fn not_an_intent(text: &str) -> Refusal {
    let text = quote(text);
    Refusal::new(
        "not-an-intent",
        format!(
            "'{text}': expected an intent such as 'S@F47 F36', 'S@F47 F36 (F37 F36)', 'FeG@I11 I22' or 'L-@D28 D17'"
        ),
    )
    .with("text", text)
}
