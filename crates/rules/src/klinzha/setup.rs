//! The setup, from casting the spindles to placing the Goals (§1.5).

use super::arrays::StartArray;
use super::board;
use super::notation::{read_cell, read_kind};
use super::piece::{Kind, Region, Side};
use super::position::{Position, SLOT_KIND, WARRIORS_PER_SIDE};
use super::raw::RawPosition;
use crate::error::quote;
use crate::{Cell, CellSet, Refusal, Seat, ThrowRequest, Turn};

/// The warriors of a side during the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    cells: [Option<Cell>; WARRIORS_PER_SIDE],
}

impl Placement {
    /// The placed warriors with their cells.
    pub fn warriors(&self) -> impl Iterator<Item = (Kind, Cell)> + '_ {
        SLOT_KIND.into_iter().zip(self.cells).filter_map(|(kind, cell)| Some((kind, cell?)))
    }

    /// The kind of the warrior on a cell.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        self.warriors().find(|&(_, at)| at == cell).map(|(kind, _)| kind)
    }

    /// The number of warriors of a kind that are not placed yet.
    pub fn left(&self, kind: Kind) -> usize {
        kind.count() - self.warriors().filter(|&(k, _)| k == kind).count()
    }

    /// Whether all nine warriors are placed.
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// The cell of the Blockader, if it is placed.
    pub fn blockader(&self) -> Option<Cell> {
        self.cells[0]
    }

    /// Checks that a warrior of this kind may be placed on a cell.
    ///
    /// # Errors
    /// If the cell is outside `region` or occupied, or a Blockader's zone would overlap
    /// `enemy_zone`.
    pub fn check(
        &self,
        kind: Kind,
        cell: Cell,
        region: Region,
        enemy_zone: CellSet,
    ) -> Result<(), Refusal> {
        let at = board::name(cell);
        if board::region(cell) != Some(region) {
            return Err(Refusal::new(
                "outside-region",
                format!("{at} does not lie in the region {region}"),
            )
            .with("cell", at)
            .with("region", region.key()));
        }
        if let Some(there) = self.kind(cell) {
            return Err(Refusal::new("cell-taken", format!("the {there} stands on {at} already"))
                .with("cell", at)
                .with("piece", there.code()));
        }
        if kind == Kind::Blockader { check_zones(cell, enemy_zone) } else { Ok(()) }
    }

    /// Places a warrior.
    ///
    /// # Errors
    /// If no warrior of the kind is left, or as [`Placement::check`].
    pub fn place(
        &mut self,
        kind: Kind,
        cell: Cell,
        region: Region,
        enemy_zone: CellSet,
    ) -> Result<(), Refusal> {
        if self.left(kind) == 0 {
            return Err(Refusal::new(
                "all-placed",
                format!("no {kind} is left to be placed: a side has {}", kind.count()),
            )
            .with("piece", kind.code()));
        }
        self.check(kind, cell, region, enemy_zone)?;
        let free = (0..WARRIORS_PER_SIDE)
            .find(|&slot| SLOT_KIND[slot] == kind && self.cells[slot].is_none());
        if let Some(slot) = free {
            self.cells[slot] = Some(cell);
        }
        Ok(())
    }

    /// Removes the warrior on a cell.
    ///
    /// # Errors
    /// If the cell is empty.
    pub fn remove(&mut self, cell: Cell) -> Result<Kind, Refusal> {
        let slot = self.cells.iter().position(|&at| at == Some(cell)).ok_or_else(|| {
            let at = board::name(cell);
            Refusal::new("nothing-there", format!("no warrior stands on {at}")).with("cell", at)
        })?;
        self.cells[slot] = None;
        Ok(SLOT_KIND[slot])
    }

    /// Checks that the Goal may be given to the warrior on a cell: a carrier that is not next to
    /// its own Blockader. `named` is the kind that the step names.
    pub fn check_goal(&self, named: Option<Kind>, cell: Cell) -> Result<(), Refusal> {
        let at = board::name(cell);
        let kind = self.kind(cell).ok_or_else(|| {
            Refusal::new("nothing-there", format!("no own warrior stands on {at}")).with("cell", at)
        })?;
        if let Some(named) = named.filter(|&named| named != kind) {
            return Err(Refusal::new(
                "other-warrior",
                format!("on {at} stands the {kind} ({}), not the {named}", kind.code()),
            )
            .with("cell", at)
            .with("piece", kind.code())
            .with("named", named.code()));
        }
        if !kind.carries() {
            return Err(Refusal::new("no-carrier", format!("a {kind} cannot carry the Goal"))
                .with("cell", at)
                .with("piece", kind.code()));
        }
        if self.blockader().is_some_and(|blockader| board::neighbours(blockader).contains(cell)) {
            return Err(Refusal::new(
                "goal-in-own-zone",
                format!("{at} lies next to the own Blockader; no Goal may be there"),
            )
            .with("to", at));
        }
        Ok(())
    }
}

