//! Conditional moves: "if you play X, I answer Y, and if then Z, W".
//!
//! A player keeps them for its seat while the opponent thinks, in open games of two people without
//! dice, after the setup. They are stored beside the log, and no other user learns that there are
//! any. When a change of a game has been published, the server makes the answer as that player, by
//! the same way as any act and for the version that it has seen: it is made once, also after a
//! restart. Its time is what has passed since the opponent's move was received.

use super::live_game::LiveGame;
use super::{Service, ServiceError};
use heterodox_host::{
    ActRequest, Action, Game, GameTime, HostError, Player, Transaction, UserId, canonical,
};
use heterodox_rules::{Dice, Seat, Table, Viewer};
use heterodox_store::TextKind;
use heterodox_wire::{ClearReason, Conditionals, ConditionalsCleared};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The most lines of a player in a game.
const LINES: usize = 20;
/// The most moves of a line.
const PLIES: usize = 10;
/// The delay before a retry after the store has refused.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// How often a node tries to get the conditional moves that another one follows: longer than a
/// lease lasts.
const LEASE_TRIES: u32 = 24;

/// Lets one task at a time follow the conditional moves of a game.
#[derive(Default)]
pub(super) struct ConditionalsGate {
    lock: tokio::sync::Mutex<()>,
    /// The length of the log up to which all was done, plus 1; 0 if that is not known.
    done: AtomicU64,
}

impl ConditionalsGate {
    fn is_done(&self, length: u64) -> bool {
        self.done.load(Ordering::Acquire) == length + 1
    }

    fn set_done(&self, length: u64) {
        self.done.store(length + 1, Ordering::Release);
    }

    /// Makes the next task look at the store again.
    fn reset(&self) {
        self.done.store(0, Ordering::Release);
    }
}

/// Conditional moves as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Stored {
    /// The number of plies after which the lines begin.
    after: usize,
    /// The position there.
    position: String,
    /// Pairs of moves: the opponent's, and the answer.
    lines: Vec<Vec<String>>,
    /// Why there are no lines any more.
    cleared: Option<ConditionalsCleared>,
}

/// What follows from a game for conditional moves.
#[derive(PartialEq, Eq, Debug)]
enum Followed {
    /// They wait for the opponent, or have been cleared.
    Waiting(Stored),
    /// The opponent's move has this answer.
    Answer(Stored, String),
    /// All moves of a line were made.
    Ended,
}

impl Stored {
    fn cleared(reason: ClearReason, text: Option<String>) -> Followed {
        let cleared = Some(ConditionalsCleared { reason, text });
        Followed::Waiting(Self { after: 0, position: String::new(), lines: Vec::new(), cleared })
    }

    /// Follows the moves that were made since the lines were stored.
    fn follow(mut self, table: &Table) -> Followed {
        if self.lines.is_empty() {
            return Followed::Waiting(self);
        }
        if position_after(table, self.after).as_ref() != Some(&self.position) {
            return Self::cleared(ClearReason::TakenBack, None);
        }
        let texts = table.texts(Viewer::Public);
        while let Some(played) = texts.get(self.after) {
            let has_begun = |line: &&Vec<String>| line.first() == Some(played);
            let mut begun: Vec<_> = self.lines.iter().filter(has_begun).cloned().collect();
            let Some(answer) = begun.first().and_then(|line| line.get(1)).cloned() else {
                return Self::cleared(ClearReason::Played, Some(played.clone()));
            };
            match texts.get(self.after + 1) {
                None => return Followed::Answer(self, answer),
                Some(own) if *own == answer => {
                    for line in &mut begun {
                        line.drain(..2);
                    }
                    begun.retain(|line| !line.is_empty());
                    self.lines = begun;
                    self.after += 2;
                }
                Some(own) => return Self::cleared(ClearReason::Answered, Some(own.clone())),
            }
            if self.lines.is_empty() {
                return Followed::Ended;
            }
        }
        self.position = position_after(table, self.after).unwrap_or_default();
        Followed::Waiting(self)
    }
}

/// The position after a number of plies; `None` if the game has fewer.
fn position_after(table: &Table, plies: usize) -> Option<String> {
    let frames = table.frames_between(Viewer::Public, false, plies..plies + 1);
    frames.into_iter().next().map(|frame| frame.position)
}

