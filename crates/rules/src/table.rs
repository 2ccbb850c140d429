//! A running game. Every act of every seat goes through [`Table::apply`].

mod agreement;

use crate::shared_list::SharedList;
use crate::{
    Dice, EndReason, Frame, Game, GameInfo, Options, Outcome, Refusal, Reports, Scene, Seat,
    Setting, ThrowRequest, Turn, Viewer, Warning,
};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

/// Something that happens at a table. The log of acts is the whole game: applied in order to a new
/// table with the same setting, the acts give the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// A seat submits an intent or a setup step, in the game's notation.
    Submit {
        /// The seat that acts.
        seat: Seat,
        /// The text.
        text: String,
    },
    /// The umpire throws the dice that the game waits for.
    Throw {
        /// The faces, one for each die.
        faces: Vec<u8>,
    },
    /// A seat resigns.
    Resign {
        /// The seat that acts.
        seat: Seat,
    },
    /// The time of seats ran out at the same moment: they share a place.
    Flag {
        /// The seats whose time ran out.
        seats: Vec<Seat>,
    },
    /// The others claim that seats have left the game.
    Abandon {
        /// The seats that have left.
        seats: Vec<Seat>,
        /// Whether the others claim a draw, and not a win. At a table of two seats only.
        draw: bool,
    },
    /// The game ends without a result: it was not begun, or a moderator closes it.
    Cancel,
    /// A seat offers a draw, or accepts the one offered.
    OfferDraw {
        /// The seat that acts.
        seat: Seat,
    },
    /// A seat declines the offered draw.
    DeclineDraw {
        /// The seat that acts.
        seat: Seat,
    },
    /// A seat asks to take back its last ply, and with it the reply if there is one.
    AskTakeback {
        /// The seat that acts.
        seat: Seat,
    },
    /// Another seat answers. The ply is taken back when all seats that still play have accepted.
    AnswerTakeback {
        /// The seat that answers.
        seat: Seat,
        /// Whether it accepts.
        accept: bool,
    },
}

/// The result of an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What each viewer is told.
    pub reports: Reports,
    /// Remarks, for the seat that acted, on what was not in strict notation.
    pub warnings: Vec<Warning>,
}

/// A running game under its umpire. Its true position is private while the game runs: a program
/// gets only what a viewer may know.
///
/// ```
/// use heterodox_rules::{open, Seat, Setting, Viewer};
/// let mut table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
/// let gold = Seat::new(0);
/// let scene = table.scene(Viewer::Seat(gold));
/// table.submit(gold, &scene.choices[0].text).unwrap();
/// assert_eq!(table.plies(), 1);
/// assert_eq!(table.frames(Viewer::Public).len(), 2);
/// ```
pub struct Table(Box<dyn AnyTable>);

impl Table {
    /// Opens a table of game `G`.
    ///
    /// # Errors
    /// If an option does not fit the game, or the start cannot be read or is impossible.
    pub fn open<G: Game>(setting: &Setting) -> Result<Self, Refusal> {
        setting.options.check(G::INFO.id, G::INFO.options)?;
        let truth = G::open(&setting.options, &setting.start)?;
        Ok(Self(Box::new(Umpire::<G> {
            options: Arc::new(setting.options.clone()),
            first: Arc::new(truth.clone()),
            truth,
            log: Arc::default(),
            draw_offers: Vec::new(),
            takeback: None,
        })))
    }

    /// The description of the game.
    pub fn info(&self) -> GameInfo {
        self.0.info()
    }

    /// The number of seats of the table.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// The dice that must be thrown next; `None` if a seat must act or the game is over.
    pub fn awaits_throw(&self) -> Option<ThrowRequest> {
        match self.turn() {
            Turn::Throw(request) => Some(request),
            _ => None,
        }
    }

    /// The result; `None` while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The seats that still play. An agreement needs their consent.
    pub fn playing(&self) -> Vec<Seat> {
        self.0.playing()
    }

    /// When dice are thrown at this table.
    pub fn dice(&self) -> Dice {
        self.0.dice()
    }

    /// Whether dice are thrown at this table at any time.
    pub fn has_dice(&self) -> bool {
        self.dice().any()
    }

    /// The number of plies made so far, without setup steps.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// Applies an act.
    ///
    /// # Errors
    /// If the rules do not allow it now. The table is unchanged then.
    pub fn apply(&mut self, act: &Act) -> Result<Report, Refusal> {
        self.0.apply(act)
    }

    /// Submits an intent or setup step: [`Act::Submit`].
    pub fn submit(&mut self, seat: Seat, text: &str) -> Result<Report, Refusal> {
        self.apply(&Act::Submit { seat, text: text.to_owned() })
    }

