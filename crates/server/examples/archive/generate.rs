//! A data folder with many people and finished games.
//!
//! Some hundred games are played at tables of the host, with random moves, and `reindex` makes
//! their derived rows. Each finished game of the folder is one of them with other people and
//! another date: its log and its rows name moments and people and nothing else that differs. All
//! rows are written through the store, in the order of the ids. At the end the program's own check
//! reads a sample.

use crate::common::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use heterodox_host::clock::TimeRules;
use heterodox_host::{
    Event, Game, LogEntry, Moment, Opening, Player, SeededRandomness, StartWith, Transaction,
    Visibility, seed_setup,
};
use heterodox_rules::{
    Act, ChoiceKind, Options, Refusal, Seat, Setting, SplitMix64, Viewer, games,
};
use heterodox_server::{check, reindex};
use heterodox_store::{
    Append, Derived, GameLog, Lists, NewEvent, NewGame, People, PeopleChange, Session, SqliteStore,
    Store, User, UserKind, Vacation,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::create_dir_all;
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The file with all data.
pub(crate) const DATABASE: &str = "heterodox.sqlite";

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The games that are played, for each game of the registry.
const PLAYED: usize = 150;
/// The people with thousands of games. The first two have also played many against each other.
const HEAVY: usize = 8;
const RIVALS_SHARE: usize = 1;
/// Games that are not over: offers, running ones, and those of the first person.
const OFFERS: usize = 400;
const RUNNING: usize = 500;
const RUNNING_OF_FIRST: usize = 200;
/// The games that are checked at the end.
const SAMPLE: usize = 1000;
/// The writes that wait for the store at once.
const CONCURRENT: usize = 512;
/// The people of the games that are played, by seat.
const PLAYERS: [&str; 4] = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"];

/// What is to be generated.
#[derive(Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) games: usize,
    pub(crate) people: usize,
    pub(crate) seed: u64,
}

/// The token of the session that each person has.
pub(crate) fn token(user: &str) -> String {
    user.repeat(4)
}

/// A game as it is stored.
#[derive(Clone, Default)]
struct Stored {
    id: String,
    body: String,
    created_ms: i64,
    events: Vec<NewEvent>,
    derived: Derived,
}

/// How a game that is played ends.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Resignation,
    Draw,
    Abandoned,
    Time,
    /// It is still being played.
    None,
}

/// Writes the folder.
pub(crate) async fn generate(folder: &Path, amount: Amount) -> Result {
    create_dir_all(folder)?;
    let file = folder.join(DATABASE);
    if file.exists() {
        return Err(format!("{}: it is there already", file.display()).into());
    }
    let begun = Instant::now();
    let since = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let now = since.as_millis() as i64;
    let mut random = SplitMix64::new(amount.seed);
    let users = users(amount.people, now, &mut random);
    let ids = ids(amount.games + OFFERS + RUNNING, &mut random);
    let finished = played(&mut random).await?;
    let going = going(&ids[amount.games..], &users, now, &mut random).await?;
    println!("{} games played: {:.1} s", finished.len(), begun.elapsed().as_secs_f64());

    let store = SqliteStore::open(&file).await?;
    let (added, sessions) = users.iter().map(|user| person(user, now)).unzip();
    for changes in [added, sessions] {
        let changes: Vec<PeopleChange> = changes;
        store.change_people(changes).await?;
    }
    let weights = weights(amount.people, &mut random);
    let mut all = going;
    for id in &ids[..amount.games] {
        let of = random.below(finished.len());
        let chosen = people_of(&finished[of], &users, &weights, &mut random);
        let end_ms = now - 1 - random.below((3 * 365 * DAY_MS) as usize) as i64;
        // Written later: only the choice is kept.
        all.push(Planned::Finished { id: id.clone(), of, chosen, end_ms });
    }
    all.sort_by(|one, other| one.id().cmp(other.id()));
    let games = all.iter().map(|plan| plan.game(&finished, &users));
    stream::iter(games.map(|game| write(&store, game)))
        .buffer_unordered(CONCURRENT)
        .try_collect::<()>()
        .await?;
    println!("{} games written: {:.1} s", all.len(), begun.elapsed().as_secs_f64());
    let mut sample: Vec<&str> = all.iter().map(Planned::id).collect();
    while sample.len() > SAMPLE {
        sample.swap_remove(random.below(sample.len()));
    }
    check_sample(&store, &sample).await?;
    store.close().await;
    println!("{} games checked: {:.1} s", sample.len(), begun.elapsed().as_secs_f64());
    let bytes = file.metadata()?.len();
    println!("{} people, {} MiB", users.len(), bytes >> 20);
    Ok(())
}

