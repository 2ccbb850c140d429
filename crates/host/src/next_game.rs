//! The game after a finished one: with the same settings but for what a player wants to differ.

use crate::{
    Game, HostError, NewTable, OfferTerms, Player, SeatOccupant, Seating, StartWith, UserId,
};
use heterodox_engine::Level;

/// What a player wants of the next game. All else is as in the finished one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NextWish {
    /// The level of all computers.
    pub level: Option<Level>,
    /// Whether each player moves on by one seat.
    pub swap: bool,
    /// Whether the array is another one: the next quick start, or one drawn anew.
    pub array: bool,
    /// Whether the other seats are offered by links.
    pub friend: bool,
}

impl Game {
    /// The table of the next game of a player.
    ///
    /// # Errors
    ///
    /// If the person has no seat, the game is not over, or other people play in it and the seats
    /// are not to be offered by links: they are asked for a rematch.
    pub fn next_table(&self, user: UserId, wish: NextWish) -> Result<NewTable, HostError> {
        if self.seats_of(user).is_empty() {
            return Err(HostError::NoSeat);
        }
        if self.outcome().is_none() {
            return Err(HostError::NotOver);
        }
        let mut players = self.players().to_vec();
        if wish.swap {
            players.rotate_left(1);
        }
        let opening = self.opening();
        let mut options = opening.options.clone();
        let drawn = opening.drawn;
        if let Some(key) = self.table().info().seeded_by.filter(|_| drawn && wish.array) {
            options.0.remove(key);
        }
        Ok(NewTable {
            game: opening.game.clone(),
            options,
            start: if wish.array { self.other_start() } else { opening.start.clone() },
            time: opening.time.clone(),
            seating: Seating::Each { seats: occupants(&players, user, wish)?, shuffle: false },
            terms: OfferTerms { visibility: self.visibility(), drawn, ..OfferTerms::default() },
        })
    }

    /// Whether the next game can begin with another array.
    pub fn has_other_array(&self) -> bool {
        self.opening().drawn || self.other_start() != self.opening().start
    }

    /// The quick start after that of this game; the same start if it began otherwise.
    fn other_start(&self) -> StartWith {
        let start = self.opening().start.clone();
        let StartWith::Quick(name) = &start else { return start };
        let all = self.table().info().quick_starts;
        let at = all.iter().position(|known| known == name);
        let next = at.and_then(|at| all.get((at + 1) % all.len()));
        next.map_or(start.clone(), |next| StartWith::Quick((*next).to_owned()))
    }
}

fn occupants(
    players: &[Option<Player>],
    user: UserId,
    wish: NextWish,
) -> Result<Vec<SeatOccupant>, HostError> {
    let mut is_first = true;
    let occupant = |player: &Option<Player>| match player {
        // Of several own seats a friend gets all but one.
        Some(player) if player.is(user) && (is_first || !wish.friend) => {
            is_first = false;
            Ok(SeatOccupant::You)
        }
        _ if wish.friend => Ok(SeatOccupant::Link),
        Some(player) => match player.level() {
            Some(level) => Ok(SeatOccupant::Computer(wish.level.unwrap_or(level))),
            None => Err(HostError::OtherPeople),
        },
        None => Err(HostError::OtherPeople),
    };
    players.iter().map(occupant).collect()
}
