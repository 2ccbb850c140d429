//! The bots of `docs/api.md` play whole games.

use crate::harness::TestServer;
use std::io::ErrorKind;
use std::process::Stdio;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

/// The code block of a language.
fn block(language: &str) -> &'static str {
    let page = include_str!("../../../../docs/api.md");
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("a block");
    rest.split("```").next().expect("the end of the block")
}

/// Runs a bot; a machine without its language runs none.
async fn play(language: &str, program: &str, args: &[&str]) {
    let server = TestServer::start().await;
    let mut command = Command::new(program);
    command.args(args).env("HETERODOX", &server.base);
    let bot = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut bot = match bot {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return eprintln!("no {program} here: its example is not run");
        }
        bot => bot.expect("the bot starts"),
    };
    let mut input = bot.stdin.take().expect("its input");
    input.write_all(block(language).as_bytes()).await.expect("the program is read");
    drop(input);
    let output = bot.wait_with_output().await.expect("the bot ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.starts_with("winner: "),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[tokio::test]
async fn the_bot_over_http_plays_a_game() {
    play("python", "python3", &["-"]).await;
}

#[tokio::test]
async fn the_bot_over_a_socket_plays_a_game() {
    play("js", "node", &["--experimental-websocket", "--input-type=module", "-"]).await;
}