/// The opponent's seat, in an open game of two people without dice after its setup.
fn opponent(game: &Game, seat: Seat) -> Option<Seat> {
    let table = game.table();
    let [Some(first), Some(second)] = game.players() else { return None };
    let are_people = first.user().is_some() && second.user().is_some() && first != second;
    let takes = are_people && !table.info().hidden && table.dice() != Dice::EveryTurn;
    takes.then(|| Seat::new(1 - seat.index().min(1)))
}

/// Whether the game waits for a move of a seat. A step of the setup is no move: the opponent's
/// pieces are hidden then, and the refusal of a step would tell of them.
fn awaits_move(game: &Game, seat: Seat) -> bool {
    !game.is_in_setup_phase() && game.to_act() == [seat]
}

/// Whether the answer of a seat must wait for what the player has to decide.
fn has_question(game: &Game, seat: Seat) -> bool {
    let table = game.table();
    table.draw_offers().iter().any(|by| *by != seat)
        || table.takeback_asked().is_some_and(|by| by != seat)
        || game.time().and_then(GameTime::pause).is_some()
}

impl Service {
    /// The conditional moves of a person in a game.
    pub(crate) async fn conditionals(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<Conditionals, ServiceError> {
        let live = self.visible_game(id, Some(user), None, address).await?;
        let _guard = live.conditionals().lock.lock().await;
        self.follow_alone(&live).await?;
        let game = live.snapshot().game.clone();
        let (_, opponent) = seats(&game, user)?;
        let stored = self.stored_conditionals(user, live.id()).await?;
        let (lines, cleared) = stored.map(|all| (all.lines, all.cleared)).unwrap_or_default();
        let can_set = game.outcome().is_none() && awaits_move(&game, opponent);
        Ok(Conditionals { lines, cleared, can_set })
    }

    /// Replaces the conditional moves of a person in a game.
    ///
    /// # Errors
    ///
    /// [`ServiceError::NoConditionals`], [`ServiceError::ConditionalsNotNow`],
    /// [`ServiceError::BadConditionals`], and the refusal of a move by the rules.
    pub(crate) async fn set_conditionals(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        lines: Vec<Vec<String>>,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        let live = self.visible_game(id, Some(user), None, address).await?;
        let _guard = live.conditionals().lock.lock().await;
        let key = self.keep_others_out(&live).await?;
        let replaced = self.replace_conditionals(&live, user, lines, address).await;
        self.give_up(&key).await;
        replaced
    }

    async fn replace_conditionals(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        user: UserId,
        lines: Vec<Vec<String>>,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        self.follow_all(live).await?;
        let game = live.snapshot().game.clone();
        let (seat, opponent) = seats(&game, user)?;
        if lines.is_empty() {
            return self.store_conditionals(user, live.id(), None).await;
        }
        if game.outcome().is_some() {
            return Err(ServiceError::NoConditionals);
        }
        if !awaits_move(&game, opponent) {
            return Err(ServiceError::ConditionalsNotNow);
        }
        check_form(&lines)?;
        self.count_text(address, lines.iter().flatten().map(String::len).sum())?;
        let tried = game.clone();
        let lines =
            self.compute(address, move || play_lines(&tried, seat, opponent, lines)).await??;
        let after = game.table().plies();
        let position = position_after(game.table(), after).unwrap_or_default();
        let stored = Stored { after, position, lines, cleared: None };
        self.store_conditionals(user, live.id(), Some(&stored)).await?;
        // The opponent may have moved meanwhile.
        live.conditionals().reset();
        self.answer_conditionals(live);
        Ok(())
    }

    /// Deletes the conditional moves of a person in a game, and why they were cleared.
    pub(crate) async fn delete_conditionals(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        self.set_conditionals(id, user, Vec::new(), address).await
    }

    /// Starts to follow the conditional moves of a game, if something may have to be done.
    pub(super) fn answer_conditionals(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let game = live.snapshot().game.clone();
        let is_idle = opponent(&game, Seat::new(0)).is_none()
            || live.conditionals().is_done(game.length())
            || self.is_closing();
        if is_idle {
            return;
        }
        let (service, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            let _guard = live.conditionals().lock.lock().await;
            loop {
                match service.follow_alone(&live).await {
                    Ok(()) => return,
                    Err(ServiceError::Store(error)) if !service.is_closing() => {
                        tracing::warn!(%error, "conditional moves wait for the store");
                        tokio::time::sleep(RETRY_DELAY).await;
                    }
                    // They are followed when the game is loaded again.
                    Err(_) if service.is_closing() => return,
                    Err(error) => {
                        let game = live.id();
                        tracing::error!(game, %error, "conditional moves cannot be followed");
                        return;
                    }
                }
            }
        });
    }

