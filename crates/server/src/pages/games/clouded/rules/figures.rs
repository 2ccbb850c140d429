//! The pictures of the rules page. Each is what the game shows to a viewer, so the pictures cannot
//! disagree with the game. The true position comes from the open game.

use heterodox_draw::{Diagram, Mark};
use heterodox_rules::clouded::{CloudMap, Direction, DriftingClouds, generate};
use heterodox_rules::{Frame, Refusal, Seat, Setting, Start, Table, Viewer, open};

/// Clouds over the centre of each region.
const CLOUDS: &str =
    "./..-/.-###/..-#-#-/........./-........../##-.......-../-###-.....-##-./...-......-###-..";

/// Gold has a Flier on I44 and a Fencer on E38; Green's Blockader on H23 and Fencer on D28 are
/// under clouds.
const POSITION: &str = "1/3/3l+v/3e3/2s1vEV2/f10/2v3V2S3/2b8FB2/6F3L+6 gold 0 1";

/// A first placement that the clouds hide in part.
const PLACES: &str = "place B E37 Fl D27 Fl D28 S C28 V E26 V E48 V D38 L B19 Fe C39";

/// The seed of the generated map.
const SEED: u64 = 7;

const GOLD: Viewer = Viewer::Seat(Seat::new(0));
const GREEN: Viewer = Viewer::Seat(Seat::new(1));

/// A board with the key of its caption.
pub(super) struct Picture {
    /// `crules-picture-KEY`.
    pub(super) key: &'static str,
    /// The board.
    pub(super) diagram: Diagram,
}

/// One position: as it is, and as each side sees it.
pub(super) fn sights() -> Result<Vec<Picture>, Refusal> {
    let table = battle(CLOUDS)?;
    Ok(vec![
        picture("truth", truth()?, &[]),
        picture("gold", table.scene(GOLD).frame, &[]),
        picture("green", table.scene(GREEN).frame, &[]),
    ])
}

/// A Flier that runs into an unseen zone.
pub(super) fn flier() -> Result<Vec<Picture>, Refusal> {
    let announced = [("start", "I44"), ("path", "I34"), ("path", "H34"), ("target", "H24")];
    let flown = [("last-from", "I44"), ("last-to", "H34")];
    Ok(vec![
        picture("flier-intent", battle(CLOUDS)?.scene(GOLD).frame, &announced),
        picture("flier-halt", moved("I44", "H34")?, &flown),
    ])
}

/// A walker whose only path is blocked by an unseen piece.
pub(super) fn walker() -> Result<Vec<Picture>, Refusal> {
    let announced = [("start", "E38"), ("path", "D38"), ("path", "D28"), ("target", "D27")];
    let walked = [("last-from", "E38"), ("last-to", "D38")];
    Ok(vec![
        picture("walker-intent", battle(CLOUDS)?.scene(GOLD).frame, &announced),
        picture("walker-halt", moved("E38", "D38")?, &walked),
    ])
}

/// A capture under a cloud, as both sides see it afterwards.
pub(super) fn loss() -> Result<Vec<Picture>, Refusal> {
    let mut table = battle(CLOUDS)?;
    table.submit(Seat::new(0), "Fe@E38 D28")?;
    let arrived = [("last-from", "E38"), ("last-to", "D28")];
    Ok(vec![
        picture("loss-gold", table.scene(GOLD).frame, &arrived),
        picture("loss-green", table.scene(GREEN).frame, &[]),
    ])
}

/// What the second player sees of the first placement before placing.
pub(super) fn setup() -> Result<Vec<Picture>, Refusal> {
    let mut setting = Setting::default();
    setting.options.set(&format!("clouds={CLOUDS}"))?;
    let mut table = open(super::GAME, &setting)?;
    let (first, second) = (Seat::new(0), Seat::new(1));
    table.submit(first, "cast")?;
    table.throw(&[6, 5])?;
    for text in ["option first", "take gold north", PLACES, "done"] {
        table.submit(first, text)?;
    }
    table.submit(second, "take west")?;
    Ok(vec![
        picture("setup-first", table.scene(Viewer::Seat(first)).frame, &[]),
        picture("setup-second", table.scene(Viewer::Seat(second)).frame, &[]),
    ])
}