/// A game of the folder.
enum Planned {
    /// It is ready.
    Ready(Box<Stored>),
    /// It is one of the played games with other people and another end.
    Finished { id: String, of: usize, chosen: Vec<usize>, end_ms: i64 },
}

impl Planned {
    fn id(&self) -> &str {
        match self {
            Self::Ready(game) => &game.id,
            Self::Finished { id, .. } => id,
        }
    }

    fn game(&self, played: &[Stored], users: &[Person]) -> Stored {
        match self {
            Self::Ready(game) => (**game).clone(),
            Self::Finished { id, of, chosen, end_ms } => {
                let game = &played[*of];
                let by = end_ms - game.derived.summary.list_ms();
                let users: Vec<_> = chosen.iter().map(|user| users[*user].id.as_str()).collect();
                game.moved(id, by, &users)
            }
        }
    }
}

impl Stored {
    /// The same game, later, with other people on the seats of [`PLAYERS`].
    fn moved(&self, id: &str, by: i64, users: &[&str]) -> Self {
        let mut game = self.clone();
        id.clone_into(&mut game.id);
        let user = |seat: usize| users[seat].to_owned();
        for (seat, player) in PLAYERS.iter().enumerate().take(users.len()) {
            game.body = game.body.replace(player, users[seat]);
        }
        for seat in &mut game.derived.seats {
            let player = seat.user.as_deref();
            let player = PLAYERS.iter().position(|name| Some(*name) == player);
            seat.user = player.map(user);
        }
        game.created_ms += by;
        game.events.iter_mut().for_each(|event| event.at_ms += by);
        let Derived { due_ms, summary, .. } = &mut game.derived;
        summary.created_ms += by;
        summary.last_ms += by;
        summary.excused_ms += by;
        for moment in [due_ms, &mut summary.deadline_ms, &mut summary.over_ms] {
            *moment = moment.map(|moment| moment + by);
        }
        game
    }
}

async fn write(store: &SqliteStore, game: Stored) -> Result {
    let Stored { id, body, created_ms, events, derived } = game;
    let new =
        NewGame { id: id.clone(), body, created_ms, derived: derived.clone(), outbox: Vec::new() };
    store.create_game(new).await?;
    if !events.is_empty() {
        store.append(Append::new(&id, 0, events, derived)).await?;
    }
    Ok(())
}

/// A person with its name.
struct Person {
    id: String,
    name: String,
    /// How long ago the person came.
    age_ms: i64,
}

fn users(count: usize, now: i64, random: &mut SplitMix64) -> Vec<Person> {
    let mut ids = BTreeSet::new();
    while ids.len() < count {
        ids.insert((0..8).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>());
    }
    let age = |random: &mut SplitMix64| random.below((4 * 365 * DAY_MS).min(now) as usize) as i64;
    let mut all: Vec<_> = ids
        .into_iter()
        .enumerate()
        .map(|(number, id)| Person { id, name: name(number), age_ms: age(random) })
        .collect();
    for left in (2..=all.len()).rev() {
        all.swap(left - 1, random.below(left));
    }
    all
}

/// A name of its own for each number. None of its letters looks like another sign, so the name in
/// small letters is its key.
fn name(number: usize) -> String {
    let mut rest = number * 7919 % 46_656;
    let mut name = String::new();
    for _ in 0..3 {
        name.push(char::from(b"BDGKNRSTV"[rest % 9]));
        name.push(char::from(b"aeou"[rest / 9 % 4]));
        rest /= 36;
    }
    let (first, others) = name.split_at(1);
    first.to_owned() + &others.to_lowercase()
}

