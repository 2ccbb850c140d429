//! Analysis: looks at positions, and games that are judged.

use crate::harness::{Socket, TestServer};
use serde_json::{Value, json};

/// A lone Goal that can be taken at once: decided in a moment.
fn look(id: u64, more: &Value) -> Value {
    let mut frame = json!({"type": "look", "id": id, "game": "klinzha"});
    for (key, value) in more.as_object().expect("an object") {
        frame[key] = value.clone();
    }
    frame
}

async fn ask(socket: &mut Socket, frame: &Value) {
    socket.send(frame.to_string()).await;
}

#[tokio::test]
async fn a_look_goes_deeper_until_it_is_stopped() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    ask(&mut socket, &look(7, &json!({"lines": 3}))).await;
    let mut depth = 0;
    while depth < 5 {
        let found = socket.next_of("found").await;
        assert_eq!((&found["id"], &found["turn"]), (&json!(7), &json!(0)), "{found}");
        assert!(found["depth"].as_u64().expect("a depth") > depth, "deeper each time: {found}");
        depth = found["depth"].as_u64().expect("a depth");
        assert!(found["selective_depth"].as_u64() >= Some(depth), "{found}");
        assert!(found["nodes"].as_u64() > Some(0) && found["nps"].is_u64(), "{found}");
        let lines = found["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3);
        for line in lines {
            assert_eq!(line["score"]["kind"], "centi", "{line}");
            let (pv, cells) = (&line["pv"], line["cells"].as_array().expect("cells"));
            assert_eq!(pv.as_array().map(Vec::len), Some(cells.len()), "{line}");
            let text = pv[0].as_str().expect("a move");
            for cell in cells[0].as_array().expect("from and to") {
                assert!(text.contains(cell.as_str().expect("a cell")), "{line}");
            }
        }
    }
    ask(&mut socket, &json!({"type": "stop"})).await;
    let done = socket.next_of("done").await;
    assert_eq!(done, json!({"type": "done", "id": 7, "reason": "stopped"}));
    // Nothing comes afterwards but the answer to what is asked next.
    ask(&mut socket, &json!({"type": "stop"})).await;
    ask(&mut socket, &json!("?")).await;
    assert_eq!(socket.next().await["type"], "error");
}
