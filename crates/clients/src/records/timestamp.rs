//! Reads times in the forms in which recordings write them.

use fusebox_engine::Timestamp;

use super::JsonValue;

/// Reads a time: text such as `2026-03-26T11:50:34.482Z`, or a number of seconds or milliseconds
/// since 1970. A time without a zone counts as UTC, because only differences matter.
pub fn from_json(value: &JsonValue<'_>) -> Option<Timestamp> {
    if let JsonValue::Number(number) = value {
        from_number(number.as_f64()?)
    } else {
        from_text(value.as_text()?)
    }
}

/// Reads seconds since 1970, which have ten digits today, or milliseconds, which have thirteen.
fn from_number(number: f64) -> Option<Timestamp> {
    let ms = if number < 1e11 { number * 1_000.0 } else { number };
    (ms > 0.0 && ms < 1e16).then_some(Timestamp(ms as u64))
}

/// Reads ISO 8601.
pub fn from_text(text: &str) -> Option<Timestamp> {
    let bytes = text.trim().as_bytes();
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = bytes.get(from..to)?;
        digits.iter().try_fold(0_i64, |sum, digit| {
            digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0'))
        })
    };
    let separated = matches!(bytes.get(10)?, b'T' | b' ' | b't');
    if !separated || bytes.get(4) != Some(&b'-') || bytes.get(13) != Some(&b':') {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 24 {
        return None;
    }
    let rest = &bytes[19..];
    let fraction = rest
        .strip_prefix(b".")
        .map_or(0, |rest| rest.iter().take_while(|digit| digit.is_ascii_digit()).count() + 1);
    let ms = rest[..fraction].iter().skip(1).take(3);
    let ms = ms.fold((0_i64, 100), |(sum, unit), d| (sum + i64::from(d - b'0') * unit, unit / 10));
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
        - zone(&rest[fraction..]);
    u64::try_from(seconds * 1_000 + ms.0).ok().map(Timestamp)
}

/// The offset from UTC in seconds: `+03:00`, `-0530`; 0 for anything else.
fn zone(text: &[u8]) -> i64 {
    let (sign, digits) = match text.split_first() {
        Some((b'+', rest)) => (1, rest),
        Some((b'-', rest)) => (-1, rest),
        _ => return 0,
    };
    let digits: Vec<i64> =
        digits.iter().filter(|d| d.is_ascii_digit()).map(|d| i64::from(d - b'0')).collect();
    match digits[..] {
        [a, b, c, d] => sign * ((a * 10 + b) * 3_600 + (c * 10 + d) * 60),
        [a, b] => sign * (a * 10 + b) * 3_600,
        _ => 0,
    }
}

/// Days from 1970 to a date of the Gregorian calendar, by shifting the year's start to March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read_in_the_forms_that_occur() {
        for (given, expected) in [
            (r#""1970-01-01T00:00:00Z""#, Some(0)),
            (r#""2026-03-26T11:50:34.482Z""#, Some(1_774_525_834_482)),
            (r#""2026-03-26T14:50:34.4+03:00""#, Some(1_774_525_834_400)),
            (r#""2024-02-29 12:00:00""#, Some(1_709_208_000_000)),
            (r#""2026-01-30T06:18:04.061682""#, Some(1_769_753_884_061)),
            ("1773620835.746", Some(1_773_620_835_746)),
            ("1773620835746", Some(1_773_620_835_746)),
            (r#""2026-13-01T00:00:00Z""#, None),
            (r#""yesterday""#, None),
            ("-1", None),
            ("null", None),
        ] {
            let read = from_json(&JsonValue::read(given.as_bytes()).unwrap());
            assert_eq!(read, expected.map(Timestamp), "{given}");
        }
    }

    proptest! {
        #[test]
        fn no_text_can_end_it(text in "[0-9T:.+Z -]{0,40}", other: String) {
            let _ = (from_text(&text), from_text(&other));
        }
    }
}
