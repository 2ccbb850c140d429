//! The boards on which the guide first shows each piece: the empty one, and a few on which there is something
//! to leap over, to turn around or to work with.

/// Where a piece first stands.
pub(super) struct Scene {
    /// The board part of a FEN.
    pub(super) position: String,
    /// The cell of the piece.
    pub(super) from: &'static str,
    /// What the opponent moved last.
    pub(super) last: Option<&'static str>,
    /// The key of what is to be said of it.
    pub(super) note: Option<&'static str>,
}

/// The board for a piece, by its code.
pub(super) fn scene(code: &str) -> Scene {
    let on = |position: &str, from, note| Scene {
        position: position.to_owned(),
        from,
        last: None,
        note: Some(note),
    };
    match code {
        "P" => on("10/10/10/10/10/10/10/4P5/10/10", "e3", "guide-scene-start"),
        "Gr" | "Sc" => on(
            &format!("10/10/4n5/4P1p3/10/2P1{{{code}}}2p2/3p6/10/10/10"),
            "e5",
            "guide-scene-hurdles",
        ),
        "Ka" => on("10/10/10/4p1p3/4Pp4/4{Ka}1p1P1/10/2p7/1P8/10", "e5", "guide-scene-hurdles"),
        "Cn" => on("10/10/10/4p5/10/1p2{Cn}2P2/10/10/10/10", "e5", "guide-scene-hurdles"),
        "Va" => on("10/10/10/6p3/10/4{Va}5/10/2P7/10/10", "e5", "guide-scene-hurdles"),
        "Le" => on("10/10/10/4p1P3/10/1p2{Le}2P2/10/2p7/10/10", "e5", "guide-scene-hurdles"),
        "Wm" => on("10/10/10/10/4P5/4{Wm}5/3p6/10/10/10", "e5", "guide-scene-pivots"),
        "Co" => on("10/10/2n7/10/10/4{Co}5/10/10/2K3b3/10", "e5", "guide-scene-king"),
        "Cm" => on("10/10/4r5/10/5p4/4{Cm}5/6n3/2b7/10/10", "e5", "guide-scene-victims"),
        "Fo" => Scene { last: Some("N"), note: Some("guide-scene-fool"), ..alone(code) },
        _ => alone(code),
    }
}

/// The empty board with the piece near its middle.
pub(super) fn alone(code: &str) -> Scene {
    let man = if code.len() == 1 { code.to_owned() } else { format!("{{{code}}}") };
    Scene {
        position: format!("10/10/10/10/10/4{man}5/10/10/10/10"),
        from: "e5",
        last: None,
        note: None,
    }
}
