//! Code and documents cite `docs/rules` truly, and their prose keeps to 100 columns.
//!
//! A section of the rules is cited as `§` and its number, a ruling by its number (see
//! `docs/rules/README.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The longest line of a comment or of Markdown, in characters.
const COLUMNS: usize = 100;

/// The most lines of `README.md`.
const README_LINES: usize = 80;

/// Where the rules stand.
const RULES: &str = "docs/rules/";

/// This file, which names what it looks for.
const THIS: &str = "crates/rules/tests/citations.rs";

/// Kinds of files that can cite a ruling in place of a document.
const CITING: [&str; 5] = ["rs", "mjs", "js", "ftl", "txt"];

/// A text file of the repository.
struct File {
    /// From the root, with `/` between.
    name: String,
    text: String,
}

impl File {
    fn extension(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    fn is_rules(&self) -> bool {
        self.name.starts_with(RULES) && self.extension() == "md"
    }

    /// Whether its citations are checked: all code, all tests and every document.
    fn cites(&self) -> bool {
        let code =
            ["crates/", "tests/", "fuzz/"].iter().any(|folder| self.name.starts_with(folder));
        self.name != THIS && (code || self.extension() == "md")
    }

    /// The lines with their numbers, from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of the tracked files, or of all files where there is no Git.
fn names() -> Vec<String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    match listed {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => {
            let text = String::from_utf8_lossy(&output.stdout);
            text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()
        }
        _ => {
            let mut names = Vec::new();
            walk(&root(), "", &mut names);
            names
        }
    }
}

fn walk(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder that can be read").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || ["target", "node_modules"].contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), names);
        } else {
            names.push(path);
        }
    }
}

/// All text files of the repository, sorted by name.
fn files() -> Vec<File> {
    let mut names = names();
    names.sort_unstable();
    let read =
        |name: String| Some(File { text: fs::read_to_string(root().join(&name)).ok()?, name });
    let files: Vec<File> = names.into_iter().filter_map(read).collect();
    assert!(files.iter().any(File::is_rules), "there are rules in {RULES}");
    files
}

/// The sections that a line cites, such as `1.2`.
fn sections(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, sign) in line.match_indices('§') {
        let rest = &line[at + sign.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        if number.contains('.') {
            found.push(number);
        }
    }
    found
}

/// The rulings that a line cites, such as `R-KZ4`.
fn rulings(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    for (at, _) in line.match_indices("R-") {
        let inside = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'-');
        let letters = bytes[at + 2..].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let digits =
            bytes[at + 2 + letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !inside && letters == 2 && digits > 0 {
            found.push(&line[at..at + 2 + letters + digits]);
        }
    }
    found
}

/// The section that a line of the rules begins.
fn section_begun(line: &str) -> Option<&str> {
    line.strip_prefix("## §")?.split_whitespace().next()
}

/// The ruling that a line of the rules states.
fn ruling_stated(line: &str) -> Option<&str> {
    let text = line.trim_start().trim_start_matches("- ");
    let (ruling, _) = text.strip_prefix("**")?.split_once("**")?;
    (rulings(ruling) == [ruling]).then_some(ruling)
}

/// What the rules hold, by number, with where; a number that stands twice is a fault.
fn stated<'a>(
    files: &'a [File],
    number: impl Fn(&'a str) -> Option<&'a str>,
    faults: &mut Vec<String>,
) -> BTreeMap<&'a str, String> {
    let mut found = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_rules()) {
        for (at, line) in file.lines() {
            let Some(number) = number(line) else { continue };
            let place = format!("{}:{at}", file.name);
            if let Some(first) = found.insert(number, place.clone()) {
                faults.push(format!("{place}: {number} stands at {first} already, expected once"));
            }
        }
    }
    found
}

fn check(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}\n", faults.len(), faults.join("\n"));
}

#[test]
fn every_citation_exists() {
    let files = files();
    let mut faults = Vec::new();
    let known_sections = stated(&files, section_begun, &mut faults);
    let known_rulings = stated(&files, ruling_stated, &mut faults);
    for file in files.iter().filter(|file| file.cites()) {
        for (at, line) in file.lines() {
            for number in sections(line) {
                if !known_sections.contains_key(number) {
                    faults.push(format!(
                        "{}:{at}: §{number}: expected a heading '## §{number} …' in {RULES}",
                        file.name
                    ));
                }
            }
            for ruling in rulings(line) {
                if !known_rulings.contains_key(ruling) {
                    faults.push(format!(
                        "{}:{at}: {ruling}: expected a paragraph '**{ruling}** …' in {RULES}",
                        file.name
                    ));
                }
            }
        }
    }
    check(&faults);
}

