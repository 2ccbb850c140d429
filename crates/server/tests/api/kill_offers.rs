//! A server that is killed at any moment makes of each offer one game or none, as it has answered.

use crate::harness::{Caller, guest, quick};
use crate::kill::{Process, ask, kills, moment};
use heterodox_server::check;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// The number of people, and of programs that make offers and answer them.
const PEOPLE: usize = 4;
const WORKERS: usize = 3;

/// What has become of an offer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fate {
    Open,
    /// A game with this person.
    Game(usize),
    /// It was `declined`, `withdrawn` or `countered`.
    Ended(String),
}

/// Something that a person asked of an offer, and its answer; `None` if the server was gone.
#[derive(Debug)]
struct Asked {
    by: usize,
    deed: &'static str,
    answer: Option<(StatusCode, Value)>,
}

impl Asked {
    fn is_done(&self) -> bool {
        self.answer.as_ref().is_some_and(|(status, _)| status.is_success())
    }

    /// What becomes of the offer if it is done.
    fn fate(&self) -> Fate {
        match self.deed {
            "accept" => Fate::Game(self.by),
            "decline" => Fate::Ended("declined".to_owned()),
            "withdraw" => Fate::Ended("withdrawn".to_owned()),
            _ => Fate::Ended("countered".to_owned()),
        }
    }
}

#[derive(Debug)]
struct Offer {
    id: String,
    maker: usize,
    /// The only person who may accept it; `None` if anybody may.
    to: Option<usize>,
    /// Whether another one follows it.
    further: bool,
    /// What was asked since the last start of the server.
    asked: Vec<Asked>,
    fate: Fate,
    /// The offer that answered it, or followed it.
    next: Option<String>,
}

impl Offer {
    fn new(id: &str, maker: usize, to: Option<usize>, further: bool) -> Self {
        let (id, asked) = (id.to_owned(), Vec::new());
        Self { id, maker, to, further, asked, fate: Fate::Open, next: None }
    }

    /// Asks for three things at once that exclude each other.
    async fn contend(&mut self, people: &[Caller], turn: usize) {
        let (maker, other) = (self.maker, self.to.unwrap_or((self.maker + 1) % PEOPLE));
        let third = (self.maker + 2) % PEOPLE;
        let mut deeds = match (self.to, turn / PEOPLE % 3) {
            (Some(_), 0) => [(other, "accept"), (other, "decline"), (maker, "withdraw")],
            (Some(_), 1) => [(other, "counter"), (other, "accept"), (other, "decline")],
            (Some(_), _) => [(other, "counter"), (other, "counter"), (maker, "withdraw")],
            (None, 0) => [(other, "accept"), (third, "accept"), (maker, "withdraw")],
            (None, _) => [(other, "accept"), (third, "accept"), (other, "accept")],
        };
        deeds.rotate_left(turn % 3);
        let id = &self.id;
        let all = deeds.map(|(by, deed)| async move {
            let body = match deed {
                "counter" => json!({"offer": quick(&json!({"user": people[maker].name}))}),
                _ => json!({}),
            };
            let path = format!("/api/offers/{id}/{deed}");
            let answer = ask_empty(people[by].request(Method::POST, &path).json(&body)).await;
            Asked { by, deed, answer }
        });
        let [one, two, three] = all;
        let (one, two, three) = tokio::join!(one, two, three);
        self.asked.extend([one, two, three]);
    }

