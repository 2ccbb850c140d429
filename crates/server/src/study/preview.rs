//! Previews: how a setting would begin, lines that are tried out, and positions in the editor.
//! Nothing is stored.

use super::lessons;
use super::request::check_length;
use crate::games::bounds::{check_setting, check_start, too_long};
use crate::games::{Service, ServiceError};
use heterodox_host::{ACT_BYTES, Opening, StartWith, seed_setup};
use heterodox_rules::{
    CloudMapInfo, DiagramRequest, Edit, Edited, Frame, GameInfo, Options, PieceDiagram, Refusal,
    Seat, Setting, Start, Table, Turn, Viewer, cloud_map_info, edit, info, open, piece_diagram,
};
use heterodox_wire::{LessonRequest, LessonState, LineRequest, Preview, PreviewLine, SetupDraft};
use std::net::IpAddr;

impl Service {
    /// Plays a line of moves in an open game.
    pub(crate) async fn line(
        &self,
        request: LineRequest,
        address: Option<IpAddr>,
    ) -> Result<PreviewLine, ServiceError> {
        check_line(&request.moves)?;
        check_start(&request.options, request.position.as_deref())?;
        self.compute(address, move || Ok(line(&request)?)).await?
    }

    /// How a game with this setting would begin.
    pub(crate) async fn preview(
        &self,
        game: String,
        options: Options,
        start: StartWith,
        address: Option<IpAddr>,
    ) -> Result<Preview, ServiceError> {
        check_setting(&options, &start)?;
        let mut opening = Opening { game, options, start, ..Opening::default() };
        let environment = self.environment.clone();
        let preview = move || {
            let table = seed_setup(&mut opening, environment.as_ref())?;
            Ok(Preview { options: opening.options, scene: table.scene(Viewer::Public) })
        };
        self.compute(address, preview).await?
    }

    /// A step of a lesson after the learner's moves.
    pub(crate) async fn lesson(
        &self,
        request: LessonRequest,
        address: Option<IpAddr>,
    ) -> Result<LessonState, ServiceError> {
        let LessonRequest { game, step, moves } = request;
        if moves.len() > lessons::MAX_MOVES {
            return Err(too_long("moves", moves.len(), lessons::MAX_MOVES));
        }
        check_line(&moves)?;
        let step = lessons::step(&game, &step).ok_or(ServiceError::NoSuchLesson)?;
        Ok(self.compute(address, move || lessons::play(&game, step, &moves)).await??)
    }

    /// The cloud map that a table with this option would have; `None` draws a seed.
    pub(crate) async fn clouds(
        &self,
        clouds: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<CloudMapInfo, ServiceError> {
        let clouds = clouds.unwrap_or_else(|| format!("seed:{}", self.environment.array_seed()));
        Ok(self.compute(address, move || cloud_map_info(&clouds)).await??)
    }

    /// What a piece can do: its moves in a position.
    pub(crate) async fn diagram(
        &self,
        game: String,
        options: Options,
        [position, from]: [String; 2],
        last: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<PieceDiagram, ServiceError> {
        check_start(&options, Some(&position))?;
        let made = move || {
            let request =
                DiagramRequest { position: &position, from: &from, last: last.as_deref() };
            piece_diagram(&game, &options, &request)
        };
        Ok(self.compute(address, made).await??)
    }

    /// Applies edits to a position.
    pub(crate) async fn edit(
        &self,
        game: String,
        options: Options,
        position: Option<String>,
        edits: Vec<Edit>,
        address: Option<IpAddr>,
    ) -> Result<SetupDraft, ServiceError> {
        check_start(&options, position.as_deref())?;
        let make = move || {
            let edited = edit(&game, &options, position.as_deref(), &edits)?;
            Ok(setup_draft(&game, options, edited)?)
        };
        self.compute(address, make).await?
    }
}

/// Refuses a line of too many moves, or one with a move that is too long.
fn check_line(moves: &[String]) -> Result<(), ServiceError> {
    check_length(moves.len())?;
    let longest = moves.iter().map(String::len).max().unwrap_or_default();
    if longest > ACT_BYTES { Err(too_long("moves", longest, ACT_BYTES)) } else { Ok(()) }
}

fn line(request: &LineRequest) -> Result<PreviewLine, Refusal> {
    let LineRequest { game, options, position, moves, since, record } = request;
    let mut table = open_for_analysis(game, options, position.as_deref())?;
    for text in moves {
        let seat = to_act(&table).ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
        table.submit(seat, text)?;
    }
    let frames = table.frames_between(Viewer::Public, false, *since..usize::MAX);
    let viewer = to_act(&table).map_or(Viewer::Public, Viewer::Seat);
    let headers = [("game".to_owned(), game.clone())];
    let record = record.then(|| table.record(viewer, &headers));
    Ok(PreviewLine { frames, scene: table.scene(viewer), record })
}

/// The seat to move.
fn to_act(table: &Table) -> Option<Seat> {
    match table.turn() {
        Turn::Seats(seats) => seats.first().copied(),
        Turn::Throw(_) | Turn::Over(_) => None,
    }
}

/// The table of an open two-player game without dice, from a position or from the game's first one.
/// Other games are refused: one position does not hold all that is to be known about them.
pub(crate) fn open_for_analysis(
    game: &str,
    options: &Options,
    position: Option<&str>,
) -> Result<Table, Refusal> {
    let info = info(game)?;
    let start = match (position, info.quick_starts.first()) {
        (Some(position), _) => Start::Position(position.to_owned()),
        (None, Some(name)) => Start::Quick((*name).to_owned()),
        (None, None) => Start::Setup,
    };
    if info.hidden {
        return Err(no_analysis(info));
    }
    let table = open(game, &Setting { options: options.clone(), start })?;
    if table.seats() == 2 && !table.has_dice() { Ok(table) } else { Err(no_analysis(info)) }
}

/// The refusal to analyse a game.
pub(crate) fn no_analysis(info: &GameInfo) -> Refusal {
    let message = format!("{} with these options cannot be analysed", info.name);
    Refusal::new("no-analysis", message).with("game", info.id)
}

fn setup_draft(game: &str, options: Options, edited: Edited) -> Result<SetupDraft, Refusal> {
    let Edited { position, pieces, areas, fields, palette, flaws } = edited;
    let mut frame = Frame { position: position.clone(), pieces, areas, ..Frame::default() };
    let mut outcome = None;
    if flaws.is_empty() {
        let setting = Setting { options, start: Start::Position(position.clone()) };
        let scene = open(game, &setting)?.scene(Viewer::Public);
        outcome = scene.outcome;
        // In a hidden game the public view shows less than the editor's user has set up.
        frame = if info(game)?.hidden {
            Frame {
                position: frame.position,
                pieces: frame.pieces,
                areas: frame.areas,
                ..scene.frame
            }
        } else {
            scene.frame
        };
    }
    Ok(SetupDraft { position, frame, fields, palette, flaws, outcome })
}