#[test]
fn every_ruling_is_cited_outside_the_documents() {
    let files = files();
    let mut faults = Vec::new();
    let known = stated(&files, ruling_stated, &mut faults);
    let citing = |file: &&File| {
        !file.name.starts_with("docs/") && file.name != THIS && CITING.contains(&file.extension())
    };
    let cited: Vec<&str> = files
        .iter()
        .filter(citing)
        .flat_map(|file| file.lines().flat_map(|(_, line)| rulings(line)))
        .collect();
    for (ruling, place) in known.iter().filter(|(ruling, _)| !cited.contains(ruling)) {
        faults.push(format!(
            "{place}: {ruling} is cited nowhere, expected in a file outside docs ({})",
            CITING.join(", ")
        ));
    }
    check(&faults);
}

/// The rules have been another document, which stood outside the repository.
#[test]
fn no_citation_of_another_document_is_left() {
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.cites()) {
        for (at, word) in file.text.match_indices("RULES") {
            // A citation may be broken over two lines of a comment.
            let after = file.text[at + word.len()..]
                .trim_start_matches(|c: char| c.is_whitespace() || "/!*#".contains(c));
            let gap = !file.text[at + word.len()..].starts_with(after);
            let begins_word = !file.text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let number = after.starts_with(|c: char| c.is_ascii_digit());
            if begins_word && gap && (number || after.starts_with("chapter")) {
                let line = file.text[..at].matches('\n').count() + 1;
                faults.push(format!(
                    "{}:{line}: cites RULES, expected a section such as §1.2 or a file of {RULES}",
                    file.name
                ));
            }
        }
    }
    check(&faults);
}

/// The numbered findings of a review are not in the repository.
#[test]
fn no_finding_of_a_review_is_cited() {
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.cites()) {
        for (at, line) in file.lines() {
            let cites = ["Finding ", "Findings "].iter().any(|word| {
                line.match_indices(word).any(|(begin, word)| {
                    line[begin + word.len()..].starts_with(|c: char| c.is_ascii_digit())
                })
            });
            if cites {
                faults.push(format!(
                    "{}:{at}: cites a finding by its number, expected its content",
                    file.name
                ));
            }
        }
    }
    check(&faults);
}

/// The rules name places in the code from the folder of the rules crate's sources.
#[test]
fn the_rules_name_files_that_exist() {
    let files = files();
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| file.is_rules()) {
        for (at, line) in file.lines() {
            for quoted in line.split('`').skip(1).step_by(2) {
                if Path::new(quoted).extension() != Some("rs".as_ref()) {
                    continue;
                }
                let source = format!("crates/rules/src/{quoted}");
                if !files.iter().any(|file| file.name == source || file.name == quoted) {
                    faults.push(format!("{}:{at}: `{quoted}`: expected {source}", file.name));
                }
            }
        }
    }
    check(&faults);
}

/// Whether a line of code is a comment and nothing else.
fn is_comment(extension: &str, line: &str) -> bool {
    let line = line.trim_start();
    match extension {
        // Rows of tables in documentation cannot be broken.
        "rs" => line.starts_with("//") && !line.starts_with("//! |") && !line.starts_with("/// |"),
        "js" | "mjs" | "css" => ["//", "/*", "* "].iter().any(|sign| line.starts_with(sign)),
        "toml" | "sh" | "py" | "perft" => line.starts_with('#'),
        "sql" => line.starts_with("--"),
        _ => false,
    }
}

/// Whether a line holds an address, which cannot be broken.
fn has_link(line: &str) -> bool {
    line.contains("](") || line.contains("://") || line.contains("]: ")
}

fn too_long(file: &File, at: usize, line: &str) -> Option<String> {
    let columns = line.chars().count();
    (columns > COLUMNS && !has_link(line))
        .then(|| format!("{}:{at}: {columns} columns, expected at most {COLUMNS}", file.name))
}

#[test]
fn comments_keep_to_the_columns() {
    let mut faults = Vec::new();
    for file in &files() {
        let comments = file.lines().filter(|(_, line)| is_comment(file.extension(), line));
        faults.extend(comments.filter_map(|(at, line)| too_long(file, at, line)));
    }
    check(&faults);
}

/// Whether more than half of a line is one token, such as a position string. It cannot be broken.
fn is_one_token(line: &str) -> bool {
    let longest = line.split_whitespace().map(|token| token.chars().count()).max();
    2 * longest.unwrap_or(0) > line.trim().chars().count()
}

/// Tables and links are exempt, and between fences lines that are one token.
#[test]
fn markdown_keeps_to_the_columns() {
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.extension() == "md") {
        let mut fenced = false;
        for (at, line) in file.lines() {
            let text = line.trim_start();
            if text.starts_with("```") || text.starts_with("~~~") {
                fenced = !fenced;
                continue;
            }
            let exempt = if fenced { is_one_token(line) } else { text.starts_with('|') };
            if !exempt {
                faults.extend(too_long(file, at, line));
            }
        }
    }
    check(&faults);
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).expect("README.md").lines().count();
    assert!(lines <= README_LINES, "README.md: {lines} lines, expected at most {README_LINES}");
}
