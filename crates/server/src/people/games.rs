//! The games of a person as lists.

use super::{People, PeopleError};
use crate::i18n::Lang;
use heterodox_host::UserId;
use heterodox_store::{
    ArchiveFilter, GameState, ListKey, ListedGame, MAX_PAGE, Page, Score, Visibility,
};
use heterodox_wire::{GameLine, GameList, ListedSeat, MyGames, Offers, ScoreLine, Waiting};
use std::cmp::Reverse;

/// The most running games that one answer lists.
const MAX_RUNNING: usize = 1000;

/// The games on a page of the lobby and of the running games.
const LOBBY_PAGE: usize = 50;

/// Who reads a list of a user's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    /// The user itself.
    Itself,
    /// Another user.
    User(UserId),
    /// A stranger.
    Stranger,
}

impl Reader {
    /// The reader for whom the store filters; `None` for the user itself.
    fn key(&self) -> Option<&str> {
        match self {
            Self::Itself => None,
            Self::User(user) => Some(user.as_str()),
            // No user has this id.
            Self::Stranger => Some(""),
        }
    }
}

fn visibility_key(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Link => "link",
        Visibility::Private => "private",
    }
}

fn state_key(state: GameState) -> &'static str {
    match state {
        GameState::Open => "open",
        GameState::Running => "running",
        GameState::Over => "over",
    }
}

impl People {
    /// All games of a user in a state, the newest first; of a very long list the first ones.
    pub(super) async fn all_games(
        &self,
        user: UserId,
        state: GameState,
    ) -> Result<Vec<ListedGame>, PeopleError> {
        self.games_in(user, state, Reader::Itself).await
    }

    async fn games_in(
        &self,
        user: UserId,
        state: GameState,
        reader: Reader,
    ) -> Result<Vec<ListedGame>, PeopleError> {
        let (mut all, mut next) = (Vec::new(), None::<ListKey>);
        loop {
            let before = next.as_ref();
            let (state, reader) = (Some(state), reader.key());
            let page = self.store.games_of(user.as_str(), state, reader, before, MAX_PAGE).await?;
            all.extend(page.games);
            next = page.next;
            if next.is_none() || state != Some(GameState::Over) && all.len() >= MAX_RUNNING {
                return Ok(all);
            }
        }
    }

    /// The games of a user: on the first page those that are not over, where it is to act first,
    /// the least time left first, then those that are over. Every list is ordered by the moments at
    /// which turns passed, never by the last event: that could be a private step. `reader` is
    /// another user, or a stranger, who sees public games in lists and what it shares.
    pub(crate) async fn games_of(
        &self,
        user: UserId,
        before: Option<&ListKey>,
        reader: Reader,
    ) -> Result<MyGames, PeopleError> {
        let mut running = Vec::new();
        if before.is_none() {
            running = self.running_games_of(user, reader).await?;
        }
        let over = Some(GameState::Over);
        let page = self.store.games_of(user.as_str(), over, reader.key(), before, 50).await?;
        let GameList { games, next } = self.list(Some(user), page).await?;
        Ok(MyGames { running, over: games, next })
    }

    /// The games of a user that are not over, in the order of [`People::games_of`]. Open ones are
    /// the user's own affair.
    pub(crate) async fn running_games_of(
        &self,
        user: UserId,
        reader: Reader,
    ) -> Result<Vec<GameLine>, PeopleError> {
        let mut running = self.games_in(user, GameState::Running, reader).await?;
        if reader == Reader::Itself {
            running.extend(self.games_in(user, GameState::Open, reader).await?);
        }
        let mut listed = Vec::new();
        for game in running {
            listed.push(self.listed(Some(user), game).await?);
        }
        let until = |game: &GameLine| game.until_ms.filter(|_| game.my_turn).unwrap_or(i64::MAX);
        listed.sort_by_key(|game| {
            (!game.my_turn, until(game), Reverse(game.turn_ms), game.id.clone())
        });
        Ok(listed)
    }

    /// The offers that concern a caller: those with a seat for it alone, its own that wait, and a
    /// page of the lobby without its own and without those of people whom it has blocked, or who
    /// have blocked it.
    pub(crate) async fn offers(
        &self,
        user: Option<UserId>,
        kind: Option<&str>,
        before: Option<&ListKey>,
    ) -> Result<Offers, PeopleError> {
        let (mut to_me, mut mine, mut blocked) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(user) = user {
            blocked = self.store.blocks_of(user.as_str()).await?;
            if before.is_none() {
                to_me = self.offers_to(user).await?;
                for game in self.games_in(user, GameState::Open, Reader::Itself).await? {
                    mine.push(self.listed(Some(user), game).await?);
                }
            }
        }
        let page = self.store.lobby(kind, before, LOBBY_PAGE).await?;
        let next = page.next.as_ref().map(write_key);
        let mut lobby = Vec::new();
        for game in page.games {
            let line = self.listed(user, game).await?;
            let people: Vec<_> = line.seats.iter().filter_map(|seat| seat.user).collect();
            let own = user.is_some_and(|user| people.contains(&user));
            let unwelcome = match user {
                Some(user) => self.expect_welcome(user, people.iter().copied()).await.is_err(),
                None => false,
            };
            let is_blocked = |person: &UserId| blocked.iter().any(|id| id == person.as_str());
            if !own && !unwelcome && !people.iter().any(is_blocked) {
                lobby.push(line);
            }
        }
        Ok(Offers { to_me, mine, lobby, next })
    }

