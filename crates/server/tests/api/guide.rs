//! The piece guide and the rules pages: every piece in every language, and wrong requests.

use crate::harness::{Caller, TestServer};
use heterodox_rules::info;
use reqwest::Method;

const GAME: &str = "grand-chess";
const KALEIDO: &str = "kaleidochess";
const LANGUAGES: [&str; 4] = ["en", "de", "sv", "it"];

async fn open(caller: &Caller, path: &str) -> (u16, String) {
    let answer = caller.request(Method::GET, path).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("text"))
}

/// The texts between tags, without the data for scripts.
fn texts(page: &str) -> impl Iterator<Item = &str> {
    page.split('>').skip(1).filter_map(|part| part.split('<').next()).map(str::trim)
}

/// A key without a translation, or a placeholder that was not filled in, if the page has one.
fn untranslated(page: &str) -> Option<&str> {
    let names = page.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
    texts(page).chain(names).find(|text| {
        let key = ["guide-", "grules-", "crules-", "krules-", "rules-", "piece-", "refusal-"];
        key.iter().any(|start| text.starts_with(start)) && !text.contains(' ')
            || text.contains("{$")
            || text.contains("{ $")
    })
}

#[tokio::test]
async fn every_piece_is_told_of_in_every_language() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for lang in LANGUAGES {
        let (status, list) = open(&nobody, &format!("/guide/{GAME}?lang={lang}")).await;
        assert_eq!((status, untranslated(&list)), (200, None), "{lang}");
        for code in info(GAME).expect("the game").pieces {
            assert!(list.contains(&format!("id=\"{code}\"")), "{lang} {code}");
            let (status, page) = open(&nobody, &format!("/guide/{GAME}/{code}?lang={lang}")).await;
            assert_eq!((status, untranslated(&page)), (200, None), "{lang} {code}");
            assert!(page.contains("data-cell=\"e5\"") && page.contains("guide-examples"), "{code}");
            let (status, card) =
                open(&nobody, &format!("/guide/{GAME}/{code}/card?lang={lang}")).await;
            assert_eq!((status, untranslated(&card)), (200, None), "{lang} {code}");
            assert!(card.contains("small-diagram") && !card.contains("<html"), "{code}");
        }
    }
    server.stop().await;
}

