//! Numbers, times and money, read out of what somebody wrote.

use fusebox_engine::{Duration, Limit};

use crate::raw::RawValue;

/// Numbers stay in what every store and JSON reader can hold.
pub(crate) const LARGEST: u64 = i64::MAX.unsigned_abs();
/// A thousand million dollars, in millionths: exact in a float, and more than anyone's budget.
const LARGEST_MICROS: f64 = 1e15;
const MICROS_PER_USD: f64 = 1e6;

impl RawValue {
    /// A text.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// A boolean.
    pub(crate) fn flag(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// A whole number from 1 to `largest`.
    pub(crate) fn whole_up_to(&self, largest: u64) -> Option<Limit> {
        let Self::Integer(number) = self else { return None };
        let number = u64::try_from(*number).ok().filter(|number| *number <= largest)?;
        Limit::new(number)
    }

    /// Any number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Huge(_)
            | Self::Bool(_)
            | Self::Text(_)
            | Self::Date(_)
            | Self::List(_)
            | Self::Table => None,
        }
    }

    /// Dollars, as millionths.
    pub(crate) fn micros(&self) -> Option<Limit> {
        let micros = (self.number()? * MICROS_PER_USD).round();
        if (1.0..=LARGEST_MICROS).contains(&micros) { Limit::new(micros as u64) } else { None }
    }

    /// A length of time. A bare number is seconds, as in the published designs.
    pub(crate) fn time(&self) -> Option<Duration> {
        let length = if let Self::Integer(seconds) = self {
            Duration::parse(&seconds.to_string())
        } else {
            Duration::parse(self.text()?)
        };
        length.ok().filter(|length| length.0 <= LARGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_every_store_are_none() {
        assert_eq!(RawValue::Integer(i128::from(i64::MAX) + 1).whole_up_to(LARGEST), None);
        assert_eq!(RawValue::Integer(i128::MAX).time(), None);
        assert_eq!(RawValue::Text("200000000000d".to_owned()).time(), None);
        assert_eq!(RawValue::Float(1e10).micros(), None);
        assert_eq!(RawValue::Float(1e9).micros(), Limit::new(1_000_000_000_000_000));
    }
}
