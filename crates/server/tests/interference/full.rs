//! Reads succeed while the store cannot write.

use super::wire::Ask;
use super::world::{Caller, World};
use serde_json::json;

#[tokio::test]
async fn readers_are_served_while_nothing_can_be_stored() {
    let world = World::new(|router| router);
    let anna = world.guest().await;
    let wanted =
        json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
    let opened = world.done(&anna, "/api/games", &wanted).await;
    let game = format!("/api/games/{}", opened["id"].as_str().expect("an id"));
    let nobody = Caller::default();
    let ask = async |caller: &Caller, ask: Ask| {
        String::from_utf8_lossy(&world.ask(caller, ask).await).into_owned()
    };
    let page = |path: &str| Ask::get(path).with("accept", "text/html");
    world.fill_up(true);
    for path in ["/", "/rules/klinzha", "/r/sample-battle"] {
        let answer = ask(&nobody, page(path)).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let state = ask(&nobody, Ask::get(&game)).await;
    assert!(state.starts_with("HTTP/1.1 200"), "{state}");
    assert!(ask(&nobody, Ask::get("/healthz")).await.starts_with("HTTP/1.1 200"));
    assert!(ask(&nobody, Ask::get("/readyz")).await.starts_with("HTTP/1.1 503"));
    let resign = || Ask::post(format!("{game}/acts"), json!({"act": "resign"}).to_string());
    let refused = ask(&anna, resign()).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("store-failed"), "{refused}");
    world.fill_up(false);
    assert!(ask(&nobody, Ask::get("/readyz")).await.starts_with("HTTP/1.1 200"));
    assert!(ask(&anna, resign()).await.starts_with("HTTP/1.1 200"));
}
