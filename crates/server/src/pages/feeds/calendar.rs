//! The calendar of the deadlines (RFC 5545).

use super::{Content, Turn};
use jiff::Timestamp;
use jiff::tz::TimeZone;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// In games with less time for a turn, no alarm is of use.
const ALARM_FROM_MS: i64 = 12 * HOUR_MS;
/// The most bytes of a line.
const LINE: usize = 75;

/// A moment as a calendar writes it, in UTC.
fn moment(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text (section 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Adds a line, folded after at most 75 bytes between characters (section 3.1).
fn add(out: &mut String, line: &str) {
    let mut bytes = 0;
    for c in line.chars() {
        if bytes + c.len_utf8() > LINE {
            out.push_str("\r\n ");
            bytes = 1;
        }
        out.push(c);
        bytes += c.len_utf8();
    }
    out.push_str("\r\n");
}

/// The calendar: an event at the end of the owner's time in each game in which it is to act. Its
/// UID is that of the turn. In games by correspondence it has an alarm, before a quarter of the
/// time is left, three hours before the end at the latest.
pub(super) fn write(Content { lang, turns, .. }: &Content) -> String {
    let mut out = String::new();
    add(&mut out, "BEGIN:VCALENDAR");
    add(&mut out, "VERSION:2.0");
    add(&mut out, "PRODID:-//Heterodox//Deadlines//EN");
    add(&mut out, "CALSCALE:GREGORIAN");
    add(&mut out, "METHOD:PUBLISH");
    let name = escaped(&lang.text("site-name"));
    add(&mut out, &format!("X-WR-CALNAME:{name}"));
    add(&mut out, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    add(&mut out, "X-PUBLISHED-TTL:PT1H");
    for Turn { game, since_ms, until_ms, title, link } in turns {
        let Some(until_ms) = *until_ms else { continue };
        let summary = escaped(&lang.text_with("feed-deadline", &[("game", title)]));
        add(&mut out, "BEGIN:VEVENT");
        add(&mut out, &format!("UID:{game}-{since_ms}@heterodox"));
        add(&mut out, &format!("DTSTAMP:{}", moment(*since_ms)));
        add(&mut out, &format!("DTSTART:{}", moment(until_ms)));
        add(&mut out, &format!("SUMMARY:{summary}"));
        add(&mut out, &format!("URL:{link}"));
        add(&mut out, "TRANSP:TRANSPARENT");
        let span_ms = until_ms - since_ms;
        if span_ms >= ALARM_FROM_MS {
            let hours = (span_ms / 4 / HOUR_MS).clamp(3, 24);
            add(&mut out, "BEGIN:VALARM");
            add(&mut out, "ACTION:DISPLAY");
            add(&mut out, &format!("DESCRIPTION:{summary}"));
            add(&mut out, &format!("TRIGGER:-PT{hours}H"));
            add(&mut out, "END:VALARM");
        }
        add(&mut out, "END:VEVENT");
    }
    add(&mut out, "END:VCALENDAR");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::feeds::tests::example;

    #[test]
    fn each_deadline_is_an_event_and_those_of_days_have_an_alarm() {
        let calendar = write(&example());
        let unfolded = calendar.replace("\r\n ", "");
        for line in [
            "UID:daily234-1700000000000@heterodox",
            "DTSTAMP:20231114T221320Z",
            "DTSTART:20231117T221320Z",
            "SUMMARY:Your time ends: Chess against K'Ehleyr\\, <b>& Co\\; Ltd\\\\\\, a name that \
             is long enough to be folded\\, ö",
            "URL:https://play.example/g/daily234",
            "TRIGGER:-PT18H",
            "DTSTART:20231114T221421Z",
        ] {
            assert!(unfolded.split("\r\n").any(|one| one == line), "{line}: {unfolded}");
        }
        assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 2, "one game has no time");
        assert_eq!(calendar.matches("BEGIN:VALARM").count(), 1, "one game is live");
        assert!(calendar.ends_with("END:VCALENDAR\r\n"));
        assert!(calendar.split("\r\n").all(|line| line.len() <= LINE), "{calendar}");
    }

    #[test]
    fn lines_are_folded_between_characters() {
        for text in ["ä".repeat(100), format!("a{}", "ä".repeat(100)), "😀".repeat(40)] {
            let mut out = String::new();
            add(&mut out, &text);
            assert!(out.split("\r\n").all(|line| line.len() <= LINE), "{out}");
            assert_eq!(out.replace("\r\n ", "").trim_end(), text);
        }
        assert_eq!(escaped("a\r\nb;c"), "a\\nb\\;c");
    }
}
