//! Indistinguishable pairs of games at two servers, and their continuations.

use super::leaks::{Knowledge, Leak, seed_leak};
use super::surface::{Answer, Moment, everything};
use super::wire::{Ask, Socket};
use super::world::{Caller, World};
use heterodox_rules::clouded::CloudMap;
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Seat, Setting, Viewer};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{random_map, random_position, setting};
use heterodox_testkit::clouded::indistinguishable_pairs::{
    alternative, battery, learns, slow_view,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game at a server, and its true position, which the test knows.
pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) truth: Option<FullInformationGame>,
    pub(crate) id: String,
    /// The caller on each seat.
    pub(crate) seats: [Caller; 2],
    /// A guest without a seat, and a caller without a token.
    pub(crate) onlookers: [Caller; 2],
    pub(crate) knowledge: Arc<Knowledge>,
    opponent: Opponent,
    leak: Option<&'static Leak>,
}

/// The opponent of the caller that opens the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Guest,
    /// Another player at the same screen.
    HotSeat,
    Computer,
}

/// The act that submits a text.
pub(crate) fn submit(text: &str) -> Value {
    json!({"act": "submit", "text": text})
}

impl Game {
    /// Opens a game with these options and this start. The seat `creator` opens it; the other
    /// joins.
    pub(crate) async fn open(
        what: [&Value; 2],
        creator: usize,
        opponent: Opponent,
        leak: Option<&'static Leak>,
        faces: &[u8],
    ) -> Self {
        Self::open_timed(what, None, creator, opponent, leak, faces).await
    }

    /// Opens a game with this time control. The moment is then the test's: [`Script::set_time`].
    ///
    /// [`Script::set_time`]: super::world::Script::set_time
    pub(crate) async fn open_timed(
        what: [&Value; 2],
        control: Option<&str>,
        creator: usize,
        opponent: Opponent,
        leak: Option<&'static Leak>,
        faces: &[u8],
    ) -> Self {
        Self::open_kind(("clouded-klinzha", what), control, creator, opponent, leak, faces).await
    }

    /// Opens one of the games of the rules.
    pub(crate) async fn open_kind(
        (kind, [options, start]): (&str, [&Value; 2]),
        control: Option<&str>,
        creator: usize,
        opponent: Opponent,
        leak: Option<&'static Leak>,
        faces: &[u8],
    ) -> Self {
        let knowledge: Arc<Knowledge> = Arc::default();
        if start["setup"] == true {
            let mut setting = Setting::default();
            for (name, value) in options.as_object().into_iter().flatten() {
                let value = value.as_str().expect("a text");
                setting.options.set(&format!("{name}={value}")).expect("an option");
            }
            knowledge.begin(heterodox_rules::open(kind, &setting).expect("a game"), faces);
        }
        let world = World::new(|router| seed_leak(router, leak, knowledge.clone()));
        world.script.load(faces);
        if control.is_some() {
            world.script.set_time(0);
        }
        let mut seats = [world.guest().await, world.guest().await];
        let onlookers = [world.guest().await, Caller::default()];
        let against = match opponent {
            Opponent::Guest => json!("open"),
            Opponent::HotSeat => json!("hot-seat"),
            Opponent::Computer => json!({"computer": 2}),
        };
        let mut wanted = json!({"game": kind, "options": options, "start": start,
            "opponent": against, "seat": creator});
        if let Some(control) = control {
            wanted["time"] = json!({"controls": [control]});
        }
        let opened = world.done(&seats[creator], "/api/games", &wanted).await;
        let id = opened["id"].as_str().expect("an id").to_owned();
        match opponent {
            Opponent::Guest => {
                let path = format!("/api/games/{id}/join");
                world.done(&seats[1 - creator], &path, &json!({})).await;
            }
            Opponent::HotSeat => seats[1 - creator] = seats[creator].clone(),
            Opponent::Computer => {}
        }
        if leak.is_some_and(Leak::needs_recorder) {
            let path = format!("/api/games/{id}/socket");
            knowledge.record(world.socket(&seats[1], &path).await).await;
        }
        Self { world, truth: None, id, seats, onlookers, knowledge, opponent, leak }
    }