    /// Follows the conditional moves of both seats, if there are any, while no other node does so.
    /// The caller holds the lock of the game's [`ConditionalsGate`].
    async fn follow_alone(self: &Arc<Self>, live: &Arc<LiveGame>) -> Result<(), ServiceError> {
        if self.is_shared() {
            let game = live.snapshot().game.clone();
            let mut has_any = false;
            for user in game.players().iter().flatten().filter_map(Player::user) {
                has_any |= self.stored_conditionals(user, live.id()).await?.is_some();
            }
            if !has_any {
                live.conditionals().set_done(game.length());
                return Ok(());
            }
        }
        let key = self.keep_others_out(live).await?;
        let followed = self.follow_all(live).await;
        self.give_up(&key).await;
        followed
    }

    /// Keeps other nodes from the conditional moves of a game, until the returned key is given up.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Busy`] if another node has them for long.
    async fn keep_others_out(&self, live: &LiveGame) -> Result<String, ServiceError> {
        let key = format!("conditionals {}", live.id());
        for _ in 0..LEASE_TRIES {
            if self.lease_one(key.clone(), 0).await {
                return Ok(key);
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        Err(ServiceError::Busy)
    }

    /// Follows the conditional moves of both seats until nothing is to be done. The caller holds
    /// the lock of the game's [`ConditionalsGate`].
    async fn follow_all(self: &Arc<Self>, live: &Arc<LiveGame>) -> Result<(), ServiceError> {
        loop {
            let game = live.snapshot().game.clone();
            if opponent(&game, Seat::new(0)).is_none() || live.conditionals().is_done(game.length())
            {
                return Ok(());
            }
            let mut has_acted = false;
            for seat in game.seats() {
                if let Some(user) = game.player(seat).as_ref().and_then(Player::user) {
                    has_acted |= self.follow_seat(live, &game, seat, user).await?;
                }
            }
            if !has_acted {
                live.conditionals().set_done(game.length());
                return Ok(());
            }
        }
    }

    /// Follows the conditional moves of a seat. Returns whether the game has gone on.
    async fn follow_seat(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        game: &Arc<Game>,
        seat: Seat,
        user: UserId,
    ) -> Result<bool, ServiceError> {
        let Some(stored) = self.stored_conditionals(user, live.id()).await? else {
            return Ok(false);
        };
        if game.outcome().is_some() {
            self.store_conditionals(user, live.id(), None).await?;
            return Ok(false);
        }
        let next = match stored.clone().follow(game.table()) {
            Followed::Waiting(next) => Some(next),
            Followed::Ended => None,
            Followed::Answer(..) if has_question(game, seat) || game.to_act() != [seat] => {
                return Ok(false);
            }
            Followed::Answer(_, answer) => {
                let action = Action::Submit(answer.clone());
                let expect = Some(game.version(Viewer::Seat(seat)));
                let request = ActRequest { action, seat: Some(seat.index()), expect };
                let act = move |transaction: &mut Transaction<'_>| {
                    Ok(transaction.act(user, &request, None)?)
                };
                match self.change(live, act).await {
                    Ok(_) | Err(ServiceError::Host(HostError::Stale { .. })) => return Ok(true),
                    Err(ServiceError::Host(HostError::Refused(_))) => {
                        match Stored::cleared(ClearReason::Refused, Some(answer)) {
                            Followed::Waiting(next) => Some(next),
                            Followed::Answer(..) | Followed::Ended => None,
                        }
                    }
                    // Such as a time that has run out. A later change tries again.
                    Err(ServiceError::Host(_)) => return Ok(false),
                    Err(error) => return Err(error),
                }
            }
        };
        if next.as_ref() != Some(&stored) {
            self.store_conditionals(user, live.id(), next.as_ref()).await?;
        }
        Ok(false)
    }

    async fn stored_conditionals(
        &self,
        user: UserId,
        game: &str,
    ) -> Result<Option<Stored>, ServiceError> {
        let Some(body) = self.store.text(TextKind::Conditionals, user.as_str(), game).await? else {
            return Ok(None);
        };
        let broken = |error| ServiceError::Broken(format!("conditional moves: {error}"));
        serde_json::from_str(&body).map(Some).map_err(broken)
    }

    async fn store_conditionals(
        &self,
        user: UserId,
        game: &str,
        stored: Option<&Stored>,
    ) -> Result<(), ServiceError> {
        let body = stored.map(|stored| serde_json::to_string(stored).expect("plain data"));
        let at_ms = self.environment.now().0;
        Ok(self.store.put_text(TextKind::Conditionals, user.as_str(), game, body, at_ms).await?)
    }
}

/// The seat of a person who may keep conditional moves, and the opponent's.
fn seats(game: &Game, user: UserId) -> Result<(Seat, Seat), ServiceError> {
    let seat = *game.seats_of(user).first().ok_or(HostError::NoSeat)?;
    Ok((seat, opponent(game, seat).ok_or(ServiceError::NoConditionals)?))
}

/// Refuses too many lines, lines that do not end with an answer, and two answers to a move.
fn check_form(lines: &[Vec<String>]) -> Result<(), ServiceError> {
    let is_whole = |line: &Vec<String>| {
        !line.is_empty() && line.len() <= PLIES && line.len().is_multiple_of(2)
    };
    if lines.len() <= LINES && lines.iter().all(is_whole) {
        Ok(())
    } else {
        Err(ServiceError::BadConditionals)
    }
}

/// Plays the lines on copies of the table. Returns them as the game writes them, each once.
fn play_lines(
    game: &Game,
    seat: Seat,
    opponent: Seat,
    lines: Vec<Vec<String>>,
) -> Result<Vec<Vec<String>>, ServiceError> {
    let mut answers: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut played: Vec<Vec<String>> = Vec::new();
    for line in lines {
        let (mut table, mut texts) = (game.table().clone(), Vec::new());
        for (number, text) in line.iter().enumerate() {
            let text = canonical(text)?;
            let plies = table.plies();
            table.submit(if number % 2 == 0 { opponent } else { seat }, &text)?;
            // A step of the setup is no move.
            if table.plies() != plies + 1 {
                return Err(ServiceError::ConditionalsNotNow);
            }
            let written = table.frames_between(Viewer::Public, false, plies + 1..plies + 2);
            let text = written.into_iter().next().and_then(|frame| frame.text).unwrap_or(text);
            if number % 2 == 1 {
                let known = answers.entry(texts.clone()).or_insert_with(|| text.clone());
                if *known != text {
                    return Err(ServiceError::BadConditionals);
                }
            }
            texts.push(text);
        }
        if !played.contains(&texts) {
            played.push(texts);
        }
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::{Setting, open};

    fn table(plies: usize) -> Table {
        let mut table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
        for ply in 0..plies {
            let seat = Seat::new(ply % 2);
            let text = table.scene(Viewer::Seat(seat)).choices[0].text.clone();
            table.submit(seat, &text).unwrap();
        }
        table
    }

    fn stored(table: &Table, after: usize, lines: &[&[&str]]) -> Stored {
        let lines = lines.iter().map(|line| line.iter().map(|&text| text.to_owned()).collect());
        let position = position_after(table, after).unwrap();
        Stored { after, position, lines: lines.collect(), cleared: None }
    }

    #[test]
    fn lines_are_followed_over_several_moves() {
        let end = table(5);
        let texts = end.texts(Viewer::Public);
        let [_, a, b, c, d] = texts.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
            panic!("five plies: {texts:?}");
        };
        // The opponent is to move after ply 1.
        let whole = stored(&table(1), 1, &[&[a, b, c, d], &[a, b, "other", "answer"]]);
        assert_eq!(whole.clone().follow(&table(1)), Followed::Waiting(whole.clone()));
        assert_eq!(whole.clone().follow(&table(2)), Followed::Answer(whole.clone(), b.to_owned()));
        let rest = stored(&table(3), 3, &[&[c, d], &["other", "answer"]]);
        assert_eq!(whole.clone().follow(&table(3)), Followed::Waiting(rest));
        assert_eq!(whole.clone().follow(&end), Followed::Ended);
        // Taken back, played otherwise, answered otherwise.
        let cleared = |reason, text: Option<&str>| Stored::cleared(reason, text.map(str::to_owned));
        assert_eq!(whole.follow(&table(0)), cleared(ClearReason::TakenBack, None));
        let other = stored(&table(1), 1, &[&["other", b]]);
        assert_eq!(other.follow(&table(2)), cleared(ClearReason::Played, Some(a)));
        let other = stored(&table(1), 1, &[&[a, "other"]]);
        assert_eq!(other.follow(&table(3)), cleared(ClearReason::Answered, Some(b)));
    }
}
