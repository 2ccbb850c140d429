//! The pages as a browser gets them.

use crate::harness::{Caller, TestServer};
use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

const LANGUAGES: [&str; 4] = ["en", "de", "sv", "it"];

/// The status, headers and body of a page.
async fn open(caller: &Caller, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, String) {
    let mut request = caller.request(reqwest::Method::GET, path).header("accept", "text/html");
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    let answer: Response = request.send().await.expect("an answer");
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.text().await.expect("text"))
}

/// The texts between tags.
fn texts(page: &str) -> impl Iterator<Item = &str> {
    let body = page.split("<script type=\"application/json\"").next().unwrap_or_default();
    body.split('>').skip(1).filter_map(|part| part.split('<').next()).map(str::trim)
}

fn attribute<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn every_page_speaks_every_language_and_keeps_to_the_policy() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let quick = json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open"});
    let game = format!("/g/{}", guest.open(&quick).await);
    let pages = [
        "/",
        "/import",
        "/licences",
        "/rules/klinzha",
        "/r/sample-battle",
        &game,
        "/nowhere",
        "/g/nowhere",
        "/new/klinzha",
        "/new/grand-chess",
        "/new/kaleidochess",
        "/new/nowhere",
        "/editor/klinzha",
        "/editor/grand-chess",
        "/editor/kaleidochess",
        "/editor/nowhere",
    ];
    for path in pages {
        for lang in LANGUAGES {
            let (status, headers, page) = open(&guest, &format!("{path}?lang={lang}"), &[]).await;
            assert_eq!(status, if path.ends_with("nowhere") { 404 } else { 200 }, "{path}");
            assert_eq!(headers["content-type"], "text/html; charset=utf-8", "{path}");
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
            assert!(page.contains(&format!("<html lang=\"{lang}\"")), "{path} {lang}");
            assert!(attribute(&page, "style").is_empty(), "{path} has styles in attributes");
            let scripts = page.matches("<script").count();
            let known = page.matches("<script type=\"module\" src=\"/assets/").count()
                + page.matches("<script type=\"application/json\"").count();
            assert_eq!(scripts, known, "{path} has scripts in the page");
            // A key without a translation is shown as it is.
            let is_key = |text: &str| {
                let words = text.split('-').count();
                words > 2 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            };
            assert_eq!(texts(&page).find(|text| is_key(text)), None, "{path} {lang}");
        }
    }
    server.stop().await;
}