    pub(crate) fn truth(&self) -> &FullInformationGame {
        self.truth.as_ref().expect("a battle")
    }

    pub(crate) fn turn(&self) -> Side {
        self.truth().position().expect("a battle").turn()
    }

    /// The callers that have a viewer's perspective. The view behind the curtain belongs to one of
    /// them.
    pub(crate) fn callers(&self, viewer: Viewer) -> Vec<Caller> {
        match viewer {
            Viewer::Seat(seat) => vec![self.seats[seat.index()].clone()],
            Viewer::Public if self.opponent == Opponent::HotSeat => {
                [self.onlookers.as_slice(), &self.seats[..1]].concat()
            }
            Viewer::Public => self.onlookers.to_vec(),
        }
    }

    pub(crate) async fn act(&self, seat: usize, act: &Value) -> Vec<u8> {
        let path = format!("/api/games/{}/acts", self.id);
        let mut act = act.clone();
        if self.opponent == Opponent::HotSeat {
            act["seat"] = seat.into();
        }
        let answer = self.world.ask(&self.seats[seat], Ask::post(path, act.to_string())).await;
        if let (true, Some(text)) = (answer.starts_with(b"HTTP/1.1 200"), act["text"].as_str()) {
            self.knowledge.follow(Seat::new(seat), text);
        }
        answer
    }

    /// Acts for a seat; panics if the act is refused.
    pub(crate) async fn must(&self, seat: usize, act: &Value) -> Vec<u8> {
        let answer = self.act(seat, act).await;
        let text = String::from_utf8_lossy(&answer);
        assert!(text.starts_with("HTTP/1.1 200"), "{act}: {text}");
        answer
    }

    /// Says a set phrase in a room of the chat.
    pub(crate) async fn say(&self, caller: &Caller, room: &str, phrase: &str) {
        let path = format!("/api/games/{}/chat", self.id);
        self.world.done(caller, &path, &json!({"room": room, "phrase": phrase})).await;
    }

    pub(crate) async fn socket(&self, caller: &Caller) -> Socket {
        self.world.socket(caller, &format!("/api/games/{}/socket", self.id)).await
    }

    /// Gives the seeded leaks the facts that they reveal.
    pub(crate) fn confess(&self, heard: String) {
        self.knowledge.tell(self.truth.clone(), heard);
    }
}

/// An indistinguishable pair of games for one viewer.
pub(crate) struct Pair {
    pub(crate) games: [Game; 2],
    pub(crate) viewer: Viewer,
    sockets: [Vec<Socket>; 2],
    /// The version that each caller knows by its socket.
    versions: Vec<u64>,
    /// Lines of conditional moves that the viewer's callers try to set.
    pub(crate) lines: Vec<Vec<String>>,
    /// The first difference found.
    pub(crate) difference: Option<String>,
    pub(crate) moments: usize,
    pub(crate) bytes: usize,
    pub(crate) asked: BTreeSet<String>,
}

impl Pair {
    /// Two games whose starts look the same to a viewer.
    pub(crate) async fn new(games: [Game; 2], viewer: Viewer) -> Self {
        let mut sockets = [Vec::new(), Vec::new()];
        for (game, sockets) in games.iter().zip(&mut sockets) {
            for caller in game.callers(viewer) {
                sockets.push(game.socket(&caller).await);
            }
        }
        Self {
            versions: vec![0; sockets[0].len()],
            games,
            viewer,
            sockets,
            lines: Vec::new(),
            difference: None,
            moments: 0,
            bytes: 0,
            asked: BTreeSet::new(),
        }
    }

    /// Two battles from random positions that look the same to a viewer; `None` if no other
    /// position does, or a battle is over before it begins.
    pub(crate) async fn random_battles(
        viewer: Viewer,
        opponent: Opponent,
        leak: Option<&'static Leak>,
        rng: &mut Rng,
    ) -> Option<Self> {
        let map = random_map(rng);
        let position = random_position(rng);
        let other = alternative(rng, &position, &map, viewer)?;
        let positions = [position.to_string(), other.to_string()];
        let positions = [positions[0].as_str(), positions[1].as_str()];
        Self::battles(positions, &map, "off", viewer, opponent, leak, rng).await
    }