/// Checks that the zones of the two Blockaders do not overlap (§1.5).
fn check_zones(blockader: Cell, enemy_zone: CellSet) -> Result<(), Refusal> {
    if !board::neighbours(blockader).meets(enemy_zone) {
        return Ok(());
    }
    let at = board::name(blockader);
    let message = format!("on {at} the Blockader's zone would overlap the enemy's");
    Err(Refusal::new("zones-overlap", message).with("to", at))
}

/// The first position from two complete placements.
pub(super) fn first_position(
    first: Side,
    placements: [(Side, &Placement, Cell); 2],
) -> Result<Position, Refusal> {
    let mut raw = RawPosition::empty();
    raw.turn = first;
    for (side, placement, goal) in placements {
        for (kind, cell) in placement.warriors() {
            raw.board[cell.index()] = Some((side, kind));
        }
        raw.goals[side] = Some(goal);
    }
    raw.check().map_err(|flaws| Refusal::new("impossible-position", flaws.to_string()))
}

/// What the winner of the cast decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementOrder {
    /// Places first.
    First,
    /// Places last.
    Last,
    /// Lets the opponent choose.
    Offer,
}

/// The stage of the setup, with the seat that acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This seat must cast the spindles.
    Cast(Seat),
    /// This seat has cast; the umpire throws the spindles.
    Thrown(Seat),
    /// This seat has won the cast and has the option.
    Option(Seat),
    /// This seat was offered the option and must choose first or last.
    Granted(Seat),
    /// This seat picks its region and, for the first placement, its colour.
    Take(Seat),
    /// This seat places its warriors.
    Place(Seat),
    /// This seat places its Goal.
    Goal(Seat),
}

/// A step of the setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Casts the spindles.
    Cast,
    /// Uses the option.
    Option(PlacementOrder),
    /// Picks a region and, for the first placement, a colour.
    Take(Option<Side>, Region),
    /// Places warriors, all or none.
    Place(Vec<(Kind, Cell)>),
    /// Takes a warrior back.
    Lift(Cell),
    /// Moves a placed warrior.
    Shift(Cell, Cell),
    /// Places a ready-made array.
    Array(&'static str),
    /// Takes all warriors back.
    Clear,
    /// Finishes the placement.
    Done,
    /// Gives the Goal to the warrior on this cell, whose kind may be named.
    Goal(Option<Kind>, Cell),
}

/// The state of the setup.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The stage.
    pub stage: Stage,
    /// All casts so far: the seat and the faces of the two spindles.
    pub casts: Vec<(Seat, [u8; 2])>,
    /// The seat that places first.
    pub first: Option<Seat>,
    /// By seat: its colour.
    pub sides: [Option<Side>; 2],
    /// By seat: its region.
    pub regions: [Option<Region>; 2],
    /// By seat: its warriors.
    pub placements: [Placement; 2],
    /// By seat: whether its placement is finished, and so visible to all.
    pub finished: [bool; 2],
    /// By seat: the cell of its Goal.
    pub goals: [Option<Cell>; 2],
}

impl Setup {
    /// A setup in which seat 0 casts first.
    pub fn new() -> Self {
        Self {
            stage: Stage::Cast(Seat::new(0)),
            casts: Vec::new(),
            first: None,
            sides: [None; 2],
            regions: [None; 2],
            placements: [Placement::default(); 2],
            finished: [false; 2],
            goals: [None; 2],
        }
    }

