//! The store while the database is away, and after that.

use super::{address, open};
use heterodox_store::{GameLog, PgStore, Store, StoreError};
use heterodox_store_story as story;
use heterodox_store_story::TestPostgres;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The longest time that the store promises for a write, and a little more.
const PROMISED: Duration = Duration::from_secs(11);
const GAMES: usize = 24;

/// Plays a game of its own until it is told to stop. Returns what was acknowledged, each with the
/// number that it must have, and how many writes failed.
async fn play(store: Arc<PgStore>, game: String, stop: Arc<AtomicBool>) -> (Vec<String>, usize) {
    let (mut log, mut failed) = (Vec::new(), 0);
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) {
        number += 1;
        let texts = [format!("{game} {number} a"), format!("{game} {number} b")];
        let bodies = texts.each_ref().map(String::as_str);
        let after = log.len() as u64;
        let append = store.append(story::append(&game, after, &bodies));
        match timeout(PROMISED, append).await.expect("a write fails in time") {
            Ok(()) => log.extend(texts),
            Err(StoreError::Database(_)) => {
                failed += 1;
                // It may be stored or not: both events or none.
                let read = async {
                    loop {
                        match store.events(&game).await {
                            Ok(events) => break events,
                            Err(StoreError::Database(_)) => sleep(Duration::from_millis(20)).await,
                            Err(error) => panic!("{error}"),
                        }
                    }
                };
                let events = timeout(Duration::from_mins(1), read).await.expect("it comes back");
                let found: Vec<_> = events.into_iter().map(|event| event.body).collect();
                assert!(found.starts_with(&log), "{game}: what was acknowledged is there");
                assert!(found[log.len()..].is_empty() || found[log.len()..] == texts, "{found:?}");
                log = found;
            }
            Err(error) => panic!("{game}: {error}"),
        }
    }
    (log, failed)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_database_restarts() {
    let Some(mut postgres) = TestPostgres::start(&["fsync=off"]) else { return };
    let url = postgres.database();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    let stop = Arc::new(AtomicBool::new(false));
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..GAMES {
        let (store, game) = (stores[number % 2].clone(), format!("g{number}"));
        store.create_game(story::game(&game)).await.unwrap();
        let play = play(store, game.clone(), stop.clone());
        playing.spawn(async move { (game, play.await) });
    }
    for signal in ["INT", "KILL", "INT", "KILL"] {
        sleep(Duration::from_millis(300)).await;
        postgres = tokio::task::spawn_blocking(move || {
            postgres.stop(signal);
            postgres
        })
        .await
        .unwrap();
        // The stores notice, and say so.
        let begun = Instant::now();
        for store in &stores {
            while store.ready().await.is_ok() {
                assert!(begun.elapsed() < PROMISED, "the store is not ready");
                sleep(Duration::from_millis(10)).await;
            }
            let begun = Instant::now();
            let read = store.events("g0").await;
            assert!(matches!(read, Err(StoreError::Database(_))), "{read:?}");
            assert!(begun.elapsed() < PROMISED, "a read fails soon");
        }
        let error = PgStore::open(&address(&url)).await.expect_err("the database is away");
        assert!(matches!(error, StoreError::Database(_)), "{error}");
        postgres = tokio::task::spawn_blocking(move || {
            postgres.restart();
            postgres
        })
        .await
        .unwrap();
        let begun = Instant::now();
        for store in &stores {
            while store.ready().await.is_err() {
                assert!(begun.elapsed() < PROMISED, "the store does not recover");
                sleep(Duration::from_millis(10)).await;
            }
        }
    }
    sleep(Duration::from_millis(300)).await;
    stop.store(true, Ordering::Relaxed);
    let mut failures = 0;
    for (game, (log, failed)) in playing.join_all().await {
        assert!(log.len() > 20, "{game}: {}", log.len());
        failures += failed;
        for store in &stores {
            assert_eq!(story::bodies(&**store, &game).await, log, "{game}");
        }
    }
    assert!(failures > 0, "the restarts were noticed");
    for store in stores {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_store_works_after_a_restart() {
    let Some(mut postgres) = TestPostgres::start(&["fsync=off"]) else { return };
    let store = open(&postgres.database()).await;
    store.create_game(story::game("g")).await.unwrap();
    let restart = tokio::task::spawn_blocking(move || {
        postgres.stop("INT");
        postgres.restart();
        postgres
    });
    let postgres = restart.await.unwrap();
    let begun = Instant::now();
    while store.append(story::append("g", 0, &["a"])).await.is_err() {
        // It had noticed, and its next attempt to connect is due in half a second at most.
        assert!(begun.elapsed() < PROMISED, "the store does not recover");
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(story::bodies(&store, "g").await, ["a"]);
    store.close().await;
    drop(postgres);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_closes_while_the_database_is_away() {
    let Some(mut postgres) = TestPostgres::start(&["fsync=off"]) else { return };
    let store = open(&postgres.database()).await;
    store.create_game(story::game("g")).await.unwrap();
    let postgres = tokio::task::spawn_blocking(move || {
        postgres.stop("KILL");
        postgres
    });
    let postgres = postgres.await.unwrap();
    timeout(PROMISED, store.close()).await.expect("it closes in time");
    assert!(matches!(store.game("g").await, Err(StoreError::Closed)));
    drop(postgres);
}
