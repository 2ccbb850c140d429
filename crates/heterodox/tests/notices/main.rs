//! Writes `THIRD-PARTY.txt`, the notices that the licences of dependencies require, and checks that
//! it is up to date with `Cargo.lock`. After a change of dependencies:
//!
//! ```sh
//! HETERODOX_WRITE_NOTICES=1 cargo test -p heterodox --test notices
//! ```

mod licence;

use licence::{Licence, chosen};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEAD: &str = "\
Heterodox is licensed under the MIT licence or the Apache License 2.0, as you like.

This program contains software of others:

- SQLite (https://sqlite.org), which its authors have put into the public domain, in the package
  libsqlite3-sys
- the standard library of Rust (https://www.rust-lang.org), under the MIT licence or the Apache
  License 2.0
- the typeface Fira Sans (https://github.com/mozilla/Fira), under the SIL Open Font License, whose
  text is the last one
- the packages listed here, from https://crates.io; some of them only on some systems

Where a package leaves the choice between licences, it is used under the one whose text is named
in brackets. The texts follow the list.

";

/// A dependency of the program.
struct Package {
    name: String,
    version: String,
    /// Its licence as an SPDX expression.
    expression: String,
    authors: Vec<String>,
    folder: PathBuf,
}

fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .arg("--locked")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns name and version of all dependencies of the program on any system, without those of
/// tests, build scripts and macros, and without the crates of this workspace.
fn in_program() -> BTreeSet<(String, String)> {
    let edges = "normal,no-proc-macro";
    let tree = cargo(&["tree", "-e", edges, "--target", "all", "--prefix", "none", "-f", "{p}"]);
    let packages = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next()?;
        Some((name.to_owned(), version.to_owned()))
    });
    packages.filter(|(name, _)| !name.starts_with("heterodox")).collect()
}

fn packages() -> Vec<Package> {
    let wanted = in_program();
    let metadata = cargo(&["metadata", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let all = metadata["packages"].as_array().expect("packages").iter().map(|package| Package {
        name: text(&package["name"]),
        version: text(&package["version"]),
        expression: text(&package["license"]),
        authors: package["authors"].as_array().expect("authors").iter().map(text).collect(),
        folder: Path::new(&text(&package["manifest_path"])).parent().expect("a folder").into(),
    });
    let mut packages: Vec<_> = all
        .filter(|package| wanted.contains(&(package.name.clone(), package.version.clone())))
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    assert_eq!(packages.len(), wanted.len(), "every package has its metadata");
    packages
}

/// The texts of licences, each with its number and its title.
#[derive(Default)]
struct Texts(BTreeMap<String, (usize, String)>);

impl Texts {
    /// Returns the number of a text. Texts that differ only in white space and quotation marks
    /// share one.
    fn number(&mut self, licence: Licence, text: &str) -> usize {
        let plain = text.replace(['“', '”'], "\"").replace(['‘', '’'], "'");
        let key = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let next = self.0.len() + 1;
        let title = format!("[{next}] {}\n\n{}", licence.title(), text.trim_matches('\n'));
        self.0.entry(key).or_insert((next, title)).0
    }
}

fn notices() -> String {
    let mut texts = Texts::default();
    let mut list = String::new();
    for package in packages() {
        let (mut numbers, mut owners) = (Vec::new(), Vec::new());
        for licence in chosen(&package.expression, &package.folder) {
            for part in licence.parts(&package.folder, &package.authors) {
                let number = texts.number(licence, &part.text);
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
                owners.extend(part.owners.into_iter().filter(|owner| !owner.is_empty()));
            }
        }
        let mut seen = BTreeSet::new();
        owners.retain(|owner| seen.insert(owner.clone()));
        let numbers = numbers.iter().map(|number| format!("[{number}]")).collect::<Vec<_>>();
        let Package { name, version, expression, .. } = package;
        writeln!(list, "{name} {version}: {expression} {}", numbers.join(" ")).expect("written");
        for owner in owners {
            writeln!(list, "    {owner}").expect("written");
        }
    }
    let mut texts: Vec<_> = texts.0.into_values().collect();
    texts.sort();
    let rule = "-".repeat(79);
    let texts = texts.into_iter().map(|(_, text)| format!("\n{rule}\n{text}\n"));
    let font = include_str!("../../../server/assets/fonts/OFL.txt").replace('\r', "");
    let font = format!("\n{rule}\nFira Sans\n\n{}\n", font.trim());
    format!("{HEAD}{list}{}{font}", texts.collect::<String>())
}

#[test]
fn the_notices_are_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../THIRD-PARTY.txt");
    let expected = notices();
    if std::env::var_os("HETERODOX_WRITE_NOTICES").is_some() {
        std::fs::write(&file, &expected).expect("written");
    }
    let found = std::fs::read_to_string(&file).expect("the file");
    // The first different line is a shorter message than both texts.
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}: see the head of this test", number + 1);
    }
    assert_eq!(found.len(), expected.len(), "lines are missing at the end, or too many");
}

#[test]
fn every_package_of_the_program_is_in_the_notices() {
    let notices = notices();
    let packages = in_program();
    assert!(packages.len() > 150, "{packages:?}");
    for (name, version) in &packages {
        assert!(notices.contains(&format!("\n{name} {version}: ")), "{name} {version}");
    }
    // Dependencies of tests and macros are not listed.
    for name in ["shakmaty", "proptest", "syn", "criterion"] {
        assert!(!notices.contains(&format!("\n{name} ")), "{name}");
    }
}
