//! Connections that use TLS.

use super::address;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use heterodox_store::{GameLog, PgStore, Store};
use heterodox_store_story as story;
use heterodox_store_story::TestPostgres;
use std::net::TcpListener;

fn pem(kind: &str, der: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", lines.join("\n"))
}

#[tokio::test]
async fn a_connection_uses_tls_and_verifies_the_certificate() {
    // A port that was free a moment ago.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let settings = ["fsync=off", "listen_addresses=127.0.0.1", &format!("port={port}")];
    let Some(postgres) = TestPostgres::start(&settings) else { return };
    let make = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
    let (own, another) = (make(), make());
    let certificate = postgres.put_private("server.crt", &pem("CERTIFICATE", own.cert.der()));
    let key =
        postgres.put_private("server.key", &pem("PRIVATE KEY", own.signing_key.serialized_der()));
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: String| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        file.display().to_string()
    };
    let trusted = write("trusted ca.pem", pem("CERTIFICATE", own.cert.der())).replace(' ', "%20");
    let other = write("other.pem", pem("CERTIFICATE", another.cert.der()));
    for statement in [
        format!("alter system set ssl_cert_file = '{}'", certificate.display()),
        format!("alter system set ssl_key_file = '{}'", key.display()),
        "alter system set ssl = on".to_owned(),
        "select pg_reload_conf()".to_owned(),
    ] {
        postgres.execute("postgres", &statement);
    }
    let name = postgres.database();
    let name = name.rsplit('/').next().expect("a name");
    let url = |root: &str| {
        format!("postgres://postgres@localhost:{port}/{name}?sslmode=require&sslrootcert={root}")
    };
    // The server reads its settings in a moment.
    let mut opened = PgStore::open(&address(&url(&trusted))).await;
    for _ in 0..100 {
        if opened.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        opened = PgStore::open(&address(&url(&trusted))).await;
    }
    let store = opened.expect("the store opens");
    store.create_game(story::game("g")).await.unwrap();
    assert_eq!(store.events("g").await.unwrap(), []);
    let encrypted = "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) \
        where ssl and application_name = 'heterodox'";
    assert_eq!(postgres.execute("postgres", encrypted), "2");
    store.close().await;
    // Another certificate than the server's, and those of the web.
    let web = format!("postgres://postgres@localhost:{port}/{name}?sslmode=require");
    for bad in [url(&other), web] {
        let error = PgStore::open(&address(&bad)).await.expect_err("it is not trusted");
        assert!(error.to_string().contains("certificate"), "{error}");
    }
    let missing = PgStore::open(&address(&url("/nowhere.pem"))).await.expect_err("no file");
    assert!(missing.to_string().contains("/nowhere.pem"), "{missing}");
}
