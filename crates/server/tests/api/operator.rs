//! What the operator does with a program beside the server reaches those who are connected to it.

use crate::harness::{TestServer, quick_game};
use heterodox_server::Admin;

async fn admin(server: &TestServer) -> Admin {
    Admin::open(&server.home.path().join("data")).await.expect("the data of the server")
}

#[tokio::test]
async fn a_game_that_the_operator_closes_ends_for_those_who_watch_it() {
    let server = TestServer::start().await;
    let (game, [_, bert]) = quick_game(&server).await;
    let mut watching = server.nobody().socket(&game).await;
    let mut playing = bert.socket(&game).await;
    let admin = admin(&server).await;
    admin.close_game(&game, None).await.expect("closed");
    admin.close().await;
    for socket in [&mut watching, &mut playing] {
        let over = socket.wait(|state| state["scene"]["outcome"].is_object()).await;
        assert_eq!(over["scene"]["outcome"]["reason"], "cancelled");
    }
}

#[tokio::test]
async fn who_is_suspended_or_deleted_by_the_operator_is_cut_off() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let (anna, bert) = (anna.sign_up("Anna").await, bert.sign_up("Bert").await);
    let mut sockets = [anna.socket(&game).await, bert.socket(&game).await];
    let mut watching = server.nobody().socket(&game).await;
    for socket in &mut sockets {
        socket.next_of("state").await;
    }
    let admin = admin(&server).await;
    admin.suspend("Anna", None).await.expect("suspended");
    while !sockets[0].next_frame().await.is_close() {}
    // The others stay, and see the name of who has left no more.
    admin.delete("Bert").await.expect("deleted");
    while !sockets[1].next_frame().await.is_close() {}
    let over = watching.wait(|state| state["players"][1]["name"].is_null()).await;
    assert_eq!(over["players"][0]["name"], "Anna");
    admin.close().await;
}
