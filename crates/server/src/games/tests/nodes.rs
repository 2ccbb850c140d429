//! Two servers on one store.

use super::*;
use crate::bus::{Bus, LocalBus, Word};
use heterodox_host::clock::TimeRules;
use heterodox_rules::Act;
use heterodox_store_story::MemoryStore;
use tokio::time::timeout;

/// The moment at which the tests begin.
const BEGIN: i64 = 1_000_000_000;

/// Two nodes of a club, with a bus between them or without.
struct Nodes {
    services: [Arc<Service>; 2],
    buses: Vec<Arc<LocalBus>>,
    now: watch::Sender<Moment>,
    people: [UserId; 2],
    /// How often the nodes have asked for a computer player.
    asked: Arc<AtomicUsize>,
}

impl Nodes {
    fn new(has_bus: bool) -> Self {
        let store = MemoryStore::shared();
        let (now, _) = watch::channel(Moment(BEGIN));
        let asked = Arc::new(AtomicUsize::new(0));
        let buses = LocalBus::ends(2);
        let node = |node: usize| {
            let (clock, asked) = (Some(now.clone()), asked.clone());
            let environment = TestEnvironment { clock, asked, brooding: None };
            let bus = has_bus.then(|| buses[node].clone() as Arc<dyn Bus>);
            let store = Arc::new(store.reopen());
            let service = Service::with_bus(store, limiter(), Arc::new(environment), bus);
            let following = service.clone();
            tokio::spawn(async move { following.follow_nodes().await });
            service
        };
        let services = [node(0), node(1)];
        let people = [System.user(), System.user()];
        Self { services, buses, now, people, asked }
    }

    /// A game of two people, opened at one node and joined at the other.
    async fn game(&self, kind: &str, control: Option<&str>) -> String {
        let wanted = NewTable {
            game: kind.to_owned(),
            options: Options::default(),
            start: if kind == "clouded-klinzha" {
                StartWith::default()
            } else {
                StartWith::Quick("north-west".to_owned())
            },
            time: control.map(|control| TimeRules::new(control.parse().unwrap())),
            seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
            terms: OfferTerms::default(),
        };
        let game = self.services[0].create(self.people[0], wanted, None).await.unwrap();
        self.services[1].join(game.id(), self.people[1], None, None, None).await.unwrap();
        game.id().to_owned()
    }

    async fn watch(&self, node: usize, game: &str, seat: usize) -> crate::games::Watcher {
        let user = Some(self.people[seat]);
        self.services[node].watch(game, user, None, None, None).await.unwrap()
    }

    /// The state of a game at a node, as a person sees it.
    async fn state(&self, node: usize, game: &str, seat: usize) -> Value {
        let snapshot = self.services[node].own_snapshot(game).await.unwrap();
        serde_json::to_value(snapshot.view(&perspective(seat))).unwrap()
    }

    async fn act(
        &self,
        node: usize,
        game: &str,
        seat: usize,
        action: Action,
        expect: Option<u64>,
    ) -> Result<u64, ServiceError> {
        let request = ActRequest { action, seat: None, expect };
        let received = self.services[node].received_now();
        let user = self.people[seat];
        let act = self.services[node].act(game, user, request, None, None, received);
        act.await.map(|done| done.version)
    }

    /// One of the moves of the seat to move.
    async fn a_move(&self, game: &str, number: usize) -> (usize, Action) {
        let now = self.services[0].own_snapshot(game).await.unwrap().game.clone();
        let seat = now.to_act()[0];
        let scene = now.table().scene(Viewer::Seat(seat));
        let choice = &scene.choices[number % scene.choices.len()];
        (seat.index(), Action::Submit(choice.text.clone()))
    }
}

/// The next message but those about presence alone.
async fn next_change(watcher: &mut crate::games::Watcher) -> Value {
    loop {
        let text = timeout(Duration::from_secs(10), watcher.next()).await.expect("a message");
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["scene"].is_object() || message["outcome"].is_object() {
            return message;
        }
    }
}

/// The messages that a watcher has got, without those about presence alone.
async fn changes(watcher: &mut crate::games::Watcher) -> Vec<Value> {
    let mut messages = Vec::new();
    while let Ok(text) = timeout(Duration::from_millis(1), watcher.next()).await {
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["scene"].is_object() {
            messages.push(message);
        }
    }
    messages
}

