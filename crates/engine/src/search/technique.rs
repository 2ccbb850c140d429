//! The techniques of a selective search. Each can be switched off, so that a match can tell what it is worth.

/// One technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Technique {
    /// The first window of an iteration lies narrowly around the value of the one before.
    Aspiration,
    /// A node that stays above its window although it passes is cut off.
    NullMove,
    /// A node that stands far above its window is cut off.
    ReverseFutility,
    /// A node that stands far below its window is judged by its captures.
    Razoring,
    /// Quiet moves of a node that stands far below its window are left out.
    Futility,
    /// Quiet moves that come very late are left out.
    LateMovePruning,
    /// Quiet moves that failed to cut off elsewhere are left out near the end of a line.
    HistoryPruning,
    /// Moves that lose too much on the square where they end are left out.
    ExchangePruning,
    /// Late moves are looked at less deep, the less so the better they did elsewhere.
    HistoryReduction,
    /// A node of which the table knows no move is looked at less deep.
    InternalReduction,
    /// Quiet moves are also ordered by what they did after the same moves before, elsewhere.
    Continuation,
    /// A move that alone holds the value is looked at deeper.
    Singular,
    /// Quiescence uses the table.
    QuietTable,
    /// Late root moves are looked at less deep first.
    RootReduction,
    /// Late moves of a node that is expected to be cut off are looked at still less deep.
    CutReduction,
    /// What the table knows of a node corrects what standing there is worth.
    TableStanding,
    /// A node of which several moves seem to reach the window's end is cut off.
    MultiCut,
    /// What searches found corrects the evaluation of positions with the same structure.
    Correction,
    /// Late answers to a danger, and late moves that put the other seat in danger, are looked at less deep too; of the latter
    /// those that lose much are left out.
    Forcing,
}

impl Technique {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 19] = [
        (Self::Aspiration, "aspiration"),
        (Self::NullMove, "null-move"),
        (Self::ReverseFutility, "reverse-futility"),
        (Self::Razoring, "razoring"),
        (Self::Futility, "futility"),
        (Self::LateMovePruning, "late-move-pruning"),
        (Self::HistoryPruning, "history-pruning"),
        (Self::ExchangePruning, "exchange-pruning"),
        (Self::HistoryReduction, "history-reduction"),
        (Self::InternalReduction, "internal-reduction"),
        (Self::Continuation, "continuation"),
        (Self::Singular, "singular"),
        (Self::QuietTable, "quiet-table"),
        (Self::RootReduction, "root-reduction"),
        (Self::CutReduction, "cut-reduction"),
        (Self::TableStanding, "table-standing"),
        (Self::MultiCut, "multi-cut"),
        (Self::Correction, "correction"),
        (Self::Forcing, "forcing"),
    ];
}

/// Some of the techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Techniques(u32);

impl Techniques {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// These and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u8)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, those: Self) -> Self {
        Self(self.0 | those.0)
    }

    /// These without those.
    #[must_use]
    pub const fn except(self, those: Self) -> Self {
        Self(self.0 & !those.0)
    }

    /// Reads names with `+` between them; `all` is every one.
    pub fn read(text: &str) -> Result<Self, String> {
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

    /// Whether one is among them.
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
        assert_eq!(Techniques::read("null-move+singular"), Ok(some));
        assert_eq!(Techniques::read("all"), Ok(Techniques::ALL));
        assert_eq!(Techniques::ALL.except(some).and(some), Techniques::ALL);
        assert!(!Techniques::ALL.except(some).has(Technique::NullMove));
        let error = Techniques::read("null-move+luck").expect_err("no technique");
        assert!(error.starts_with("'luck': expected all or some of aspiration,"), "{error}");
    }

    #[test]
    fn every_technique_has_a_place_of_its_own() {
        for (place, (technique, _)) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique as usize, place);
        }
    }
}
