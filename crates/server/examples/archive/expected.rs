//! What the lists must show, found by reading all rows without the server's queries.

use crate::common::Result;
use crate::generate::DATABASE;
use heterodox_store::{ArchiveFilter, ResultFilter};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// The most games on a page.
const PAGE: usize = 50;

/// A row of `game_index` with the users of its seats.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) state: String,
    pub(crate) is_public: bool,
    pub(crate) in_lobby: bool,
    pub(crate) in_archive: bool,
    pub(crate) start: String,
    pub(crate) winner: Option<u8>,
    pub(crate) reason: Option<String>,
    pub(crate) plies: u32,
    pub(crate) created_ms: i64,
    pub(crate) last_ms: i64,
    pub(crate) over_ms: Option<i64>,
    pub(crate) users: Vec<String>,
    pub(crate) won_by: Option<String>,
}

/// All rows of a folder.
pub(crate) struct Rows {
    /// The games, the newest first.
    pub(crate) games: Vec<Row>,
    /// The users by the number of their finished games, the most first, with their names.
    pub(crate) users: Vec<(String, String)>,
    /// The numbers in `games` of the games of each user.
    pub(crate) games_of: HashMap<String, Vec<usize>>,
}

/// The games of a page: some more than it can hold.
#[derive(Clone)]
pub(crate) struct Wanted(Vec<(i64, String)>);

impl Rows {
    /// Reads a folder that no server uses.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let db = Connection::open_with_flags(folder.join(DATABASE), flags)?;
        let mut players: HashMap<String, Vec<(u8, String)>> = HashMap::new();
        let mut select = db.prepare("select game, seat, user from seats where user is not null")?;
        for found in select.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))? {
            let (game, seat, user): (String, u8, String) = found?;
            players.entry(game).or_default().push((seat, user));
        }
        let mut select = db.prepare(
            "select game, kind, state, visibility = 'public', in_lobby, in_archive, start, winner, \
            reason, plies, created_ms, last_ms, over_ms from game_index \
            order by ifnull(over_ms, last_ms) desc, game desc",
        )?;
        let games = select.query_map((), |row| {
            let id: String = row.get(0)?;
            let winner: Option<u8> = row.get(7)?;
            let players = players.remove(&id).unwrap_or_default();
            let won = players.iter().find(|(seat, _)| Some(*seat) == winner);
            Ok(Row {
                won_by: won.map(|(_, user)| user.clone()),
                users: players.into_iter().map(|(_, user)| user).collect(),
                id,
                kind: row.get(1)?,
                state: row.get(2)?,
                is_public: row.get(3)?,
                in_lobby: row.get(4)?,
                in_archive: row.get(5)?,
                start: row.get(6)?,
                winner,
                reason: row.get(8)?,
                plies: row.get(9)?,
                created_ms: row.get(10)?,
                last_ms: row.get(11)?,
                over_ms: row.get(12)?,
            })
        })?;
        let games = games.collect::<rusqlite::Result<Vec<_>>>()?;
        let mut games_of: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, game) in games.iter().enumerate() {
            for user in &game.users {
                let numbers = games_of.entry(user.clone()).or_default();
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
        }
        let mut select = db.prepare("select id, name from users where kind = 'person'")?;
        let users = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut users = users.collect::<rusqlite::Result<Vec<(String, String)>>>()?;
        let count = |id: &String| games_of.get(id).map_or(0, Vec::len);
        users.sort_by_key(|(id, _)| (std::cmp::Reverse(count(id)), id.clone()));
        Ok(Self { games, users, games_of })
    }

    /// The games that are wanted, in the order of a moment, after a place.
    pub(crate) fn page(
        &self,
        keep: impl Fn(&Row) -> bool,
        moment: impl Fn(&Row) -> i64,
        before: Option<&(i64, String)>,
    ) -> Wanted {
        let mut found: Vec<(i64, String)> = self
            .games
            .iter()
            .filter(|game| keep(game))
            .map(|game| (moment(game), game.id.clone()))
            .filter(|key| before.is_none_or(|before| key < before))
            .collect();
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.truncate(PAGE + 1);
        Wanted(found)
    }

    /// The games of the archive that a filter wants. Its users are ids.
    pub(crate) fn archive(&self, filter: &ArchiveFilter, before: Option<&(i64, String)>) -> Wanted {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == found)
        };
        let keep = |game: &Row| {
            game.in_archive
                && is(&filter.kind, &game.kind)
                && is(&filter.start, &game.start)
                && is(&filter.reason, game.reason.as_deref().unwrap_or_default())
                && filter.users.iter().all(|user| game.users.contains(user))
                && match filter.result {
                    Some(ResultFilter::Winner(seat)) => game.winner == Some(seat),
                    Some(ResultFilter::Shared) => game.winner.is_none(),
                    Some(ResultFilter::Won) => {
                        game.won_by.is_some() && game.won_by.as_ref() == filter.users.first()
                    }
                    Some(ResultFilter::Lost) => {
                        game.winner.is_some() && game.won_by.as_ref() != filter.users.first()
                    }
                    None => true,
                }
                && filter.min_plies.is_none_or(|least| game.plies >= least)
                && filter.max_plies.is_none_or(|most| game.plies <= most)
                && filter.since_ms.is_none_or(|since| game.over_ms >= Some(since))
        };
        self.page(keep, |game| game.over_ms.unwrap_or_default(), before)
    }

    /// The finished games of a user.
    pub(crate) fn over(&self, user: &str, before: Option<&(i64, String)>) -> Wanted {
        let keep = |game: &Row| game.state == "over" && game.users.iter().any(|one| one == user);
        self.page(keep, |game| game.over_ms.unwrap_or(game.last_ms), before)
    }

    /// The number of running games of a user.
    pub(crate) fn running(&self, user: &str) -> usize {
        let numbers = self.games_of.get(user).into_iter().flatten();
        numbers.filter(|number| self.games[**number].state != "over").count()
    }
}