/// Search by name in any language, by code and by movement.
#[tokio::test]
async fn pieces_are_found() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for (query, found) in [
        ("q=gr%C3%A4shoppa&lang=en", "Gr"),
        ("q=GRASHUPFER&lang=sv", "Gr"),
        ("q=grillo&lang=it", "Gr"),
        ("q=dabbaba-rider&lang=de", "Dr"),
        ("q=coordinator&kind=odd&lang=de", "Co"),
        ("q=bekehren&lang=de", "Di"),
        ("kind=hoppers&q=vao", "Va"),
        ("kind=classic&q=vao", ""),
        ("q=%3Cscript%3E", ""),
        ("q=%FF", ""),
        ("q=&kind=nonsense", "K"),
    ] {
        let (status, page) = open(&nobody, &format!("/guide/{GAME}?{query}")).await;
        assert_eq!(status, 200, "{query}");
        assert!(!page.contains("<script>"), "{query}");
        let shown: Vec<&str> = page
            .split("<article ")
            .skip(1)
            .filter_map(|card| card.split('>').next())
            .filter(|tag| !tag.ends_with("hidden"))
            .filter_map(|tag| tag.split("id=\"").nth(1)?.split('"').next())
            .collect();
        if found.is_empty() {
            assert!(shown.is_empty(), "{query}: {shown:?}");
        } else {
            assert!(shown.contains(&found), "{query}: {shown:?}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn the_board_follows_what_is_done_with_it() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let rook = "position=10/10/10/10/10/4R5/10/10/10/10&from=e5";
    let board = |more: &str| format!("/guide/{GAME}/R/board?{rook}{more}");
    let (status, view) = open(&nobody, &board("&do=put.black.N.e7")).await;
    assert_eq!(status, 200);
    assert!(view.contains("data-position=\"10/10/10/4n5/"), "{view}");
    assert!(view.contains("e7, enemy: Knight, Captures the enemy there"), "{view}");
    assert!(view.contains("e8, Out of reach now"));
    for (done, part) in [
        ("put.white.Gr.e6", "/4{Gr}5/4R5/"),
        ("move.e5.a1", "data-from=\"a1\""),
        ("erase.e5", "data-from=\"e5\""),
        ("put.white.Q.e5", "/4R5/"),
        ("clear", "/4R5/"),
        ("nonsense", "/4R5/"),
        ("put.white", "/4R5/"),
    ] {
        let (status, view) = open(&nobody, &board(&format!("&do={done}"))).await;
        assert!(status == 200 && view.contains(part), "{done}: {status} {view}");
    }
    for (path, part) in [
        (board("&do=put.white.Zz.e6"), "There is no such piece: Zz"),
        (board("&do=put.green.N.e6"), "There is no such colour"),
        (board("&do=erase.z99"), "There is no such cell: z99"),
        (board("&do=move.a1.a2"), "Nothing stands on a1"),
        (board("&do=put.black.P.e10"), "no pawn stands on the first or last rank"),
        (format!("/guide/{GAME}/R/board?position=10&from=e5"), "There must be 10 ranks"),
        (format!("/guide/{GAME}/R/board"), "There is no such cell"),
        (board("&own=Xy:Y"), "is no unit"),
        (board("&own=%3Cscript%3E"), "A code and moves belong here"),
    ] {
        let (status, view) = open(&nobody, &path).await;
        assert!(status == 422 && view.contains(part), "{path}: {status} {view}");
        assert!(!view.contains("<script>"), "{view}");
    }
    server.stop().await;
}

#[tokio::test]
async fn pieces_of_ones_own_are_drawn_or_refused_with_reasons() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let (status, page) = open(&nobody, &format!("/guide/{GAME}/own?moves=KAD")).await;
    assert!(status == 200 && page.contains("Own piece KAD"), "{status}");
    let own = "own=Xy%3AmWcF%3BVw%3A%5BF%3FR%5D";
    for (code, name) in [("Xy", "Own piece mWcF"), ("Vw", "Own piece [F?R]")] {
        for part in ["", "/card"] {
            let (status, page) = open(&nobody, &format!("/guide/{GAME}/{code}{part}?{own}")).await;
            assert!(status == 200 && page.contains(name), "{code}{part}: {status}");
        }
    }
    assert_eq!(open(&nobody, &format!("/guide/{GAME}/Zz?{own}")).await.0, 404);
    for (moves, part) in [
        ("", "The piece has no moves"),
        ("KY", "At character 2 of the moves: “Y” is no unit"),
        ("(9,9)", "A leap such as (1,4)"),
        ("%3Cb%3E", "is no unit"),
    ] {
        let (status, page) = open(&nobody, &format!("/guide/{GAME}/own?moves={moves}")).await;
        assert!(status == 422 && page.contains(part), "{moves}: {status}");
    }
    let long = "W".repeat(5000);
    let (status, _) = open(&nobody, &format!("/guide/{GAME}/own?moves={long}")).await;
    assert_eq!(status, 422);
    server.stop().await;
}

#[tokio::test]
async fn what_is_asked_wrongly_is_answered() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for path in
        ["/guide/chess", "/guide/grand-chess/Zz", "/guide/grand-chess/Zz/card", "/rules/chess"]
    {
        assert_eq!(open(&nobody, path).await.0, 404, "{path}");
    }
    let (status, page) = open(&nobody, "/guide/grand-chess/R?position=10&from=e5").await;
    assert!(status == 422 && page.contains("There must be 10 ranks"));
    assert!(page.contains("data-cell"));
    for (lang, said) in [
        ("de", "Diese Stellung ist nicht brauchbar: Es müssen 10 Reihen"),
        ("sv", "Ställningen går inte att använda: Det måste vara 10 rader"),
        ("it", "La posizione non si può usare: Devono esserci 10 traverse"),
    ] {
        let path = format!("/guide/grand-chess/R?position=10&from=e5&lang={lang}");
        let (_, page) = open(&nobody, &path).await;
        assert!(page.contains(said) && !page.contains("expected"), "{lang}");
    }
    for (path, status, code, parts) in [
        ("/api/guide/grand-chess/diagram", 400, "bad-parameter", ["position", "expected"]),
        ("/api/guide/grand-chess/diagram?position=10", 400, "bad-parameter", ["from", "cell"]),
        (
            "/api/guide/grand-chess/diagram?position=10&from=e5",
            422,
            "bad-position",
            ["10", "ranks"],
        ),
        (
            "/api/guide/grand-chess/diagram?position=1&position=2",
            400,
            "bad-parameter",
            ["once", ""],
        ),
        (
            "/api/guide/grand-chess/diagram?position=%FF&from=e5",
            422,
            "bad-position",
            ["10", "ranks"],
        ),
        ("/api/guide/klinzha/diagram?position=x&from=E37", 422, "bad-position", ["9 rows", ""]),
        ("/api/guide/chess/diagram?position=x&from=e5", 422, "no-such-game", ["chess", ""]),
        (
            "/api/guide/grand-chess/diagram?position=10/10/10/10/10/4R5/10/10/10/10&from=e5&colour=red",
            422,
            "bad-option",
            ["colour", "promotion"],
        ),
    ] {
        nobody.get(path).await.assert_error(status, code, &parts);
    }
    let long = format!("/api/guide/grand-chess/diagram?from=e5&position={}", "1".repeat(2001));
    nobody.get(&long).await.assert_error(400, "bad-parameter", &["at most 2000 bytes"]);
    server.stop().await;
}

