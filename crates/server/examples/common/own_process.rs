//! The program itself as another process, asked to serve.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// This program, run as `serve FOLDER`; it prints the address on which it listens.
pub(crate) struct Process {
    child: Child,
    /// The address, such as `http://127.0.0.1:8080`.
    pub(crate) base: String,
}

impl Process {
    /// Starts it with data in `folder`.
    pub(crate) fn start(folder: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(["serve", folder]).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        Ok(Self { child, base: line.trim().to_owned() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