/// The view of a player in the blind game.
pub(super) fn blind() -> Result<Vec<Picture>, Refusal> {
    Ok(vec![picture("blind", battle("blind")?.scene(GOLD).frame, &[])])
}

/// A generated map.
pub(super) fn map() -> [Picture; 1] {
    [sky("map", &DriftingClouds::new(generate(SEED)))]
}

/// Clouds before and after a drift.
pub(super) fn drift() -> [Picture; 2] {
    let before = DriftingClouds::new(generate(SEED));
    let mut after = before;
    after.drift(1, Direction::SouthEast);
    [sky("drift-before", &before), sky("drift-after", &after)]
}

/// The example position under these clouds.
fn battle(clouds: &str) -> Result<Table, Refusal> {
    let mut setting = Setting { start: Start::Position(POSITION.to_owned()), ..Setting::default() };
    setting.options.set(&format!("clouds={clouds}"))?;
    open(super::GAME, &setting)
}

/// The true position, with the clouds above it.
fn truth() -> Result<Frame, Refusal> {
    let setting = Setting { start: Start::Position(POSITION.to_owned()), ..Setting::default() };
    let mut frame = open("klinzha", &setting)?.scene(Viewer::Public).frame;
    let map = CloudMap::read_inline(CLOUDS)?;
    frame.areas.extend(map.areas());
    Ok(frame)
}

/// The true position with one piece moved.
fn moved(from: &str, to: &str) -> Result<Frame, Refusal> {
    let mut frame = truth()?;
    for piece in frame.pieces.iter_mut().filter(|piece| piece.cell == from) {
        to.clone_into(&mut piece.cell);
    }
    Ok(frame)
}

fn sky(key: &'static str, sky: &DriftingClouds) -> Picture {
    let diagram = Diagram { areas: sky.map().areas(), ..Diagram::default() };
    Picture { key, diagram }
}

fn picture(key: &'static str, frame: Frame, marks: &[(&'static str, &str)]) -> Picture {
    let marks = marks.iter().map(|&(kind, cell)| Mark { cell: cell.to_owned(), kind }).collect();
    Picture {
        key,
        diagram: Diagram { marks, areas: frame.areas, pieces: frame.pieces, route: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The halts and losses in the pictures are those of the umpire.
    #[test]
    fn the_umpire_agrees_with_the_pictures() {
        for (text, ended, told) in [
            ("Fl@I44 H24", "H34", "umpire-halted-field"),
            ("Fe@E38 D27", "D38", "umpire-halted-piece"),
            ("Fe@E38 D28", "D28", "umpire-captured"),
        ] {
            let mut table = battle(CLOUDS).expect("a battle");
            table.submit(Seat::new(0), text).expect(text);
            let frame = table.scene(GOLD).frame;
            assert_eq!(frame.last.last().map(String::as_str), Some(ended), "{text}");
            assert!(frame.told.iter().any(|notice| notice.key == told), "{text}: {:?}", frame.told);
        }
    }

    /// What the clouds hide is not in the pictures, and the loss marker is.
    #[test]
    fn the_pictures_hide_what_the_clouds_hide() {
        let [truth, gold, green] = <[Picture; 3]>::try_from(sights().expect("pictures"))
            .unwrap_or_else(|pictures| panic!("{} pictures", pictures.len()));
        let kind = |picture: &Picture, cell: &str| {
            picture.diagram.pieces.iter().find(|piece| piece.cell == cell).map(|piece| piece.kind)
        };
        let seen = [&truth, &gold, &green].map(|picture| kind(picture, "H23"));
        assert_eq!(seen, [Some("B"), None, Some("B")]);
        let seen = [&truth, &gold, &green].map(|picture| kind(picture, "G24"));
        assert_eq!(seen, [Some("V"), Some("?"), Some("V")]);
        let zones = |picture: &Picture| {
            picture.diagram.areas.iter().filter(|area| area.kind == "zone").count()
        };
        assert_eq!([&truth, &gold, &green].map(zones), [2, 1, 1]);
        let loss = loss().expect("pictures");
        let marker = |area: &heterodox_rules::Area| area.kind == "marker" && area.of == "Fe";
        assert!(loss[1].diagram.areas.iter().any(marker));
        assert_eq!(kind(&loss[1], "D28"), None, "by whom is not said");
    }
}
