//! Runs the program as a child process.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The sample battle's first position; see `data/sample-battle.json`.
pub(crate) const BATTLE: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Returns standard output; asserts that the status is 0.
    #[track_caller]
    pub(crate) fn good(self) -> String {
        assert_eq!(self.status, Some(0), "{self:?}");
        self.out
    }

    /// Returns standard output as JSON; asserts that the status is 0.
    #[track_caller]
    pub(crate) fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.good()).expect("standard output is JSON")
    }

    /// Asserts that the status is 2 and standard error is exactly this line.
    #[track_caller]
    pub(crate) fn fails_with(&self, line: &str) {
        assert_eq!((self.status, self.err.as_str()), (Some(2), format!("{line}\n").as_str()));
    }
}

/// Runs the program with these arguments and empty standard input.
pub(crate) fn heterodox(args: &[&str]) -> Ran {
    heterodox_with(args, b"")
}

/// Runs the program with these arguments and this standard input.
pub(crate) fn heterodox_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(args)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The write fails if the program has already ended without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { status: status.code(), out: text(stdout), err: text(stderr) }
}

/// Returns the path of a file in the folder `data` of the repository.
pub(crate) fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../data", name].iter().collect()
}

/// Returns the sample battle, which was worked out independently of this program.
pub(crate) fn sample_battle() -> serde_json::Value {
    let text = std::fs::read_to_string(data("sample-battle.json")).expect("the data file");
    serde_json::from_str(&text).expect("the data file is JSON")
}

/// Returns the texts of a JSON array of strings.
pub(crate) fn strings(value: &serde_json::Value) -> Vec<&str> {
    let array = value.as_array().expect("an array");
    array.iter().map(|text| text.as_str().expect("a string")).collect()
}
