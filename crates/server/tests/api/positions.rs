//! Previews of settings, the editor's positions, and games opened from either.

use crate::harness::{Caller, TestServer, phase};
use reqwest::Method;
use serde_json::{Value, json};

const START: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

fn chess(options: &Value) -> Value {
    json!({"game": "grand-chess", "options": options, "opponent": "open", "seat": 0})
}

async fn check(caller: &Caller, options: &Value) -> Value {
    let body = json!({"game": "grand-chess", "options": options});
    let answer = caller.post("/api/check", &body).await;
    assert_eq!(answer.status, 200, "{options}: {}", answer.body);
    answer.body
}

fn kinds(scene: &Value, side: &str) -> Vec<String> {
    let pieces = scene["frame"]["pieces"].as_array().expect("pieces").iter();
    let own = pieces.filter(|piece| piece["side"] == side && piece["kind"] != "P");
    own.map(|piece| format!("{}{}", piece["kind"].as_str().unwrap(), piece["cell"])).collect()
}

#[tokio::test]
async fn the_preview_is_the_game() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for setup in ["classic", "classic+random", "classic+chosen", "random", "chosen"] {
        for more in [json!({}), json!({"duplicates": "on", "diagonal-mirror": "on", "extra": "9"})]
        {
            let mut options = json!({"setup": setup, "seed": "4711", "promotion": "initial"});
            options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let preview = check(&server.nobody(), &options).await;
            let state = anna.state(&anna.open(&chess(&options)).await).await;
            for part in ["frame", "phase", "to_act", "sides", "notices"] {
                assert_eq!(preview["scene"][part], state["scene"][part], "{options} {part}");
            }
            assert_eq!(preview["options"], options);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn every_option_changes_what_it_says() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let at = async |options: Value| check(&nobody, &options).await["scene"].clone();

    let classic = at(json!({})).await;
    assert_eq!((&classic["frame"]["position"], phase_of(&classic)), (&json!(START), "play"));
    let seven = at(json!({"setup": "classic+random", "extra": "7", "seed": "1"})).await;
    assert_eq!(kinds(&seven, "white").len(), 10 + 7);
    let three = at(json!({"setup": "classic+random", "seed": "1"})).await;
    assert_eq!(kinds(&three, "white").len(), 10 + 3, "three is the default");
    let nineteen = at(json!({"setup": "random", "extra": "19", "seed": "1"})).await;
    assert_eq!((kinds(&nineteen, "white").len(), kinds(&nineteen, "black").len()), (20, 20));
    let bare = at(json!({"setup": "random", "extra": "0", "seed": "1"})).await;
    assert_eq!(kinds(&bare, "white").len(), 1);
    let other = at(json!({"setup": "random", "extra": "19", "seed": "2"})).await;
    assert_ne!(kinds(&nineteen, "white"), kinds(&other, "white"));
    let diagonal = json!({"setup": "random", "extra": "19", "seed": "1", "diagonal-mirror": "on"});
    let diagonal = at(diagonal).await;
    assert_eq!(kinds(&nineteen, "white"), kinds(&diagonal, "white"));
    assert_ne!(kinds(&nineteen, "black"), kinds(&diagonal, "black"));
    let duplicates = json!({"setup": "random", "extra": "19", "seed": "1", "duplicates": "on"});
    let only_kinds = |scene: &Value| -> Vec<String> {
        let cells = |text: String| text.split('"').next().unwrap_or_default().to_owned();
        kinds(scene, "white").into_iter().map(cells).collect()
    };
    let distinct = |mut list: Vec<String>| {
        list.sort();
        let all = list.len();
        list.dedup();
        all - list.len()
    };
    assert_eq!(distinct(only_kinds(&nineteen)), 0);
    assert!(distinct(only_kinds(&at(duplicates).await)) > 0, "of nineteen some come twice");

    let chosen = at(json!({"setup": "chosen", "extra": "2", "seed": "1"})).await;
    assert_eq!((phase_of(&chosen), &chosen["to_act"]), ("pick", &json!([1])), "Black first");
    assert_eq!(chosen["notices"][0]["args"], json!([["seed", "1"]]));
    server.stop().await;
}

fn phase_of(scene: &Value) -> &str {
    scene["phase"].as_str().expect("a phase")
}

#[tokio::test]
async fn a_seed_that_nobody_gave_is_drawn_and_kept() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let seed_of = |state: &Value| {
        let args = &state["scene"]["notices"][0]["args"];
        assert_eq!(args[0][0], "seed", "{}", state["scene"]["notices"]);
        args[0][1].as_str().expect("a text").to_owned()
    };
    let mut seeds = Vec::new();
    let mut game = String::new();
    for given in [json!({}), json!({"seed": ""})] {
        let mut options = json!({"setup": "random", "extra": "12"});
        options.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        game = anna.open(&chess(&options)).await;
        seeds.push(seed_of(&anna.state(&game).await));
    }
    assert_ne!(seeds[0], seeds[1]);
    assert!(seeds.iter().all(|seed| seed.parse::<u64>().unwrap() < 1 << 53), "{seeds:?}");

    // The same seed gives the same array again, in this server and in a new one.
    let before = anna.state(&game).await["scene"]["frame"].clone();
    let again = json!({"setup": "random", "extra": "12", "seed": seeds[1]});
    let again = anna.state(&anna.open(&chess(&again)).await).await;
    assert_eq!(again["scene"]["frame"], before);
    let server = server.restart().await;
    let anna = Caller { base: server.base.clone(), ..anna };
    assert_eq!(anna.state(&game).await["scene"]["frame"], before);
    let record = server.nobody().get(&format!("/api/games/{game}/record")).await.body;
    assert!(record.as_str().unwrap().contains(&format!("[Seed \"{}\"]", seeds[1])), "{record}");

    // Settings without randomness get no seed.
    let classic = check(&server.nobody(), &json!({})).await;
    assert_eq!(classic["options"], json!({}));
    server.stop().await;
}

