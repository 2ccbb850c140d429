//! Runs `tests/judges/python_chess.py`, in which python-chess drives the engine, if Python has
//! python-chess.

use std::path::PathBuf;
use std::process::Command;

#[test]
fn python_chess_plays_whole_games_with_it() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let knows = Command::new(&python).args(["-c", "import chess.engine"]).output();
    if !knows.is_ok_and(|knows| knows.status.success()) {
        println!(
            "skipped: {python} has no python-chess (pip install chess; PYTHON=… names another Python)"
        );
        return;
    }
    let script: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../../tests/judges/python_chess.py"].iter().collect();
    let ran = Command::new(&python).arg(script).arg(env!("CARGO_BIN_EXE_heterodox")).output();
    let ran = ran.expect("Python starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}\n{err}");
    print!("{out}");
}