    /// Two battles from positions.
    pub(crate) async fn battles(
        positions: [&str; 2],
        map: &CloudMap,
        drift: &str,
        viewer: Viewer,
        opponent: Opponent,
        leak: Option<&'static Leak>,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut truths = positions.map(|position| {
            let mut setting = setting(position, &map.to_string());
            setting.options.set(&format!("drift={drift}")).expect("an option");
            FullInformationGame::open(&setting).expect("a game")
        });
        if truths.iter().any(|truth| truth.outcome().is_some()) {
            return None;
        }
        let faces = throws(&mut truths, rng);
        let options = json!({"clouds": map.to_string(), "drift": drift});
        // The player who opens a game from a position knows the position.
        let creator = match viewer {
            Viewer::Seat(seat) => seat.other().index(),
            Viewer::Public => 0,
        };
        let mut games = Vec::new();
        for (position, truth) in positions.into_iter().zip(truths) {
            let start = json!({"position": position});
            let mut game = Game::open([&options, &start], creator, opponent, leak, &faces).await;
            game.truth = Some(truth);
            game.confess(String::new());
            games.push(game);
        }
        let games = games.try_into().unwrap_or_else(|_| panic!("two games"));
        Some(Self::new(games, viewer).await)
    }

    /// Sends all requests to both servers and compares the answers; returns whether they are the
    /// same.
    pub(crate) async fn compare(&mut self, rng: &mut Rng, thorough: bool) -> bool {
        for game in &self.games {
            game.world.settle().await;
        }
        let mut moment = self.moment(rng, thorough);
        let mut answers = [Vec::new(), Vec::new()];
        let callers = self.games[0].callers(self.viewer).len();
        for place in 0..callers {
            // At a shared screen a caller may take the perspective of both seats: only the view
            // behind the curtain is compared.
            let curtain = self.games[0].opponent == Opponent::HotSeat && place == 2;
            let sights: &[&str] = if curtain {
                &["", "as=public"]
            } else {
                &["", "as=public", "as=0", "as=1", "as=7", "as=x"]
            };
            moment.sights = sights.iter().map(|&sight| sight.to_owned()).collect();
            moment.acts = !curtain;
            moment.since = self.versions[place];
            for (game, answers) in self.games.iter().zip(&mut answers) {
                let caller = &game.callers(self.viewer)[place];
                answers.extend(everything(&game.world, caller, &moment, &mut self.asked).await);
            }
        }
        self.live(&mut answers).await;
        self.moments += 1;
        self.judge(&answers)
    }

    /// Adds the messages that the viewer's sockets have received since the last call.
    pub(crate) async fn live(&mut self, answers: &mut [Vec<Answer>; 2]) {
        for game in &self.games {
            game.world.settle().await;
        }
        for (sockets, answers) in self.sockets.iter_mut().zip(answers) {
            for (socket, version) in sockets.iter_mut().zip(&mut self.versions) {
                let messages = socket.all().await;
                *version =
                    messages.iter().rev().find_map(|text| version_of(text)).unwrap_or(*version);
                answers.push((
                    "messages of a live socket".to_owned(),
                    messages.join("\n").into_bytes(),
                ));
            }
        }
    }

    /// Records the first difference between the answers of the two servers.
    pub(crate) fn judge(&mut self, answers: &[Vec<Answer>; 2]) -> bool {
        let [first, second] = answers;
        self.bytes += first.iter().map(|answer| answer.1.len()).sum::<usize>();
        if self.difference.is_none() {
            self.difference = if first.len() == second.len() {
                let differing = first.iter().zip(second).find(|(a, b)| a != b);
                differing.map(|(a, b)| describe(a, b))
            } else {
                Some(format!("{} answers, and {}", first.len(), second.len()))
            };
        }
        self.difference.is_none()
    }

    fn moment(&self, rng: &mut Rng, thorough: bool) -> Moment {
        let [a, b] = &self.games;
        let mut moment = Moment {
            id: a.id.clone(),
            since: 0,
            plies: a.truth.as_ref().map_or(0, |truth| truth.frames().len() - 1),
            sights: Vec::new(),
            choices: Vec::new(),
            refused: battery(rng),
            lines: self.lines.clone(),
            only: a.leak.map(|leak| leak.route.as_slice()),
            acts: true,
            thorough,
        };
        moment.refused.truncate(8);
        if let Some(truth) =
            a.truth.as_ref().filter(|_| self.viewer != Viewer::Seat(Seat::new(a.turn() as usize)))
        {
            // A guess about the opponent's moves: it must tell nothing about the view against which
            // it is read.
            let sight = truth.board_view(Some(a.turn())).expect("a battle");
            let guesses = sight.intents().into_iter().step_by(7).take(6);
            moment.refused.splice(0..0, guesses.map(|intent| intent.to_string()));
        }
        if let (Some(truth), Some(other), Viewer::Seat(seat)) = (&a.truth, &b.truth, self.viewer) {
            let accepts =
                |truth: &FullInformationGame, text: &str| truth.clone().submit(text).is_ok();
            if a.turn() as usize == seat.index() {
                // The result of an accepted move depends on the umpire; whether it is accepted
                // depends on the view alone.
                moment.refused.retain(|text| {
                    assert_eq!(accepts(truth, text), accepts(other, text), "{text}");
                    !accepts(truth, text)
                });
            }
            let choices = truth.scene(self.viewer).choices;
            moment.choices = choices.into_iter().map(|choice| choice.text).collect();
        }
        moment
    }

    /// Plays a ply that teaches the viewer the same in both games; returns false if there is none,
    /// or if the games end.
    pub(crate) async fn step(&mut self, rng: &mut Rng) -> bool {
        let mover = self.games[0].turn();
        let Some((texts, truths, heard)) = next(rng, &self.games, self.viewer, None) else {
            return false;
        };
        let own = self.viewer == Viewer::Seat(Seat::new(mover as usize));
        self.go(texts, truths, heard, own, rng).await
    }

    async fn go(
        &mut self,
        texts: [String; 2],
        mut truths: [FullInformationGame; 2],
        heard: [String; 2],
        own: bool,
        rng: &mut Rng,
    ) -> bool {
        let mover = self.games[0].turn() as usize;
        let faces = throws(&mut truths, rng);
        let mut answers = [Vec::new(), Vec::new()];
        let stories = texts.into_iter().zip(truths).zip(heard);
        for ((game, answers), ((text, truth), heard)) in
            self.games.iter_mut().zip(&mut answers).zip(stories)
        {
            game.world.script.load(&faces);
            // The leaks know what comes of the move before the first message of it is sent.
            game.truth = Some(truth);
            game.confess(heard);
            let answer = game.must(mover, &submit(&text)).await;
            if own {
                answers.push((format!("the answer to {text}"), answer));
            }
        }
        let seen = |game: &Game| {
            let truth = game.truth();
            slow_view(truth.position().expect("a battle"), &truth.clouds(), self.viewer)
        };
        // Clouds that drifted may show cells on which the games differ.
        let alike = seen(&self.games[0]) == seen(&self.games[1]);
        let over = self.games[0].truth().outcome().is_some();
        alike && !over && self.judge(&answers)
    }

    /// Acts of others that the viewer must not notice: in one of the games only.
    pub(crate) async fn fuss(&self, rng: &mut Rng) {
        let game = &self.games[rng.below(2)];
        let other = match self.viewer {
            Viewer::Seat(seat) => seat.other().index(),
            Viewer::Public => rng.below(2),
        };
        let state = format!("/api/games/{}", game.id);
        self.mutter(game).await;
        for _ in 0..rng.below(3) {
            game.act(other, &submit("B@A19 I99")).await;
            game.act(other, &json!({"act": "resign", "expect": 9999})).await;
            game.world.ask(&game.seats[other], Ask::get(&state)).await;
        }
    }

    /// Says something that the viewer must not hear: in one of the games only.
    pub(crate) async fn mutter(&self, game: &Game) {
        match self.viewer {
            // At a shared screen the view of the public belongs to a player too.
            Viewer::Public if game.opponent == Opponent::Guest => {
                game.say(&game.seats[0], "table", "sorry").await;
            }
            Viewer::Public => {}
            Viewer::Seat(_) => game.say(&game.onlookers[0], "gallery", "sorry").await,
        }
    }

    /// The same is said in both games, at the table and in the gallery.
    pub(crate) async fn chat(&self) {
        for game in &self.games {
            game.say(&game.seats[0], "table", "good-luck").await;
            if game.opponent == Opponent::Guest {
                game.say(&game.seats[1], "table", "thanks").await;
            }
            game.say(&game.onlookers[0], "gallery", "nice-move").await;
        }
    }

    /// Public offers, made and declined in both games, and talk.
    pub(crate) async fn talk(&self, rng: &mut Rng) {
        self.chat().await;
        let seat = rng.below(2);
        for game in &self.games {
            game.must(seat, &json!({"act": "offer-draw"})).await;
            game.must(1 - seat, &json!({"act": "decline-draw"})).await;
        }
    }
}