    /// Throws the dice that the game waits for: [`Act::Throw`].
    pub fn throw(&mut self, faces: &[u8]) -> Result<Report, Refusal> {
        self.apply(&Act::Throw { faces: faces.to_vec() })
    }

    /// What a viewer may know now, and may do.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        self.0.scene(viewer)
    }

    /// The [`Table::scene`] without its choices, which cost the most to make.
    pub fn outline(&self, viewer: Viewer) -> Scene {
        self.0.outline(viewer)
    }

    /// Whether a viewer's [`Table::scene`] is the same here as at `before`, a copy of this table
    /// from before one act.
    pub fn looks_same(&self, before: &Self, viewer: Viewer) -> bool {
        self.0.looks_same(before.0.as_ref(), viewer)
    }

    /// The seats whose draw offers stand.
    pub fn draw_offers(&self) -> &[Seat] {
        self.0.draw_offers()
    }

    /// The seat whose request for a take-back stands.
    pub fn takeback_asked(&self) -> Option<Seat> {
        self.0.takeback_asked()
    }

    /// The board before the first ply and after each ply, as a viewer may see it. When the game is
    /// over, every viewer may see the true game.
    pub fn frames(&self, viewer: Viewer) -> Vec<Frame> {
        self.frames_between(viewer, false, 0..usize::MAX)
    }

    /// The board before the first ply and after each ply as a viewer saw it, with what it was told.
    /// Unlike [`Table::frames`] this is the same when the game is over. While the game runs, both
    /// are equal and for that viewer alone.
    pub fn observed_frames(&self, viewer: Viewer) -> Vec<Frame> {
        self.frames_between(viewer, true, 0..usize::MAX)
    }

    /// The number of frames: of [`Table::observed_frames`] if `seen`, else of [`Table::frames`].
    pub fn frame_count(&self, viewer: Viewer, seen: bool) -> usize {
        self.0.frame_count(viewer, seen)
    }

    /// The frames with these numbers, from 0, as far as they exist. The cost grows with the number
    /// of frames asked for and not with the length of the game.
    pub fn frames_between(&self, viewer: Viewer, seen: bool, numbers: Range<usize>) -> Vec<Frame> {
        self.0.frames_between(viewer, seen, numbers)
    }

    /// The record of what a viewer saw and was told: see [`Table::observed_frames`].
    pub fn observed_record(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        self.0.observed_record(viewer, headers)
    }

    /// The paths that the viewer's view allows for the intent `text`: [`Game::paths`].
    pub fn paths(&self, viewer: Viewer, text: &str) -> Vec<Vec<String>> {
        self.0.paths(viewer, text)
    }

    /// The plies so far as a viewer may know them: the texts of [`Table::frames`].
    pub fn texts(&self, viewer: Viewer) -> Vec<String> {
        self.0.texts(viewer)
    }

    /// The record of the game as a viewer may have it, with these header lines.
    pub fn record(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        self.0.record(viewer, headers)
    }
}

impl Clone for Table {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

impl std::fmt::Debug for Table {
    /// Prints the game and the turn, and nothing of the position.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("game", &self.info().id).field("turn", &self.turn()).finish()
    }
}

trait AnyTable: Send + Sync {
    fn info(&self) -> GameInfo;
    fn seats(&self) -> usize;
    fn turn(&self) -> Turn;
    fn playing(&self) -> Vec<Seat>;
    fn dice(&self) -> Dice;
    fn plies(&self) -> usize;
    fn apply(&mut self, act: &Act) -> Result<Report, Refusal>;
    fn scene(&self, viewer: Viewer) -> Scene;
    fn outline(&self, viewer: Viewer) -> Scene;
    fn frame_count(&self, viewer: Viewer, seen: bool) -> usize;
    fn frames_between(&self, viewer: Viewer, seen: bool, numbers: Range<usize>) -> Vec<Frame>;
    fn observed_record(&self, viewer: Viewer, headers: &[(String, String)]) -> String;
    fn paths(&self, viewer: Viewer, text: &str) -> Vec<Vec<String>>;
    fn texts(&self, viewer: Viewer) -> Vec<String>;
    fn record(&self, viewer: Viewer, headers: &[(String, String)]) -> String;
    fn draw_offers(&self) -> &[Seat];
    fn takeback_asked(&self) -> Option<Seat>;
    fn looks_same(&self, before: &dyn AnyTable, viewer: Viewer) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn boxed_clone(&self) -> Box<dyn AnyTable>;
}

