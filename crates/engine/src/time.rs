//! Points in time and durations, in whole milliseconds. The engine never reads a clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch; the runtime stamps them.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The time since `earlier`; zero if the clock went back.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }

    /// This time plus `length`.
    #[must_use]
    pub fn after(self, length: Duration) -> Self {
        Self(self.0.saturating_add(length.0))
    }
}

/// A duration in milliseconds, written like `90s`, `1h30m` or `250ms`.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Duration(pub u64);

const UNITS: [(&str, u64); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

impl Duration {
    /// `n` seconds.
    #[must_use]
    pub const fn from_secs(n: u64) -> Self {
        Self(n * 1_000)
    }

    /// `n` minutes.
    #[must_use]
    pub const fn from_mins(n: u64) -> Self {
        Self(n * 60_000)
    }

    /// `n` hours.
    #[must_use]
    pub const fn from_hours(n: u64) -> Self {
        Self(n * 3_600_000)
    }

    /// Reads `2h`, `1h30m`, `45s`, `250ms` or `30d`; a bare number is seconds.
    ///
    /// # Errors
    /// When a part is not a number with one of the units, or the whole is zero.
    pub fn parse(text: &str) -> Result<Self, InvalidDuration> {
        let invalid = || InvalidDuration(text.to_owned());
        let mut rest = text.trim();
        let mut total: u64 = 0;
        if let Ok(seconds) = rest.parse::<u64>() {
            total = seconds.checked_mul(1_000).ok_or_else(invalid)?;
            rest = "";
        }
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(invalid)?;
            let number: u64 = rest[..digits].parse().map_err(|_| invalid())?;
            rest = &rest[digits..];
            let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let unit = rest[..letters].trim();
            let (_, ms) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(invalid)?;
            total = number
                .checked_mul(*ms)
                .and_then(|part| total.checked_add(part))
                .ok_or_else(invalid)?;
            rest = rest[letters..].trim_start();
        }
        if total == 0 { Err(invalid()) } else { Ok(Self(total)) }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        for (name, ms) in UNITS {
            if rest >= ms {
                write!(f, "{}{name}", rest / ms)?;
                rest %= ms;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Duration {
    type Error = InvalidDuration;
    fn try_from(text: String) -> Result<Self, InvalidDuration> {
        Self::parse(&text)
    }
}

impl From<Duration> for String {
    fn from(length: Duration) -> Self {
        length.to_string()
    }
}

/// A text that is not a positive duration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidDuration(String);

impl fmt::Display for InvalidDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a positive length of time like \"90s\", \"30m\" or \"2h\"", self.0)
    }
}

impl std::error::Error for InvalidDuration {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_written_alike() {
        for (text, ms) in [("2h", 7_200_000), ("1h30m", 5_400_000), ("45s", 45_000), ("250ms", 250)]
        {
            assert_eq!(Duration::parse(text), Ok(Duration(ms)), "{text}");
            assert_eq!(Duration(ms).to_string(), text);
        }
        assert_eq!(Duration::parse("90"), Ok(Duration::from_secs(90)));
        assert_eq!(Duration::parse(" 1m 30s "), Ok(Duration::from_secs(90)));
    }

    #[test]
    fn zero_negative_and_nonsense_are_refused() {
        for text in ["0", "0s", "-5s", "", "s", "5 parsecs", "1.5h", "99999999999999999999d"] {
            assert!(Duration::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_clock_that_goes_back_gives_no_time() {
        assert_eq!(Timestamp(5).since(Timestamp(9)), Duration(0));
    }
}