impl Wanted {
    /// The place after the page.
    pub(crate) fn end(&self) -> Option<&(i64, String)> {
        self.0.get(PAGE - 1)
    }

    /// The id of the first game.
    pub(crate) fn first(&self) -> Option<String> {
        self.0.first().map(|(_, id)| id.clone())
    }

    /// Checks a page: it has the first games that are wanted, and all of them down to `next`.
    pub(crate) fn check(&self, games: &Value, next: &Value) -> Result {
        let games = games.as_array().ok_or("no list of games")?;
        let ids: Vec<&str> = games.iter().filter_map(|game| game["id"].as_str()).collect();
        let wanted = &self.0[..self.0.len().min(PAGE)];
        let is_prefix = ids.len() <= wanted.len()
            && ids.iter().zip(wanted).all(|(id, (_, wanted))| *id == wanted);
        if !is_prefix {
            return Err(format!("found {ids:?}, expected {wanted:?}").into());
        }
        let rest = self.0.get(ids.len());
        let is_whole = match (rest, next.as_str()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((at_ms, id)), Some(next)) => {
                let (next_ms, next_id) = next.split_once('-').ok_or("a bad place")?;
                (*at_ms, id.as_str()) < (next_ms.parse()?, next_id)
            }
        };
        if is_whole { Ok(()) } else { Err(format!("{} games, then {next}", ids.len()).into()) }
    }

    /// Checks a page of HTML: it has links to the games, with the prefix `/g/` or `/offers/`.
    pub(crate) fn check_html(&self, html: &str, prefix: &str) -> Result {
        let shown = self.0.iter().take(PAGE);
        match shown.map(|(_, id)| format!("\"{prefix}{id}\"")).find(|link| !html.contains(link)) {
            None => Ok(()),
            Some(link) => Err(format!("{link} is missing").into()),
        }
    }
}
