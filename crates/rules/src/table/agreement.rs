//! What the seats of a table must agree on: draws and take-backs.

use super::{AnyTable, Takeback, Umpire, apply_to_game};
use crate::shared_list::SharedList;
use crate::{EndReason, Game, Refusal, Reports, Seat, Turn};
use std::sync::Arc;

impl<G: Game> Umpire<G> {
    /// Drops the offers and requests of seats that are out. Their consent is no longer needed, so
    /// that an offer or request of another seat may now have the consent of all.
    pub(super) fn drop_offers_of_retired(
        &mut self,
        mut reports: Reports,
    ) -> Result<Reports, Refusal> {
        if matches!(self.turn(), Turn::Over(_)) {
            return Ok(reports);
        }
        let playing = G::playing(&self.truth);
        self.draw_offers.retain(|by| playing.contains(by));
        if playing.iter().all(|seat| self.draw_offers.contains(seat)) {
            reports.append(G::draw(&mut self.truth, EndReason::AGREEMENT)?);
            return Ok(reports);
        }
        if let Some(Takeback { by, accepted }) = &self.takeback {
            let by = *by;
            if !playing.contains(&by) {
                self.takeback = None;
            } else if playing.iter().all(|seat| *seat == by || accepted.contains(seat)) {
                self.take_back(by)?;
            }
        }
        Ok(reports)
    }

    pub(super) fn offer_draw(&mut self, seat: Seat, playing: &[Seat]) -> Result<Reports, Refusal> {
        if self.draw_offers.contains(&seat) {
            return Err(Refusal::new(
                "draw-already-offered",
                "this seat has already offered a draw",
            ));
        }
        self.draw_offers.push(seat);
        if playing.iter().all(|seat| self.draw_offers.contains(seat)) {
            return G::draw(&mut self.truth, EndReason::AGREEMENT);
        }
        Ok(Reports::default())
    }

    pub(super) fn answer_takeback(
        &mut self,
        seat: Seat,
        accept: bool,
        playing: &[Seat],
    ) -> Result<(), Refusal> {
        let Some(takeback) = self.takeback.as_mut().filter(|takeback| takeback.by != seat) else {
            return Err(Refusal::new(
                "no-takeback-asked",
                "nobody else has asked to take a move back",
            ));
        };
        if !accept {
            self.takeback = None;
            return Ok(());
        }
        if !takeback.accepted.contains(&seat) {
            takeback.accepted.push(seat);
        }
        let by = takeback.by;
        if playing.iter().all(|seat| *seat == by || takeback.accepted.contains(seat)) {
            self.take_back(by)?;
        }
        Ok(())
    }

    /// The number of plies that remain when `seat` gets its last ply back.
    pub(super) fn takeback_target(&self, seat: Seat) -> Result<usize, Refusal> {
        if !G::takebacks_allowed(&self.truth) {
            return Err(Refusal::new("no-takebacks", "no move can be taken back in this game"));
        }
        (0..self.plies()).rev().find(|&ply| G::mover(&self.truth, ply) == seat).ok_or_else(|| {
            Refusal::new("nothing-to-take-back", "this seat has no move that could be taken back")
        })
    }

    fn take_back(&mut self, asked: Seat) -> Result<(), Refusal> {
        let target = self.takeback_target(asked)?;
        let mut truth = self.first.as_ref().clone();
        let mut kept = SharedList::default();
        let mut past_target = false;
        for act in self.log.iter() {
            // A seat that has left the game stays out, whatever is taken back.
            let retires = act.retires();
            if past_target && !retires {
                continue;
            }
            // A copy for each act would make a take-back in a game of 3000 plies take seconds, so
            // acts before the target get none.
            let before = (G::plies(&truth) >= target).then(|| truth.clone());
            apply_to_game::<G>(&mut truth, act, &mut Vec::new())?;
            past_target |= G::plies(&truth) > target;
            match before {
                Some(before) if past_target && !retires => truth = before,
                _ => kept.push(act.clone()),
            }
        }
        self.truth = truth;
        self.log = Arc::new(kept);
        self.draw_offers.clear();
        self.takeback = None;
        Ok(())
    }
}
