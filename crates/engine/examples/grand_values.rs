//! Prints the values of all pieces of Grand Chess, the most valuable first.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example grand_values -- [OWN]
//! ```
//!
//! `OWN` is a table option `own`, such as `Xy:KAD;Vw:[F?R]`.

use heterodox_engine::grand_chess::Values;
use heterodox_rules::Options;
use heterodox_rules::grand_chess::TableRules;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    if let Some(own) = std::env::args().nth(1) {
        options.set(&format!("own={own}"))?;
    }
    let pieces = TableRules::new(&options)?.piece_set;
    let begin = Instant::now();
    let values = Values::of(&pieces);
    let millis = begin.elapsed().as_millis();
    let mut list: Vec<(i32, &str)> =
        pieces.kinds().map(|kind| (values.piece_value(kind), pieces.get(kind).code)).collect();
    list.sort_by_key(|&(value, code)| (-value, code));
    for row in list.chunks(9) {
        let cells: Vec<String> =
            row.iter().map(|(value, code)| format!("{code:2} {value:4}")).collect();
        println!("{}", cells.join("   "));
    }
    println!("derived in {millis} ms");
    Ok(())
}
