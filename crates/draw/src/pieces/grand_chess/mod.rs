//! The figures of Grand Chess, drawn for this project.
//!
//! Everything stands on a base. Compounds of a beast and something small bear *arms*: a saltire for
//! the Ferz's diagonal step, a cross for the Wazir's straight one, a shield for the Guard, a tower, a
//! mitre, a wheel for the Dabbaba, a crescent for riders, which leap on and on.

mod classic;
mod creatures;
mod engines;
mod hoofed;
mod insects;
mod mythic;
mod parts;
mod people;

use super::{Part, Signs, at, on};
use classic::{BISHOP, CENTAUR, HORSE, KING, PAWN, QUEEN, ROOK};
use creatures::{BADGER, CHAMELEON, FROG, HEDGEHOG, KANGAROO, LION, SQUIRREL, TIGER};
use engines::{
    ADVANCER, BLOCK, CANNON, COORDINATOR, FERZ, HAND, LAMP, LEO, RAM, SIDE_MOVER, STELE, VAO,
    VERTICAL_MOVER, WAZIR, WINDMILL, WITHDRAWER,
};
use hoofed::{CAMEL, CAMEL_STRIPES, ELEPHANT, GIRAFFE, GNU, MAMMOTH, OX, RHINOCEROS, ZEBRA};
use insects::{BUTTERFLY, CRAB, GRASSHOPPER, SCORPION};
use mythic::{DRAGON, GRYPHON, PHOENIX, UNICORN, WING};
use parts::{
    BASE, BATTLEMENTS, CORONET, CRESCENT, CROSS, HORSE_ARMS, MITRE, PLINTH, SALTIRE, SHIELD, WHEEL,
};
use people::{ARCHER, CHAMPION, DIPLOMAT, DUKE, FOOL, GUARD, HERO, MAGE, SHAMAN, STEWARD, TEMPLAR};

pub(super) static SIGNS: Signs = Signs {
    kinds: FIGURES,
    tokens: &[],
    patterns: &[],
    blank: &[on(STELE), on(BASE)],
    unknown: &[],
    badge: &[],
    goal_bearers: &[],
};

/// Where arms are borne.
const ARMS: &str = "translate(24 24)";
/// A head that makes room for a hat, and the place of the hat.
const BOWED: &str = "translate(2 8) scale(.76)";
const HAT: &str = "translate(-4 1)";

/// A beast that makes room for a load, and the place of the load.
const LADEN: &str = "translate(-3 5) scale(.86)";
const LOAD: &str = "translate(1 4)";