/// KaleidoChess differs from Grand Chess: round boards, four colours, no custom pieces.
#[tokio::test]
async fn the_pieces_of_kaleidochess_have_a_guide() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for lang in LANGUAGES {
        let (status, list) = open(&nobody, &format!("/guide/{KALEIDO}?lang={lang}")).await;
        assert_eq!((status, untranslated(&list)), (200, None), "{lang}");
        for code in info(KALEIDO).expect("the game").pieces {
            assert!(list.contains(&format!("id=\"{code}\"")), "{lang} {code}");
            for part in ["", "/card"] {
                let path = format!("/guide/{KALEIDO}/{code}{part}?lang={lang}&side=green");
                let (status, page) = open(&nobody, &path).await;
                assert_eq!((status, untranslated(&page)), (200, None), "{path}");
                assert!(page.contains("side-green"), "{path}");
            }
        }
    }
    // Captures of enemies and of own pieces have different signs.
    let (_, list) = open(&nobody, &format!("/guide/{KALEIDO}")).await;
    let legend = list.split("guide-legend\"").nth(1).expect("a legend");
    let legend = legend.split("</ul>").next().unwrap_or_default();
    let mut signs: Vec<_> = legend.split("href=\"#sign-").skip(1).collect();
    let count = signs.len();
    signs.sort_unstable_by_key(|sign| sign.split('"').next());
    signs.dedup_by_key(|sign| sign.split('"').next());
    assert_eq!((count, signs.len()), (4, 4));
    assert!(list.contains("class=\"small-own\"") && list.contains("class=\"small-take\""));
    // A name that is the same in two languages is marked with both.
    let (_, tiger) = open(&nobody, &format!("/guide/{KALEIDO}/T?lang=en")).await;
    assert!(tiger.contains(">Tiger (Deutsch)</span>, <span lang=\"sv\">Tiger (Svenska)<"));
    let board =
        |more: &str| format!("/guide/{KALEIDO}/H/board?position=1/8/16/wH,15/24/24&from=1D{more}");
    for (done, part) in [
        ("put.black.P.1H", "1H, enemy: Pawn, Captures the enemy there"),
        ("put.white.P.8D", "8D, own: Pawn, Captures its own side’s piece there"),
        ("put.red.P.1F", "1F, enemy: Pawn"),
        ("move.1D.00", "data-from=\"00\""),
        ("erase.1D", "data-from=\"1D\""),
        ("nonsense", "data-from=\"1D\""),
    ] {
        let (status, view) = open(&nobody, &board(&format!("&do={done}"))).await;
        assert!(status == 200 && view.contains(part), "{done}: {status} {view}");
    }
    for (path, part) in [
        (board("&do=put.white.Q.1H"), "There is no such piece: Q"),
        (board("&do=put.blue.P.1H"), "There is no such colour"),
        (board("&do=erase.9Z"), "There is no such cell: 9Z"),
        (format!("/guide/{KALEIDO}/H/board?position=1/8&from=1D"), ""),
        (format!("/guide/{KALEIDO}/H?position=1/8&from=1D"), "data-cell"),
    ] {
        let (status, view) = open(&nobody, &path).await;
        assert!(status == 422 && view.contains(part), "{path}: {status} {view}");
    }
    // Parameters of the other game are ignored.
    assert_eq!(open(&nobody, &board("&own=Xy:KAD")).await.0, 200);
    for path in ["own?moves=KAD", "Xy?own=Xy:KAD", "K"] {
        assert_eq!(open(&nobody, &format!("/guide/{KALEIDO}/{path}")).await.0, 404, "{path}");
    }
    let path = format!("/api/guide/{KALEIDO}/diagram?from=1D&position=1/8/16/wH,15/24/24");
    let answer = nobody.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.body["targets"].as_array().map(Vec::len), Some(9));
    let wrong = format!("/api/guide/{KALEIDO}/diagram?from=1E&position=1/8/16/wH,15/24/24");
    nobody.get(&wrong).await.assert_error(422, "no-piece-there", &["1E"]);
    server.stop().await;
}

