//! Data that survive a restart.

use crate::harness::{TestServer, choices, config, quick_game};
use heterodox_server::{ServeError, Server};
use serde_json::json;

#[tokio::test]
async fn a_restart_changes_nothing() {
    let server = TestServer::start().await;
    let (game, [mut anna, mut bert]) = quick_game(&server).await;
    for ply in 0..7 {
        let mover = if ply % 2 == 0 { &anna } else { &bert };
        let texts = choices(&mover.state(&game).await);
        mover.submit(&game, &texts[ply * 11 % texts.len()]).await;
    }
    bert.act(&game, &json!({"act": "ask-takeback"})).await;
    anna.act(&game, &json!({"act": "answer-takeback", "accept": true})).await;
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let before = (anna.state(&game).await, bert.state(&game).await);
    let frames = anna.get(&format!("/api/games/{game}/frames")).await.body;

    let server = server.restart().await;
    anna.base.clone_from(&server.base);
    bert.base.clone_from(&server.base);
    assert_eq!((anna.state(&game).await, bert.state(&game).await), before);
    assert_eq!(anna.get(&format!("/api/games/{game}/frames")).await.body, frames);
    bert.act(&game, &json!({"act": "offer-draw"})).await;
    let over = anna.state(&game).await;
    assert_eq!(over["scene"]["outcome"]["reason"], "agreement");

    // The offer of a rematch survives as well.
    let rematch = format!("/api/games/{game}/rematch");
    let offered = anna.post(&rematch, &json!({})).await.body;
    let server = server.restart().await;
    bert.base.clone_from(&server.base);
    assert_eq!(bert.post(&rematch, &json!({})).await.body, offered);
}

#[tokio::test]
async fn a_folder_serves_one_server() {
    let server = TestServer::start().await;
    let data = server.home.path().join("data");
    let error = Server::bind(config(&data)).await.err().expect("the folder is in use");
    assert!(matches!(&error, ServeError::InUse(path) if *path == data), "{error}");
    assert!(error.to_string().contains("another server"), "{error}");
    let home = server.stop().await;
    TestServer::start_in(home).await.stop().await;
}

#[tokio::test]
async fn what_keeps_a_server_from_starting_is_named() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = Server::bind(config(&file)).await.err().expect("a file is no folder");
    assert_eq!(
        error.to_string(),
        format!("{} is not a folder: choose another for the data", file.display())
    );
    // A file where a parent folder should be is an error too.
    let error = Server::bind(config(&file.join("data"))).await.err().expect("a file is no folder");
    assert!(matches!(&error, ServeError::NotFolder(path) if *path == file), "{error}");

    let broken = home.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("heterodox.sqlite"), "this is no database, but a letter").unwrap();
    let error = Server::bind(config(&broken)).await.err().expect("this is no database");
    assert!(error.to_string().contains("heterodox.sqlite"), "{error}");

    let server = TestServer::start().await;
    let mut taken = config(&home.path().join("new/and/deep"));
    taken.listen = server.base.strip_prefix("http://").unwrap().parse().unwrap();
    let address = taken.listen.to_string();
    let error = Server::bind(taken).await.err().expect("the address is taken");
    assert!(matches!(&error, ServeError::Listen { .. }) && error.to_string().contains(&address));
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_kept_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let home = tempfile::tempdir().unwrap();
    // The permissions of an existing folder stay; the files in it are readable by the owner only.
    let shared = home.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::set_permissions(&shared, PermissionsExt::from_mode(0o755)).unwrap();
    for (folder, expected) in [(shared, 0o755), (home.path().join("new"), 0o700)] {
        let home = tempfile::tempdir().unwrap();
        let server = TestServer::start_with(home, config(&folder)).await;
        // After a write the files beside the database exist, too.
        server.guest().await;
        assert_eq!(mode(&folder), expected, "{}", folder.display());
        let files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() >= 3, "{files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
        server.stop().await;
    }
}
