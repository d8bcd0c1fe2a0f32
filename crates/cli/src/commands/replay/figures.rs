//! Formats numbers and sentences for people.

use crate::display;

/// With a comma at the thousands: `9,310`.
pub(super) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 call`, `1,204 calls`.
pub(super) fn plural(n: u64, what: &str) -> String {
    format!("{} {what}{}", count(n), if n == 1 { "" } else { "s" })
}

/// `812 tokens`, `41 k tokens`, `1.2 M tokens`.
pub(super) fn tokens(n: u64) -> String {
    match n {
        0..=9_999 => plural(n, "token"),
        10_000..=999_499 => format!("{} k tokens", (n + 500) / 1_000),
        _ => format!("{:.1} M tokens", n as f64 / 1_000_000.0),
    }
}

/// `$3.10`.
pub(super) fn usd(amount: f64) -> String {
    if amount < 0.005 { "less than $0.01".to_owned() } else { format!("${amount:.2}") }
}

/// `41 min`, `2 h 10 min`, `3 days 1 h`.
pub(super) fn minutes(minutes: f64) -> String {
    match minutes.round() as u64 {
        0 => "less than a minute".to_owned(),
        whole => display::duration(whole * 60_000),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(
            (count(0), count(999), count(1_204)),
            ("0".into(), "999".into(), "1,204".into())
        );
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!((plural(1, "call"), plural(2, "call")), ("1 call".into(), "2 calls".into()));
        assert_eq!(tokens(9_310), "9,310 tokens");
        assert_eq!(tokens(41_499), "41 k tokens");
        assert_eq!(tokens(999_500), "1.0 M tokens");
        assert_eq!((usd(3.1), usd(0.001)), ("$3.10".into(), "less than $0.01".into()));
        assert_eq!(minutes(0.2), "less than a minute");
        assert_eq!((minutes(119.0), minutes(130.4)), ("1 h 59 min".into(), "2 h 10 min".into()));
        assert_eq!(minutes(4_400.0), "3 days 1 h");
    }

    #[test]
    fn parts_are_joined_to_a_sentence() {
        let parts = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        assert_eq!(joined(&parts), "a, b and c");
        assert_eq!(joined(&parts[..1]), "a");
    }
}
