//! Lets time pass for a server that is not running, for tests: a server believes its last heartbeat
//! also if it is later than the machine's clock, and takes none of that time for an outage.
//!
//! ```sh
//! cargo run -p heterodox-store --example pass_time -- FOLDER HOURS
//! ```

use rusqlite::Connection;
use std::error::Error;
use std::path::PathBuf;

const HOUR_MS: f64 = 3_600_000.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let (Some(folder), Some(hours)) = (args.next(), args.next()) else {
        return Err("expected a data folder and a number of hours".into());
    };
    let hours: f64 = hours.to_string_lossy().parse()?;
    let file = PathBuf::from(folder).join("heterodox.sqlite");
    let beat = "update heartbeat set at_ms = at_ms + ?";
    let changed = Connection::open(file)?.execute(beat, [(hours * HOUR_MS) as i64])?;
    if changed == 1 { Ok(()) } else { Err("no server has used this folder".into()) }
}
