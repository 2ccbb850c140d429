//! The steps of the story about the ways to users.

use crate::support::session;
use heterodox_store::{
    Failures, Feed, PeopleChange, PushSubscription, Store, StoreError, WayChange, Webhook,
};

async fn change(store: &dyn Store, change: WayChange) -> Result<(), StoreError> {
    store.change_people(vec![PeopleChange::Way(change)]).await
}

async fn guest(store: &dyn Store, id: &str) {
    let guest = PeopleChange::AddGuest(session(id.as_bytes(), id));
    store.change_people(vec![guest]).await.unwrap();
}

async fn leave(store: &dyn Store, id: &str) {
    let leave = PeopleChange::Leave { user: id.into(), at_ms: 100 };
    store.change_people(vec![leave]).await.unwrap();
}

pub(crate) async fn a_feed_is_found_by_its_hash(store: &dyn Store) {
    for id in ["feedgold", "feedgree"] {
        guest(store, id).await;
    }
    let feed = |user: &str, hash: &[u8]| Feed {
        user: user.into(),
        secret_hash: hash.into(),
        secret: format!("secret of {user}"),
        created_ms: 5,
    };
    let first = feed("feedgold", b"feed\x00\xff");
    change(store, WayChange::PutFeed(first.clone())).await.unwrap();
    assert_eq!(store.feed(b"feed\x00\xff").await.unwrap(), Some(first.clone()));
    assert_eq!(store.feed_of("feedgold").await.unwrap(), Some(first));
    assert_eq!(store.feed(b"feed\x00").await.unwrap(), None);
    assert_eq!(store.feed_of("feedgree").await.unwrap(), None);
    let taken = change(store, WayChange::PutFeed(feed("feedgree", b"feed\x00\xff"))).await;
    assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
    assert_eq!(store.feed_of("feedgree").await.unwrap(), None);
    // A new secret makes the old one void.
    let second = feed("feedgold", b"feed second");
    change(store, WayChange::PutFeed(second.clone())).await.unwrap();
    assert_eq!(store.feed(b"feed\x00\xff").await.unwrap(), None);
    assert_eq!(store.feed(b"feed second").await.unwrap(), Some(second));
    change(store, WayChange::RemoveFeed("feedgold".into())).await.unwrap();
    assert_eq!(store.feed(b"feed second").await.unwrap(), None);
    change(store, WayChange::PutFeed(feed("feedgree", b"feed third"))).await.unwrap();
    let rows = store.rows_of("feedgree").await.unwrap();
    assert!(!format!("{rows:?}").contains("secret of"), "an export has no secret: {rows:?}");
    leave(store, "feedgree").await;
    assert_eq!(store.feed(b"feed third").await.unwrap(), None);
}

