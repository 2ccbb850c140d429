//! Animated pictures, previews of links, pages for frames and QR codes.

use crate::harness::{Caller, TestServer, choices, config, quick, quick_game};
use gif::{ColorOutput, DecodeOptions};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::json;
use std::io::Cursor;

/// The status, headers and body of an answer.
async fn fetch(caller: &Caller, path: &str) -> (u16, HeaderMap, Vec<u8>) {
    let answer = caller.request(Method::GET, path).send().await.expect("an answer");
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.bytes().await.expect("a body").to_vec())
}

/// Width, number of frames and the last picture of a GIF.
fn played(bytes: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut pixels = vec![[0; 3]; width * height];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let columns = usize::from(frame.width);
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, p)| p[3] > 0) {
            let row = usize::from(frame.top) + i / columns;
            let at = row * width + usize::from(frame.left) + i % columns;
            pixels[at] = [pixel[0], pixel[1], pixel[2]];
        }
        count += 1;
    }
    (width, count, pixels)
}

/// Width, height and pixels of a PNG.
fn pixels_of_png(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut buffer).expect("pixels");
    let pixels = buffer.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (info.width, info.height, pixels)
}

/// Asserts that the last frame of an animated picture is the still picture of the same viewer.
async fn ends_as(caller: &Caller, game: &str, query: &str, frames: usize) {
    let (status, headers, gif) =
        fetch(caller, &format!("/api/games/{game}/animation.gif{query}")).await;
    assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "image/gif"), "{query}");
    let (width, count, last) = played(&gif);
    assert_eq!((width, count), (480, frames), "{query}");
    let (_, _, svg) = fetch(caller, &format!("/api/games/{game}/picture.svg{query}")).await;
    let svg = String::from_utf8(svg).expect("text");
    let still = pixels_of_png(&heterodox_draw::png(&svg, 480).expect("a picture")).2;
    let equal = last.iter().zip(&still).filter(|(a, b)| a == b).count();
    assert!(equal * 100 > still.len() * 85, "{query}: {equal} of {}", still.len());
}

#[tokio::test]
async fn the_moves_so_far_are_an_animated_picture() {
    let server = TestServer::start().await;
    let (game, players) = quick_game(&server).await;
    ends_as(&players[0], &game, "", 1).await;
    for seat in [0, 1, 0] {
        players[seat].submit(&game, &choices(&players[seat].state(&game).await)[0]).await;
    }
    let nobody = server.nobody();
    for caller in [&players[0], &players[1], &nobody] {
        ends_as(caller, &game, "", 4).await;
    }
    let path = format!("/api/games/{game}/animation.gif");
    let (_, _, part) = fetch(&nobody, &format!("{path}?from=1&to=2")).await;
    assert_eq!(played(&part).1, 2);
    for (query, code, parts) in [
        ("from=4", "no-such-ply", ["ply 4", "0 to 3"]),
        ("to=9", "no-such-ply", ["ply 9", "0 to 3"]),
        ("from=2&to=1", "bad-parameter", ["'to'", "2 to 301"]),
        ("from=x", "bad-parameter", ["'from'", "whole number"]),
        ("both=true", "bad-parameter", ["'both'", "nothing is hidden"]),
        ("both=perhaps", "bad-parameter", ["'both'", "true or false"]),
        ("as=1", "not-your-seat", ["seat", ""]),
    ] {
        let refused = nobody.get(&format!("{path}?{query}")).await;
        assert_eq!(refused.code(), code, "{query}");
        let message = refused.body["error"]["message"].as_str().expect("a message");
        assert!(parts.iter().all(|part| message.contains(part)), "{query}: {message}");
    }
}