struct Umpire<G: Game> {
    options: Arc<Options>,
    first: Arc<G::Truth>,
    truth: G::Truth,
    /// The submits, throws and retirements that led from `first` to `truth`. Shared by the copies
    /// of a table: trying an act on a copy costs the same with a log of any length.
    log: Arc<SharedList<Act>>,
    draw_offers: Vec<Seat>,
    takeback: Option<Takeback>,
}

/// A request for a take-back that waits for an answer.
#[derive(Clone)]
struct Takeback {
    /// The seat that asked.
    by: Seat,
    /// The seats that agreed.
    accepted: Vec<Seat>,
}

impl<G: Game> AnyTable for Umpire<G> {
    fn info(&self) -> GameInfo {
        G::INFO
    }

    fn seats(&self) -> usize {
        G::seats(&self.truth)
    }

    fn turn(&self) -> Turn {
        G::turn(&self.truth)
    }

    fn playing(&self) -> Vec<Seat> {
        G::playing(&self.truth)
    }

    fn dice(&self) -> Dice {
        G::dice(&self.truth)
    }

    fn plies(&self) -> usize {
        G::plies(&self.truth)
    }

    fn apply(&mut self, act: &Act) -> Result<Report, Refusal> {
        let (seat, named) = (act.seat(), act.seats());
        if named.iter().any(|seat| seat.index() >= self.seats()) {
            return Err(Refusal::new("no-such-seat", "there is no such seat at this table"));
        }
        if let Turn::Over(_) = self.turn() {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let playing = G::playing(&self.truth);
        if named.iter().any(|seat| !playing.contains(seat)) {
            return Err(Refusal::new("not-playing", "this seat is out of the game"));
        }
        let mut warnings = Vec::new();
        let reports = match act {
            Act::Submit { .. }
            | Act::Throw { .. }
            | Act::Resign { .. }
            | Act::Flag { .. }
            | Act::Abandon { .. }
            | Act::Cancel => {
                let plies = self.plies();
                let reports = apply_to_game::<G>(&mut self.truth, act, &mut warnings)?;
                Arc::make_mut(&mut self.log).push(act.clone());
                if let (Some(seat), true) = (seat, self.plies() > plies) {
                    // A draw offer stands until another seat moves instead of answering it; any
                    // move ends a request for a take-back.
                    self.draw_offers.retain(|&by| by == seat);
                    self.takeback = None;
                }
                self.drop_offers_of_retired(reports)?
            }
            Act::OfferDraw { seat } => self.offer_draw(*seat, &playing)?,
            Act::DeclineDraw { seat } => {
                if !self.draw_offers.iter().any(|by| by != seat) {
                    return Err(Refusal::new("no-draw-offer", "no draw is offered to this seat"));
                }
                self.draw_offers.clear();
                Reports::default()
            }
            Act::AskTakeback { seat } => {
                self.takeback_target(*seat)?;
                if self.takeback.is_some() {
                    return Err(Refusal::new(
                        "takeback-already-asked",
                        "a take-back was asked for and waits for its answer",
                    ));
                }
                self.takeback = Some(Takeback { by: *seat, accepted: Vec::new() });
                Reports::default()
            }
            Act::AnswerTakeback { seat, accept } => {
                self.answer_takeback(*seat, *accept, &playing)?;
                Reports::default()
            }
        };
        if matches!(self.turn(), Turn::Over(_)) {
            self.draw_offers.clear();
            self.takeback = None;
        }
        Ok(Report { reports, warnings })
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.dressed(G::scene(&G::view(&self.truth, viewer)))
    }

    fn outline(&self, viewer: Viewer) -> Scene {
        self.dressed(G::outline(&G::view(&self.truth, viewer)))
    }

    fn frame_count(&self, viewer: Viewer, seen: bool) -> usize {
        G::frame_count(&self.view(viewer, seen))
    }

    fn frames_between(&self, viewer: Viewer, seen: bool, numbers: Range<usize>) -> Vec<Frame> {
        let view = self.view(viewer, seen);
        let count = G::frame_count(&view);
        let end = numbers.end.min(count);
        G::frames(&view, numbers.start.min(end)..end)
    }

    fn observed_record(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        G::write_record(&G::observed_view(&self.truth, viewer), headers)
    }

    fn paths(&self, viewer: Viewer, text: &str) -> Vec<Vec<String>> {
        G::paths(&G::view(&self.truth, viewer), text)
    }

    fn texts(&self, viewer: Viewer) -> Vec<String> {
        G::texts(&G::view(&self.truth, viewer))
    }

    fn record(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        G::write_record(&G::view(&self.truth, viewer), headers)
    }

    fn draw_offers(&self) -> &[Seat] {
        &self.draw_offers
    }

    fn takeback_asked(&self) -> Option<Seat> {
        self.takeback.as_ref().map(|takeback| takeback.by)
    }

    fn looks_same(&self, before: &dyn AnyTable, viewer: Viewer) -> bool {
        let Some(before) = before.as_any().downcast_ref::<Self>() else { return false };
        self.draw_offers == before.draw_offers
            && self.takeback_asked() == before.takeback_asked()
            && G::looks_same(&before.truth, &self.truth, viewer)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnyTable> {
        Box::new(Self {
            options: self.options.clone(),
            first: self.first.clone(),
            truth: self.truth.clone(),
            log: self.log.clone(),
            draw_offers: self.draw_offers.clone(),
            takeback: self.takeback.clone(),
        })
    }
}

impl<G: Game> Umpire<G> {
    /// Adds what the table knows and the game does not.
    fn dressed(&self, mut scene: Scene) -> Scene {
        scene.options.clone_from(self.options.as_ref());
        scene.draw_offers.clone_from(&self.draw_offers);
        scene.takeback_asked = self.takeback_asked();
        scene.takebacks_allowed = G::takebacks_allowed(&self.truth);
        scene
    }

    fn view(&self, viewer: Viewer, seen: bool) -> G::View {
        if seen { G::observed_view(&self.truth, viewer) } else { G::view(&self.truth, viewer) }
    }
}

/// Applies a submit, a throw or a retirement.
fn apply_to_game<G: Game>(
    truth: &mut G::Truth,
    act: &Act,
    warnings: &mut Vec<Warning>,
) -> Result<Reports, Refusal> {
    match act {
        Act::Submit { seat, text } => {
            match G::turn(truth) {
                Turn::Seats(seats) if seats.contains(seat) => {}
                Turn::Throw(_) => {
                    return Err(Refusal::new(
                        "throw-first",
                        "the umpire must throw the dice first",
                    ));
                }
                _ => return Err(Refusal::new("not-your-turn", "it is not this seat's turn")),
            }
            let (intent, noted) = G::parse_intent(&G::view(truth, Viewer::Seat(*seat)), text)?;
            warnings.extend(noted);
            G::resolve(truth, *seat, intent)
        }
        Act::Throw { faces } => {
            let Turn::Throw(request) = G::turn(truth) else {
                return Err(Refusal::new("no-throw", "no dice are to be thrown now"));
            };
            let fits = faces.len() == request.dice
                && faces.iter().all(|face| (1..=request.faces).contains(face));
            if !fits {
                let dice = match request.dice {
                    1 => "one die with a face".to_owned(),
                    dice => format!("{dice} dice with faces"),
                };
                let why = format!("expected {dice} from 1 to {}", request.faces);
                return Err(Refusal::new("bad-throw", why));
            }
            G::throw(truth, faces)
        }
        Act::Resign { seat } => G::retire(truth, &[*seat], EndReason::RESIGNATION),
        Act::Flag { seats } | Act::Abandon { seats, draw: false } => {
            let mut distinct = seats.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if seats.is_empty() || distinct.len() < seats.len() {
                return Err(Refusal::new("no-such-seat", "expected seats, each once"));
            }
            let is_flag = matches!(act, Act::Flag { .. });
            G::retire(truth, seats, if is_flag { EndReason::TIME } else { EndReason::ABANDONED })
        }
        Act::Abandon { draw: true, .. } => {
            if G::seats(truth) != 2 {
                return Err(Refusal::new("no-draw-claim", "a draw is claimed at two seats only"));
            }
            G::draw(truth, EndReason::ABANDONED)
        }
        Act::Cancel => G::draw(truth, EndReason::CANCELLED),
        _ => unreachable!("offers and questions change nothing in the game"),
    }
}

impl Act {
    /// The seat that acts; `None` for acts of the umpire.
    pub fn seat(&self) -> Option<Seat> {
        match self.seats() {
            [seat] if !matches!(self, Self::Flag { .. } | Self::Abandon { .. }) => Some(*seat),
            _ => None,
        }
    }

    /// Whether seats leave the game by it.
    pub fn retires(&self) -> bool {
        matches!(self, Self::Resign { .. } | Self::Flag { .. } | Self::Abandon { .. })
    }

    /// The seats that act, or with which the umpire acts.
    pub fn seats(&self) -> &[Seat] {
        match self {
            Self::Throw { .. } | Self::Cancel => &[],
            Self::Flag { seats } | Self::Abandon { seats, .. } => seats,
            Self::Submit { seat, .. }
            | Self::Resign { seat }
            | Self::OfferDraw { seat }
            | Self::DeclineDraw { seat }
            | Self::AskTakeback { seat }
            | Self::AnswerTakeback { seat, .. } => std::slice::from_ref(seat),
        }
    }
}