/// By code, in the order of the game's pieces.
const FIGURES: &[(&str, &[Part])] = &[
    ("K", &[on(KING), on(BASE)]),
    ("R", &[on(ROOK), on(BASE)]),
    ("B", &[on(BISHOP), on(BASE)]),
    ("Q", &[on(QUEEN), on(BASE)]),
    ("N", &[on(HORSE), on(BASE)]),
    ("A", &[at(HORSE, BOWED), on(BASE), at(MITRE, HAT)]),
    ("C", &[at(HORSE, BOWED), on(BASE), at(BATTLEMENTS, HAT)]),
    ("P", &[on(PAWN), on(BASE)]),
    ("Gu", &[on(GUARD), on(PLINTH)]),
    ("Ce", &[on(CENTAUR), on(PLINTH)]),
    ("Am", &[at(HORSE, BOWED), on(BASE), at(CORONET, HAT)]),
    ("Nr", &[on(HORSE), on(BASE), at(CRESCENT, ARMS)]),
    ("Ar", &[on(ARCHER)]),
    ("Sm", &[on(SIDE_MOVER)]),
    ("Vm", &[on(VERTICAL_MOVER)]),
    ("Fe", &[on(FERZ), on(BASE)]),
    ("Dk", &[on(ROOK), on(BASE), at(SALTIRE, ARMS)]),
    ("Nf", &[on(HORSE), on(BASE), at(SALTIRE, ARMS)]),
    ("Wa", &[on(WAZIR), on(BASE)]),
    ("St", &[on(STEWARD)]),
    ("Dh", &[on(BISHOP), on(BASE), at(CROSS, ARMS)]),
    ("Nw", &[on(HORSE), on(BASE), at(CROSS, ARMS)]),
    ("Rh", &[on(RHINOCEROS), on(BASE)]),
    ("El", &[on(ELEPHANT)]),
    ("Ph", &[on(PHOENIX)]),
    ("Me", &[on(ELEPHANT), at(SALTIRE, ARMS)]),
    ("Mm", &[on(MAMMOTH), on(PLINTH)]),
    ("Da", &[on(RAM), on(PLINTH)]),
    ("Dr", &[on(RAM), on(PLINTH), at(CRESCENT, ARMS)]),
    ("Nd", &[on(HORSE), on(BASE), at(WHEEL, ARMS)]),
    ("Dw", &[on(RAM), on(PLINTH), at(CROSS, ARMS)]),
    ("Ki", &[on(UNICORN), on(BASE)]),
    ("Al", &[on(LAMP), on(PLINTH)]),
    ("Ba", &[on(BADGER)]),
    ("Ox", &[on(OX), on(BASE)]),
    ("Ca", &[on(CAMEL), on(PLINTH)]),
    ("Cf", &[on(CAMEL), on(PLINTH), at(SALTIRE, ARMS)]),
    ("Cw", &[on(CAMEL), on(PLINTH), at(CROSS, ARMS)]),
    ("Cg", &[on(CAMEL), on(PLINTH), at(SHIELD, ARMS)]),
    ("Cr", &[at(CAMEL, LADEN), at(BATTLEMENTS, LOAD), on(PLINTH)]),
    ("Gi", &[on(GIRAFFE), on(BASE)]),
    ("Ze", &[on(ZEBRA), on(BASE)]),
    ("Zf", &[on(ZEBRA), on(BASE), at(SALTIRE, ARMS)]),
    ("Zw", &[on(ZEBRA), on(BASE), at(CROSS, ARMS)]),
    ("Zb", &[at(ZEBRA, BOWED), on(BASE), at(MITRE, HAT)]),
    ("Zr", &[at(ZEBRA, BOWED), on(BASE), at(BATTLEMENTS, HAT)]),
    ("Zg", &[on(ZEBRA), on(BASE), at(SHIELD, ARMS)]),
    ("Pe", &[at(HORSE, BOWED), on(WING), on(BASE)]),
    ("Gn", &[on(GNU)]),
    ("Cz", &[on(CAMEL), on(CAMEL_STRIPES), on(PLINTH)]),
    ("Nz", &[on(CAMEL), on(CAMEL_STRIPES), on(PLINTH), at(HORSE_ARMS, ARMS)]),
    ("Gr", &[on(GRASSHOPPER), on(PLINTH)]),
    ("Sc", &[on(SCORPION), on(PLINTH)]),
    ("He", &[on(HERO), on(BASE)]),
    ("Sh", &[on(SHAMAN)]),
    ("Bl", &[on(BLOCK)]),
    ("Bu", &[on(BUTTERFLY)]),
    ("Cb", &[on(CRAB)]),
    ("Dn", &[on(DRAGON), on(BASE)]),
    ("Eh", &[at(HEDGEHOG, "translate(0 6)"), on(PLINTH)]),
    ("Ad", &[on(ADVANCER)]),
    ("Wi", &[on(WITHDRAWER)]),
    ("Du", &[on(DUKE)]),
    ("Fr", &[on(FROG), on(PLINTH)]),
    ("Gy", &[on(GRYPHON), on(BASE)]),
    ("Ka", &[on(KANGAROO), on(PLINTH)]),
    ("Li", &[on(LION)]),
    ("Ma", &[on(MAGE)]),
    ("Ch", &[on(CHAMPION), on(BASE)]),
    ("Sq", &[on(SQUIRREL), on(PLINTH)]),
    ("Te", &[on(TEMPLAR), on(BASE)]),
    ("Wm", &[on(WINDMILL), on(PLINTH)]),
    ("Ti", &[on(TIGER)]),
    ("Cn", &[on(CANNON), on(PLINTH)]),
    ("Va", &[on(VAO), on(PLINTH)]),
    ("Le", &[on(LEO), on(PLINTH)]),
    ("Di", &[on(DIPLOMAT)]),
    ("Co", &[on(COORDINATOR), on(PLINTH)]),
    ("Im", &[on(HAND), on(PLINTH)]),
    ("Cm", &[on(CHAMELEON)]),
    ("Fo", &[on(FOOL), on(BASE)]),
];
