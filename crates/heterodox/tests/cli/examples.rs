//! Runs the examples of the help texts and of `docs/command-line.md`.

use crate::check::make_whole;
use crate::common::{BATTLE, data, heterodox};
use crate::reference::subcommands;
use std::path::Path;
use std::process::{Command, Output};

/// A command in the documentation with the output that the documentation shows.
struct Example {
    command: String,
    output: Vec<String>,
}

/// Returns the examples below `Examples:` of a help text.
fn of_help(help: &str) -> Vec<Example> {
    let (_, examples) = help.split_once("Examples:").expect("examples");
    let lines = examples.lines().map(str::trim).filter(|line| line.contains("heterodox "));
    // A description may follow the command, separated by several spaces.
    let commands = lines.map(|line| line.split("   ").next().unwrap_or_default().to_owned());
    commands.map(|command| Example { command, output: Vec::new() }).collect()
}

/// Returns the lines of code blocks that begin with `$`, with the output that follows them. A
/// command may be continued on the next line after a `\` at the end.
fn of_docs(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        let mut lines = block.lines().skip(1).peekable();
        while let Some(line) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else { continue };
            let mut command = first.to_owned();
            while let Some(continued) = command.strip_suffix('\\') {
                let rest = lines.next().expect("a line after a continuation");
                command = format!("{} {}", continued.trim_end(), rest.trim_start());
            }
            let mut output = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                output.push(line.to_owned());
            }
            examples.push(Example { command, output });
        }
    }
    examples
}

/// Returns a folder with all files that an example uses.
fn home(command: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let battle = std::fs::read(data("sample-battle.txt")).expect("the data file");
    for folder in [
        "data",
        "docs/images",
        ".zfunc",
        ".config/fish/completions",
        ".local/share/bash-completion/completions",
    ] {
        std::fs::create_dir_all(home.path().join(folder)).expect("a folder");
    }
    for file in ["game.txt", "data/sample-battle.txt"] {
        std::fs::write(home.path().join(file), &battle).expect("written");
    }
    let clouded = std::fs::read(data("clouded-battle.txt")).expect("the data file");
    for file in ["clouded.txt", "data/clouded-battle.txt"] {
        std::fs::write(home.path().join(file), &clouded).expect("written");
    }
    // Only for the commands that read it, because it is slow.
    let readers = ["check", "reindex", "backup", "restore"];
    let reads = readers.iter().any(|name| command.starts_with(&format!("heterodox {name}")));
    let folders = [".local/share/heterodox", "heterodox-data"];
    for folder in folders.iter().filter(|_| reads) {
        std::fs::create_dir_all(home.path().join(folder)).expect("a folder");
        make_whole(&home.path().join(folder));
    }
    if command.starts_with("heterodox restore") {
        let made = run(home.path(), "heterodox backup monday.sqlite");
        assert_eq!(made.status.code(), Some(0), "a copy is made");
    }
    if command.contains("--config heterodox.toml") {
        std::fs::write(home.path().join("heterodox.toml"), "chat = true\n").expect("written");
    }
    let with_people = ["admin", "user", "purge"];
    let has_people =
        with_people.iter().any(|name| command.starts_with(&format!("heterodox {name}")));
    if has_people && !command.contains("create") {
        for name in ["Kahless", "Worf", "Gowron"] {
            let made = run(home.path(), &format!("heterodox admin create {name}"));
            assert_eq!(made.status.code(), Some(0), "an administrator is made");
        }
    }
    home
}

/// Runs an example in a shell.
fn run(home: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_heterodox"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(home)
        .env("PATH", path)
        .env("HOME", home)
        .env("P", BATTLE)
        .env("LC_ALL", "C.UTF-8")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("a shell")
}

/// Asserts that an example succeeds and prints the documented output.
fn check(example: &Example) {
    let Example { command, output } = example;
    let home = home(command);
    // These commands run for long, or need a database. With `--help` added, only their arguments
    // are parsed.
    let long = ["serve", "worker", "match", "bench", "tune", "puzzles", "migrate"];
    let runs_long = long.iter().any(|name| command.starts_with(&format!("heterodox {name}")));
    let line = if runs_long { format!("{command} --help") } else { command.clone() };
    let ran = run(home.path(), &line);
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(0), "{command}\n{out}{err}");
    if runs_long {
        return;
    }
    // `play` reports errors at the prompt and continues with status 0.
    for refusal in ["Not possible", "Nothing can"] {
        assert!(!out.contains(refusal), "{command}\n{out}");
    }
    if output.is_empty() {
        return;
    }
    let (warnings, shown): (Vec<_>, Vec<_>) =
        output.iter().partition(|line| line.starts_with("warning: "));
    if !warnings.is_empty() {
        assert_eq!(err.lines().collect::<Vec<_>>(), warnings, "{command}");
    }
    let printed: Vec<_> = out.lines().collect();
    match shown.iter().position(|line| *line == "…") {
        None => assert_eq!(printed, shown, "{command}"),
        Some(gap) => {
            let (start, end) = (&shown[..gap], &shown[gap + 1..]);
            assert_eq!(&printed[..start.len()], start, "{command}");
            assert_eq!(&printed[printed.len() - end.len()..], end, "{command}");
        }
    }
}

#[test]
fn the_examples_of_the_help_texts_work() {
    let mut count = 0;
    let root = heterodox(&["--help"]).good();
    let commands = subcommands(&root).into_iter().map(|command| vec![command, "--help"]);
    for command in std::iter::once(vec!["--help"]).chain(commands) {
        let examples = of_help(&heterodox(&command).good());
        assert!(!examples.is_empty(), "{command:?}");
        count += examples.len();
        examples.iter().for_each(check);
    }
    assert!(count >= 20, "only {count} examples were found");
}

#[test]
fn the_examples_of_the_documentation_work() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let examples = of_docs(&std::fs::read_to_string(docs).expect("the document"));
    assert!(examples.len() >= 8, "only {} examples were found", examples.len());
    examples.iter().for_each(check);
}
