//! The Atom feed of the turns (RFC 4287).

use super::{Content, Turn};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{PreEscaped, html};

/// A moment as Atom writes it, in full seconds.
fn moment(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The feed: an entry for each game in which its owner is to act, in the order of the list of
/// games. Its id is that of the turn, so that a reader shows each turn once.
///
/// Maud escapes as XML needs it, and elements without content are written with their end.
pub(super) fn write(content: &Content) -> String {
    let Content { lang, home, feed_id, updated_ms, turns } = content;
    let entry = |Turn { game, since_ms, title, link, .. }: &Turn| {
        html! {
            entry {
                id { "tag:heterodox,2026:" (game) "/" (since_ms) }
                title { (lang.text_with("feed-turn", &[("game", &plain(title))])) }
                updated { (moment(*since_ms)) }
                link rel="alternate" type="text/html" href=(link) {}
            }
        }
    };
    let feed = html! {
        feed xmlns="http://www.w3.org/2005/Atom" xml:lang=(lang.code()) {
            id { "tag:heterodox,2026:turns/" (feed_id) }
            title { (lang.text("feed-title")) }
            updated { (moment(*updated_ms)) }
            author { name { (lang.text("site-name")) } }
            link rel="alternate" type="text/html" href=(home) {}
            @for turn in turns { (entry(turn)) }
        }
    };
    let head = PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    html! { (head) (feed) "\n" }.into_string()
}

/// A text without characters that XML does not have.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::feeds::tests::example;

    #[test]
    fn the_feed_has_an_entry_for_each_turn_and_escapes_names() {
        let feed = write(&example());
        let first = "<entry><id>tag:heterodox,2026:daily234/1700000000000</id>\
            <title>Your turn: Chess against K'Ehleyr, &lt;b&gt;&amp; Co; Ltd\\, a name that is \
            long enough to be folded, ö</title><updated>2023-11-14T22:13:20Z</updated>\
            <link rel=\"alternate\" type=\"text/html\" href=\"https://play.example/g/daily234\">\
            </link></entry>";
        assert!(feed.contains(first), "{feed}");
        assert_eq!(feed.matches("<entry>").count(), 3);
        assert!(feed.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns="));
        assert!(feed.ends_with("</feed>\n"), "{feed}");
        assert!(feed.contains("<updated>2023-11-14T22:13:22Z</updated>"), "{feed}");
        let opened = feed.matches('<').count() - feed.matches("</").count() - 1;
        assert_eq!(opened, feed.matches("</").count(), "every element has an end: {feed}");
    }

    #[test]
    fn control_characters_are_left_out() {
        assert_eq!(plain("a\u{0}b\u{1b}c\u{ffff}d\u{1f600}"), "abcd\u{1f600}");
    }
}