/// The version of the state after a message.
fn version_of(message: &str) -> Option<u64> {
    let message: Value = serde_json::from_str(message).ok()?;
    message["state"]["version"].as_u64().or(message["version"].as_u64())
}

fn describe(a: &Answer, b: &Answer) -> String {
    let (first, second) = (String::from_utf8_lossy(&a.1), String::from_utf8_lossy(&b.1));
    let same = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    let near = |text: &str| -> String {
        let bytes = text.as_bytes();
        let from = same.saturating_sub(60);
        String::from_utf8_lossy(&bytes[from.min(bytes.len())..(same + 60).min(bytes.len())])
            .into_owned()
    };
    format!("{} / {}\n  …{}…\n  …{}…", a.0, b.0, near(&first), near(&second))
}

/// Throws the dice that both games wait for, the same for both; returns the faces.
fn throws(truths: &mut [FullInformationGame; 2], rng: &mut Rng) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(request) = truths[0].awaits_throw() {
        let faces: Vec<u8> = (0..request.dice).map(|_| 1 + rng.below(6) as u8).collect();
        for truth in truths.iter_mut() {
            truth.throw(&faces).expect("awaited");
        }
        all.extend(faces);
    }
    all
}

/// The moves in both games, the games after them, and the reports that the mover heard.
pub(crate) type Story = ([String; 2], [FullInformationGame; 2], [String; 2]);

