//! Finds the choice that the player means: by number, by cells or by text.

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Choice, ChoiceKind};

/// The interpretation of a typed text.
#[derive(Debug, PartialEq)]
pub(super) enum Interpretation {
    /// Submit this text.
    Submit(String),
    /// Show the choices of this cell.
    Show(String),
    /// Several choices match; contains their texts.
    Which(Vec<String>),
    /// No choice matches; contains the message.
    None(String),
}

/// Interprets a typed text. A text that is neither a number nor names of cells is submitted as it
/// is, so that the parser of the game reads it.
pub(super) fn interpret(text: &str, choices: &[Choice], geometry: &Geometry) -> Interpretation {
    if let Ok(number) = text.parse::<usize>() {
        return by_number(number, choices);
    }
    let cells: Option<Vec<&str>> = text
        .split_whitespace()
        .filter(|word| !word.eq_ignore_ascii_case("x"))
        .map(|word| cell(word, geometry))
        .collect();
    match cells.as_deref() {
        Some([cell]) => Interpretation::Show((*cell).to_owned()),
        Some([from, to]) => by_cells(from, to, choices),
        _ => Interpretation::Submit(by_text(text, choices).unwrap_or(text).to_owned()),
    }
}

/// Returns the choice with this text, ignoring case and spaces, if exactly one matches.
fn by_text<'a>(text: &str, choices: &'a [Choice]) -> Option<&'a str> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = letters(text);
    let mut fits = choices.iter().filter(|choice| letters(&choice.text) == wanted);
    fits.next().filter(|_| fits.next().is_none()).map(|choice| choice.text.as_str())
}

/// Returns the choices without cells, which are selected by number.
pub(super) fn numbered(choices: &[Choice]) -> impl Iterator<Item = &Choice> {
    choices.iter().filter(|choice| choice.kind == ChoiceKind::Button)
}

/// Returns the cell with this name, ignoring case.
pub(super) fn cell<'a>(word: &str, geometry: &'a Geometry) -> Option<&'a str> {
    let mut names = geometry.cells.iter().map(|shape| shape.name.as_str());
    names.find(|name| name.eq_ignore_ascii_case(word))
}

/// Returns the choices that start on a cell; for choices without a start, those that lead to it.
pub(super) fn on_cell<'a>(cell: &str, choices: &'a [Choice]) -> Vec<&'a Choice> {
    let at =
        |choice: &&Choice| choice.from.as_ref().or(choice.to.as_ref()).is_some_and(|at| at == cell);
    choices.iter().filter(at).collect()
}

fn by_number(number: usize, choices: &[Choice]) -> Interpretation {
    let mut buttons = numbered(choices);
    match number.checked_sub(1).and_then(|index| buttons.nth(index)) {
        Some(choice) => Interpretation::Submit(choice.text.clone()),
        None => Interpretation::None(format!("There is no number {number} in the list.")),
    }
}

fn by_cells(from: &str, to: &str, choices: &[Choice]) -> Interpretation {
    let fits =
        |choice: &&Choice| choice.from.as_deref() == Some(from) && choice.to.as_deref() == Some(to);
    let texts: Vec<String> =
        choices.iter().filter(fits).map(|choice| choice.text.clone()).collect();
    match texts.as_slice() {
        [] => Interpretation::None(format!("Nothing can go from {from} to {to} now.")),
        [text] => Interpretation::Submit(text.clone()),
        _ => Interpretation::Which(texts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::board;

    fn choice(text: &str, from: Option<&str>, to: Option<&str>) -> Choice {
        Choice {
            text: text.to_owned(),
            kind: if to.is_some() { ChoiceKind::Move } else { ChoiceKind::Button },
            piece: None,
            from: from.map(str::to_owned),
            to: to.map(str::to_owned),
            variant: None,
            captures: false,
            hits: Vec::new(),
            converts: false,
            danger: None,
            path: Vec::new(),
        }
    }

    #[test]
    fn numbers_cells_and_texts_are_distinguished() {
        let geometry = board("klinzha").expect("a game");
        let choices = [
            choice("cast", None, None),
            choice("V@G13 G14", Some("G13"), Some("G14")),
            choice("LG@D28 C18", Some("D28"), Some("C18")),
            choice("L-@D28 C18", Some("D28"), Some("C18")),
            choice("done", None, None),
        ];
        let meaning = |text| interpret(text, &choices, geometry);
        let submit = |text: &str| Interpretation::Submit(text.to_owned());
        assert_eq!(meaning("1"), submit("cast"));
        assert_eq!(meaning("2"), submit("done"));
        assert!(
            matches!(meaning("0"), Interpretation::None(_))
                && matches!(meaning("3"), Interpretation::None(_))
        );
        assert_eq!(meaning("g13 G14"), submit("V@G13 G14"));
        assert_eq!(meaning("G13 x G14"), submit("V@G13 G14"));
        assert!(matches!(meaning("G13 G24"), Interpretation::None(_)));
        assert_eq!(meaning("G13 G99"), submit("G13 G99"), "G99 is no cell");
        assert!(matches!(meaning("D28 C18"), Interpretation::Which(texts) if texts.len() == 2));
        assert_eq!(meaning("d28"), Interpretation::Show("D28".to_owned()));
        assert_eq!(meaning("place B G35"), submit("place B G35"));
        assert_eq!(meaning("v@g13 g14"), submit("V@G13 G14"));
        assert_eq!(meaning("V@G13G14"), submit("V@G13 G14"));
    }
}
