//! Prints what every piece of Grand Chess is worth, the most valuable first.
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
    let forms = TableRules::new(&options)?.piece_set;
    let begin = Instant::now();
    let values = Values::of(&forms);
    let millis = begin.elapsed().as_millis();
    let mut list: Vec<(i32, &str)> =
        forms.kinds().map(|kind| (values.piece_value(kind), forms.get(kind).code)).collect();
    list.sort_by_key(|&(worth, code)| (-worth, code));
    for row in list.chunks(9) {
        let cells: Vec<String> =
            row.iter().map(|(worth, code)| format!("{code:2} {worth:4}")).collect();
        println!("{}", cells.join("   "));
    }
    println!("derived in {millis} ms");
    Ok(())
}
