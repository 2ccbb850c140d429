//! What a computer player has to do.

use crate::{Event, Game, Randomness};
use heterodox_engine::{Level, Player, SearchLimit};
use heterodox_rules::{Act, ChoiceKind, Frame, Scene, Seat, Viewer};
use std::sync::atomic::AtomicBool;

/// What a computer has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The computer's seat.
    pub seat: Seat,
    /// Its level.
    pub level: Level,
    /// What it has to do.
    pub kind: DutyKind,
}

/// The kind of a [`Duty`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DutyKind {
    /// Answer the draw that is offered.
    AnswerDraw,
    /// Submit a move or a step of the setup.
    Act,
}

impl Game {
    /// What a computer has to do now; `None` if it need not do anything. It does nothing while a
    /// seat is free. An open draw offer is answered by all computers first; people who have not
    /// answered it hold up no computer, or one silent person could stop the game. Take-backs and
    /// rematches are granted by the [`Transaction`](crate::Transaction).
    pub fn duty(&self) -> Option<Duty> {
        if self.outcome().is_some() || self.is_open() {
            return None;
        }
        let offers = self.table().draw_offers();
        let mut asked = self.table().playing();
        asked.retain(|seat| !offers.is_empty() && !offers.contains(seat));
        let duty = |awaited: &[Seat], kind| {
            let (seat, level) =
                self.playing_computers().find(|(seat, _)| awaited.contains(seat))?;
            Some(Duty { seat, level, kind })
        };
        duty(&asked, DutyKind::AnswerDraw).or_else(|| duty(&self.to_act(), DutyKind::Act))
    }

    /// Whether a computer is to move.
    pub fn computer_is_to_move(&self) -> bool {
        self.duty().is_some_and(|duty| duty.kind == DutyKind::Act)
    }
}

impl Duty {
    /// What the player on the seat is given: the scene and frames of its own seat only.
    pub fn view(self, game: &Game) -> (Scene, Vec<Frame>) {
        let viewer = Viewer::Seat(self.seat);
        (game.table().scene(viewer), game.table().frames(viewer))
    }

    /// Asks a player for what to do. It gets the scene and frames of its own seat only.
    ///
    /// # Errors
    ///
    /// If the player has no answer.
    pub fn fulfil(
        self,
        game: &Game,
        player: &mut dyn Player,
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Event, heterodox_engine::PlayerError> {
        let (scene, frames) = self.view(game);
        Ok(match self.kind {
            DutyKind::AnswerDraw => self.answer_draw(player.accepts_draw(&scene, &frames)),
            DutyKind::Act => self.submit(player.choose(&scene, &frames, limit, stop)?.text),
        })
    }

    /// The answer to the draw that is offered.
    pub fn answer_draw(self, accepts: bool) -> Event {
        let seat = self.seat;
        Event::Act(if accepts { Act::OfferDraw { seat } } else { Act::DeclineDraw { seat } })
    }

    /// The act that submits a text.
    pub fn submit(self, text: String) -> Event {
        Event::Act(Act::Submit { seat: self.seat, text })
    }

    /// A legal act, chosen at random: for a player without an answer. Buttons come first, as they
    /// end a setup.
    pub fn any_act(self, game: &Game, randomness: &dyn Randomness) -> Event {
        let seat = self.seat;
        let mut choices = game.table().scene(Viewer::Seat(seat)).choices;
        if self.kind == DutyKind::AnswerDraw || choices.is_empty() {
            return Event::Act(Act::DeclineDraw { seat });
        }
        if choices.iter().any(|choice| choice.kind == ChoiceKind::Button) {
            choices.retain(|choice| choice.kind == ChoiceKind::Button);
        }
        let text = choices.swap_remove(randomness.below(choices.len())).text;
        Event::Act(Act::Submit { seat, text })
    }
}