fn person(person: &Person, now: i64) -> (PeopleChange, PeopleChange) {
    let created_ms = now - person.age_ms;
    let user = User {
        id: person.id.clone(),
        kind: UserKind::Person,
        name: Some(person.name.clone()),
        name_key: Some(person.name.to_lowercase()),
        created_ms,
        seen_ms: now,
        role: "player".to_owned(),
        vacation: Vacation { counted_ms: created_ms, ..Vacation::default() },
        ..User::default()
    };
    let session = Session {
        token_hash: Sha256::digest(token(&person.id)).to_vec(),
        user: person.id.clone(),
        created_ms,
        seen_ms: now,
        agent: None,
        household: None,
        until_ms: now + 365 * DAY_MS,
    };
    (PeopleChange::AddPerson(user), PeopleChange::AddSession(session))
}

/// Ids of games, sorted.
fn ids(count: usize, random: &mut SplitMix64) -> Vec<String> {
    const SIGNS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    let mut ids = BTreeSet::new();
    while ids.len() < count {
        let sign = |_| char::from(SIGNS[random.below(SIGNS.len())]);
        ids.insert((0..8).map(sign).collect::<String>());
    }
    let mut ids: Vec<_> = ids.into_iter().collect();
    for left in (2..=ids.len()).rev() {
        ids.swap(left - 1, random.below(left));
    }
    ids
}

/// How often each person plays, as sums from the first on: a few play thousands of games, most
/// some tens.
fn weights(people: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut sum = 0;
    let weight = |number| match number {
        _ if number < HEAVY => people.div_ceil(8),
        _ => 1 << random.below(5),
    };
    (0..people)
        .map(weight)
        .map(|weight| {
            sum += weight;
            sum
        })
        .collect()
}

/// Different people for the seats of a game.
fn people_of(
    game: &Stored,
    users: &[Person],
    weights: &[usize],
    random: &mut SplitMix64,
) -> Vec<usize> {
    let seats = game.derived.seats.len();
    let people = game.derived.seats.iter().filter(|seat| seat.user.is_some()).count();
    if people == 2 && seats == 2 && random.chance(RIVALS_SHARE, 100) {
        let first = random.below(2);
        return vec![first, 1 - first];
    }
    let all = weights.last().copied().unwrap_or_default();
    let mut chosen = Vec::new();
    while chosen.len() < seats {
        let place = random.below(all);
        let user = weights.partition_point(|sum| *sum <= place).min(users.len() - 1);
        if !chosen.contains(&user) {
            chosen.push(user);
        }
    }
    chosen
}

/// Finished games of all kinds, with their rows.
async fn played(random: &mut SplitMix64) -> Result<Vec<Stored>> {
    let mut all = Vec::new();
    for info in games() {
        for number in 0..PLAYED {
            let ending = match number % 20 {
                0..=9 => Ending::Resignation,
                10..=14 => Ending::Time,
                15..=17 => Ending::Draw,
                _ => Ending::Abandoned,
            };
            let plies = match random.below(20) {
                0..=13 => 2 + random.below(10),
                14..=18 => 10 + random.below(30),
                _ => 40 + random.below(80),
            };
            let id = format!("{}-{number}", info.id);
            let mut opening = opening(info.id, info.seats, info.quick_starts, random)?;
            if ending == Ending::Time && opening.time.is_none() {
                opening.time = Some(TimeRules::new("1d".parse()?));
            }
            let seats = opening.players.len();
            let computer = ending != Ending::Time && random.chance(1, 8);
            opening.players = (0..seats)
                .map(|seat| PLAYERS[seat].parse().map(Player::User).map(Some))
                .collect::<Result<_, _>>()?;
            if computer {
                opening.players[random.below(seats)] =
                    Some(Player::Computer(heterodox_engine::Level::DEFAULT));
            }
            let player = Playing::open(&id, 0, opening, random)?;
            all.extend(player.play(plies, ending, random)?);
        }
    }
    let games = with_rows(all).await?;
    Ok(games.into_iter().filter(|game| game.derived.summary.in_archive).collect())
}