    /// Applies a throw of the spindles: with a sum below 7 the caster loses, above 7 the caster
    /// wins, with 7 the other seat casts.
    pub fn throw(&mut self, faces: [u8; 2]) -> Result<(), Refusal> {
        let Stage::Thrown(caster) = self.stage else { return Err(wrong_step(self.stage)) };
        self.casts.push((caster, faces));
        self.stage = match faces[0] + faces[1] {
            ..7 => Stage::Option(caster.other()),
            7 => Stage::Cast(caster.other()),
            8.. => Stage::Option(caster),
        };
        Ok(())
    }

    /// Applies a step of the seat that acts. Returns the first position once the setup is complete.
    ///
    /// # Errors
    /// If the rules do not allow the step. The setup is unchanged then.
    pub fn step(&mut self, step: &Step) -> Result<Option<Position>, Refusal> {
        let seat = match self.stage {
            Stage::Place(seat) => seat,
            _ => Seat::new(0),
        };
        self.step_with_enemy_zone(step, self.enemy_zone(seat))
    }

    /// Applies a step of a seat that knows `enemy_zone`, which may lack the true zone of an unseen
    /// Blockader. The placement is checked against `enemy_zone` until the seat finishes it, and
    /// only then against the true zone.
    pub(crate) fn step_with_enemy_zone(
        &mut self,
        step: &Step,
        enemy_zone: CellSet,
    ) -> Result<Option<Position>, Refusal> {
        match (self.stage, step) {
            (Stage::Cast(seat), Step::Cast) => self.stage = Stage::Thrown(seat),
            (Stage::Option(seat), Step::Option(choice)) => match choice {
                PlacementOrder::First => self.begin(seat),
                PlacementOrder::Last => self.begin(seat.other()),
                PlacementOrder::Offer => self.stage = Stage::Granted(seat.other()),
            },
            (Stage::Granted(seat), Step::Option(choice)) => match choice {
                PlacementOrder::First => self.begin(seat),
                PlacementOrder::Last => self.begin(seat.other()),
                PlacementOrder::Offer => {
                    return Err(Refusal::new(
                        "must-choose",
                        "whoever is granted the choice must choose: option first or option last",
                    ));
                }
            },
            (Stage::Take(seat), Step::Take(side, region)) => self.take(seat, *side, *region)?,
            (Stage::Place(seat), step) => self.place(seat, step, enemy_zone)?,
            (Stage::Goal(seat), Step::Goal(named, cell)) => {
                self.placements[seat.index()].check_goal(*named, *cell)?;
                self.goals[seat.index()] = Some(*cell);
                if Some(seat) == self.first {
                    self.stage = Stage::Goal(seat.other());
                } else {
                    return self.position().map(Some);
                }
            }
            (stage, _) => return Err(wrong_step(stage)),
        }
        Ok(None)
    }

    /// The zone of the other seat's Blockader, once that placement is finished.
    pub fn enemy_zone(&self, seat: Seat) -> CellSet {
        let other = seat.other().index();
        let blockader = self.placements[other].blockader().filter(|_| self.finished[other]);
        blockader.map_or(CellSet::EMPTY, board::neighbours)
    }

    /// The regions that a seat may still pick.
    pub fn free_regions(&self, seat: Seat) -> impl Iterator<Item = Region> {
        let taken = self.regions[seat.other().index()];
        Region::ALL.into_iter().filter(move |&region| Some(region) != taken)
    }

    fn begin(&mut self, first: Seat) {
        self.first = Some(first);
        self.stage = Stage::Take(first);
    }

