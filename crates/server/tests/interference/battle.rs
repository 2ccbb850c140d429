//! Battles: the bytes sent to a viewer are a function of what it has seen and heard.

use super::leaks::{IN_BATTLE, Leak, NO_LEAK};
use super::pairs::{Opponent, Pair};
use super::world::set_servers;
use heterodox_rules::Viewer;
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{random_map, random_position};
use heterodox_testkit::clouded::indistinguishable_pairs::{VIEWERS, alternative};
use std::collections::BTreeSet;

/// The result of a run.
#[derive(Default, Debug)]
struct Findings {
    pairs: usize,
    moments: usize,
    bytes: usize,
    differences: Vec<String>,
    asked: BTreeSet<String>,
}

/// Plays indistinguishable pairs of battles and compares everything that the viewer is sent.
async fn compare(pairs: usize, plies: usize, seed: u64, leak: Option<&'static Leak>) -> Findings {
    let mut rng = Rng::new(seed);
    let mut findings = Findings::default();
    while findings.pairs < pairs && (leak.is_none() || findings.differences.is_empty()) {
        let viewer = VIEWERS[findings.pairs % 3];
        let map = random_map(&mut rng);
        let position = random_position(&mut rng);
        let Some(other) = alternative(&mut rng, &position, &map, viewer) else { continue };
        let drift = *rng.pick(&["off", "off", "1,1,3", "2,dice,dice"]);
        let positions = [position.to_string(), other.to_string()];
        let positions = [positions[0].as_str(), positions[1].as_str()];
        let drift = if map.under().len() == 81 { "off" } else { drift };
        // At a shared screen the view behind the curtain is the public view.
        let shared = viewer == Viewer::Public && rng.chance(40);
        let opponent = if shared { Opponent::HotSeat } else { Opponent::Guest };
        let pair = Pair::battles(positions, &map, drift, viewer, opponent, leak, &mut rng).await;
        let Some(mut pair) = pair else { continue };
        findings.pairs += 1;
        // Game-independent and slow requests are made for the first pairs only.
        let thorough = findings.pairs <= 3 && leak.is_none();
        for ply in 0..plies {
            if !pair.compare(&mut rng, thorough && ply == 2).await {
                break;
            }
            pair.fuss(&mut rng).await;
            if rng.chance(20) {
                pair.talk(&mut rng).await;
            }
            if !pair.step(&mut rng).await {
                break;
            }
        }
        // Servers tell each other where there is something new, by ids and numbers alone.
        for word in pair.games.iter().flat_map(|game| game.world.told()) {
            let (kind, rest) = word.split_once(' ').expect("a kind and an id");
            assert!(["game", "table", "waiting", "person"].contains(&kind), "{word}");
            let (id, length) = rest.split_once(' ').unwrap_or((rest, "0"));
            let is_id = id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(is_id && length.parse::<u64>().is_ok(), "{word}");
        }
        findings.moments += pair.moments;
        findings.bytes += pair.bytes;
        findings.asked.extend(pair.asked);
        findings.differences.extend(pair.difference.map(|text| format!("{viewer:?}: {text}")));
    }
    findings
}

#[tokio::test]
async fn every_byte_is_a_function_of_what_the_viewer_may_know() {
    let findings = compare(24, 8, 1, None).await;
    assert_eq!(findings.differences, Vec::<String>::new(), "{findings:?}");
    assert!(findings.moments > 80, "too little was compared: {findings:?}");
    let asked = findings.asked.len();
    assert_eq!(asked, super::surface::RULES.len(), "every route was asked: {:?}", findings.asked);
}

#[tokio::test]
async fn the_code_that_leaks_is_silent_about_no_leak() {
    let findings = compare(24, 8, 1, Some(&NO_LEAK)).await;
    assert_eq!(findings.differences, Vec::<String>::new(), "{findings:?}");
    assert!(findings.moments > 80, "too little was compared: {findings:?}");
}

/// The requests go to two servers on one store in turn, and so do the sockets.
#[tokio::test]
async fn several_servers_tell_no_more_than_one() {
    set_servers(2);
    let findings = compare(15, 8, 3, None).await;
    assert_eq!(findings.differences, Vec::<String>::new(), "{findings:?}");
    assert!(findings.moments > 40, "too little was compared: {findings:?}");
    let mut missed = Vec::new();
    for leak in IN_BATTLE.iter().step_by(6) {
        let findings = compare(60, 8, 2, Some(leak)).await;
        if findings.differences.is_empty() {
            missed.push((leak.name, findings.pairs, findings.moments));
        }
    }
    assert_eq!(missed, Vec::new());
}

#[tokio::test]
async fn every_seeded_leak_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_BATTLE {
        let findings = compare(60, 8, 2, Some(leak)).await;
        if findings.differences.is_empty() {
            missed.push((leak.name, findings.pairs, findings.moments));
        }
    }
    assert_eq!(missed, Vec::new());
}
