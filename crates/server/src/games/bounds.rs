//! The limits of inputs. `docs/security.md` lists them, with those of a game
//! ([`heterodox_host::PLIES`] and its kin).

use super::ServiceError;
use heterodox_host::{HostError, StartWith};
use heterodox_rules::Options;

/// The bytes of a game's id.
pub(crate) const ID_BYTES: usize = 32;
/// The bytes of the value of a table option. The longest legal one, the rows of a cloud map, has
/// 89.
pub(crate) const OPTION_BYTES: usize = 300;
/// The bytes of a position string, or of the name of a quick start.
pub(crate) const START_BYTES: usize = 1000;
/// The plies of a record.
pub(crate) const RECORD_PLIES: usize = 3000;
/// The frames in one response.
pub(crate) const FRAMES: usize = 200;
/// The frames of an animated picture.
pub(crate) const ANIMATION_FRAMES: usize = 300;

/// Refuses options and starts that are longer than any legal one.
pub(crate) fn check_setting(options: &Options, start: &StartWith) -> Result<(), ServiceError> {
    let mut values = options.0.iter().flat_map(|(key, value)| [("options", key), (key, value)]);
    if let Some((name, value)) = values.find(|(_, value)| value.len() > OPTION_BYTES) {
        let name = if name.len() > OPTION_BYTES { "options" } else { name };
        return Err(too_long(name, value.len(), OPTION_BYTES));
    }
    match start {
        StartWith::Quick(name) if name.len() > START_BYTES => {
            Err(too_long("start.quick", name.len(), START_BYTES))
        }
        StartWith::Setup(_) | StartWith::Quick(_) => Ok(()),
        StartWith::Position(position) => check_position(position),
    }
}

/// Refuses options and a position that are longer than any legal one.
pub(crate) fn check_start(options: &Options, position: Option<&str>) -> Result<(), ServiceError> {
    check_setting(options, &StartWith::default())?;
    position.map_or(Ok(()), check_position)
}

fn check_position(position: &str) -> Result<(), ServiceError> {
    if position.len() > START_BYTES {
        return Err(too_long("position", position.len(), START_BYTES));
    }
    Ok(())
}

/// The refusal of an input that is longer than any legal one.
pub(crate) fn too_long(name: &str, found: usize, limit: usize) -> ServiceError {
    HostError::TooLong { name: name.to_owned(), found, limit }.into()
}