#[tokio::test]
async fn watchers_at_both_nodes_get_the_same_bytes() {
    let nodes = Nodes::new(true);
    for (kind, acts) in [("klinzha", 12), ("clouded-klinzha", 60)] {
        let game = nodes.game(kind, None).await;
        let mut watchers = Vec::new();
        for seat in 0..2 {
            for node in 0..2 {
                let mut watcher = nodes.watch(node, &game, seat).await;
                watcher.next().await;
                watchers.push(watcher);
            }
        }
        let mut heard = 0;
        for number in 0..acts {
            let (seat, action) = nodes.a_move(&game, 5 * number).await;
            nodes.act(number / 2 % 2, &game, seat, action, None).await.unwrap();
            let length = |node: usize| {
                nodes.services[node].live_games.peek(&game).unwrap().snapshot().game.length()
            };
            until(async || length(0) == length(1)).await;
            let mut messages = Vec::new();
            for watcher in &mut watchers {
                messages.push(changes(watcher).await);
            }
            assert_eq!(messages[0], messages[1], "{kind}, act {number}, first seat");
            assert_eq!(messages[2], messages[3], "{kind}, act {number}, second seat");
            heard += messages[0].len() + messages[2].len();
            for seat in 0..2 {
                let states = [nodes.state(0, &game, seat).await, nodes.state(1, &game, seat).await];
                assert_eq!(states[0], states[1], "{kind}, act {number}");
            }
        }
        // In the setup of a hidden game a player hears of its own steps alone.
        assert!(heard == 2 * acts || kind != "klinzha" && heard >= acts, "{kind}: {heard}");
    }
}

/// There is no bus, and no time passes: what one node answered the other one knows.
#[tokio::test]
async fn every_answer_knows_what_was_acknowledged_before_at_any_node() {
    let nodes = Nodes::new(false);
    let game = nodes.game("klinzha", None).await;
    for number in 0..10 {
        let (seat, action) = nodes.a_move(&game, 3 * number).await;
        let (here, there) = (number % 2, 1 - number % 2);
        let before = nodes.services[there].own_snapshot(&game).await.unwrap();
        let expect = before.game.version(Viewer::Seat(Seat::new(seat)));
        let version = nodes.act(here, &game, seat, action, Some(expect)).await.unwrap();
        assert_eq!(nodes.state(there, &game, seat).await["version"], version);
    }
    let lists = nodes.services[0].store().events(&game).await.unwrap();
    assert_eq!(lists.len(), 11, "a seat taken, and ten moves");
}

#[tokio::test]
async fn without_a_bus_watchers_learn_in_seconds() {
    let nodes = Nodes::new(false);
    let game = nodes.game("klinzha", None).await;
    let mut watcher = nodes.watch(1, &game, 1).await;
    watcher.next().await;
    let (seat, action) = nodes.a_move(&game, 0).await;
    nodes.act(0, &game, seat, action, None).await.unwrap();
    assert_eq!(next_change(&mut watcher).await["version"], 2);
}

/// Both nodes are asked at once for two acts for the same version: one is done.
#[tokio::test]
async fn of_two_acts_for_one_version_one_is_done() {
    let nodes = Nodes::new(false);
    let game = nodes.game("klinzha", None).await;
    for round in 0..8 {
        let (seat, _) = nodes.a_move(&game, 0).await;
        let version = nodes.state(0, &game, seat).await["version"].as_u64();
        let mut moves = Vec::new();
        for number in [0, 1] {
            moves.push(nodes.a_move(&game, round + number).await.1);
        }
        let [one, other] = moves.try_into().unwrap();
        let (one, other) = tokio::join!(
            nodes.act(0, &game, seat, one, version),
            nodes.act(1, &game, seat, other, version),
        );
        let stale = |result: &Result<u64, ServiceError>| {
            matches!(result, Err(ServiceError::Host(HostError::Stale { .. })))
        };
        assert!(one.is_ok() && stale(&other) || other.is_ok() && stale(&one), "{one:?} {other:?}");
        assert_eq!(nodes.state(0, &game, 0).await, nodes.state(1, &game, 0).await);
    }
}

/// A node learns of outages now and then, and asks before it says that time is over.
#[tokio::test]
async fn nobody_loses_by_an_outage_that_another_node_has_noted() {
    let nodes = Nodes::new(false);
    let game = nodes.game("klinzha", Some("4h")).await;
    for _ in 0..2 {
        let (seat, action) = nodes.a_move(&game, 0).await;
        nodes.act(0, &game, seat, action, None).await.unwrap();
    }
    let (mover, _) = nodes.a_move(&game, 0).await;
    let game_now = nodes.services[0].own_snapshot(&game).await.unwrap().game.clone();
    let time = game_now.time().unwrap().deadline(Seat::new(mover)).unwrap();
    nodes.services[1].store.note_outage(time.0 - 9000, time.0 - 6000).await.unwrap();
    for (seat, later, is_over) in [(0, 5_000, false), (1, 18_000, false), (1, 18_500, true)] {
        nodes.now.send_replace(Moment(time.0 + later));
        let offer = nodes.act(0, &game, seat, Action::OfferDraw, None).await;
        let refused = matches!(&offer, Err(error) if error.to_string().contains("over"));
        assert_eq!((refused, offer.is_ok()), (is_over, !is_over), "{later} {offer:?}");
    }
}