pub(crate) async fn push_subscriptions_are_kept_and_limited(store: &dyn Store) {
    for id in ["pushgold", "pushgree"] {
        guest(store, id).await;
    }
    let push = |user: &str, number: i64| PushSubscription {
        endpoint: format!("https://push.example/{number}"),
        user: user.into(),
        p256dh: vec![4, 0, 255],
        auth: vec![0, 1],
        agent: Some("Firefox".into()),
        lang: "en".into(),
        created_ms: number,
        failures: Failures::default(),
    };
    let put = |push| WayChange::PutPush { push, most: 3 };
    let endpoints = async |user: &str| {
        let pushes = store.pushes_of(user).await.unwrap();
        pushes.iter().map(|push| push.created_ms).collect::<Vec<_>>()
    };
    for number in [2, 1, 3] {
        change(store, put(push("pushgold", number))).await.unwrap();
    }
    assert_eq!(store.pushes_of("pushgold").await.unwrap()[1], push("pushgold", 2));
    assert_eq!(endpoints("pushgold").await, [1, 2, 3]);
    change(store, put(push("pushgold", 4))).await.unwrap();
    assert_eq!(endpoints("pushgold").await, [2, 3, 4]);
    // A browser belongs to the user who subscribed with it last.
    change(store, put(push("pushgree", 3))).await.unwrap();
    assert_eq!(endpoints("pushgold").await, [2, 4]);
    assert_eq!(endpoints("pushgree").await, [3]);

    let failed = |user: &str, number: i64, at_ms| WayChange::PushFailed {
        user: user.into(),
        endpoint: format!("https://push.example/{number}"),
        at_ms,
    };
    let failures = async || store.pushes_of("pushgree").await.unwrap()[0].failures;
    for at_ms in [7, 8] {
        change(store, failed("pushgree", 3, Some(at_ms))).await.unwrap();
    }
    change(store, failed("pushgold", 3, Some(9))).await.unwrap();
    assert_eq!(failures().await, Failures { count: 2, last_ms: Some(8) });
    change(store, failed("pushgree", 3, None)).await.unwrap();
    assert_eq!(failures().await, Failures::default());

    let remove = |user: &str| WayChange::RemovePush {
        user: user.into(),
        endpoint: "https://push.example/3".into(),
    };
    change(store, remove("pushgold")).await.unwrap();
    assert_eq!(endpoints("pushgree").await, [3]);
    change(store, remove("pushgree")).await.unwrap();
    assert_eq!(endpoints("pushgree").await, [0; 0]);
    leave(store, "pushgold").await;
    assert_eq!(endpoints("pushgold").await, [0; 0]);
}

pub(crate) async fn a_webhook_is_switched_off_after_failures(store: &dyn Store) {
    guest(store, "hookgold").await;
    let webhook = Webhook {
        user: "hookgold".into(),
        url: "https://hook.example/1".into(),
        format: "json".into(),
        lang: "de".into(),
        created_ms: 3,
        failures: Failures::default(),
        off: None,
    };
    let hook = async || store.webhook_of("hookgold").await.unwrap();
    assert_eq!(hook().await, None);
    change(store, WayChange::PutWebhook(webhook.clone())).await.unwrap();
    assert_eq!(hook().await, Some(webhook.clone()));
    let failed = |url: &str, failed: Option<i64>| WayChange::WebhookFailed {
        user: "hookgold".into(),
        url: url.into(),
        failed: failed.map(|at_ms| (at_ms, "refused".to_owned())),
        most: 3,
    };
    let url = &webhook.url;
    for at_ms in [1, 2] {
        change(store, failed(url, Some(at_ms))).await.unwrap();
    }
    let failures = Failures { count: 2, last_ms: Some(2) };
    assert_eq!(hook().await, Some(Webhook { failures, ..webhook.clone() }));
    change(store, failed(url, None)).await.unwrap();
    assert_eq!(hook().await, Some(webhook.clone()));
    for at_ms in [4, 5, 6] {
        change(store, failed("https://hook.example/of-before", Some(at_ms))).await.unwrap();
        change(store, failed(url, Some(at_ms))).await.unwrap();
    }
    let failures = Failures { count: 3, last_ms: Some(6) };
    let off = Some("refused".to_owned());
    assert_eq!(hook().await, Some(Webhook { failures, off, ..webhook.clone() }));
    change(store, WayChange::PutWebhook(webhook.clone())).await.unwrap();
    assert_eq!(hook().await, Some(webhook.clone()));
    change(store, WayChange::RemoveWebhook("hookgold".into())).await.unwrap();
    assert_eq!(hook().await, None);
    change(store, WayChange::PutWebhook(webhook)).await.unwrap();
    leave(store, "hookgold").await;
    assert_eq!(hook().await, None);
}

pub(crate) async fn a_key_of_the_server_is_made_once(store: &dyn Store) {
    assert_eq!(store.server_key("a key").await.unwrap(), None);
    for key in [[1, 0, 255], [2, 2, 2]] {
        let make = WayChange::MakeKey { name: "a key".into(), key: key.into() };
        change(store, make).await.unwrap();
    }
    assert_eq!(store.server_key("a key").await.unwrap(), Some(vec![1, 0, 255]));
    assert_eq!(store.server_key("another").await.unwrap(), None);
}
