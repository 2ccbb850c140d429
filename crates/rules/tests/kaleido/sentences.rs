//! The list of the source's sentences in `docs/kaleido.md` names tests that there are.

const DOC: &str = include_str!("../../../../docs/kaleido.md");

const FILES: [(&str, &str); 7] = [
    ("agreement", include_str!("agreement.rs")),
    ("board_facts", include_str!("board_facts.rs")),
    ("dice_rules", include_str!("dice_rules.rs")),
    ("end_rules", include_str!("end_rules.rs")),
    ("move_rules", include_str!("move_rules.rs")),
    ("setup_rules", include_str!("setup_rules.rs")),
    ("writing", include_str!("writing.rs")),
];

/// What stands between backquotes in the last column of a row.
fn named(row: &str) -> Vec<&str> {
    let last = row.trim_end_matches('|').rsplit(" | ").next().unwrap_or_default();
    last.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_sentence_has_its_test() {
    let (_, list) = DOC.split_once("## Sentences and tests").expect("the list");
    let mut found = 0;
    for row in list.lines().filter(|row| row.contains('`') && row.starts_with("| ")) {
        let tests = named(row);
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            let (file, name) = test.split_once("::").expect(test);
            let (_, text) = FILES.iter().find(|(known, _)| *known == file).expect(test);
            assert!(text.contains(&format!("#[test]\nfn {name}() {{")), "{test}");
            found += 1;
        }
    }
    assert!(found > 50, "{found} tests are named");
}

/// Whoever adds a sentence to a test adds it to the list.
#[test]
fn every_quoted_sentence_is_in_the_list() {
    for (file, text) in FILES {
        let lines: Vec<&str> = text.lines().collect();
        let quoted = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.starts_with("/// \"") && !line.starts_with("/// \"undo\""));
        for (at, _) in quoted {
            let name = lines[at..].iter().find_map(|line| line.strip_prefix("fn "));
            let name = name.and_then(|rest| rest.split_once('(')).expect("a test").0;
            assert!(DOC.contains(&format!("`{file}::{name}`")), "{file}::{name}");
        }
    }
}