#[tokio::test]
async fn a_hidden_game_is_animated_as_its_viewer_may_know_it() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
        "start": {"quick": "north-west"}, "opponent": "open", "seat": 0});
    let game = anna.open(&wanted).await;
    ben.join(&game).await;
    let nobody = server.nobody();
    let preview = format!("/g/{game}/preview.png");
    let (_, _, before) = fetch(&nobody, &preview).await;
    anna.submit(&game, &choices(&anna.state(&game).await)[0]).await;
    let path = format!("/api/games/{game}/animation.gif");
    let shown = async |caller: &Caller, query: &str| {
        let (status, _, gif) = fetch(caller, &format!("{path}{query}")).await;
        assert_eq!(status, 200, "{query}");
        played(&gif)
    };
    let [own, others, public] =
        [shown(&anna, "").await, shown(&ben, "").await, shown(&nobody, "").await];
    assert!(own.2 != others.2 && own.2 != public.2 && others.2 != public.2);
    assert_eq!(shown(&anna, "?as=public").await.2, public.2);
    ends_as(&anna, &game, "", 2).await;
    ends_as(&nobody, &game, "", 2).await;
    for caller in [&anna, &nobody] {
        caller.get(&format!("{path}?both=true")).await.assert_error(409, "not-over", &[]);
    }
    nobody.get(&format!("{path}?as=0")).await.assert_error(403, "not-your-seat", &[]);
    // The preview knows no reader, and the public sees nothing of the move.
    let (_, _, seen) = fetch(&nobody, &preview).await;
    assert!(seen == before && fetch(&anna, &preview).await.2 == seen, "the public's view");

    anna.act(&game, &json!({"act": "resign"})).await;
    let (width, count, _) = shown(&nobody, "?both=true").await;
    assert_eq!((width, count), (800, 2));
    assert_eq!(shown(&nobody, "?as=0&seen=true").await.2, own.2, "what Gold saw");
    assert_ne!(fetch(&nobody, &preview).await.2, seen, "the truth is out");
    ends_as(&nobody, &game, "", 2).await;
}

#[tokio::test]
async fn a_record_is_animated() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let path = "/api/records/sample-battle/animation.gif";
    let (status, _, gif) = fetch(&nobody, &format!("{path}?from=40")).await;
    assert_eq!((status, played(&gif).1), (200, 8));
    nobody.get(&format!("{path}?to=48")).await.assert_error(400, "no-such-ply", &["0 to 47"]);
    nobody.get("/api/records/none/animation.gif").await.assert_error(
        404,
        "no-such-record",
        &["none"],
    );
}

/// The contents of the `og:` and `twitter:` tags of a page.
async fn tags(caller: &Caller, path: &str) -> Vec<(String, String)> {
    let request = caller.request(Method::GET, path).header("accept", "text/html");
    let page = request.send().await.expect("an answer").text().await.expect("text");
    let tag = |part: &str| {
        let (_, rest) = part.split_once("=\"")?;
        let (name, rest) = rest.split_once('"')?;
        let content = rest.split_once("content=\"")?.1.split('"').next()?;
        let is_preview = name.starts_with("og:") || name.starts_with("twitter:");
        is_preview.then(|| (name.to_owned(), content.to_owned()))
    };
    page.split("<meta ").skip(1).filter_map(tag).collect()
}

#[tokio::test]
async fn links_have_previews_whose_pictures_are_there() {
    let home = tempfile::tempdir().expect("a folder");
    let mut config = config(&home.path().join("data"));
    config.public_origin = Some("https://play.example".parse().expect("an origin"));
    let server = TestServer::start_with(home, config).await;
    let (game, players) = quick_game(&server).await;
    let offer = players[0].open_only(&quick(&json!("open"))).await;
    let nobody = server.nobody();
    for (path, titled) in [
        (format!("/g/{game}"), "Klin Zha"),
        (format!("/offers/{offer}"), "Klin Zha"),
        ("/r/sample-battle".to_owned(), "battle"),
        ("/rules/kaleidochess".to_owned(), "KaleidoChess"),
        ("/rules/clouded-klinzha".to_owned(), "Clouded"),
        ("/".to_owned(), ""),
    ] {
        let tags = tags(&nobody, &path).await;
        let of = |name: &str| {
            let found = tags.iter().find(|(tag, _)| tag == name);
            found.unwrap_or_else(|| panic!("{path}: {name}")).1.clone()
        };
        assert!(of("og:title").contains(titled), "{path}: {tags:?}");
        assert!(of("og:description").len() > 5, "{path}: {tags:?}");
        assert_eq!(of("og:url"), format!("https://play.example{path}"));
        assert_eq!(of("twitter:card"), "summary_large_image");
        let picture = of("og:image");
        let picture = picture.strip_prefix("https://play.example").expect("an absolute address");
        let (status, headers, png) = fetch(&nobody, picture).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "image/png"));
        assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
        let (width, height, _) = pixels_of_png(&png);
        assert_eq!(
            (width.to_string(), height.to_string()),
            (of("og:image:width"), of("og:image:height"))
        );
        assert!(png.len() < 300_000, "{picture}: {} bytes", png.len());
    }
    assert!(tags(&nobody, "/import").await.is_empty());
    for unknown in ["/g/none/preview.png", "/r/none/preview.png", "/rules/none/preview.png"] {
        assert_eq!(fetch(&nobody, unknown).await.0, 404, "{unknown}");
    }
}

