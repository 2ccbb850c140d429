//! Diagrams, captions and the legend: which marker stands for what.

use super::Guide;
use super::entries::Figure;
use crate::pages::PageCtx;
use crate::pages::layout::drawing;
use heterodox_draw::{Diagram, Mark};
use heterodox_rules::{
    Area, DiagramRequest, DiagramTarget, Options, PieceDiagram, Refusal, TargetKind, piece_diagram,
};
use maud::{Markup, html};

/// The marker of a guarded cell. The big board shows a zone instead.
const GUARD: &str = "guard";

/// The diagram of a piece's moves in a position.
pub(crate) fn ask(
    game: &str,
    own: &str,
    position: &str,
    from: &str,
    last: Option<&str>,
) -> Result<PieceDiagram, Refusal> {
    piece_diagram(game, &options(own), &DiagramRequest { position, from, last })
}

/// The table options with custom pieces. A pawn may promote to any piece, as a diagram has no
/// history.
pub(super) fn options(own: &str) -> Options {
    let mut options = Options::default();
    if !own.is_empty() {
        options.0.insert("own".to_owned(), own.to_owned());
    }
    options
}

/// The marker of a target.
fn sign(shown: &PieceDiagram, target: &DiagramTarget) -> &'static str {
    match target.kind {
        TargetKind::Blocked => "blocked",
        TargetKind::Unsafe => "unsafe",
        _ if target.converts => "convert",
        TargetKind::Both => "both",
        TargetKind::Move => "move",
        TargetKind::Capture if is_enemy(shown, &target.cell) => "take",
        TargetKind::Capture if taken(shown, &target.cell) => "own",
        TargetKind::Capture => "capture",
    }
}

fn taken(shown: &PieceDiagram, cell: &str) -> bool {
    shown.pieces.iter().any(|piece| piece.cell == cell)
}

fn is_enemy(shown: &PieceDiagram, cell: &str) -> bool {
    shown.pieces.iter().any(|piece| piece.cell == cell && piece.side != shown.side)
}

/// The marker as it is drawn: a capture looks the same whether or not the enemy piece is on the
/// board.
fn picture(sign: &'static str) -> &'static str {
    match sign {
        "take" => "capture",
        sign => sign,
    }
}

/// The markers of a diagram with their cells, in drawing order.
pub(super) fn signs(shown: &PieceDiagram) -> Vec<(&'static str, &str)> {
    let targets = shown.targets.iter().map(|target| (sign(shown, target), target.cell.as_str()));
    let afar = shown.afar.iter().map(|afar| ("victim", afar.cell.as_str()));
    let freezes = shown.freezes.iter().map(|cell| ("freeze", cell.as_str()));
    let guards = shown.guards.iter().map(|cell| (GUARD, cell.as_str()));
    targets.chain(afar).chain(freezes).chain(guards).collect()
}

/// The cells with a marker.
pub(super) fn cells<'a>(signs: &[(&'static str, &'a str)], name: &str) -> Vec<&'a str> {
    signs.iter().filter(|sign| sign.0 == name).map(|sign| sign.1).collect()
}

/// The diagram for [`heterodox_draw`].
pub(crate) fn drawn(shown: &PieceDiagram) -> Diagram {
    let mark =
        |(kind, cell): (&'static str, &str)| Mark { cell: cell.to_owned(), kind: picture(kind) };
    let mut marks = vec![Mark { cell: shown.from.clone(), kind: "here" }];
    marks.extend(signs(shown).into_iter().filter(|sign| sign.0 != GUARD).map(mark));
    let zone = Area { kind: "zone", of: shown.side, cells: shown.guards.clone() };
    Diagram { marks, areas: vec![zone], pieces: shown.pieces.clone(), ..Diagram::default() }
}

/// The legend: all markers, or with a diagram only those in it, each with its cells.
pub(super) fn legend(ctx: &PageCtx, guide: &Guide, shown: Option<&PieceDiagram>) -> Markup {
    let found = shown.map(signs).unwrap_or_default();
    let wanted = |name: &&'static str| shown.is_none() || found.iter().any(|sign| sign.0 == *name);
    html! {
        ul .guide-legend {
            @for name in guide.signs.iter().copied().filter(|name| wanted(name)) {
                li {
                    (sign_icon(name))
                    span { (guide.t(ctx, &format!("sign-{name}")))
                        @if shown.is_some() { " " small .cells { (cells(&found, name).join(" ")) } }
                    }
                }
            }
        }
    }
}

fn sign_icon(name: &'static str) -> Markup {
    html! {
        svg .sign-icon viewBox="-30 -30 60 60" aria-hidden="true" {
            use href={ "#sign-" (picture(name)) } x="-47.500" y="-47.500" width="95" height="95" {}
        }
    }
}

/// The picture of a piece, from the symbols in the page.
pub(super) fn icon(guide: &Guide, code: &str, side: &str) -> Markup {
    html! {
        svg .icon .{ "side-" (side) } viewBox="-47.500 -47.500 95 95" aria-hidden="true" {
            use href={ "#" (guide.info.id) "-" (code) } x="-47.500" y="-47.500" width="95" height="95" {}
        }
    }
}

/// A small diagram with its label.
pub(super) fn small(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> Markup {
    sketched(ctx, guide, shown, false)
}

/// The diagram of an example, with the names of files and ranks, which its caption uses.
pub(super) fn example(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> Markup {
    sketched(ctx, guide, shown, true)
}

fn sketched(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram, named: bool) -> Markup {
    let name = ctx.t_with("guide-diagram", &[("piece", &guide.piece_name(ctx, shown.kind))]);
    drawing(&super::small_diagram::svg(guide, shown, named), &name)
}

/// The caption of an example. It may name the number of reachable cells.
pub(super) fn caption(ctx: &PageCtx, figure: &Figure) -> String {
    ctx.t_with(figure.key, &[("all", &figure.shown.targets.len().to_string())])
}

/// Sentences about what the board does not show.
pub(super) fn sentences(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(stuck) = shown.stuck {
        sentences.push(guide.t(ctx, &format!("told-{stuck}")));
    } else {
        sentences.push(counted(ctx, guide, shown));
    }
    if let Some(kind) = shown.moves_as {
        sentences.push(ctx.t_with("guide-told-copies", &[("piece", &guide.piece_name(ctx, kind))]));
    }
    if let Some(cell) = &shown.checks {
        sentences.push(ctx.t_with("guide-told-checks", &[("cell", cell)]));
    }
    if shown.heeds_king {
        sentences.push(ctx.t("guide-told-king"));
    }
    if shown.depends_on_victim {
        sentences.push(ctx.t("guide-told-victims"));
    }
    sentences
}

/// The numbers of moves and captures.
fn counted(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> String {
    let now = || shown.targets.iter().filter(|target| target.now);
    let moves = now().filter(|target| !taken(shown, &target.cell)).count();
    let mut victims: Vec<&String> = now().flat_map(|target| &target.victims).collect();
    victims.sort_unstable();
    victims.dedup();
    let enemies = victims.iter().filter(|cell| is_enemy(shown, cell)).count();
    let counts = [
        ("moves", moves),
        ("captures", enemies),
        ("own", victims.len() - enemies),
        ("all", shown.targets.len()),
    ];
    let counts = counts.map(|(name, count)| (name, count.to_string()));
    guide.t_with(ctx, "told-count", &counts.each_ref().map(|(name, count)| (*name, count.as_str())))
}
