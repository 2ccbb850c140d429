//! The steps about chats, private texts, reports and silence.

use crate::people_steps::{assert_missing, assert_taken, change, guest};
use crate::support::game;
use heterodox_store::{
    ChatLine, NewChatLine, PeopleChange, PuzzleDeed, PuzzleResult, REPORT_KEPT_MS, Report, Said,
    Silence, Store, Takeover, TextKind,
};

fn line(game: &str, room: &str, user: &str, said: &str) -> NewChatLine {
    NewChatLine {
        game: game.into(),
        room: room.into(),
        user: user.into(),
        at_ms: 5,
        said: Said::Text(said.into()),
    }
}

async fn lines(store: &dyn Store, game: &str, room: &str) -> Vec<(u64, String, Said)> {
    let lines = store.chat(game, room).await.unwrap();
    lines.into_iter().map(|line| (line.seq, line.user, line.said)).collect()
}

pub(crate) async fn lines_are_numbered_by_room(store: &dyn Store) {
    for id in ["chatgold", "chatgree"] {
        guest(store, id).await;
    }
    store.create_game(game("chata")).await.unwrap();
    store.create_game(game("chatb")).await.unwrap();
    assert_eq!(store.chat("chata", "table").await.unwrap(), []);
    assert_missing(&store.say(line("nowhere", "table", "chatgold", "hi")).await.map(drop));
    assert_eq!(store.say(line("chata", "table", "chatgold", "hi")).await.unwrap(), 1);
    assert_eq!(store.say(line("chata", "gallery", "chatgree", "ho")).await.unwrap(), 1);
    assert_eq!(store.say(line("chatb", "table", "chatgree", "he")).await.unwrap(), 1);
    let phrase = Said::Phrase("hello".into());
    let spoken = NewChatLine { said: phrase.clone(), ..line("chata", "table", "chatgree", "") };
    assert_eq!(store.say(spoken).await.unwrap(), 2);
    let table = store.chat("chata", "table").await.unwrap();
    let first =
        ChatLine { seq: 1, user: "chatgold".into(), at_ms: 5, said: Said::Text("hi".into()) };
    assert_eq!(
        table,
        [first, ChatLine { seq: 2, user: "chatgree".into(), at_ms: 5, said: phrase }]
    );
    assert_eq!(store.chat("chata", "gallery").await.unwrap().len(), 1);
    assert_eq!(store.events("chata").await.unwrap(), [], "the log knows no chat");
}

pub(crate) async fn what_was_said_goes_with_its_user(store: &dyn Store) {
    for id in ["saidgold", "saidgree", "saidwhit"] {
        guest(store, id).await;
    }
    store.create_game(game("said")).await.unwrap();
    for (user, text) in [("saidgold", "one"), ("saidgree", "two"), ("saidgold", "three")] {
        store.say(line("said", "table", user, text)).await.unwrap();
    }
    let rows = store.rows_of("saidgold").await.unwrap();
    assert!(format!("{rows:?}").contains("three"), "{rows:?}");
    // A guest's lines and notes become the user's.
    store.put_text(TextKind::Notes, "saidgree", "said", Some("plan".into()), 6).await.unwrap();
    let takeover = Takeover { guest: "saidgree".into(), user: "saidwhit".into(), at_ms: 7 };
    change(store, PeopleChange::BeginTakeover(takeover)).await.unwrap();
    let end = PeopleChange::EndTakeover { guest: "saidgree".into(), at_ms: 8 };
    change(store, end).await.unwrap();
    assert_eq!(
        store.text(TextKind::Notes, "saidwhit", "said").await.unwrap().as_deref(),
        Some("plan")
    );
    assert_eq!(store.text(TextKind::Notes, "saidgree", "said").await.unwrap(), None);
    let leave = PeopleChange::Leave { user: "saidgold".into(), at_ms: 9 };
    change(store, leave).await.unwrap();
    let two = (2, "saidwhit".to_owned(), Said::Text("two".into()));
    assert_eq!(lines(store, "said", "table").await, [two]);
    // The number of a line that is gone is not given again.
    assert_eq!(store.say(line("said", "table", "saidwhit", "four")).await.unwrap(), 4);
    let rows = store.rows_of("saidgold").await.unwrap();
    assert!(!format!("{rows:?}").contains("three"), "{rows:?}");
}

