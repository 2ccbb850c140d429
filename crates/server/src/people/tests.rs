//! What happens to an account while a call is on its way: what the call has verified may not hold
//! any more when it writes.

use super::*;
use crate::bus::{Bus, LocalBus};
use crate::games::environment::System;
use crate::limit::{Limiter, Limits};
use async_trait::async_trait;
use heterodox_host::{NewTable, OfferTerms, Opponent, SeatChoice, Seating, StartWith};
use heterodox_rules::Options;
use heterodox_store::{Credential, People as _, PeopleChange};
use heterodox_store_story::{Intercepted, Interceptor, MemoryStore, session};
use heterodox_wire::{LoginRequest, MeChange, NewAccount, PasswordChange};
use serde_json::json;
use tokio::time::timeout;

const PASSWORD: &str = "gagh for breakfast";
const ANNA: &str = "annaanna";

/// A store in which something happens just before the next change.
#[derive(Default)]
struct Meanwhile {
    memory: MemoryStore,
    before: std::sync::Mutex<Option<Vec<PeopleChange>>>,
}

#[async_trait]
impl Interceptor for Meanwhile {
    fn inner(&self) -> &dyn Store {
        &self.memory
    }
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        let before = self.before.lock().unwrap().take();
        if let Some(before) = before {
            self.memory.change_people(before).await.unwrap();
        }
        self.memory.change_people(changes).await
    }
}

struct World {
    store: Arc<Intercepted<Meanwhile>>,
    people: Arc<People>,
    /// The session of Anna in which the call is made.
    anna: Identity,
    client: Client,
}

impl World {
    /// A person with a password and a passkey.
    async fn new() -> Self {
        let store = Arc::new(Intercepted(Meanwhile::default()));
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let people =
            People::new(Service::new(store.clone(), limiter), PeoplePolicy::default(), None, None);
        let guest = PeopleChange::AddGuest(session(&token_hash("guest"), ANNA));
        store.change_people(vec![guest]).await.unwrap();
        let guest = people.identify("guest").await.unwrap().unwrap();
        let wanted = NewAccount { name: "Anna".into(), password: PASSWORD.into(), code: None };
        let client = Client::default();
        let signed = people.create_account(Some(&guest), wanted, &client).await.unwrap();
        let anna = people.identify(&signed.0).await.unwrap().unwrap();
        store.change_people(vec![PeopleChange::PutCredential(passkey())]).await.unwrap();
        Self { store, people, anna, client }
    }

    /// What a new password by a code does, just before the next change: it ends all sessions.
    async fn reset_before_the_next_change(&self) -> Credential {
        let password = self.password().await;
        let password = Credential { secret: "the new one".into(), ..password };
        let end = PeopleChange::EndSessions { user: ANNA.into(), but: None };
        let changes = vec![PeopleChange::PutCredential(password.clone()), end];
        *self.store.0.before.lock().unwrap() = Some(changes);
        password
    }

    async fn password(&self) -> Credential {
        self.people.password_of(ANNA).await.unwrap().expect("a password")
    }

    async fn assert_reset(&self, password: Credential) {
        assert!(self.store.0.before.lock().unwrap().is_none(), "it happened");
        assert_eq!(self.password().await, password);
        assert_eq!(self.store.sessions_of(ANNA).await.unwrap(), []);
        let user = self.store.user(ANNA).await.unwrap().expect("Anna");
        assert_eq!((user.name.as_deref(), &*user.profile.about), (Some("Anna"), ""));
        assert_eq!(self.store.credential(&passkey().id).await.unwrap(), Some(passkey()));
    }
}

fn passkey() -> Credential {
    Credential {
        id: "passkey:00".into(),
        user: ANNA.into(),
        passkey: true,
        secret: "00:00".into(),
        label: "phone".into(),
        created_ms: i64::MAX,
        used_ms: None,
    }
}

#[tokio::test]
async fn a_login_with_the_old_password_does_not_bring_it_back() {
    let world = World::new().await;
    let password = world.reset_before_the_next_change().await;
    let login = LoginRequest { name: "Anna".into(), password: PASSWORD.into(), take_over: None };
    let done = world.people.login(None, login, &world.client).await;
    assert_eq!(done, Err(PeopleError::BadLogin));
    world.assert_reset(password).await;
}