    /// Compares what is there with what was answered, as a server that was started again says.
    async fn check(&mut self, people: &[Caller]) {
        let state = people[self.maker].state(&self.id).await;
        let end = &state["offer"]["end"];
        let fate = if state["open"] == true {
            Fate::Open
        } else if let Some(kind) = end["kind"].as_str() {
            Fate::Ended(kind.to_owned())
        } else {
            let players = state["players"].as_array().expect("players");
            let name = |person: &Caller| json!(person.name);
            let sits =
                |index: &usize| players.iter().any(|one| one["guest"] == name(&people[*index]));
            let other = (0..PEOPLE).filter(|index| *index != self.maker).find(sits);
            Fate::Game(other.expect("an opponent"))
        };
        let version = u64::from(fate != Fate::Open);
        assert_eq!(state["version"], version, "one event at most: {self:?} {state}");
        if self.fate != Fate::Open {
            assert_eq!(fate, self.fate, "it was otherwise: {self:?} {state}");
        }
        for asked in &self.asked {
            match &asked.answer {
                Some((status, _)) if status.is_success() => {
                    assert_eq!(fate, asked.fate(), "{asked:?} was answered: {self:?} {state}");
                }
                Some((status, answer)) => {
                    assert_eq!(status.as_u16(), 409, "{answer}");
                    assert_ne!(fate, Fate::Open, "{asked:?}: {self:?} {state}");
                }
                None => {}
            }
        }
        if fate != Fate::Open && self.fate == Fate::Open {
            let by_one = |asked: &Asked| asked.answer.is_none() || asked.is_done();
            let by = self.asked.iter().find(|asked| by_one(asked) && asked.fate() == fate);
            assert!(by.is_some(), "nobody asked for {fate:?}: {self:?} {state}");
        }
        let counter = self.asked.iter().find(|asked| asked.deed == "counter" && asked.is_done());
        if let Some((_, answer)) = counter.and_then(|asked| asked.answer.as_ref()) {
            assert_eq!(end["id"], answer["id"], "{self:?}");
        }
        self.fate = fate;
        self.asked.clear();
    }
}

