//! Imported records, and the built-in record.

use crate::harness::TestServer;
use serde_json::json;

const SAMPLE: &str = include_str!("../../../../data/sample-battle.txt");

#[tokio::test]
async fn the_sample_battle_is_always_there() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let record = nobody.get("/api/records/sample-battle").await.body["record"].take();
    let part = nobody.get("/api/records/sample-battle/frames?from=3&count=40").await.body;
    let frames = part["frames"].as_array().expect("frames");
    assert_eq!((&part["total"], frames.len(), &frames[0]["ply"]), (&json!(48), 40, &json!(3)));
    let warnings = record["warnings"].as_array().expect("warnings");
    let mut slips: Vec<_> = warnings.iter().map(|warning| warning["line"].as_u64()).collect();
    slips.dedup();
    assert_eq!(slips, [Some(30), Some(34), Some(50)], "{warnings:?}");
    let strict = nobody.get("/api/records/sample-battle/text").await.body;
    assert_eq!(strict, record["strict"]);
    let then = nobody.get("/api/records/sample-battle/picture.svg?ply=3").await.body;
    let last = nobody.get("/api/records/sample-battle/picture.svg").await.body;
    assert!(then.as_str().unwrap().contains("<svg") && then != last);
    let ply = nobody.get("/api/records/sample-battle/picture.png?ply=48").await;
    ply.assert_error(400, "no-such-ply", &["0 to 47"]);
}

#[tokio::test]
async fn a_record_is_imported_and_stays() {
    let server = TestServer::start().await;
    let imported = server.nobody().post_text("/api/records", "text/plain", SAMPLE).await;
    assert_eq!(imported.status, 201, "{}", imported.body);
    let warnings = imported.body["warnings"].as_array().expect("warnings");
    assert!(warnings[0].as_str().unwrap().starts_with("line "), "{warnings:?}");
    let path = format!("/api/records/{}", imported.body["id"].as_str().unwrap());
    let server = server.restart().await;
    let nobody = server.nobody();
    let record = &nobody.get(&path).await.body["record"];
    assert_eq!(record, &nobody.get("/api/records/sample-battle").await.body["record"]);

    // The strict record can be imported, and has no warnings.
    let strict = record["strict"].as_str().unwrap();
    let again = nobody.post_text("/api/records", "text/plain; charset=utf-8", strict).await;
    assert_eq!((again.status.as_u16(), &again.body["warnings"]), (201, &json!([])));
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_refused_and_not_kept() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let wrong = SAMPLE.replace("V@G13 G14", "V@G13 A19");
    let refused = nobody.post_text("/api/records", "text/plain", wrong).await;
    let line = SAMPLE.lines().position(|line| line.starts_with("V@G13 G14")).unwrap() + 1;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("line {line}")) && message.contains("A19"), "{message}");

    let post = async |kind, body: &[u8]| nobody.post_text("/api/records", kind, body).await;
    post("text/plain", b"Gold\tGreen\n\xff").await.assert_error(400, "not-utf8", &["byte 11"]);
    post("application/json", b"{}").await.assert_error(415, "wrong-type", &["text/plain"]);
    post("text/plain", &vec![b' '; 65 * 1024]).await.assert_error(413, "too-large", &["65536"]);
    let unknown = nobody.get("/api/records/k3v9qz2m").await;
    unknown.assert_error(404, "no-such-record", &["k3v9qz2m"]);
    post("text/plain", b"Gold\0").await.assert_error(400, "not-utf8", &["byte 4"]);
    for garbage in ["", "no record at all", "game: chess\n", "Gold\tGreen\nB A19\tB A19\n"] {
        let answer = post("text/plain", garbage.as_bytes()).await;
        assert!([201, 422].contains(&answer.status.as_u16()), "{garbage:?}: {answer:?}");
    }
}

#[tokio::test]
async fn a_pgn_of_grand_chess_is_a_record_too() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let post = async |text: &str| nobody.post_text("/api/records", "text/plain", text).await;
    let pgn = "[Variant \"Grand Chess\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e5 e6 {so far} 2. Nc4 *\n";
    let imported = post(pgn).await;
    assert_eq!(imported.status, 201, "{}", imported.body);
    let path = format!("/api/records/{}", imported.body["id"].as_str().unwrap());
    let record = nobody.get(&path).await.body["record"].take();
    assert_eq!(record["game"], "grand-chess");
    assert_eq!(nobody.get(&format!("{path}/frames")).await.body["total"], 4);
    let strict = nobody.get(&format!("{path}/text")).await.body;
    let strict = strict.as_str().unwrap();
    assert!(strict.starts_with("[Event \"?\"]") && strict.contains("2. Nc4"), "{strict}");
    let again = post(strict).await;
    assert_eq!((again.status.as_u16(), &again.body["warnings"]), (201, &json!([])));

    let warned = post(&pgn.replace("2. Nc4", "2. Nxc4")).await;
    assert_eq!(
        warned.body["warnings"].as_array().map(Vec::is_empty),
        Some(false),
        "{}",
        warned.body
    );
    let warning = warned.body["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("line 5: ") && warning.contains("Nxc4"), "{warning}");

    for (wrong, parts) in [
        (pgn.replace("2. Nc4", "2. Nd5"), &["line 5", "Nd5"][..]),
        (pgn.replace("Grand Chess", "Chess"), &["line 1", "Chess"]),
        (pgn.replace("[White \"Anna\"]", "[FEN \"r8r\"]"), &["line 2", "r8r"]),
        (pgn.replace("{so far}", "{so far"), &["line 5"]),
    ] {
        let refused = post(&wrong).await;
        assert_eq!(refused.status, 422, "{wrong}: {}", refused.body);
        let message = refused.body["error"]["message"].as_str().unwrap();
        for part in parts {
            assert!(message.contains(part), "{message} lacks {part}");
        }
        assert!(!refused.body["error"]["args"]["line"].is_null(), "{}", refused.body);
    }
}