#[tokio::test]
async fn programs_are_told_what_a_piece_could_do() {
    let server = TestServer::start().await;
    let path =
        "/api/guide/grand-chess/diagram?from=e5&position=10/10/10/8n1/6n3/4%7BAr%7D5/10/10/10/10";
    let answer = server.nobody().get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let targets = answer.body["targets"].as_array().expect("targets");
    let g6 = targets.iter().find(|target| target["cell"] == "g6").expect("g6");
    assert_eq!(g6["kind"], "capture");
    assert_eq!(g6["victims"], serde_json::json!(["g6", "i7"]));
    assert_eq!(answer.body["heeds_king"], false);
    server.stop().await;
}

#[tokio::test]
async fn the_rules_of_every_game_can_be_read_and_lead_to_the_guide() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    for lang in LANGUAGES {
        for game in ["klinzha", "clouded-klinzha", GAME, KALEIDO] {
            let (status, page) = open(&nobody, &format!("/rules/{game}?lang={lang}")).await;
            assert_eq!((status, untranslated(&page)), (200, None), "{game} {lang}");
        }
        let (_, page) = open(&nobody, &format!("/rules/{GAME}?lang={lang}")).await;
        assert!(page.contains("href=\"/guide/grand-chess\""));
        assert!(page.matches("<figure").count() >= 2, "the start and the zones");
        let (_, page) = open(&nobody, &format!("/rules/{KALEIDO}?lang={lang}")).await;
        assert!(page.contains("href=\"/guide/kaleidochess\""));
        assert!(page.matches("<figure").count() >= 17, "a picture for each rule");
    }
    server.stop().await;
}