    fn take(&mut self, seat: Seat, side: Option<Side>, region: Region) -> Result<(), Refusal> {
        let (me, other) = (seat.index(), seat.other().index());
        let side = match (self.sides[other], side) {
            (None, Some(side)) => side,
            (None, None) => {
                return Err(Refusal::new(
                    "colour-missing",
                    "first placement picks a colour and a region: take gold|green north|west|east",
                ));
            }
            (Some(theirs), Some(side)) if side == theirs => {
                return Err(Refusal::new(
                    "colour-taken",
                    format!("{side} is taken; second placement plays {}", !side),
                )
                .with("side", side.key()));
            }
            (Some(theirs), _) => !theirs,
        };
        if self.regions[other] == Some(region) {
            return Err(Refusal::new("region-taken", format!("the region {region} is taken"))
                .with("region", region.key()));
        }
        self.sides[me] = Some(side);
        self.sides[other] = Some(!side);
        self.regions[me] = Some(region);
        self.stage = Stage::Place(seat);
        Ok(())
    }

    fn place(&mut self, seat: Seat, step: &Step, enemy_zone: CellSet) -> Result<(), Refusal> {
        let me = seat.index();
        let region = self.regions[me].ok_or_else(|| wrong_step(self.stage))?;
        let mut draft = self.placements[me];
        match step {
            Step::Place(warriors) => {
                for &(kind, cell) in warriors {
                    draft.place(kind, cell, region, enemy_zone)?;
                }
            }
            Step::Lift(cell) => drop(draft.remove(*cell)?),
            Step::Shift(from, to) => {
                let kind = draft.remove(*from)?;
                draft.place(kind, *to, region, enemy_zone)?;
            }
            Step::Array(name) => {
                draft = Placement::default();
                let array = StartArray::named(name)
                    .ok_or_else(|| Refusal::new("no-such-array", format!("no array '{name}'")))?;
                for (kind, cell) in array.warriors(region) {
                    draft.place(kind, cell, region, enemy_zone)?;
                }
            }
            Step::Clear => draft = Placement::default(),
            Step::Done => {
                if !draft.is_complete() {
                    let left: Vec<String> = Kind::ALL
                        .into_iter()
                        .filter(|&kind| draft.left(kind) > 0)
                        .map(|kind| format!("{} {}", draft.left(kind), kind.code()))
                        .collect();
                    return Err(Refusal::new(
                        "not-all-placed",
                        format!(
                            "all nine warriors must stand; still to be placed: {}",
                            left.join(", ")
                        ),
                    )
                    .with("left", left.join(", ")));
                }
                if let Some(blockader) = draft.blockader() {
                    check_zones(blockader, self.enemy_zone(seat))?;
                }
                self.finished[me] = true;
                self.stage = match self.first {
                    Some(first) if first != seat => Stage::Goal(first),
                    _ => Stage::Take(seat.other()),
                };
            }
            _ => return Err(wrong_step(self.stage)),
        }
        self.placements[me] = draft;
        Ok(())
    }

    fn position(&self) -> Result<Position, Refusal> {
        let incomplete = || Refusal::new("setup-incomplete", "the setup is not complete");
        let part =
            |seat: usize| Some((self.sides[seat]?, &self.placements[seat], self.goals[seat]?));
        let first = self.first.and_then(|first| self.sides[first.index()]);
        first_position(
            first.ok_or_else(incomplete)?,
            [part(0).ok_or_else(incomplete)?, part(1).ok_or_else(incomplete)?],
        )
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}

impl Stage {
    /// Who acts next; the umpire throws the spindles.
    pub(crate) fn turn(self) -> Turn {
        match self {
            Self::Thrown(_) => Turn::Throw(ThrowRequest { dice: 2, faces: 6 }),
            Self::Cast(seat)
            | Self::Option(seat)
            | Self::Granted(seat)
            | Self::Take(seat)
            | Self::Place(seat)
            | Self::Goal(seat) => Turn::Seats(vec![seat]),
        }
    }

    /// The key of the stage, which is the phase in a scene.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Cast(_) | Self::Thrown(_) => "cast",
            Self::Option(_) => "option",
            Self::Granted(_) => "granted",
            Self::Take(_) => "take",
            Self::Place(_) => "place",
            Self::Goal(_) => "goal",
        }
    }
}