/// The licences of third parties must be shown; every page links to them.
#[tokio::test]
async fn licences_are_shown_and_found() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let (_, _, page) = open(&nobody, "/licences?lang=de", &[]).await;
    assert!(page.contains("<h1>Lizenzen</h1>"), "the heading is translated");
    for text in ["\naxum ", "\nrusqlite ", "Copyright (c) 2019 Tokio Contributors", "UNICODE, INC."]
    {
        let found = page.to_uppercase().contains(&text.to_uppercase());
        assert!(found, "{text:?}");
    }
    for path in ["/", "/import", "/g/nowhere"] {
        let (_, _, page) = open(&nobody, path, &[]).await;
        assert!(attribute(&page, "href").contains(&"/licences"), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn assets_may_be_kept_for_ever_and_are_all_there() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let (_, _, page) = open(&nobody, "/r/sample-battle", &[]).await;
    let mut assets: Vec<&str> = attribute(&page, "href");
    assets.extend(attribute(&page, "src"));
    assets.retain(|address| address.starts_with("/assets/"));
    assert!(assets.len() > 4, "{assets:?}");
    for address in &assets {
        let (status, headers, _) = open(&nobody, address, &[]).await;
        assert_eq!(status, 200, "{address}");
        assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable", "{address}");
    }
    let folder = assets[0].split('/').nth(2).unwrap();
    for wrong in [
        assets[0].replace(folder, "0000000000000000"),
        format!("/assets/{folder}/tsconfig.json"),
        format!("/assets/{folder}/js/common/types.d.ts"),
        format!("/assets/{folder}/../../Cargo.toml"),
        format!("/assets/{folder}/%2e%2e/Cargo.toml"),
    ] {
        assert_eq!(open(&nobody, &wrong, &[]).await.0, 404, "{wrong}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_chosen_language_is_kept_and_an_unknown_one_is_passed_over() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let swedish = [("accept-language", "sv,en;q=0.5")];
    let (_, headers, page) = open(&nobody, "/?lang=de", &swedish).await;
    assert!(page.contains("<html lang=\"de\""));
    let cookies: Vec<_> =
        headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let kept = cookies.iter().find(|cookie| cookie.starts_with("lang=de;"));
    assert!(kept.is_some(), "{cookies:?}");
    let with_cookie = [swedish[0], ("cookie", "lang=de; theme=dark")];
    let (_, _, page) = open(&nobody, "/import", &with_cookie).await;
    assert!(page.contains("<html lang=\"de\" data-theme=\"dark\""));
    for odd in ["/?lang=tlh", "/?lang=", "/?lang=%3Cscript%3E"] {
        let (_, headers, page) = open(&nobody, odd, &swedish).await;
        assert!(page.contains("<html lang=\"sv\""), "{odd}");
        let cookies = headers.get_all("set-cookie").iter();
        assert!(!cookies.into_iter().any(|value| value.to_str().unwrap().starts_with("lang=")));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_record_cannot_bring_markup_into_the_page() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let evil = "</script><script>alert(1)</script>";
    let sample = include_str!("../../../../data/sample-battle.txt");
    let record = format!("gold: {evil}\ngreen: \"><img src=x onerror=alert(1)>\n{sample}");
    let answer = guest.post_text("/api/records", "text/plain", record).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let id = answer.body["id"].as_str().unwrap();
    let (status, _, page) = open(&guest, &format!("/r/{id}"), &[]).await;
    assert_eq!(status, 200);
    assert!(page.contains("alert(1)"), "the names are shown");
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"));
    server.stop().await;
}

#[tokio::test]
async fn pages_carry_what_their_scripts_need() {
    let server = TestServer::start().await;
    let (_, _, page) = open(&server.nobody(), "/r/sample-battle?lang=de", &[]).await;
    let block = |id: &str| -> Value {
        let start = format!("<script type=\"application/json\" id=\"{id}\">");
        let json =
            page.split(start.as_str()).nth(1).and_then(|rest| rest.split("</script>").next());
        serde_json::from_str(json.unwrap_or_else(|| panic!("no #{id}"))).expect("JSON")
    };
    assert_eq!(block("messages")["say-move"], "{side}: {piece} von {from} nach {to}");
    assert_eq!(block("page-data")["sides"], json!(["gold", "green"]));
    assert!(block("notes")["10"].as_str().unwrap().contains("F14"));
    assert_eq!(attribute(&page, "data-cell").len(), 81);
    server.stop().await;
}

#[tokio::test]
async fn the_front_page_leads_to_the_moments_of_the_sample_battle() {
    let server = TestServer::start().await;
    let (_, _, page) = open(&server.nobody(), "/", &[]).await;
    let moments: Vec<_> = attribute(&page, "href")
        .into_iter()
        .filter_map(|address| address.strip_prefix("/r/sample-battle#ply-"))
        .map(|ply| ply.parse::<usize>().unwrap())
        .collect();
    assert!(moments.len() > 10 && moments.iter().all(|&ply| ply <= 47), "{moments:?}");
    server.stop().await;
}

/// The footer of a game's page links to the game's guide and editor, other footers to every guide.
#[tokio::test]
async fn the_footer_leads_to_the_guides_of_the_games() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let all =
        ["/guide/klinzha", "/guide/clouded-klinzha", "/guide/grand-chess", "/guide/kaleidochess"];
    let kaleido = "/editor/kaleidochess";
    for (path, guides, editor) in [
        ("/", &all[..], "/editor/klinzha"),
        ("/import", &all, "/editor/klinzha"),
        ("/rules/kaleidochess", &all[3..], kaleido),
        ("/guide/kaleidochess/W", &all[3..], kaleido),
        ("/new/grand-chess", &all[2..3], "/editor/grand-chess"),
        ("/rules/klinzha", &all[..1], "/editor/klinzha"),
    ] {
        let (_, _, page) = open(&nobody, path, &[]).await;
        let footer = page.split("site-footer").nth(1).expect("a footer");
        let links = attribute(footer, "href");
        let to = |start: &str| -> Vec<&str> {
            links.iter().copied().filter(|link| link.starts_with(start)).collect()
        };
        assert_eq!((to("/guide/"), to("/editor/")), (guides.to_vec(), vec![editor]), "{path}");
    }
    // An editor links to the editors of the other games.
    let (_, _, page) = open(&nobody, kaleido, &[]).await;
    let links = attribute(&page, "href");
    for game in ["klinzha", "clouded-klinzha", "grand-chess"] {
        assert!(links.contains(&format!("/editor/{game}").as_str()), "{game}");
    }
    server.stop().await;
}
