//! Weekends, checked against a walk from minute to minute.

use heterodox_clock::{Calendar, Zone};
use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use proptest::prelude::*;

const MINUTE: i64 = 60_000;

fn no_weekends(zone: &str) -> Calendar {
    Calendar::NoWeekends(Zone::try_from(zone.to_owned()).unwrap())
}

fn is_weekend(at: i64, zone: &TimeZone) -> bool {
    let time = Timestamp::from_millisecond(at).unwrap().to_zoned(zone.clone());
    matches!(time.weekday(), Weekday::Saturday | Weekday::Sunday)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Clocks are set back and forth in March and October, and in Beirut and Havana at midnight.
    #[test]
    fn minutes_of_weekends_do_not_count(
        zone in prop::sample::select(
            vec!["UTC", "Europe/Berlin", "America/Havana", "Asia/Beirut", "Pacific/Kiritimati"]),
        month in prop::sample::select(vec![1_772_000_000_000_i64, 1_792_000_000_000, 1_800_000_000_000]),
        offset in 0..20_160_i64,
        minutes in 0..20_160_i64,
    ) {
        let calendar = no_weekends(zone);
        let time_zone = TimeZoneDatabase::bundled().get(zone).unwrap();
        let from = (month / MINUTE + offset) * MINUTE;
        let to = from + minutes * MINUTE;
        let counted = (0..minutes).filter(|m| !is_weekend(from + m * MINUTE, &time_zone)).count();
        let counted = counted as u64 * MINUTE as u64;
        prop_assert_eq!(calendar.counted_ms(from, to), counted);
        let after = calendar.after(from, counted + 1);
        prop_assert!(after > to || counted == 0 && after > from);
        prop_assert_eq!(calendar.counted_ms(from, after), counted + 1);
        prop_assert!(!is_weekend(after - 1, &time_zone), "the last counted millisecond");
    }
}

#[test]
fn a_day_that_begins_on_friday_ends_on_monday() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
    let calendar = no_weekends("Europe/Berlin");
    let friday = at("2026-11-27T18:00:00+01:00");
    assert_eq!(calendar.after(friday, 24 * 60 * 60_000), at("2026-11-30T18:00:00+01:00"));
    assert_eq!(calendar.counted_ms(friday, at("2026-11-29T12:00:00+01:00")), 6 * 60 * 60_000);
    assert_eq!(calendar.after(i64::MAX - 5, 10), i64::MAX);
    let error = Zone::try_from("Qo'noS".to_owned()).unwrap_err();
    assert!(error.to_string().contains("expected a name such as"), "{error}");
}