#[tokio::test]
async fn bad_options_are_refused_with_what_was_expected() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let cases: [(Value, &[&str]); 17] = [
        (json!({"setup": "fischer"}), &["option setup", "fischer", "classic+chosen"]),
        (json!({"setup": "random", "extra": "20"}), &["option extra", "20", "0 to 19"]),
        (json!({"setup": "classic+random", "extra": "11"}), &["extra", "11", "at most 10"]),
        (json!({"setup": "random", "extra": "-1"}), &["extra", "'-1'"]),
        (json!({"setup": "random", "extra": "03"}), &["extra", "'03'"]),
        (json!({"setup": "random", "extra": "many"}), &["extra", "'many'"]),
        (json!({"setup": "random", "seed": "x"}), &["option seed", "'x'", "a number from 0"]),
        (json!({"setup": "random", "seed": "-5"}), &["seed", "'-5'"]),
        (json!({"setup": "random", "seed": "18446744073709551616"}), &["seed", "at most"]),
        (json!({"duplicates": "yes"}), &["duplicates", "yes", "off, on"]),
        (json!({"diagonal-mirror": "1"}), &["diagonal-mirror", "off, on"]),
        (json!({"promotion": "queen"}), &["promotion", "captured, initial, all"]),
        (json!({"clouds": "on"}), &["no option 'clouds'", "promotion"]),
        (json!({"own": "KAD"}), &["option own", "'KAD'", "a code and moves"]),
        (json!({"own": "Q:KAD"}), &["option own", "capital and a small letter"]),
        (json!({"own": "Gr:KAD"}), &["option own", "there is a piece Gr already"]),
        (json!({"own": "Xy:KA["}), &["option own", "Xy:KA[", "at "]),
    ];
    for (options, parts) in cases {
        let parts: Vec<&str> = parts.iter().filter(|part| **part != "at most").copied().collect();
        let body = json!({"game": "grand-chess", "options": options});
        for answer in
            [anna.post("/api/check", &body).await, anna.post("/api/games", &chess(&options)).await]
        {
            answer.assert_error(422, "bad-option", &parts);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn pieces_of_ones_own_are_picked_and_stand_in_positions() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let own = json!({"setup": "classic+chosen", "extra": "1", "own": "Xy:KAD;Vw:NN", "seed": "3"});
    let game = anna.open(&chess(&own)).await;
    bert.join(&game).await;
    bert.submit(&game, "pick Xy").await;
    let state = anna.state(&game).await;
    assert_eq!(phase(&state), "play");
    assert!(state["scene"]["frame"]["position"].as_str().unwrap().contains("{Xy}"));

    let position = START.replace("10/10/10/10", "10/3{vw}6/10/10");
    let mut from_position = chess(&json!({"own": "Vw:NN"}));
    from_position["start"] = json!({"position": position});
    let game = anna.open(&from_position).await;
    assert_eq!(anna.state(&game).await["scene"]["frame"]["position"], position);
    from_position["options"] = json!({});
    let refused = anna.post("/api/games", &from_position).await;
    refused.assert_error(422, "bad-position", &["rank 6", "'vw' is no piece"]);
    server.stop().await;
}

#[tokio::test]
async fn bad_positions_are_refused_with_their_place() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for (position, parts) in [
        ("", &["expected '<ranks>"][..]),
        ("r8r w - - 0 1", &["10 ranks", "found 1"]),
        (&START.replace("/10/", "/9/"), &["rank 7", "9 squares"]),
        (&START.replace('Q', "{Qq}"), &["rank 2", "'Qq' is no piece"]),
        (&START.replace(" w ", " x "), &["side to move 'x'"]),
        (&START.replace('K', "Q"), &["white has 0 kings"]),
        (&START.replace(" - - ", " - e6 "), &["en passant square e6"]),
        (&START.replace(" 0 1", " 0 0"), &["move number '0'"]),
        (&format!("{START} pool=K/"), &["seventh field", "no pawn becomes a king"]),
        (&format!("{START} clouds=1"), &["seventh field", "one of the keys pool"]),
    ] {
        let mut body = chess(&json!({}));
        body["start"] = json!({"position": position});
        anna.post("/api/games", &body).await.assert_error(422, "bad-position", parts);
        let check = json!({"game": "grand-chess", "start": {"position": position}});
        anna.post("/api/check", &check).await.assert_error(422, "bad-position", parts);
    }
    server.stop().await;
}

