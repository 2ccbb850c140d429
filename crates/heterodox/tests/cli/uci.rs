//! `heterodox uci` over pipes, as a GUI runs it.

use crate::common::{Ran, heterodox_with};
use crate::talk::Talk;

const START: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

/// Returns the output for these lines; asserts that the status is 0 and standard error is empty.
#[track_caller]
fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let ran: Ran = heterodox_with(&["uci"], input.as_ref());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    ran.out.lines().map(str::to_owned).collect()
}

/// Returns the last FEN that `d` has printed.
fn fen(lines: &[String]) -> &str {
    let last = lines.iter().rev().find_map(|line| line.strip_prefix("Fen: "));
    last.expect("a position is shown")
}

fn errors(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string error: ")).collect()
}

#[test]
fn it_introduces_itself() {
    let lines = answers("uci\nisready\nquit\n");
    assert!(lines[0].starts_with("id name Heterodox "));
    assert!(lines[1].starts_with("id author "));
    let variants =
        "option name UCI_Variant type combo default grand var grand var klinzha var kaleidochess";
    assert!(lines.iter().any(|line| line == variants), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn positions_are_those_of_fairy_stockfish() {
    assert_eq!(fen(&answers("d\n")), START);
    let lines = answers("position startpos moves c3c5 d8d6 c5d6\nd\n");
    // A capture sets no en passant square, and a captured pawn is not added to the pool.
    let after = "r8r/1nbqkcabn1/ppp1pppppp/10/3P6/10/10/PP1PPPPPPP/1NBQKCABN1/R8R b - - 0 2";
    assert_eq!(fen(&lines), after);
    // A double step sets the en passant square, whether or not a pawn can use it. FENs without it
    // are read, too.
    let double = "r8r/1nbqkcabn1/pppppppppp/10/10/2P7/10/PP1PPPPPPP/1NBQKCABN1/R8R b -";
    let lines =
        answers(format!("position startpos moves c3c5\nd\nposition fen {double} - 0 1\nd\n"));
    assert!(lines.contains(&format!("Fen: {double} c4 0 1")), "{lines:?}");
    assert_eq!(fen(&lines), format!("{double} - 0 1"));
}

#[test]
fn paths_are_counted_as_stockfish_does() {
    let lines = answers("go perft 2\n");
    assert_eq!(lines[0], "a1a2: 65");
    assert_eq!(lines[65..], ["", "Nodes searched: 4225", ""]);
    let promoting = "position fen 10/4k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1\ngo perft 3\n";
    assert!(answers(promoting).contains(&"Nodes searched: 2446".to_owned()));
    assert!(answers("go perft 0\n").contains(&"Nodes searched: 1".to_owned()));
}

#[test]
fn a_search_tells_what_it_finds() {
    let lines = answers(format!("position fen {START} moves g3g4\ngo depth 3\n"));
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (depth, line) in (1..=3).zip(&lines) {
        assert!(line.starts_with(&format!("info depth {depth} seldepth ")), "{line}");
        for word in [" multipv 1 score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
            assert!(line.contains(word), "{line}");
        }
    }
    let best = lines[3].strip_prefix("bestmove ").expect("a move").split(' ').next();
    let pv = lines[2].split(" pv ").nth(1).and_then(|moves| moves.split(' ').next());
    assert_eq!(best, pv);
}

#[test]
fn mates_and_ends_are_told() {
    // The second rook mates on the last rank.
    let mate = "position fen 9k/R9/10/10/10/10/10/10/1R8/K9 w - - 0 60\ngo depth 4\n";
    let lines = answers(mate);
    assert!(lines[lines.len() - 2].contains(" score mate 1 "), "{lines:?}");
    assert!(lines.last().expect("lines").starts_with("bestmove b2b10"));
    let mated = "position fen 1R7k/R9/10/10/10/10/10/10/10/K9 b - - 0 60\ngo nodes 10\n";
    assert_eq!(answers(mated), ["info depth 0 score mate 0", "bestmove (none)"]);
    let stuck = "position fen 9k/7Q2/10/10/10/10/10/10/10/K9 b - - 0 60\ngo\n";
    assert_eq!(answers(stuck), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn promotions_follow_the_option_and_own_pieces_are_known() {
    let start = "position fen 9k/1P8/10/10/10/10/10/10/10/K9 w - - 0 60 moves";
    let lines = answers(format!(
        "{start} b9b10gr\nsetoption name Promotion value all\n{start} b9b10gr\nd\n"
    ));
    assert!(errors(&lines)[0].starts_with("position: move "), "{lines:?}");
    assert_eq!(errors(&lines).len(), 1);
    assert!(fen(&lines).starts_with("1{Gr}7k/"));
    let own = "setoption name OwnPieces value Xy:KAD\nposition fen 9k/10/10/10/10/10/10/10/1{Xy}8/K9 w - - 0 60 moves b2d4\nd\n";
    assert!(fen(&answers(own)).contains("/3{Xy}6/"));
}

#[test]
fn limits_are_kept() {
    for limits in [
        "nodes 500",
        "movetime 20",
        "wtime 100 btime 100 winc 5 binc 5",
        "mate 1",
        "wtime 50 btime 60000 movestogo 3",
        "depth 2 infinite",
    ] {
        let lines = answers(format!("go {limits}\n"));
        let best = lines.last().expect("lines");
        assert!(best.starts_with("bestmove ") && best.len() > 12, "{limits}: {lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    }
    let lines = answers("go depth 2 searchmoves a3a4\n");
    assert!(lines.last().expect("lines").starts_with("bestmove a3a4"));
}

#[test]
fn bad_lines_are_told_precisely_and_change_nothing() {
    let cases = [
        ("hello", "unknown command 'hello'"),
        ("position", "position: expected 'startpos' or 'fen FEN', then perhaps 'moves' and moves"),
        ("position fen", "position: the FEN is missing"),
        (
            "position startpos moves c3c5 c3c4",
            "position: move 'c3c4': nothing stands on c3 (number 2)",
        ),
        ("position startpos moves Nc4", "position: move 'Nc4': expected the form b2c4 (number 1)"),
        ("setoption", "setoption: expected 'name NAME value VALUE'"),
        ("setoption name Hash", "setoption Hash: the value is missing"),
        ("setoption name Hash value 0", "setoption Hash: '0': expected MiB from 1 to 4096"),
        (
            "setoption name Threads value 65",
            "setoption Threads: '65': expected threads from 1 to 64",
        ),
        ("setoption name MultiPV value 0", "setoption MultiPV: '0': expected lines from 1 to 64"),
        (
            "setoption name Skill Level value 0",
            "setoption Skill Level: '0': expected a level from 1 to 8",
        ),
        (
            "setoption name UCI_Elo value 1",
            "setoption UCI_Elo: '1': expected a number from 800 to 2200",
        ),
        (
            "setoption name UCI_LimitStrength value 1",
            "setoption UCI_LimitStrength: '1': expected true or false",
        ),
        ("go mate 0", "go: mate '0': expected a whole number from 1"),
        ("setoption name Contempt value 5", "setoption: there is no option 'Contempt'"),
        (
            "setoption name UCI_Variant value chess",
            "unknown variant 'chess'; the variants are: grand, klinzha, kaleidochess",
        ),
        (
            "setoption name Promotion value queen",
            "setoption Promotion: 'queen': expected captured, initial or all",
        ),
        ("go depth", "go: a value is missing after depth"),
        ("go depth -1", "go: depth '-1': expected a whole number from 1"),
        ("go searchmoves a1a9", "go: searchmoves: 'a1a9' is no legal move"),
        ("go perft 65", "go: perft 65: expected at most 64"),
    ];
    for (line, message) in cases {
        let lines = answers(format!("position startpos moves c3c5\n{line}\nd\n"));
        assert_eq!(errors(&lines), [message], "{line}");
        assert!(fen(&lines).contains(" b - c4 0 1"), "{line}: {lines:?}");
    }
    for prefix in [
        "position fen 10/10 w - - 0 1",
        "setoption name OwnPieces value Xy",
        "go fast",
        "position startpos moves a3a9",
    ] {
        let lines = answers(format!("{prefix}\nd\n"));
        assert_eq!((errors(&lines).len(), fen(&lines)), (1, START), "{lines:?}");
    }
}

#[test]
fn garbage_is_survived() {
    let mut input = b"\n  \n\xff\xfe\xfd\nposition fen \x00\x01 w\n\x1b[2J\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 2_000_000));
    input.extend(b"\r\ngo depth 99999999999999999999\nisready\r\nquit");
    let lines = answers(&input);
    assert_eq!(errors(&lines).len(), 5, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() < 400 && !line.contains('\u{1b}')));
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
}

#[test]
fn klin_zha_is_played_too() {
    // The first position is the first ready-made setup.
    let first = answers("setoption name UCI_Variant value klinzha\nposition startpos\nd\n");
    let start =
        crate::common::heterodox(&["moves", "klinzha", "--quick-start", "north-west", "--json"]);
    assert_eq!(fen(&first), start.json()["position"]);
    let lines = answers(format!(
        "setoption name UCI_Variant value klinzha\nposition fen {}\ngo nodes 300\n",
        crate::common::BATTLE
    ));
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    let best = best.split(' ').next().expect("a move");
    let played = answers(format!(
        "setoption name UCI_Variant value klinzha\nposition fen {} moves {best}\nd\n",
        crate::common::BATTLE
    ));
    assert!(fen(&played).contains(" green "), "{played:?}");
}

#[test]
fn an_unknown_variant_is_a_wrong_call() {
    let ran = heterodox_with(&["uci", "--variant", "chess"], b"");
    ran.fails_with(
        "error: unknown variant 'chess'; the variants are: grand, klinzha, kaleidochess",
    );
}

#[test]
fn stop_works_at_once_and_the_rest_goes_on() {
    let mut talk = Talk::new();
    for _ in 0..3 {
        talk.say("go infinite");
        talk.until("info depth 1 ");
        talk.say("isready");
        talk.until("readyok");
        talk.say("stop");
        talk.until("bestmove ");
    }
    talk.say("go perft 30");
    talk.say("stop");
    talk.until("info string perft was stopped");
    // After a search that ends by itself the next command runs.
    talk.say("go depth 1");
    talk.until("bestmove ");
    talk.say("position startpos moves c3c5");
    talk.say("d");
    assert!(talk.until("Fen: ").contains(" b - c4 "));
    talk.say("go infinite");
    talk.quit();
}

#[test]
fn several_lines_are_shown_best_first() {
    for variant in ["grand", "klinzha", "kaleidochess"] {
        let lines = answers(format!(
            "setoption name UCI_Variant value {variant}\nsetoption name MultiPV value 3\ngo depth 2\n"
        ));
        let last: Vec<&str> = lines
            .iter()
            .filter(|line| line.starts_with("info depth 2 "))
            .map(String::as_str)
            .collect();
        assert_eq!(last.len(), 3, "{lines:?}");
        let score = |line: &str| -> i32 {
            let words: Vec<&str> = line.split(' ').collect();
            let at = words.iter().position(|&word| word == "cp").expect("a score");
            words[at + 1].parse().expect("a number")
        };
        assert!(last.is_sorted_by_key(|line| -score(line)), "{last:?}");
        let first = |line: &str| {
            let pv = line.split(" pv ").nth(1).expect("a course");
            pv.split(' ').next().map(str::to_owned)
        };
        let mut moves: Vec<_> = last.iter().map(|line| first(line)).collect();
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).map(str::to_owned);
        assert_eq!(moves[0], best);
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 3, "{last:?}");
    }
}

#[test]
fn it_ponders_until_the_hit() {
    let mut talk = Talk::new();
    // The depth is reached before `ponderhit`; `bestmove` waits for it.
    talk.say("position startpos moves c3c5 d8d6");
    talk.say("go ponder depth 1");
    talk.until("info depth 1 ");
    talk.say("isready");
    assert_eq!(talk.next().expect("an answer"), "readyok");
    talk.say("ponderhit");
    talk.until("bestmove ");
    // With a clock, time counts from `ponderhit`.
    talk.say("go ponder wtime 100 btime 100");
    talk.until("info depth 1 ");
    talk.say("ponderhit");
    talk.until("bestmove ");
    // `stop` instead of `ponderhit`.
    talk.say("go ponder wtime 100000 btime 100000");
    talk.until("info depth 1 ");
    talk.say("stop");
    talk.until("bestmove ");
    // After the end of the input the time limit applies.
    let lines = answers("go ponder wtime 60 btime 60\nponderhit\n");
    assert!(lines.last().expect("lines").starts_with("bestmove "), "{lines:?}");
    // `ponderhit` without pondering has no effect.
    talk.say("ponderhit");
    // `ponderhit` may be for a queued search.
    talk.say("go infinite");
    talk.say("go ponder depth 1");
    talk.say("ponderhit");
    talk.say("stop");
    talk.until("bestmove ");
    talk.until("bestmove ");
    talk.quit();
}

/// Returns the numbers after this word in the lines of the last iteration.
fn last_number(lines: &[String], word: &str) -> u64 {
    let line = lines.iter().rev().find(|line| line.starts_with("info depth "));
    let line = line.expect("something was found");
    let mut words = line.split(' ').skip_while(|found| *found != word);
    words.nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn a_low_skill_plays_legal_moves_and_may_differ() {
    for weak in [
        "setoption name Skill Level value 1",
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800",
    ] {
        let lines = answers(format!("{weak}\ngo depth 6\n"));
        assert!(!lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
        let played = answers(format!("position startpos moves {best}\nd\n"));
        assert!(fen(&played).contains(" b "), "{played:?}");
    }
    // `UCI_Elo` has no effect without `UCI_LimitStrength`.
    let lines = answers("setoption name UCI_Elo value 800\ngo depth 4\n");
    assert_eq!(last_number(&lines, "depth"), 4);
}

const MATE_IN_TWO: &str = "9k/10/7K2/10/10/10/10/10/3Q6/10 w - - 0 60";

#[test]
fn mates_are_looked_for_and_nothing_else() {
    for threads in [1, 2] {
        let threads = format!("setoption name Threads value {threads}\nposition fen {MATE_IN_TWO}");
        let lines = answers(format!("{threads}\ngo mate 2\n"));
        assert!(lines[lines.len() - 2].contains(" score mate 2 "), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains(" cp ")), "{lines:?}");
        // With a larger limit the shortest mate is found.
        let lines = answers(format!("{threads}\ngo mate 5\n"));
        assert!(lines[lines.len() - 2].contains(" score mate 2 "), "{lines:?}");
        let lines = answers(format!("{threads}\ngo mate 1\n"));
        assert_eq!(lines[lines.len() - 2], "info string there is no mate in 1");
        assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");
        // An unfinished mate search does not claim that there is no mate.
        let lines = answers(format!("{threads}\ngo mate 6 searchmoves d2d3 nodes 3000\n"));
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
        assert!(lines[lines.len() - 1].starts_with("bestmove d2d3"), "{lines:?}");
    }
}

#[test]
fn what_was_found_helps_until_a_game_begins() {
    let search = "position startpos\ngo depth 5\n";
    let first = last_number(&answers(search), "nodes");
    let second = last_number(&answers(search.repeat(2)), "nodes");
    assert!(3 * second < 2 * first, "{first} and {second} nodes");
    for forgets in [
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 16",
        "setoption name UCI_Variant value grand",
        "setoption name Promotion value captured",
    ] {
        let again = answers(format!("{search}{forgets}\n{search}"));
        assert_eq!(last_number(&again, "nodes"), first, "{forgets}");
    }
}

#[test]
fn several_threads_search_every_game() {
    for variant in ["grand", "klinzha", "kaleidochess"] {
        let lines = answers(format!(
            "setoption name UCI_Variant value {variant}\nsetoption name Threads value 3\ngo nodes 30000\n\
             ucinewgame\ngo depth 4\nposition startpos\ngo movetime 30\n"
        ));
        let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((best, errors(&lines).len()), (3, 0), "{lines:?}");
    }
}

#[test]
fn what_comes_during_a_search_is_done_after_it() {
    // Input from a pipe arrives at once.
    let lines = answers("position startpos\ngo perft 1\ngo depth 2\n");
    let counted = lines.iter().position(|line| line == "Nodes searched: 65");
    let found = lines.iter().position(|line| line.starts_with("bestmove "));
    assert!(counted.is_some() && counted < found, "{lines:?}");

    let promotion = "position fen 9k/1P8/10/10/10/10/10/10/10/K9 w - - 0 60 moves b9b10gr";
    let lines = answers(format!(
        "go perft 2\n{promotion}\nsetoption name Promotion value all\n{promotion}\nd\n\
         ucinewgame\ngo perft 1\ngo infinite\nhello\ngo perft 0\n"
    ));
    let at = |text: &str| {
        let found = lines
            .iter()
            .position(|line| line == text || line.starts_with(text) && !text.starts_with("Nodes"));
        found.expect(text)
    };
    let order = [
        "Nodes searched: 4225",
        "info string error: position: ",
        "Fen: 1{Gr}7k/",
        "Nodes searched: 65",
        "bestmove ",
        "Nodes searched: 1",
    ];
    assert!(order.is_sorted_by_key(|start| at(start)), "{lines:?}");
    assert_eq!(errors(&lines).len(), 2, "{lines:?}");

    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.say("position startpos moves c3c5");
    talk.say("go infinite searchmoves d8d6");
    talk.say("d");
    talk.say("isready");
    talk.until("readyok");
    talk.say("stop");
    talk.until("bestmove ");
    // The end of the first search has started the second one.
    talk.until("info depth 1 ");
    talk.say("stop");
    assert!(talk.until("bestmove ").starts_with("bestmove d8d6"));
    assert!(talk.until("Fen: ").contains(" b - c4 "));
    // No further command is sent; the search ends by itself.
    talk.say("go depth 1");
    talk.say("go depth 2");
    talk.until("bestmove ");
    talk.until("bestmove ");
    talk.say("go infinite");
    talk.say("go depth 1");
    talk.say("quit");
    talk.until("bestmove ");
    assert!(talk.next().is_none(), "what waits at the end is not done");
    talk.quit();
}

#[test]
fn a_game_against_itself_ends() {
    let mut talk = Talk::new();
    let mut moves = String::new();
    let start = "9k/10/P9/10/10/10/10/10/10/4K5 w - - 0 60";
    for _ in 0..120 {
        talk.say(&format!("position fen {start} moves{moves}"));
        talk.say("go nodes 2000");
        let best = talk.until("bestmove ");
        let best = best.split(' ').nth(1).expect("a move");
        if best == "(none)" {
            break;
        }
        moves = format!("{moves} {best}");
    }
    assert!(
        moves.split(' ').any(|text| text.ends_with(char::is_alphabetic)),
        "a promotion: {moves}"
    );
    talk.quit();
}
