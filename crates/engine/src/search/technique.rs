//! The techniques of a selective search. Each can be switched off, so that a match can measure it.

/// A technique of a selective search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Technique {
    /// Aspiration windows: an iteration begins with a narrow window around the last value.
    Aspiration,
    /// Null move pruning: a node that reaches `beta` after a null move is cut off.
    NullMove,
    /// Reverse futility pruning: a node whose static evaluation is far above `beta` is cut off.
    ReverseFutility,
    /// Razoring: a node whose static evaluation is far below `alpha` goes to quiescence.
    Razoring,
    /// Futility pruning: quiet moves of a node with a static evaluation far below `alpha` are
    /// pruned.
    Futility,
    /// Late move pruning: quiet moves late in the order are pruned.
    LateMovePruning,
    /// History pruning: quiet moves with a bad history are pruned near the horizon.
    HistoryPruning,
    /// Pruning of moves that lose by static exchange evaluation.
    SeePruning,
    /// Late move reductions depend on the histories of the move.
    HistoryReduction,
    /// Internal reduction: a node of the principal variation, or one that is expected to cause a
    /// cutoff, is searched a ply less deep if it has no hash move.
    InternalReduction,
    /// Continuation history in the order of quiet moves.
    Continuation,
    /// Singular extension: a hash move that is much better than all others is extended.
    Singular,
    /// Quiescence uses the transposition table.
    QuietTable,
    /// Late root moves are reduced.
    RootReduction,
    /// Late moves of expected cut nodes are reduced further.
    CutReduction,
    /// The transposition table's value replaces the static evaluation where its bound allows.
    TtEval,
    /// Multi-cut: a node of which several moves seem to reach `beta` is cut off.
    MultiCut,
    /// Correction history: results of searches correct the static evaluation of similar positions.
    Correction,
    /// Late evasions and late moves that give check are reduced too; checks that lose much by
    /// static exchange evaluation are pruned.
    Forcing,
    /// Check extension: a line that would end with the seat to move in check goes on by a ply.
    CheckExtension,
    /// Quiet moves that give check are tried on the first ply of quiescence.
    QuietChecks,
    /// The continuation history also knows quiet moves by the move four plies before.
    FarContinuation,
    /// A quiet move to which no reply is good enough gains in the continuation history.
    ReplyBonus,
}

impl Technique {
    /// All techniques with their names.
    pub const ALL: [(Self, &'static str); 23] = [
        (Self::Aspiration, "aspiration"),
        (Self::NullMove, "null-move"),
        (Self::ReverseFutility, "reverse-futility"),
        (Self::Razoring, "razoring"),
        (Self::Futility, "futility"),
        (Self::LateMovePruning, "late-move-pruning"),
        (Self::HistoryPruning, "history-pruning"),
        (Self::SeePruning, "see-pruning"),
        (Self::HistoryReduction, "history-reduction"),
        (Self::InternalReduction, "internal-reduction"),
        (Self::Continuation, "continuation"),
        (Self::Singular, "singular"),
        (Self::QuietTable, "quiet-table"),
        (Self::RootReduction, "root-reduction"),
        (Self::CutReduction, "cut-reduction"),
        (Self::TtEval, "tt-eval"),
        (Self::MultiCut, "multi-cut"),
        (Self::Correction, "correction"),
        (Self::Forcing, "forcing"),
        (Self::CheckExtension, "check-extension"),
        (Self::QuietChecks, "quiet-checks"),
        (Self::FarContinuation, "far-continuation"),
        (Self::ReplyBonus, "reply-bonus"),
    ];
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Techniques(u32);

impl Techniques {
    /// No technique.
    pub const NONE: Self = Self(0);
    /// All techniques.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// Returns the set with one technique more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u8)
    }

    /// Returns the union of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the techniques of this set that are not in the other.
    #[must_use]
    pub const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Reads names joined by `+`; `all` stands for all techniques.
    ///
    /// # Errors
    /// A message that names the unknown technique and lists the known ones.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.split('+').try_fold(Self::NONE, |some, name| {
            if name == "all" {
                return Ok(Self::ALL);
            }
            let known = Technique::ALL.iter().find(|(_, known)| *known == name);
            let names = Technique::ALL.map(|(_, name)| name).join(", ");
            known
                .map(|&(technique, _)| some.with(technique))
                .ok_or_else(|| format!("'{name}': expected all or some of {names}"))
        })
    }

    /// Returns whether the set contains a technique.
    #[inline]
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_read_by_their_names() {
        let some = Techniques::NONE.with(Technique::NullMove).with(Technique::Singular);
        assert_eq!(Techniques::parse("null-move+singular"), Ok(some));
        assert_eq!(Techniques::parse("all"), Ok(Techniques::ALL));
        assert_eq!(Techniques::ALL.except(some).and(some), Techniques::ALL);
        assert!(!Techniques::ALL.except(some).has(Technique::NullMove));
        let error = Techniques::parse("null-move+luck").expect_err("no technique");
        assert!(error.starts_with("'luck': expected all or some of aspiration,"), "{error}");
    }

    #[test]
    fn every_technique_has_a_place_of_its_own() {
        for (place, (technique, _)) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique as usize, place);
        }
    }
}