pub(crate) async fn private_texts_are_one_users(store: &dyn Store) {
    for id in ["textgold", "textgree", "textwhit"] {
        guest(store, id).await;
    }
    store.create_game(game("texts")).await.unwrap();
    for kind in TextKind::ALL {
        let put = async |user: &str, game: &str, body: Option<&str>| {
            store.put_text(kind, user, game, body.map(str::to_owned), 5).await
        };
        let body = async |user: &str| store.text(kind, user, "texts").await.unwrap();
        assert_missing(&put("textgold", "nowhere", Some("x")).await);
        put("textgold", "texts", Some("first")).await.unwrap();
        let second = format!("second {}", kind.key());
        put("textgold", "texts", Some(&second)).await.unwrap();
        put("textgree", "texts", Some("other")).await.unwrap();
        put("textwhit", "texts", None).await.unwrap();
        assert_eq!(body("textgold").await.as_ref(), Some(&second));
        assert_eq!(store.events("texts").await.unwrap(), [], "the log knows none");
        let rows = format!("{:?}", store.rows_of("textgold").await.unwrap());
        assert!(rows.contains(&second) && !rows.contains("other"), "{rows}");
        put("textgold", "texts", None).await.unwrap();
        assert_eq!(body("textgold").await, None);
        put("textgold", "texts", Some("third")).await.unwrap();
    }
    let [notes, conditionals] = TextKind::ALL;
    store.put_text(notes, "textwhit", "texts", Some("own".into()), 6).await.unwrap();
    let takeover = Takeover { guest: "textgree".into(), user: "textwhit".into(), at_ms: 7 };
    change(store, PeopleChange::BeginTakeover(takeover)).await.unwrap();
    let end = PeopleChange::EndTakeover { guest: "textgree".into(), at_ms: 8 };
    change(store, end).await.unwrap();
    let body = async |kind, user: &str| store.text(kind, user, "texts").await.unwrap();
    assert_eq!(body(conditionals, "textwhit").await.as_deref(), Some("other"));
    assert_eq!(body(notes, "textwhit").await.as_deref(), Some("own"), "the user's own one stays");
    for user in ["textgold", "textgree", "textwhit"] {
        if user != "textgree" {
            change(store, PeopleChange::Leave { user: user.into(), at_ms: 9 }).await.unwrap();
        }
        for kind in TextKind::ALL {
            assert_eq!(body(kind, user).await, None);
        }
    }
}

pub(crate) async fn the_first_result_of_a_puzzle_stays(store: &dyn Store) {
    use PuzzleDeed::{GaveUp, Missed, Solved};
    for id in ["puzzgold", "puzzgree", "puzzwhit"] {
        guest(store, id).await;
    }
    let note = async |user: &str, puzzle: &str, deed, at_ms| {
        store.note_puzzle(user, puzzle, deed, at_ms).await.unwrap();
    };
    let results = async |user: &str| store.puzzles_of(user).await.unwrap();
    let result = |puzzle: &str, tries, solved_ms, shown_ms| PuzzleResult {
        puzzle: puzzle.into(),
        tries,
        solved_ms,
        shown_ms,
    };
    assert_eq!(results("puzzgold").await, []);
    for (deed, at_ms) in [(Missed, 1), (Missed, 2), (Solved, 3), (Missed, 4), (GaveUp, 5)] {
        note("puzzgold", "b", deed, at_ms).await;
    }
    for (deed, at_ms) in
        [(Missed, 1), (GaveUp, 2), (Missed, 3), (GaveUp, 4), (Solved, 5), (Missed, 6)]
    {
        note("puzzgold", "a", deed, at_ms).await;
    }
    note("puzzgold", "c", Missed, 6).await;
    note("puzzgold", "d", GaveUp, 7).await;
    let expected = [
        result("a", 1, Some(5), Some(2)),
        result("b", 3, Some(3), None),
        result("c", 1, None, None),
        result("d", 0, None, Some(7)),
    ];
    assert_eq!(results("puzzgold").await, expected);
    assert_eq!(results("puzzgree").await, [], "each user has its own");
    let rows = format!("{:?}", store.rows_of("puzzgold").await.unwrap());
    assert!(rows.contains("puzzle_results"), "{rows}");
    note("puzzwhit", "a", Solved, 7).await;
    let takeover = Takeover { guest: "puzzgold".into(), user: "puzzwhit".into(), at_ms: 8 };
    change(store, PeopleChange::BeginTakeover(takeover)).await.unwrap();
    let end = PeopleChange::EndTakeover { guest: "puzzgold".into(), at_ms: 9 };
    change(store, end).await.unwrap();
    let [_, b, c, d] = expected;
    assert_eq!(results("puzzwhit").await, [result("a", 1, Some(7), None), b, c, d]);
    assert_eq!(results("puzzgold").await, []);
    change(store, PeopleChange::Leave { user: "puzzwhit".into(), at_ms: 10 }).await.unwrap();
    assert_eq!(results("puzzwhit").await, []);
}

