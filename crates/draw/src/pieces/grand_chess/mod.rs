//! The figures of Grand Chess, drawn for this project.
//!
//! Most figures stand on a base. A piece that combines the moves of two others shows the second one
//! as an *emblem* in a corner (a saltire for the Ferz's diagonal step, a cross for the Wazir's
//! orthogonal step, a shield for the Guard, a wheel for the Dabbaba, a crescent for riders, which
//! repeat their leap) or as a *hat* (battlements for the rook, a mitre for the bishop, a coronet
//! for the queen).

mod animals;
mod classic;
mod hoofed;
mod insects;
mod machines;
mod mythic;
mod people;
mod shared;

use super::{Part, PieceDrawings, part, part_at};
use animals::{BADGER, CHAMELEON, FROG, HEDGEHOG, KANGAROO, LION, SQUIRREL, TIGER};
use classic::{BISHOP, CENTAUR, HORSE, KING, PAWN, QUEEN, ROOK};
use hoofed::{CAMEL, CAMEL_STRIPES, ELEPHANT, GIRAFFE, GNU, MAMMOTH, OX, RHINOCEROS, ZEBRA};
use insects::{BUTTERFLY, CRAB, GRASSHOPPER, SCORPION};
use machines::{
    ADVANCER, BLOCK, CANNON, COORDINATOR, FERZ, HAND, LAMP, LEO, RAM, SIDE_MOVER, STELE, VAO,
    VERTICAL_MOVER, WAZIR, WINDMILL, WITHDRAWER,
};
use mythic::{DRAGON, GRYPHON, PHOENIX, UNICORN, WING};
use people::{ARCHER, CHAMPION, DIPLOMAT, DUKE, FOOL, GUARD, HERO, MAGE, SHAMAN, STEWARD, TEMPLAR};
use shared::{
    BASE, BATTLEMENTS, CORONET, CRESCENT, CROSS, HORSE_EMBLEM, MITRE, PLINTH, SALTIRE, SHIELD,
    WHEEL,
};

pub(super) static DRAWINGS: PieceDrawings = PieceDrawings {
    game: "grand-chess",
    kinds: FIGURES,
    tokens: &[],
    rim_patterns: &[],
    fallback: &[part(STELE), part(BASE)],
    unknown: &[],
    scale: 1.0,
    pips: &[],
    goal_badge: &[],
    goal_companions: &[],
};

/// The lower right corner, for an emblem: so large that it can be told at 36 pixels.
const EMBLEM_CORNER: &str = "translate(17.5 17.5) scale(1.3)";
/// The transform of a figure whose head is lowered to wear a hat.
const BOWED: &str = "translate(2 8) scale(.76)";
/// The transform of the hat on a [`BOWED`] figure.
const HAT: &str = "translate(-4 1)";

/// The transform of an animal that is made smaller to carry a load.
const LADEN: &str = "translate(-3 5) scale(.86)";
/// The transform of the load on a [`LADEN`] animal.
const LOAD: &str = "translate(1 4)";

