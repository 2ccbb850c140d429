//! What puzzles need of a game.

use super::moves;
use heterodox_rules::{SearchPosition, grand_chess, kaleido, klinzha};
use std::fmt::Display;
use std::str::FromStr;

/// A game with puzzles.
pub trait PuzzleGame: SearchPosition + FromStr + Display {
    /// The game's id.
    const ID: &'static str;
    /// Its file of positions with proven best moves.
    const FILE: &'static str;
    /// The most nodes of the prover for a win in five.
    const LIMIT: u64;
    /// The most nodes of the prover for a win in seven.
    const DEEP_LIMIT: u64;

    /// A move in strict notation.
    fn write(&self, m: Self::Move) -> String;
    /// The position with fresh counters, far from every limit.
    fn calm(&self) -> Option<Self>;
    /// The themes of a winning or saving move; `end` is the last position of its line.
    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str>;

    /// Reads a position.
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// The position string.
    fn text(&self) -> String {
        self.to_string()
    }

    /// The legal move with this notation.
    fn find(&self, text: &str) -> Option<Self::Move> {
        moves(self).into_iter().find(|&m| self.write(m) == text)
    }

    /// The position after a move.
    fn then(&self, m: Self::Move) -> Self {
        self.after_unchecked(m)
    }
}

impl PuzzleGame for klinzha::Position {
    const ID: &'static str = "klinzha";
    const FILE: &'static str = include_str!("../../puzzles/klinzha.tactics");
    const LIMIT: u64 = 300_000;
    const DEEP_LIMIT: u64 = 3_000_000;

    fn write(&self, m: klinzha::Move) -> String {
        Self::write(self, m)
    }

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        (raw.plies_since_capture, raw.turn_number) = (0, 1);
        raw.check().ok()
    }

    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str> {
        use heterodox_rules::EndReason;
        use klinzha::{GoalAction, Kind};
        let (us, them) = (self.turn(), !self.turn());
        let next = self.after_unchecked(m);
        let kind = self.kind(us, m.from());
        let warriors = self.occupied(us).len() + self.occupied(them).len();
        let immobilised =
            end.and_then(Self::winner).is_some_and(|(_, how)| how == EndReason::IMMOBILISED);
        let all = [
            (immobilised, "immobilisation"),
            (m.goal() == GoalAction::Carry, "carries the Goal"),
            (m.goal() == GoalAction::Carry && self.is_capture(m), "captures with the Goal"),
            (m.goal() == GoalAction::Abandon, "abandons the Goal"),
            (kind == Some(Kind::Blockader), "zone"),
            (kind == Some(Kind::Flier), "Flier"),
            (kind == Some(Kind::Swift), "Swift"),
            (self.goal_abandoned(us), "own Goal abandoned"),
            (self.goal_abandoned(them), "enemy Goal abandoned"),
            (!self.goal_abandoned(us) && !self.goal_abandoned(them), "both Goals held"),
            (warriors <= 6, "few warriors"),
            (!self.goal_attackers(us).is_empty(), "own Goal under attack"),
            (!next.goal_attackers(us).is_empty(), "leaves the Goal under attack"),
            (next.targets(them).iter().any(|to| to.2.contains(m.to())), "can be taken"),
            (self.is_capture(m), "capture"),
            (next.goal_attackers(them).is_empty(), "no threat to the Goal"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }
}

impl PuzzleGame for grand_chess::Position {
    const ID: &'static str = "grand-chess";
    const FILE: &'static str = include_str!("../../puzzles/grand-chess.tactics");
    const LIMIT: u64 = 1_000_000;
    const DEEP_LIMIT: u64 = 4_000_000;

    fn write(&self, m: grand_chess::Move) -> String {
        self.uci(m)
    }

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        (raw.halfmove_clock, raw.fullmove_number) = (0, 1);
        raw.check(self.promotion()).ok()
    }

    fn themes(&self, m: Self::Move, _: Option<&Self>) -> Vec<&'static str> {
        let next = self.after_unchecked(m);
        let kinds = self.to_raw().board.iter().flatten().count();
        let all = [
            (next.is_check(), "check"),
            (!next.is_check(), "quiet"),
            (SearchPosition::is_capture(self, m), "capture"),
            (self.is_check(), "out of check"),
            (kinds <= 5, "few pieces"),
            (m.from() == self.king(self.turn()), "king"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }
}

impl PuzzleGame for kaleido::Position {
    const ID: &'static str = "kaleidochess";
    const FILE: &'static str = include_str!("../../puzzles/kaleidochess.tactics");
    const LIMIT: u64 = 1_000_000;
    const DEEP_LIMIT: u64 = 4_000_000;

    fn write(&self, m: kaleido::Move) -> String {
        Self::write(self, m)
    }

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        raw.turn_number = 1;
        raw.check(None).ok()
    }

    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str> {
        use heterodox_rules::EndReason;
        use kaleido::board::CASTLES;
        let them = self.playing().after(self.turn());
        let reason = end.and_then(Self::outcome).map(|outcome| outcome.reason);
        let pieces = self.all_occupied().len();
        let all = [
            (reason == Some(EndReason::LOCKED_IN), "locked in"),
            (reason == Some(EndReason::LEFT_CASTLE), "has to leave"),
            (SearchPosition::is_capture(self, m), "capture"),
            (!SearchPosition::is_capture(self, m), "quiet"),
            (CASTLES.contains(m.to()), "castle"),
            (self.castles(them).len() > 1, "several castles"),
            (pieces <= 6, "few pieces"),
            (pieces > 20, "many pieces"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }
}