async fn edit(caller: &Caller, body: &Value) -> Value {
    let answer = caller.post("/api/editor", body).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.body);
    answer.body
}

#[tokio::test]
async fn a_position_is_made_piece_by_piece_and_played() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let nobody = server.nobody();
    let empty = edit(&nobody, &json!({"game": "grand-chess"})).await;
    let flaws: Vec<_> = empty["flaws"].as_array().unwrap().iter().map(|f| &f["key"]).collect();
    assert_eq!(flaws, ["no-king", "no-king"]);
    assert_eq!(empty["palette"][0]["kinds"].as_array().map(Vec::len), Some(8));
    let edits = json!([
        {"edit": "put", "side": "white", "kind": "K", "cell": "e2"},
        {"edit": "put", "side": "black", "kind": "K", "cell": "a9"},
        {"edit": "put", "side": "white", "kind": "Gr", "cell": "c3"},
        {"edit": "put", "side": "white", "kind": "P", "cell": "j10"},
    ]);
    let body = json!({"game": "grand-chess", "position": empty["position"], "edits": edits});
    let made = edit(&nobody, &body).await;
    let flaw = &made["flaws"][0];
    assert_eq!((&flaw["key"], &flaw["cells"]), (&json!("pawn-on-last-rank"), &json!(["j10"])));
    assert_eq!(flaw["args"], json!([["side", "white"], ["cell", "j10"]]));
    assert!(flaw["message"].as_str().unwrap().contains("pawn on j10"));
    let edits = json!([
        {"edit": "move", "from": "j10", "to": "j8"},
        {"edit": "erase", "cell": "c3"},
        {"edit": "set", "key": "turn", "value": "black"},
    ]);
    let body = json!({"game": "grand-chess", "position": made["position"], "edits": edits});
    let made = edit(&nobody, &body).await;
    assert_eq!((&made["flaws"], &made["outcome"]), (&json!([]), &Value::Null));
    let mut game = chess(&json!({"promotion": "all"}));
    game["start"] = json!({"position": made["position"]});
    let state = anna.state(&anna.open(&game).await).await;
    assert_eq!(state["scene"]["frame"], made["frame"]);
    assert_eq!(state["scene"]["to_act"], json!([1]));

    // A position in which the game is over is reported.
    let mate = "k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1";
    let over = edit(&nobody, &json!({"game": "grand-chess", "position": mate})).await;
    assert_eq!(over["outcome"]["reason"], "checkmate", "{over}");

    let klinzha = json!({"game": "klinzha", "edits": [
        {"edit": "put", "side": "gold", "kind": "V", "cell": "G13"},
        {"edit": "put", "side": "gold", "kind": "G", "cell": "G13"}]});
    let made = edit(&nobody, &klinzha).await;
    assert_eq!(made["frame"]["pieces"][0]["marks"], json!(["goal"]));
    server.stop().await;
}