/// The figure of each kind, in the order of the game's pieces.
const FIGURES: &[(&str, &[Part])] = &[
    ("K", &[part(KING), part(BASE)]),
    ("R", &[part(ROOK), part(BASE)]),
    ("B", &[part(BISHOP), part(BASE)]),
    ("Q", &[part(QUEEN), part(BASE)]),
    ("N", &[part(HORSE), part(BASE)]),
    ("A", &[part_at(HORSE, BOWED), part(BASE), part_at(MITRE, HAT)]),
    ("C", &[part_at(HORSE, BOWED), part(BASE), part_at(BATTLEMENTS, HAT)]),
    ("P", &[part(PAWN), part(BASE)]),
    ("Gu", &[part(GUARD), part(PLINTH)]),
    ("Ce", &[part(CENTAUR), part(PLINTH)]),
    ("Am", &[part_at(HORSE, BOWED), part(BASE), part_at(CORONET, HAT)]),
    ("Nr", &[part(HORSE), part(BASE), part_at(CRESCENT, EMBLEM_CORNER)]),
    ("Ar", &[part(ARCHER)]),
    ("Sm", &[part(SIDE_MOVER)]),
    ("Vm", &[part(VERTICAL_MOVER)]),
    ("Fe", &[part(FERZ), part(BASE)]),
    ("Dk", &[part(ROOK), part(BASE), part_at(SALTIRE, EMBLEM_CORNER)]),
    ("Nf", &[part(HORSE), part(BASE), part_at(SALTIRE, EMBLEM_CORNER)]),
    ("Wa", &[part(WAZIR), part(BASE)]),
    ("St", &[part(STEWARD)]),
    ("Dh", &[part(BISHOP), part(BASE), part_at(CROSS, EMBLEM_CORNER)]),
    ("Nw", &[part(HORSE), part(BASE), part_at(CROSS, EMBLEM_CORNER)]),
    ("Rh", &[part(RHINOCEROS), part(BASE)]),
    ("El", &[part(ELEPHANT)]),
    ("Ph", &[part(PHOENIX)]),
    ("Me", &[part(ELEPHANT), part_at(SALTIRE, EMBLEM_CORNER)]),
    ("Mm", &[part(MAMMOTH), part(PLINTH)]),
    ("Da", &[part(RAM), part(PLINTH)]),
    ("Dr", &[part(RAM), part(PLINTH), part_at(CRESCENT, EMBLEM_CORNER)]),
    ("Nd", &[part(HORSE), part(BASE), part_at(WHEEL, EMBLEM_CORNER)]),
    ("Dw", &[part(RAM), part(PLINTH), part_at(CROSS, EMBLEM_CORNER)]),
    ("Ki", &[part(UNICORN), part(BASE)]),
    ("Al", &[part(LAMP), part(PLINTH)]),
    ("Ba", &[part(BADGER)]),
    ("Ox", &[part(OX), part(BASE)]),
    ("Ca", &[part(CAMEL), part(PLINTH)]),
    ("Cf", &[part(CAMEL), part(PLINTH), part_at(SALTIRE, EMBLEM_CORNER)]),
    ("Cw", &[part(CAMEL), part(PLINTH), part_at(CROSS, EMBLEM_CORNER)]),
    ("Cg", &[part(CAMEL), part(PLINTH), part_at(SHIELD, EMBLEM_CORNER)]),
    ("Cr", &[part_at(CAMEL, LADEN), part_at(BATTLEMENTS, LOAD), part(PLINTH)]),
    ("Gi", &[part(GIRAFFE), part(BASE)]),
    ("Ze", &[part(ZEBRA), part(BASE)]),
    ("Zf", &[part(ZEBRA), part(BASE), part_at(SALTIRE, EMBLEM_CORNER)]),
    ("Zw", &[part(ZEBRA), part(BASE), part_at(CROSS, EMBLEM_CORNER)]),
    ("Zb", &[part_at(ZEBRA, BOWED), part(BASE), part_at(MITRE, HAT)]),
    ("Zr", &[part_at(ZEBRA, BOWED), part(BASE), part_at(BATTLEMENTS, HAT)]),
    ("Zg", &[part(ZEBRA), part(BASE), part_at(SHIELD, EMBLEM_CORNER)]),
    ("Pe", &[part_at(HORSE, BOWED), part(WING), part(BASE)]),
    ("Gn", &[part(GNU)]),
    ("Cz", &[part(CAMEL), part(CAMEL_STRIPES), part(PLINTH)]),
    ("Nz", &[part(CAMEL), part(CAMEL_STRIPES), part(PLINTH), part_at(HORSE_EMBLEM, EMBLEM_CORNER)]),
    ("Gr", &[part(GRASSHOPPER), part(PLINTH)]),
    ("Sc", &[part(SCORPION), part(PLINTH)]),
    ("He", &[part(HERO), part(BASE)]),
    ("Sh", &[part(SHAMAN)]),
    ("Bl", &[part(BLOCK)]),
    ("Bu", &[part(BUTTERFLY)]),
    ("Cb", &[part(CRAB)]),
    ("Dn", &[part(DRAGON), part(BASE)]),
    ("Eh", &[part_at(HEDGEHOG, "translate(0 6)"), part(PLINTH)]),
    ("Ad", &[part(ADVANCER)]),
    ("Wi", &[part(WITHDRAWER)]),
    ("Du", &[part(DUKE)]),
    ("Fr", &[part(FROG), part(PLINTH)]),
    ("Gy", &[part(GRYPHON), part(BASE)]),
    ("Ka", &[part(KANGAROO), part(PLINTH)]),
    ("Li", &[part(LION)]),
    ("Ma", &[part(MAGE)]),
    ("Ch", &[part(CHAMPION), part(BASE)]),
    ("Sq", &[part(SQUIRREL), part(PLINTH)]),
    ("Te", &[part(TEMPLAR), part(BASE)]),
    ("Wm", &[part(WINDMILL), part(PLINTH)]),
    ("Ti", &[part(TIGER)]),
    ("Cn", &[part(CANNON), part(PLINTH)]),
    ("Va", &[part(VAO), part(PLINTH)]),
    ("Le", &[part(LEO), part(PLINTH)]),
    ("Di", &[part(DIPLOMAT)]),
    ("Co", &[part(COORDINATOR), part(PLINTH)]),
    ("Im", &[part(HAND), part(PLINTH)]),
    ("Cm", &[part(CHAMELEON)]),
    ("Fo", &[part(FOOL), part(BASE)]),
];