fn wrong_step(stage: Stage) -> Refusal {
    let expected = match stage {
        Stage::Cast(_) => "cast",
        Stage::Thrown(_) => "the umpire's throw",
        Stage::Option(_) => "option first|last|offer",
        Stage::Granted(_) => "option first|last",
        Stage::Take(_) => "take [gold|green] north|west|east",
        Stage::Place(_) => {
            "place PIECE CELL…, lift CELL, shift CELL CELL, array NAME, clear or done"
        }
        Stage::Goal(_) => "G PIECE@CELL",
    };
    Refusal::new("wrong-step", format!("the setup expects: {expected}")).with("expected", expected)
}

impl Step {
    /// Reads a setup step, with remarks on what was not in strict notation.
    pub fn read(text: &str) -> Result<(Self, Vec<String>), Refusal> {
        let mut warnings = Vec::new();
        let step = Self::parse(text, &mut warnings)?;
        Ok((step, warnings))
    }

    fn parse(text: &str, warnings: &mut Vec<String>) -> Result<Self, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["cast"] => Ok(Self::Cast),
            ["option", "first"] => Ok(Self::Option(PlacementOrder::First)),
            ["option", "last"] => Ok(Self::Option(PlacementOrder::Last)),
            ["option", "offer"] => Ok(Self::Option(PlacementOrder::Offer)),
            ["take", rest @ ..] => read_take(rest),
            ["place", rest @ ..] => read_placements(rest, warnings).map(Self::Place),
            ["lift", cell] => read_cell(cell, warnings).map(Self::Lift),
            ["shift", from, to] => {
                Ok(Self::Shift(read_cell(from, warnings)?, read_cell(to, warnings)?))
            }
            ["array", name] => {
                StartArray::named(name).map(|array| Self::Array(array.name)).ok_or_else(|| {
                    let name = quote(name);
                    Refusal::new("no-such-array", format!("there is no array '{name}'"))
                        .with("text", name)
                })
            }
            ["clear"] => Ok(Self::Clear),
            ["done"] => Ok(Self::Done),
            ["G", target] => read_goal(target, warnings),
            _ => Err(malformed(text)),
        }
    }
}

fn malformed(text: &str) -> Refusal {
    let text = quote(text);
    let expected = "cast, option, take, place, lift, shift, array, clear, done or G";
    Refusal::new("not-a-step", format!("'{text}' is not a step of the setup: expected {expected}"))
        .with("text", text)
}

fn read_take(words: &[&str]) -> Result<Step, Refusal> {
    let region = |word: &str| {
        Region::from_key(word).ok_or_else(|| {
            let word = quote(word);
            Refusal::new("no-such-region", format!("'{word}': expected north, west or east"))
                .with("text", word)
        })
    };
    match words {
        [only] => Ok(Step::Take(None, region(only)?)),
        [side, rest] => {
            let side = Side::from_key(side).ok_or_else(|| {
                let side = quote(side);
                Refusal::new("no-such-colour", format!("'{side}': expected gold or green"))
                    .with("text", side)
            })?;
            Ok(Step::Take(Some(side), region(rest)?))
        }
        _ => Err(malformed(&format!("take {}", words.join(" ")))),
    }
}

/// Reads `PIECE CELL` pairs.
pub(super) fn read_placements(
    words: &[&str],
    warnings: &mut Vec<String>,
) -> Result<Vec<(Kind, Cell)>, Refusal> {
    if words.is_empty() || !words.len().is_multiple_of(2) {
        let text = quote(&words.join(" "));
        return Err(Refusal::new(
            "not-a-placement",
            format!("'{text}': expected pairs of piece and cell, such as B G35"),
        )
        .with("text", text));
    }
    words
        .chunks(2)
        .map(|pair| Ok((read_kind(pair[0], warnings)?, read_cell(pair[1], warnings)?)))
        .collect()
}

/// Reads what follows `G `: `L@D28` or `D28`.
pub(super) fn read_goal(target: &str, warnings: &mut Vec<String>) -> Result<Step, Refusal> {
    let (kind, cell) = match target.split_once('@') {
        Some((code, cell)) => (Some(read_kind(code, warnings)?), cell),
        None => (None, target),
    };
    Ok(Step::Goal(kind, read_cell(cell, warnings)?))
}