pub(crate) async fn a_report_is_open_until_it_is_closed(store: &dyn Store) {
    for id in ["repogold", "repogree", "repowhit"] {
        guest(store, id).await;
    }
    let report = |id: &str, reporter: &str, seq: Option<u64>| Report {
        id: id.into(),
        at_ms: 5,
        reporter: reporter.into(),
        about: "repogree".into(),
        game: seq.map(|_| "somegame".into()),
        room: seq.map(|_| "table".into()),
        seq,
        said: seq.map(|_| Said::Text("an insult".into())),
        reason: "insult".into(),
    };
    let add = async |one: &Report| change(store, PeopleChange::AddReport(one.clone())).await;
    let first = report("reporta", "repogold", Some(1));
    add(&first).await.unwrap();
    assert_taken(&add(&report("reportb", "repogold", Some(1))).await, "reportb");
    assert_taken(&add(&report("reporta", "repogold", Some(2))).await, "reporta");
    let second = report("reportb", "repogold", None);
    add(&second).await.unwrap();
    assert_taken(&add(&report("reportc", "repogold", None)).await, "reportc");
    let third = Report { at_ms: 4, ..report("reportc", "repowhit", None) };
    add(&third).await.unwrap();
    assert_eq!(store.open_report("reporta").await.unwrap(), Some(first.clone()));
    assert_eq!(store.open_reports(2).await.unwrap(), [third.clone(), first]);
    let rows = store.rows_of("repogold").await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.0 == "reports").count(), 2);
    let rows = store.rows_of("repogree").await.unwrap();
    assert!(!format!("{rows:?}").contains("repogold"), "who reports is not told: {rows:?}");

    let close = |id: &str| PeopleChange::CloseReport {
        id: id.into(),
        outcome: "dismissed".into(),
        at_ms: 9,
    };
    for id in ["reporta", "reportb"] {
        change(store, close(id)).await.unwrap();
        assert_missing(&change(store, close(id)).await);
        assert_eq!(store.open_report(id).await.unwrap(), None);
    }
    assert_eq!(store.open_reports(9).await.unwrap(), [third]);
    // The same may be reported again, once the report is closed.
    add(&report("reportd", "repogold", Some(1))).await.unwrap();
    for id in ["reportc", "reportd"] {
        change(store, close(id)).await.unwrap();
    }
    // What was reported is not kept for ever.
    let expire = PeopleChange::Expire { household_before_ms: 0, now_ms: 9 + REPORT_KEPT_MS };
    change(store, expire).await.unwrap();
    let rows = store.rows_of("repogold").await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.0 == "reports").count(), 0);

    let silence = Silence { until_ms: 50, reason: "insults".into() };
    let set = |user: &str, silence: Option<&Silence>| PeopleChange::SetSilence {
        user: user.into(),
        silence: silence.cloned(),
    };
    change(store, set("repogree", Some(&silence))).await.unwrap();
    assert_eq!(store.user("repogree").await.unwrap().unwrap().silence, Some(silence));
    change(store, set("repogree", None)).await.unwrap();
    assert_eq!(store.user("repogree").await.unwrap().unwrap().silence, None);
    assert_missing(&change(store, set("reponone", None)).await);
}