/// The server's answer, whose body may be empty; `None` if the server is gone.
async fn ask_empty(request: reqwest::RequestBuilder) -> Option<(StatusCode, Value)> {
    let response = request.send().await.ok()?;
    let status = response.status();
    let text = response.text().await.ok()?;
    Some((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
}

/// Makes an offer; `None` if the server is gone.
async fn offer(people: &[Caller], turn: usize) -> Option<Offer> {
    let maker = turn % PEOPLE;
    let to = turn.is_multiple_of(2).then_some((turn / 2 + maker + 1) % PEOPLE);
    let to = to.filter(|to| *to != maker);
    let further = to.is_none() && turn.is_multiple_of(3);
    let mut wanted = match to {
        Some(to) => quick(&json!({"user": people[to].name})),
        None => quick(&json!("open")),
    };
    if further {
        wanted["visibility"] = json!("public");
        wanted["further"] = json!(1);
    }
    let request = people[maker].request(Method::POST, "/api/offers").json(&wanted);
    let (status, answer) = ask(request).await?;
    assert_eq!(status, 201, "{answer}");
    Some(Offer::new(answer["id"].as_str().expect("an id"), maker, to, further))
}

/// Answers these offers, and then makes others and answers them, until the server is gone. Returns
/// all, and the makers of those whose making was not answered.
async fn work(
    people: Vec<Caller>,
    mut waiting: Vec<Offer>,
    mut turn: usize,
    stopped: watch::Receiver<bool>,
    done: Arc<AtomicUsize>,
) -> (Vec<Offer>, Vec<usize>) {
    let (mut all, mut lost) = (Vec::new(), Vec::new());
    while !*stopped.borrow() {
        turn += WORKERS;
        let made = match waiting.pop() {
            Some(made) => Some(made),
            None => offer(&people, turn).await,
        };
        let Some(mut made) = made else {
            lost.push(turn % PEOPLE);
            break;
        };
        made.contend(&people, turn).await;
        let is_gone = made.asked.iter().any(|asked| asked.answer.is_none());
        all.push(made);
        done.fetch_add(1, Ordering::Relaxed);
        if is_gone {
            break;
        }
    }
    all.extend(waiting);
    (all, lost)
}

/// All offers that are known.
struct Ledger {
    people: Vec<Caller>,
    offers: HashMap<String, Offer>,
}

impl Ledger {
    /// Finds the offers of which no user was told. Each belongs to one that was answered, or its
    /// making was not answered.
    async fn find(&mut self, mut lost: Vec<usize>) {
        for maker in 0..PEOPLE {
            let mine = self.people[maker].get("/api/offers").await.body["mine"].take();
            for found in mine.as_array().expect("a list") {
                let id = found["id"].as_str().expect("an id");
                if !self.offers.contains_key(id) {
                    self.adopt(id, maker, &mut lost).await;
                }
            }
        }
        for offer in self.offers.values() {
            let has_next = match &offer.fate {
                Fate::Game(_) => offer.further,
                Fate::Ended(kind) => kind == "countered",
                Fate::Open => false,
            };
            assert_eq!(offer.next.is_some(), has_next, "{offer:?}");
        }
    }

    async fn adopt(&mut self, id: &str, maker: usize, lost: &mut Vec<usize>) {
        let details = self.people[maker].get(&format!("/api/offers/{id}")).await.body;
        let of = &details["offer"]["of"];
        if of.is_null() {
            let index = lost.iter().position(|lost| *lost == maker);
            lost.swap_remove(index.unwrap_or_else(|| panic!("nobody made {details}")));
        } else {
            let of = of["id"].as_str().expect("an id");
            let first = self.offers.get_mut(of).expect("the first is known");
            assert_eq!(first.next, None, "a second one of {first:?}: {details}");
            first.next = Some(id.to_owned());
        }
        let invited = details["offer"]["invited"].as_array().expect("seats");
        let invited = invited.iter().find_map(|one| one["user"].as_str());
        let to = invited.and_then(|user| self.people.iter().position(|one| one.name == user));
        let further = details["offer"]["further"] != 0;
        self.offers.insert(id.to_owned(), Offer::new(id, maker, to, further));
    }

    /// The offers that stand, which are worked on next.
    fn take_open(&mut self) -> Vec<Offer> {
        let open = self.offers.extract_if(|_, offer| offer.fate == Fate::Open);
        open.map(|(_, offer)| offer).collect()
    }

    fn count(&self, fate: impl Fn(&Fate) -> bool) -> usize {
        self.offers.values().filter(|offer| fate(&offer.fate)).count()
    }
}

fn start(data: &Path) -> Process {
    // Guests get no mail.
    Process::start_mailing(data, "smtp://127.0.0.1:9", 0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_makes_of_each_offer_one_game_or_none() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut server = start(home.path());
    let mut people = Vec::new();
    for _ in 0..PEOPLE {
        people.push(guest(&server.base).await);
    }
    let mut ledger = Ledger { people, offers: HashMap::new() };
    let (kills, done) = (kills(40), Arc::new(AtomicUsize::new(0)));
    for kill in 0..kills {
        let (stop, stopped) = watch::channel(false);
        let mut waiting = ledger.take_open();
        let working: Vec<_> = (0..WORKERS)
            .map(|worker| {
                let own = waiting.split_off(waiting.len() - waiting.len() / (WORKERS - worker));
                let turn = kill as usize * 31 + worker;
                let people = ledger.people.clone();
                tokio::spawn(work(people, own, turn, stopped.clone(), done.clone()))
            })
            .collect();
        moment(kill, || done.load(Ordering::Relaxed)).await;
        drop(server);
        stop.send(true).expect("the programs run");
        let (mut touched, mut lost) = (Vec::new(), Vec::new());
        for working in working {
            let (offers, makers) = working.await.expect("the programs do not fail");
            touched.extend(offers);
            lost.extend(makers);
        }
        server = start(home.path());
        for person in &mut ledger.people {
            person.base.clone_from(&server.base);
        }
        for mut offer in touched {
            offer.check(&ledger.people).await;
            ledger.offers.insert(offer.id.clone(), offer);
        }
        ledger.find(lost).await;
    }
    // Whatever stands is accepted. Nothing else has changed, and every log can be played again.
    for mut offer in ledger.take_open() {
        let by = offer.to.unwrap_or((offer.maker + 1) % PEOPLE);
        let path = format!("/api/offers/{}/accept", offer.id);
        let answer = ledger.people[by].post(&path, &json!({})).await;
        offer.asked =
            vec![Asked { by, deed: "accept", answer: Some((answer.status, answer.body)) }];
        assert!(offer.asked[0].is_done(), "{offer:?}");
        ledger.offers.insert(offer.id.clone(), offer);
    }
    drop(server);
    server = start(home.path());
    for person in &mut ledger.people {
        person.base.clone_from(&server.base);
    }
    for offer in ledger.offers.values_mut() {
        offer.check(&ledger.people).await;
    }
    ledger.find(Vec::new()).await;
    drop(server);
    let report = check(home.path()).await.expect("the folder is read");
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!(report.games, ledger.offers.len(), "each offer is known");
    let games = ledger.count(|fate| matches!(fate, Fate::Game(_)));
    assert!(games > kills as usize / 2, "{games} games in {kills} kills: too few");
    for kind in ["declined", "withdrawn", "countered"] {
        let ended = ledger.count(|fate| *fate == Fate::Ended(kind.to_owned()));
        assert!(kills < 40 || ended > 0, "none was {kind}");
    }
}
