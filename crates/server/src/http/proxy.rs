//! The client's address behind reverse proxies.

use super::Address;
use crate::limit::client_prefix;
use crate::state::AppState;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// The header to which each proxy appends the address of its client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Finds the client's address before all other layers run.
pub(crate) async fn layer(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
    if let Some(ConnectInfo(peer)) = connection {
        let address = client_address(peer.ip(), request.headers(), &state.trusted_proxies);
        request.extensions_mut().insert(Address(Some(client_prefix(address))));
    }
    next.run(request).await
}

/// The last address in the chain that is not a trusted proxy. Addresses before it come from the
/// client and are not trusted.
fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let is_proxy = |address: &IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
    let lines = headers.get_all(FORWARDED_FOR).into_iter().collect::<Vec<_>>();
    let chain = lines.into_iter().rev().flat_map(|line| {
        line.to_str().unwrap_or_default().rsplit(',').map(|name| address(name.trim()))
    });
    let mut last = peer.to_canonical();
    for name in chain {
        let Some(name) = name.filter(|_| is_proxy(&last)) else { break };
        last = name;
    }
    last
}

/// An address as proxies write it: some append the port.
fn address(name: &str) -> Option<IpAddr> {
    let plain = name.trim_start_matches('[').trim_end_matches(']');
    let address = plain.parse().ok();
    address
        .or_else(|| Some(name.parse::<SocketAddr>().ok()?.ip()))
        .map(|ip: IpAddr| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies: Vec<IpNet> =
            vec!["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let from = |peer: &str, lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
            }
            client_address(peer.parse().unwrap(), &headers, &proxies).to_string()
        };
        assert_eq!(from("192.0.2.7", &["198.51.100.1"]), "192.0.2.7", "no proxy of ours");
        assert_eq!(from("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["203.0.113.9, 198.51.100.1"]), "198.51.100.1", "forged");
        assert_eq!(from("127.0.0.1", &["203.0.113.9", "198.51.100.1, 10.1.2.3"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["10.1.2.3"]), "10.1.2.3", "a call of the proxy's own");
        assert_eq!(from("127.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(from("127.0.0.1", &["unknown"]), "127.0.0.1");
        assert_eq!(from("::ffff:127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &[]), "127.0.0.1");
    }
}