/// How a game begins.
fn opening(
    game: &str,
    seats: (usize, usize),
    quick_starts: &[&str],
    random: &mut SplitMix64,
) -> Result<Opening> {
    let mut options = Options::default();
    if seats.1 > 2 {
        options.set(&format!("seats={}", seats.0 + random.below(seats.1 - seats.0 + 1)))?;
    }
    let start = match random.pick(quick_starts) {
        Some(name) if random.chance(9, 10) => StartWith::Quick((*name).to_owned()),
        _ => StartWith::default(),
    };
    let setting = Setting { options, start: start.into() };
    let mut opening = Opening::with_free_seats(game, setting)?;
    seed_setup(&mut opening, &SeededRandomness::new(random.next_u64()))?;
    let control = ["", "1d", "3d", "10+5", "5+3"][random.below(5)];
    opening.time = match control {
        "" => None,
        control => Some(TimeRules::new(control.parse()?)),
    };
    opening.offer.visibility = Visibility::Public;
    Ok(opening)
}

/// Offers and running games, with their rows.
async fn going(
    ids: &[String],
    users: &[Person],
    now: i64,
    random: &mut SplitMix64,
) -> Result<Vec<Planned>> {
    let infos: Vec<_> = games().collect();
    let mut all = Vec::new();
    for (number, id) in ids.iter().enumerate() {
        let info = infos[number % infos.len()];
        let mut opening = opening(info.id, info.seats, info.quick_starts, random)?;
        // Other clocks would run out before the folder is used.
        opening.time = match opening.time {
            Some(_) => Some(TimeRules::new("14d".parse()?)),
            None => None,
        };
        let created_ms = now - random.below((2 * DAY_MS) as usize) as i64;
        let player = |user: usize| users[user].id.parse().map(Player::User).map(Some);
        let first = match number {
            _ if number < OFFERS => random.below(users.len()),
            _ if number < OFFERS + RUNNING_OF_FIRST => 0,
            _ => random.below(users.len()),
        };
        opening.players[0] = player(first)?;
        if number < OFFERS {
            opening.offer.until = Some(Moment(created_ms + 80 * DAY_MS));
            all.push(Playing::open(id, created_ms, opening, random)?.stored());
            continue;
        }
        for seat in 1..opening.players.len() {
            let other = (first + seat + random.below(users.len() - 4)) % users.len();
            opening.players[seat] = player(other)?;
        }
        let plies = 1 + random.below(12);
        let playing = Playing::open(id, created_ms, opening, random)?;
        all.extend(playing.play(plies, Ending::None, random)?);
    }
    Ok(with_rows(all).await?.into_iter().map(|game| Planned::Ready(Box::new(game))).collect())
}

/// Adds the rows that `reindex` makes.
async fn with_rows(mut games: Vec<Stored>) -> Result<Vec<Stored>> {
    let home = tempfile::tempdir()?;
    let file = home.path().join(DATABASE);
    let store = SqliteStore::open(&file).await?;
    stream::iter(games.iter().map(|game| write(&store, game.clone())))
        .buffer_unordered(CONCURRENT)
        .try_collect::<()>()
        .await?;
    store.close().await;
    let report = reindex(home.path()).await?;
    if let Some(fault) = report.faults.first() {
        return Err(fault.clone().into());
    }
    let store = SqliteStore::open(&file).await?;
    for game in &mut games {
        game.derived = store.derived(&game.id).await?.ok_or("a game without rows")?;
    }
    store.close().await;
    Ok(games)
}

/// Lets the program check some games, in a folder of their own.
async fn check_sample(store: &SqliteStore, ids: &[&str]) -> Result {
    let home = tempfile::tempdir()?;
    let sample = SqliteStore::open(&home.path().join(DATABASE)).await?;
    for id in ids {
        let game = store.game(id).await?.ok_or("a game is gone")?;
        let events = store.events(id).await?.into_iter();
        let events =
            events.map(|event| NewEvent { at_ms: event.at_ms, body: event.body }).collect();
        let derived = store.derived(id).await?.ok_or("a game without rows")?;
        let id = (*id).to_owned();
        let (body, created_ms) = (game.body, game.created_ms);
        write(&sample, Stored { id, body, created_ms, events, derived }).await?;
    }
    sample.close().await;
    let report = check(home.path()).await?;
    match report.faults.first() {
        None if report.games == ids.len() => Ok(()),
        None => Err(format!("{} games were checked", report.games).into()),
        Some(fault) => Err(fault.clone().into()),
    }
}