/// Who knows the old password and keeps calling is too late once a new one is set.
#[tokio::test]
async fn a_session_that_was_ended_changes_nothing_more() {
    let world = World::new().await;
    let (people, anna) = (&world.people, &world.anna);
    let expected = Err(PeopleError::NoGuest);

    let password = world.reset_before_the_next_change().await;
    let change = PasswordChange { old: PASSWORD.into(), new: "bregit lung for supper".into() };
    assert_eq!(people.change_password(anna, change, &world.client).await, expected);
    world.assert_reset(password).await;

    let world = World::new().await;
    let (people, anna) = (&world.people, &world.anna);
    let password = world.reset_before_the_next_change().await;
    assert_eq!(people.remove_passkey(anna, "00").await, expected);
    world.assert_reset(password.clone()).await;
    let change =
        MeChange { name: Some("Eve".into()), about: Some("x".into()), ..Default::default() };
    assert_eq!(people.change_me(anna, change).await.map(drop), expected);
    assert_eq!(people.remove_email(anna).await, expected);
    assert_eq!(people.leave(anna).await, expected);
    world.assert_reset(password).await;
}

/// A guest whose games are being taken over makes no account of its id.
#[tokio::test]
async fn a_guest_who_is_taken_over_becomes_no_person() {
    let world = World::new().await;
    let id = "guestgue";
    let guest = PeopleChange::AddGuest(session(&token_hash("g"), id));
    world.store.change_people(vec![guest]).await.unwrap();
    let guest = world.people.identify("g").await.unwrap().unwrap();
    let end = PeopleChange::EndSessions { user: id.into(), but: None };
    *world.store.0.before.lock().unwrap() = Some(vec![end]);
    let wanted = NewAccount { name: "Bert".into(), password: PASSWORD.into(), code: None };
    let done = world.people.create_account(Some(&guest), wanted, &world.client).await;
    assert_eq!(done, Err(PeopleError::NoGuest));
    assert_eq!(world.store.user(id).await.unwrap().unwrap().kind, UserKind::Guest);
}

/// The people of two servers on one store, with a bus between them.
fn two_nodes() -> [Arc<People>; 2] {
    let store = MemoryStore::shared();
    let buses = LocalBus::ends(2);
    [0, 1].map(|node| {
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let bus = Some(buses[node].clone() as Arc<dyn Bus>);
        let service = Service::with_bus(Arc::new(store.reopen()), limiter, Arc::new(System), bus);
        let following = service.clone();
        tokio::spawn(async move { following.follow_nodes().await });
        People::new(service, PeoplePolicy::default(), None, None)
    })
}

#[tokio::test]
async fn what_is_said_at_one_node_is_heard_at_the_other() {
    let [here, there] = two_nodes();
    let mut people = Vec::new();
    for _ in 0..2 {
        people.push(here.new_guest(&Client::default()).await.unwrap().1);
    }
    let wanted = NewTable {
        game: "klinzha".to_owned(),
        options: Options::default(),
        start: StartWith::Quick("north-west".to_owned()),
        time: None,
        seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
        terms: OfferTerms::default(),
    };
    let game = here.service.create(people[0], wanted, None).await.unwrap().id().to_owned();
    there.service.join(&game, people[1], None, None, None).await.unwrap();
    let anna = Identity::new(people[0]);
    let say = async |people: &Arc<People>, phrase: &str| {
        let line = json!({"room": "table", "phrase": phrase});
        let line = serde_json::from_value(line).unwrap();
        people.say(&anna, &game, line, None).await.unwrap();
    };
    say(&here, "hello").await;
    let mut listener = there.listen(&game, Some(people[1]), None).await.unwrap();
    let mut own = here.listen(&game, Some(people[1]), None).await.unwrap();
    say(&here, "thanks").await;
    say(&there, "sorry").await;
    say(&here, "back").await;
    for listener in [&mut listener, &mut own] {
        for seq in 2..=4 {
            let line = timeout(Duration::from_secs(10), listener.next()).await.expect("a line");
            assert_eq!(line.seq, seq, "each line once, in order, and none from before");
        }
    }
}

#[tokio::test]
async fn a_session_that_ends_at_one_node_ends_at_the_other() {
    let [here, there] = two_nodes();
    let following = there.clone();
    tokio::spawn(async move { following.follow_people().await });
    let mut guests = Vec::new();
    for _ in 0..2 {
        let (token, _) = here.new_guest(&Client::default()).await.unwrap();
        guests.push(there.identify(&token).await.unwrap().expect("a session"));
    }
    let [mut own, mut other] =
        [0, 1].map(|number| there.ended_sessions(Some(guests[number].clone())));
    // The other node listens before anything ends.
    tokio::task::yield_now().await;
    here.logout(&guests[0]).await.unwrap();
    timeout(Duration::from_secs(10), own.own()).await.expect("the end of the session");
    let stays = timeout(Duration::from_millis(50), other.own()).await;
    assert!(stays.is_err(), "the session of another guest goes on");
}