#[tokio::test]
async fn players_at_different_nodes_see_each_other() {
    let nodes = Nodes::new(true);
    let game = nodes.game("klinzha", Some("10+5")).await;
    let online = async |node| {
        let state = nodes.state(node, &game, 0).await;
        [0, 1].map(|seat| state["players"][seat]["online"] == true)
    };
    let anna = nodes.watch(0, &game, 0).await;
    until(async || online(1).await == [true, false]).await;
    let clock = nodes.state(1, &game, 0).await["clock"].clone();
    let ben = nodes.watch(1, &game, 1).await;
    until(async || online(0).await == [true, true] && online(1).await == [true, true]).await;
    // Both are there, so the clocks start.
    until(async || nodes.state(0, &game, 0).await["clock"] != clock).await;
    let again = nodes.watch(1, &game, 0).await;
    drop(anna);
    nodes.now.send_modify(|now| now.0 += 7000);
    rounds_of_the_nodes(&nodes, &game).await;
    assert_eq!(online(0).await, [true, true], "the player is at the other node");
    drop(again);
    until(async || online(0).await == [false, true] && online(1).await == [false, true]).await;
    assert_eq!(nodes.state(0, &game, 0).await, nodes.state(1, &game, 0).await);
    let away = nodes.state(0, &game, 1).await["players"][0]["away_since_ms"].as_i64();
    assert_eq!(away, Some(BEGIN + 7000));
    drop(ben);
}

/// Waits until what was said on the bus so far has had its effect.
async fn rounds_of_the_nodes(nodes: &Nodes, game: &str) {
    nodes.services[0].tell_table(game);
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// Both nodes have the games in memory, and look after them whenever they go on.
#[tokio::test]
async fn one_node_thinks_for_a_computer() {
    let nodes = Nodes::new(true);
    let computer = Opponent::Computer(Level::NEWCOMER);
    let mut replies = 0;
    while replies < 6 {
        let game = open(&nodes.services[0], nodes.people[0], computer).await;
        let _watchers = [nodes.watch(0, &game, 0).await, nodes.watch(1, &game, 0).await];
        let now = async || nodes.services[0].own_snapshot(&game).await.unwrap().game.clone();
        for number in 0..6 {
            let (_, action) = nodes.a_move(&game, 7 * number).await;
            nodes.act(number % 2, &game, 0, action, None).await.unwrap();
            // A newcomer may take the Goal at once.
            until(async || {
                now().await.outcome().is_some() || now().await.to_act() == [Seat::new(0)]
            })
            .await;
            if now().await.outcome().is_some() {
                break;
            }
        }
        // The first player moved first.
        replies += now().await.table().plies() / 2;
    }
    assert_eq!(nodes.asked.load(Ordering::SeqCst), replies);
}

#[tokio::test]
async fn the_bus_says_where_and_never_what() {
    let nodes = Nodes::new(true);
    let game = nodes.game("clouded-klinzha", None).await;
    let _watcher = nodes.watch(1, &game, 1).await;
    let mut acts = Vec::new();
    for number in 0..8 {
        let (seat, action) = nodes.a_move(&game, 11 * number).await;
        nodes.act(number % 2, &game, seat, action, None).await.unwrap();
    }
    for event in nodes.services[0].store().events(&game).await.unwrap() {
        if let Event::Act(Act::Submit { text, .. }) = LogEntry::decode(&event.body).unwrap().event {
            acts.push(text);
        }
    }
    rounds_of_the_nodes(&nodes, &game).await;
    let said = nodes.buses[0].take_said();
    assert!(said.contains(&Word::Game { id: game.clone(), length: 9 }), "{said:?}");
    assert!(said.contains(&Word::Table(game.clone())), "{said:?}");
    assert_eq!(acts.len(), 8);
    for word in said {
        let text = word.to_string();
        assert_eq!(text.parse(), Ok(word.clone()), "a word and nothing else");
        assert!(!acts.iter().any(|act| text.contains(act.as_str())), "{text}");
    }
}