/// A game that is being played, with its log.
struct Playing {
    game: Game,
    at: i64,
    created_ms: i64,
    events: Vec<NewEvent>,
    dice: SeededRandomness,
}

impl Playing {
    fn open(id: &str, at: i64, opening: Opening, random: &mut SplitMix64) -> Result<Self> {
        let game = Game::open(id, Moment(at), opening)?;
        let dice = SeededRandomness::new(random.next_u64());
        Ok(Self { game, at, created_ms: at, events: Vec::new(), dice })
    }

    /// Makes a change, with all that follows from it.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Transaction<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut transaction = Transaction::new(&self.game, Moment(self.at), &self.dice);
        change(&mut transaction)?;
        let done = transaction.finish()?;
        let line = |entry: &LogEntry| NewEvent { at_ms: self.at, body: entry.encode() };
        self.events.extend(done.events.iter().map(line));
        self.game = done.game;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Plays random moves, and ends the game. `None` if it does not get there.
    fn play(
        mut self,
        plies: usize,
        ending: Ending,
        random: &mut SplitMix64,
    ) -> Result<Option<Stored>> {
        const MOST_STEPS: usize = 500;
        self.change(|_| Ok(()))?;
        for step in 0.. {
            if self.is_over() || self.game.table().plies() >= plies {
                break;
            }
            if step == MOST_STEPS || !self.step(random) {
                return Ok(None);
            }
        }
        for _ in 0..self.game.players().len() {
            if !self.is_over() {
                self.end(ending, random)?;
            }
        }
        let is_wanted = self.is_over() != (ending == Ending::None);
        Ok(is_wanted.then(|| self.stored()))
    }

    /// Submits something that a seat may submit. Buttons end a setup.
    fn step(&mut self, random: &mut SplitMix64) -> bool {
        const TRIES: usize = 50;
        self.at += 1000 + random.below(8000) as i64;
        let to_act = self.game.to_act();
        let Some(&seat) = random.pick(&to_act) else { return false };
        let mut choices = self.game.table().scene(Viewer::Seat(seat)).choices;
        if self.game.table().plies() == 0 && random.chance(1, 2) {
            let is_button = |kind| kind == ChoiceKind::Button;
            if choices.iter().any(|choice| is_button(choice.kind)) {
                choices.retain(|choice| is_button(choice.kind));
            } else if choices.iter().any(|choice| choice.kind == ChoiceKind::Place) {
                choices.retain(|choice| choice.kind == ChoiceKind::Place);
            }
        }
        for _ in 0..TRIES {
            let Some(choice) = random.pick(&choices) else { return false };
            let act = Act::Submit { seat, text: choice.text.clone() };
            if self.change(|transaction| transaction.apply(Event::Act(act))).is_ok() {
                return true;
            }
        }
        false
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the methods themselves are not general enough"
    )]
    fn end(&mut self, ending: Ending, random: &mut SplitMix64) -> Result {
        self.at += 2000;
        let mut playing = self.game.table().playing();
        if ending == Ending::Abandoned {
            let to_act = self.game.to_act();
            playing.retain(|seat| to_act.is_empty() || to_act.contains(seat));
        }
        let seat = random.pick(&playing).copied().unwrap_or(Seat::new(0));
        match ending {
            Ending::Resignation => {
                self.change(|change| change.apply(Event::Act(Act::Resign { seat })))?;
            }
            Ending::Abandoned => {
                let act = Act::Abandon { seats: vec![seat], draw: false };
                self.change(|change| change.apply(Event::Act(act)))?;
            }
            Ending::Draw => self.change(|change| change.agree_to_draw())?,
            Ending::Time => {
                let deadline = self.game.next_deadline().ok_or("no time runs")?;
                self.at = self.at.max(deadline.as_millis() + 1000);
                self.change(|change| change.do_due())?;
            }
            Ending::None => {}
        }
        Ok(())
    }

    fn stored(self) -> Stored {
        Stored {
            id: self.game.id().to_owned(),
            body: self.game.opening().encode(),
            created_ms: self.created_ms,
            events: self.events,
            derived: Derived::default(),
        }
    }
}
