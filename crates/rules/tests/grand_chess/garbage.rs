//! Nothing panics on bad input, and what is read is written back the same.

use heterodox_rules::grand_chess::{CLASSIC_START, Position, betza};
use heterodox_rules::{Options, Seat, Setting, Start, open, perft, read_record};
use heterodox_testkit::Rng;
use heterodox_testkit::grand_chess::input;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Texts that are nearly FENs.
fn almost_fen() -> impl Strategy<Value = String> {
    let parts = prop::collection::vec(
        prop_oneof![
            Just("K"),
            Just("k"),
            Just("P"),
            Just("{Gr}"),
            Just("{fo}"),
            Just("{Im}"),
            Just("{x"),
            Just("}"),
            Just("1"),
            Just("10"),
            Just("9"),
            Just("0"),
            Just("/"),
            Just(" "),
            Just("w"),
            Just("b"),
            Just("-"),
            Just("e4"),
            Just("4294967295"),
            Just("pool="),
            Just("last=Bl"),
            Just(";"),
            Just("shield=a1"),
            Just("é"),
        ],
        0..60,
    );
    parts.prop_map(|parts| parts.concat())
}

/// A text with a few characters changed.
fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    any::<u64>().prop_map(move |seed| Rng::new(seed).changed(text, &["é", "[", "", "0", "{x}"]))
}

const RECORD: &str = "[Event \"x\"]\n[Variant \"Grand\"]\n[Array \"random\"]\n[Seed \"3\"]\n\n1. e5 {c} e6 (1... e7) 2. d4 $1 1/2-1/2\n";

proptest! {
    // A fixed seed: a failure comes back.
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(600)
    })]

    #[test]
    fn fens(text in prop_oneof![almost_fen(), damaged(CLASSIC_START), ".{0,80}"]) {
        input::fen(&text);
    }

    #[test]
    fn moves(text in prop_oneof!["[a-jA-Z0-9x~*=+#]{0,9}", ".{0,12}"]) {
        let mut table = open("grand-chess", &Setting::default()).expect("a table");
        let _ = table.submit(Seat::new(0), &text);
        let setting = Setting { options: Options::default(), start: Start::Position(text) };
        let _ = open("grand-chess", &setting);
    }

    #[test]
    fn records(text in prop_oneof![damaged(RECORD), "\\[.{0,60}"]) {
        input::pgn(&text);
    }

    #[test]
    fn written_moves(text in prop_oneof!["[a-jA-Z0-9x~*=+#]{0,9}", ".{0,12}"]) {
        input::move_text(&format!("{CLASSIC_START}\n{text}"));
    }

    #[test]
    fn acts(data in prop::collection::vec(any::<u8>(), 0..160)) {
        input::acts(&data);
    }

    #[test]
    fn option_lines(text in "(setup=(random|chosen|classic)\n)?(extra=[0-9]{1,2}\n)?(own=[A-Z][a-z]:[WFDNAHCZGKRBQmcfblrvspg0-9(),]{1,6}\n)?(promotion=(all|initial)\n)?") {
        input::options(&text);
    }

    #[test]
    fn own_pieces(text in prop_oneof!["[WFDNAHCZGKRBQmcfblrvspg0-9(),\\[\\]?-]{0,10}", ".{0,8}"]) {
        let _ = betza::parse(&text);
        let mut setting = Setting::default();
        for (key, value) in [("own", format!("Xy:{text}")), ("extra", text.clone()), ("seed", text.clone())] {
            setting.options.0.insert(key.to_owned(), value);
        }
        let _ = open("grand-chess", &setting);
    }
}

#[test]
fn the_highest_numbers_are_no_trouble() {
    let fen = "k9/10/10/10/{Gr}9/10/10/10/10/9K b - - 4294967295 4294967295";
    let position: Position = fen.parse().expect("a position");
    let next = position.after_unchecked(position.legal_moves()[0]);
    assert!(next.to_string().ends_with(" w - - 4294967295 4294967295"));
}

#[test]
fn over_long_input_is_quoted_in_part() {
    let long = "x".repeat(100_000);
    let option = |key: &str, value: String| {
        let mut setting = Setting::default();
        setting.options.0.insert(key.to_owned(), value);
        setting
    };
    let mut table = open("grand-chess", &Setting::default()).expect("a game");
    let mut picking =
        open("grand-chess", &option("setup", "classic+chosen".to_owned())).expect("a game");
    let refusals = [
        table.submit(Seat::new(0), &long).unwrap_err(),
        table.submit(Seat::new(0), &format!("a3a4{}", "q".repeat(100_000))).unwrap_err(),
        picking.submit(Seat::new(1), &long).unwrap_err(),
        picking.submit(Seat::new(1), &format!("pick {long}")).unwrap_err(),
        open("grand-chess", &Setting::position(&long)).unwrap_err(),
        open(
            "grand-chess",
            &Setting::position(&format!("{{{long}}}9/10/10/10/10/10/10/10/10/9K w - - 0 1")),
        )
        .unwrap_err(),
        open(
            "grand-chess",
            &Setting::position(&format!("9k/10/10/10/10/10/10/10/10/9K w - - 0 1 {long}")),
        )
        .unwrap_err(),
        open("grand-chess", &Setting::quick_start(&long)).unwrap_err(),
        open("grand-chess", &option("own", format!("Xy:{long}"))).unwrap_err(),
        open("grand-chess", &option("own", long.clone())).unwrap_err(),
        open("grand-chess", &option("seed", long.clone())).unwrap_err(),
        read_record(&format!("[{long}")).unwrap_err(),
        read_record(&format!("[Variant \"{long}\"]")).unwrap_err(),
        read_record(&format!("[FEN \"{long}\"]")).unwrap_err(),
        read_record(&format!("[White \"a\"]\n\n1. {long}")).unwrap_err(),
        read_record(&format!("[White \"a\"]\n\n1. e5 {{{long}")).unwrap_err(),
    ];
    for refusal in refusals {
        assert!(refusal.message.len() < 1000, "{} bytes", refusal.message.len());
        assert!(refusal.args.iter().all(|(_, value)| value.len() < 500), "{refusal}");
    }
}

#[test]
fn counting_very_deep_is_refused() {
    let refusal = perft("grand-chess", &Setting::default(), 100_000).expect_err("too deep");
    assert_eq!(refusal.code, "too-deep");
}