#[tokio::test]
async fn the_editor_says_what_it_cannot_read() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let ask = async |more: Value| {
        let mut body = json!({"game": "grand-chess"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        nobody.post("/api/editor", &body).await
    };
    ask(json!({"game": "go"})).await.assert_error(422, "no-such-game", &["go", "klinzha"]);
    let refused = ask(json!({"position": "r8r"})).await;
    refused.assert_error(422, "bad-position", &["r8r"]);
    assert_eq!(refused.body["error"]["reasons"][0]["code"], "fen-fields");
    let refused = ask(json!({"options": {"own": "Xy:KY"}})).await;
    refused.assert_error(422, "bad-option", &["own"]);
    let piece = &refused.body["error"]["reasons"][0];
    assert_eq!((&piece["code"], &piece["args"]["text"]), (&json!("own"), &json!("Xy:KY")));
    let reason = &piece["reasons"][0];
    assert_eq!((&reason["code"], &reason["args"]), (&json!("betza"), &json!({"at": "2"})));
    assert_eq!(reason["reasons"][0]["code"], "betza-unit");
    let field = json!({"edit": "set", "key": "pool", "value": "zz"});
    let refused = ask(json!({"edits": [field]})).await;
    refused.assert_error(422, "bad-field", &["pool", "two lists"]);
    let error = &refused.body["error"];
    assert_eq!(error["reasons"][0]["code"], "fen-extra-lists");
    assert!(!error["message"].as_str().expect("text").contains("seventh field"), "{error}");
    for (edit, code, parts) in [
        (json!({"edit": "put", "side": "red", "kind": "Q", "cell": "e4"}), "no-such-colour", "red"),
        (
            json!({"edit": "put", "side": "white", "kind": "Zz", "cell": "e4"}),
            "no-such-piece",
            "Zz",
        ),
        (json!({"edit": "erase", "cell": "z9"}), "no-such-cell", "z9"),
        (json!({"edit": "move", "from": "e4", "to": "e5"}), "nothing-there", "e4"),
        (json!({"edit": "set", "key": "number", "value": "0"}), "bad-field", "number"),
        (json!({"edit": "set", "key": "clock", "value": "0"}), "bad-field", "en-passant"),
    ] {
        ask(json!({"edits": [edit]})).await.assert_error(422, code, &[parts]);
    }
    for (edit, parts) in [
        (json!({"edit": "paint"}), &["edits[0].edit", "`put`"][..]),
        (json!({"edit": "erase"}), &["edits[0]", "missing field `cell`"]),
        (json!({"edit": "erase", "cell": "e4", "side": "white"}), &["unknown field `side`"]),
        (json!({"edit": "erase", "cell": 4}), &["edits[0].cell", "expected a string"]),
        (json!("erase"), &["edits[0]", "an object with `edit`"]),
    ] {
        ask(json!({"edits": [edit]})).await.assert_error(400, "bad-body", parts);
    }
    ask(json!({"edit": []})).await.assert_error(400, "bad-body", &["unknown field `edit`"]);
    ask(json!({"position": null})).await.assert_error(400, "bad-body", &["position"]);
    server.stop().await;
}

#[tokio::test]
async fn a_position_has_a_picture_possible_or_not() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let get = async |query: &str, form: &str| {
        let path = format!("/api/positions/grand-chess/picture.{form}?{query}");
        nobody.request(Method::GET, &path).send().await.expect("an answer")
    };
    let position = START.replace(' ', "+").replace('K', "%7BGr%7D");
    let svg = get(&format!("position={position}"), "svg").await;
    assert_eq!(
        (svg.status().as_u16(), svg.headers()["content-type"].as_bytes()),
        (200, &b"image/svg+xml"[..])
    );
    assert!(svg.text().await.unwrap().contains("<svg"));
    let png = get(&format!("position={position}&promotion=all"), "png").await;
    assert!(png.bytes().await.unwrap().starts_with(b"\x89PNG"));
    let ask = async |query: &str| {
        nobody.get(&format!("/api/positions/grand-chess/picture.svg?{query}")).await
    };
    ask("position=r8r").await.assert_error(422, "bad-position", &["r8r"]);
    ask("promotion=some").await.assert_error(422, "bad-option", &["some"]);
    ask("position=a&position=b").await.assert_error(400, "bad-parameter", &["each of them once"]);
    let unknown = nobody.get("/api/positions/go/picture.svg").await;
    unknown.assert_error(422, "no-such-game", &["go"]);
    server.stop().await;
}

#[tokio::test]
async fn looking_is_limited_and_apart_from_creating() {
    let home = tempfile::tempdir().unwrap();
    let mut config = crate::harness::config(&home.path().join("data"));
    config.limits = heterodox_server::Limits::default();
    let server = TestServer::start_with(home, config).await;
    let nobody = server.nobody();
    let body = json!({"game": "klinzha"});
    let mut statuses = Vec::new();
    // 600 tokens at once, and those that refill meanwhile.
    while !statuses.contains(&429) && statuses.len() < 5000 {
        statuses.push(nobody.post("/api/check", &body).await.status.as_u16());
    }
    assert_eq!(statuses[..600], [200; 600]);
    assert!(statuses.contains(&429), "{statuses:?}");
    server.guest().await;
    server.stop().await;
}