    /// Running public games.
    pub(crate) async fn public_games(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
    ) -> Result<GameList, PeopleError> {
        let page = self.store.running(kind, before, LOBBY_PAGE).await?;
        self.list(None, page).await
    }

    /// A page of the archive.
    pub(crate) async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<GameList, PeopleError> {
        let page = self.store.archive(filter, before, limit).await?;
        self.list(None, page).await
    }

    /// How two users have played against each other.
    pub(super) async fn scores(
        &self,
        user: UserId,
        other: UserId,
    ) -> Result<Vec<ScoreLine>, PeopleError> {
        let scores = self.store.scores(user.as_str(), other.as_str()).await?;
        let line = |score: Score| ScoreLine {
            game: score.kind,
            games: score.games,
            won: score.won,
            lost: score.lost,
        };
        Ok(scores.into_iter().map(line).collect())
    }

    async fn list(&self, user: Option<UserId>, page: Page) -> Result<GameList, PeopleError> {
        let next = page.next.as_ref().map(write_key);
        let mut games = Vec::new();
        for game in page.games {
            games.push(self.listed(user, game).await?);
        }
        Ok(GameList { games, next })
    }

    /// How much waits for a user: games in which it is to act, and offers with a seat for it alone.
    pub(crate) async fn waiting(&self, user: UserId) -> Result<Waiting, PeopleError> {
        let offers = self.welcome_offers(user).await?.len() as u32;
        Ok(Waiting { games: self.store.count_to_act(user.as_str()).await?, offers })
    }

    /// The offers with a seat for a user alone, the newest first.
    pub(crate) async fn offers_to(&self, user: UserId) -> Result<Vec<GameLine>, PeopleError> {
        let mut offers = Vec::new();
        for game in self.welcome_offers(user).await? {
            offers.push(self.listed(Some(user), game).await?);
        }
        Ok(offers)
    }

    /// The offers to a user but for those of people whom it has blocked.
    async fn welcome_offers(&self, user: UserId) -> Result<Vec<ListedGame>, PeopleError> {
        let mut offers = self.store.offered_to(user.as_str()).await?;
        if !offers.is_empty() {
            let blocked = self.store.blocks_of(user.as_str()).await?;
            offers.retain(|offer| {
                let mut people = offer.derived.seats.iter().filter_map(|seat| seat.user.as_ref());
                !people.any(|person| blocked.contains(person))
            });
        }
        Ok(offers)
    }

    async fn listed(
        &self,
        user: Option<UserId>,
        game: ListedGame,
    ) -> Result<GameLine, PeopleError> {
        let summary = game.derived.summary;
        let is_running = summary.state == GameState::Running;
        let mut my_turn = false;
        let mut seats = Vec::new();
        // Who is invited is the affair of those at the table.
        let is_party = user.is_some_and(|user| {
            let is_user = |id: &Option<String>| id.as_deref() == Some(user.as_str());
            let mut seats = game.derived.seats.iter();
            seats.any(|seat| is_user(&seat.user) || is_user(&seat.invited))
        });
        for seat in game.derived.seats {
            let id = seat.user.as_deref().map(super::user_id).transpose()?;
            my_turn |= is_running && seat.to_act && id.is_some() && id == user;
            let invited = seat.invited.as_deref().filter(|_| is_party);
            let invited = invited.map(super::user_id).transpose()?;
            let name = match id.or(invited) {
                Some(id) => self.service.name_of(id).await?,
                None => None,
            };
            let (computer, place) = (seat.computer, seat.place);
            seats.push(ListedSeat { user: id, invited, name, computer, place });
        }
        Ok(GameLine {
            id: game.game,
            game: summary.kind,
            state: state_key(summary.state),
            my_turn,
            until_ms: summary
                .deadline_ms
                .map(|until| self.service.after_outages(summary.excused_ms, until)),
            start: summary.start,
            time: summary.time,
            visibility: visibility_key(summary.visibility),
            offered_until_ms: summary.until_ms,
            seats,
            plies: summary.plies,
            created_ms: summary.created_ms,
            turn_ms: summary.last_ms,
            over_ms: summary.over_ms,
            reason: summary.reason,
        })
    }
}

/// The key of a page as text.
pub(crate) fn write_key(key: &ListKey) -> String {
    format!("{}-{}", key.at_ms, key.game)
}

/// Reads the key of a page.
pub(crate) fn read_key(text: &str) -> Option<ListKey> {
    let (at_ms, game) = text.split_once('-')?;
    Some(ListKey { at_ms: at_ms.parse().ok()?, game: game.to_owned() })
}

/// The time that is left to a player, in the two largest units.
pub(crate) fn time_left(lang: Lang, left_ms: i64) -> String {
    let minutes = left_ms.max(0) / 60_000;
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let text = |key: &str, one: (&str, i64), other: (&str, i64)| {
        lang.text_with(key, &[(one.0, &one.1.to_string()), (other.0, &other.1.to_string())])
    };
    if days > 0 {
        text("games-left-days", ("days", days), ("hours", hours))
    } else if hours == 0 {
        lang.text_with("games-left-minutes", &[("minutes", &rest.to_string())])
    } else {
        text("games-left-hours", ("hours", hours), ("minutes", rest))
    }
}
