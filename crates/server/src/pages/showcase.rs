//! A picture of each game for the front page, typical of the game.

use super::layout::drawing;
use super::{PageCtx, sample};
use heterodox_draw::{BoardOptions, ColourMode, frame_svg, piece_defs};
use heterodox_rules::{Frame, GameInfo, Options, Record, Refusal, Seat, Setting, Start, Viewer};
use maud::{Markup, PreEscaped, html};

/// The picture of a game.
pub(super) fn picture(ctx: &PageCtx, info: &GameInfo, battle: &Record) -> Result<Markup, Refusal> {
    let frame = match info.id {
        "klinzha" => battle.frames.get(sample::PICTURE).cloned().unwrap_or_default(),
        "grand-chess" => first_frame(info, &GRAND_CHESS, Viewer::Public)?,
        // As one player sees it: its own warriors, and the enemy's that no cloud hides.
        "clouded-klinzha" => first_frame(info, &CLOUDED, Viewer::Seat(Seat::new(0)))?,
        "kaleidochess" => frame_of(info, KALEIDO)?,
        _ => first_frame(info, &[], Viewer::Public)?,
    };
    let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Page) };
    let picture = frame_svg(info.id, heterodox_rules::board(info.id)?, &frame, &options);
    let name = ctx.t_with("home-picture", &[("game", info.name)]);
    Ok(html! {
        // Zones are filled with patterns that are defined beside the symbols.
        @if !frame.areas.is_empty() { (PreEscaped(piece_defs(info.id)?)) }
        (drawing(&picture, &name))
    })
}

/// An array with some of the extra pieces.
const GRAND_CHESS: [(&str, &str); 3] =
    [("setup", "classic+random"), ("extra", "8"), ("seed", "81")];

/// A map with clouds over some of the warriors.
const CLOUDED: [(&str, &str); 1] = [("seed", "7")];

/// Four colours in a middlegame, spread over the board, Red's Wizard on the castle in the middle.
const KALEIDO: &str = "rW/1,wE,2,bE,1,gR,1/wP,3,rL,2,bH,2,gP,2,gD,2/1,wD,1,rP,1,bT,2,bP,bP,2,gP,1,wT,1/\
    1,wL,wL,1,wT,1,rL,1,rD,1,rT,2,bD,bL,1,gT,1,gL,1,gT,3/wR,wW,1,wE,3,rR,rE,3,bR,bW,bE,3,gR,gW,1,gE,1,wP \
    w -,-,-,- - 9";

/// The frame of a position.
fn frame_of(info: &GameInfo, position: &str) -> Result<Frame, Refusal> {
    Ok(heterodox_rules::open(info.id, &Setting::position(position))?.scene(Viewer::Public).frame)
}

/// The first frame of a game with these options, from the first quick start if there is one.
fn first_frame(
    info: &GameInfo,
    options: &[(&str, &str)],
    viewer: Viewer,
) -> Result<Frame, Refusal> {
    let options = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    let quick = info.quick_starts.first();
    let setting = Setting {
        options: Options(options.collect()),
        start: quick.map_or(Start::Setup, |name| Start::Quick((*name).to_owned())),
    };
    Ok(heterodox_rules::open(info.id, &setting)?.scene(viewer).frame)
}
