//! Records of games and imported records.

use super::bounds::RECORD_PLIES;
use super::view::spent_ms;
use super::{Service, ServiceError};
use heterodox_host::{Game, Player};
use heterodox_rules::{Record, Viewer, quote, read_record};
use heterodox_store::{NewRecord, StoreError};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::net::IpAddr;
use std::sync::LazyLock;

/// The id of the built-in record.
const SAMPLE: &str = "sample-battle";
/// The sample battle, as the published rules of its game print it.
const SAMPLE_TEXT: &str = include_str!("../../../../data/sample-battle.txt");

impl Service {
    /// Stores a record that can be read. Returns its id and the record.
    pub(crate) async fn import(
        &self,
        text: String,
        address: Option<IpAddr>,
    ) -> Result<(String, Record), ServiceError> {
        self.limiter.count_bytes(address, text.len())?;
        let (text, record) =
            self.compute(address, move || read_record(&text).map(|read| (text, read))).await??;
        let found = record.plies.len();
        if found > RECORD_PLIES {
            return Err(ServiceError::RecordTooLong { found, limit: RECORD_PLIES });
        }
        loop {
            let id = self.environment.id();
            let new = NewRecord {
                id: id.clone(),
                body: text.clone(),
                created_ms: self.environment.now().as_millis(),
            };
            match self.store.create_record(new).await {
                Ok(()) => return Ok((id, record)),
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// An imported record.
    pub(crate) async fn imported(
        &self,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<Record, ServiceError> {
        // The front page shows this record.
        if let (SAMPLE, Some(record)) = (id, sample_battle()) {
            return Ok(record.clone());
        }
        let text = self.store.record(id).await?;
        let text = text.ok_or_else(|| ServiceError::NoSuchRecord(quote(id)))?;
        // Records are checked when they are imported.
        let read = self.compute(address, move || read_record(&text)).await?;
        read.map_err(|refusal| ServiceError::Broken(format!("record '{id}': {refusal}")))
    }
}

/// The built-in record.
pub(crate) fn sample_battle() -> Option<&'static Record> {
    static RECORD: LazyLock<Option<Record>> = LazyLock::new(|| read_record(SAMPLE_TEXT).ok());
    RECORD.as_ref()
}

/// The record of a game as a viewer may have it. With `seen` it holds what the viewer saw and was
/// told.
pub(crate) fn record(game: &Game, viewer: Viewer, seen: bool) -> String {
    let mut headers = vec![("game".to_owned(), game.opening().game.clone())];
    for side in game.table().scene(viewer).sides {
        let player = side.seat.and_then(|seat| game.player(seat));
        if let Some(player) = player {
            headers.push((side.key.to_owned(), name(&player)));
        }
    }
    if let Ok(created) = Timestamp::from_millisecond(game.created().as_millis()) {
        headers.push(("date".to_owned(), created.to_zoned(TimeZone::UTC).date().to_string()));
    }
    if let Some(time) = game.time() {
        let mut controls: Vec<_> =
            game.seats().map(|seat| time.rules().control(seat.index()).to_string()).collect();
        controls.dedup();
        headers.push(("time".to_owned(), controls.join(", ")));
        headers.extend(spent_ms(game).map(|spent| ("spent".to_owned(), seconds(&spent))));
    }
    if let (true, Some(seed)) = (game.table().info().records_throws, game.revealed_seed()) {
        headers.push(("seed".to_owned(), seed));
    }
    if seen {
        game.table().observed_record(viewer, &headers)
    } else {
        game.table().record(viewer, &headers)
    }
}

/// The seconds that each ply took, `-` for those of computers.
fn seconds(spent_ms: &[Option<u64>]) -> String {
    let seconds = |ms: &Option<u64>| match ms {
        Some(ms) => format!("{}.{}", (ms + 50) / 1000, (ms + 50) % 1000 / 100),
        None => "-".to_owned(),
    };
    spent_ms.iter().map(seconds).collect::<Vec<_>>().join(" ")
}

fn name(player: &Player) -> String {
    match player {
        Player::User(user) => user.to_string(),
        Player::Computer(level) => level.in_record(),
    }
}