/// A ply for both games that teaches the viewer the same; `fixed` is the viewer's own choice, if it
/// has made one.
pub(crate) fn next(
    rng: &mut Rng,
    games: &[Game; 2],
    viewer: Viewer,
    fixed: Option<&str>,
) -> Option<Story> {
    let [a, b] = games;
    let mover = a.turn();
    let intents = |game: &Game| -> Vec<String> {
        let sight = game.truth().board_view(Some(mover)).expect("a battle");
        sight.intents().iter().map(ToString::to_string).collect()
    };
    let text = fixed.map_or_else(|| liked(rng, a, &intents(a)), str::to_owned);
    let mut first = a.truth().clone();
    let ruling = first.submit(&text).expect("accepted");
    let learnt = learns(&first, mover, &ruling, viewer);
    let heard = format!("{:?}", ruling.reports.seats.0[mover as usize]);
    let own = viewer == Viewer::Seat(Seat::new(mover as usize));
    let mut tries = if own { vec![text.clone()] } else { intents(b) };
    rng.shuffle(&mut tries);
    for other in tries {
        let mut second = b.truth().clone();
        let ruling = second.submit(&other).expect("accepted");
        if learns(&second, mover, &ruling, viewer) == learnt {
            let also = format!("{:?}", ruling.reports.seats.0[mover as usize]);
            return Some(([text, other], [first, second], [heard, also]));
        }
    }
    None
}

/// A random intent, with a preference for captures.
fn liked(rng: &mut Rng, game: &Game, intents: &[String]) -> String {
    if rng.chance(50) {
        for _ in 0..8 {
            let text = rng.pick(intents);
            let captures = |truth: &mut FullInformationGame| {
                truth.submit(text).is_ok_and(|ruling| ruling.captured.is_some())
            };
            if captures(&mut game.truth().clone()) {
                return text.clone();
            }
        }
    }
    rng.pick(intents).clone()
}
