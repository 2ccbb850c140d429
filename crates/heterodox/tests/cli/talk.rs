//! A UCI session in which the test reads each answer before it sends the next line.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program as a UCI engine.
pub(crate) struct Talk {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    pub(crate) fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, input, output }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// Returns the next line, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.output.next().map(|line| line.expect("text"))
    }

    /// Reads up to a line with this prefix and returns it.
    pub(crate) fn until(&mut self, start: &str) -> String {
        let mut lines = self.output.by_ref().map(|line| line.expect("text"));
        lines.find(|line| line.starts_with(start)).expect("the program answers")
    }

    /// Sends `quit` and asserts that the program ends.
    pub(crate) fn quit(mut self) {
        // The write fails if the program has already ended.
        let _ = writeln!(self.input, "quit");
        assert!(self.child.wait().expect("an end").success());
    }
}