/// The client that frames the page or fetches the preview is unknown, so a private game has
/// neither, not even for its players.
#[tokio::test]
async fn a_private_game_has_no_preview_and_no_page_for_frames() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let mut wanted = quick(&json!({"user": ben.name}));
    wanted["visibility"] = json!("private");
    let made = anna.post("/api/offers", &wanted).await;
    let id = made.body["id"].as_str().unwrap_or_else(|| panic!("{}", made.body)).to_owned();
    for path in [format!("/g/{id}"), format!("/offers/{id}")] {
        let (status, _, _) = fetch(&anna, &path).await;
        assert_eq!(status, 200, "{path}");
        assert!(tags(&anna, &path).await.is_empty(), "{path}");
        assert!(tags(&server.nobody(), &path).await.is_empty(), "{path}");
    }
    for caller in [&anna, &ben, &server.nobody()] {
        for path in [format!("/g/{id}/preview.png"), format!("/embed/g/{id}")] {
            assert_eq!(fetch(caller, &path).await.0, 404, "{path}");
        }
    }
    assert_eq!(fetch(&anna, &format!("/api/games/{id}/animation.gif")).await.0, 200);
    for caller in [&server.guest().await, &server.nobody()] {
        let lost = caller.get(&format!("/api/games/{id}/animation.gif")).await;
        lost.assert_error(404, "no-such-game", &[&id]);
    }
}

#[tokio::test]
async fn only_pages_for_frames_may_be_framed() {
    let server = TestServer::start().await;
    let (game, players) = quick_game(&server).await;
    let policy = async |path: &str| {
        let (status, headers, page) = fetch(&players[0], path).await;
        assert_eq!(status, 200, "{path}");
        let policy = headers["content-security-policy"].to_str().expect("text").to_owned();
        (policy, String::from_utf8(page).expect("text"))
    };
    for path in [format!("/embed/g/{game}"), "/embed/record/sample-battle".to_owned()] {
        let (policy, page) = policy(&path).await;
        assert!(policy.contains("frame-ancestors *") && policy.contains("script-src 'self'"));
        assert!(!page.contains("site-header") && !page.contains("site-footer"), "{path}");
        assert!(!page.contains(&players[0].name), "{path}: the reader is not known");
        assert!(page.len() < 120_000, "{path}: {} bytes", page.len());
    }
    for path in ["/", "/r/sample-battle", &format!("/g/{game}"), &format!("/offers/{game}")] {
        assert!(policy(path).await.0.contains("frame-ancestors 'none'"), "{path}");
    }
    let answer = fetch(&players[0], &format!("/api/games/{game}")).await.1;
    assert!(answer["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
}

/// What a scanner reads in a QR code.
fn scanned(svg: &str) -> String {
    let png = heterodox_draw::png(svg, 400).expect("a picture");
    let (width, height, pixels) = pixels_of_png(&png);
    let grey = |x: usize, y: usize| pixels[y * width as usize + x][0];
    let mut image =
        rqrr::PreparedImage::prepare_from_greyscale(width as usize, height as usize, grey);
    let codes = image.detect_grids();
    let (_, content) = codes.first().expect("a code").decode().expect("readable");
    content
}

#[tokio::test]
async fn a_qr_code_leads_to_this_server_and_nowhere_else() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let code = async |link: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.append_pair("link", link).finish();
        let (status, _, body) = fetch(&nobody, &format!("/api/qr.svg?{query}")).await;
        (status, String::from_utf8(body).expect("text"))
    };
    for path in ["/g/k3v9qz2m", "/offers/k3v9qz2m?key=0123456789abcdefghijklmnopqrstuv", "/"] {
        let link = format!("{}{path}", server.base);
        let (status, svg) = code(&link).await;
        assert_eq!((status, scanned(&svg)), (200, link));
    }
    let long = format!("{}/{}", server.base, "x".repeat(300));
    for link in ["", "/g/k3v9qz2m", "http://evil.example/", "javascript:alert(1)", &long] {
        let (status, refusal) = code(link).await;
        assert_eq!(status, 400, "{link}");
        assert!(refusal.contains("bad-parameter"), "{refusal}");
    }
}
