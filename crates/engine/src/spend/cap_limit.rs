//! Amounts of caps: US dollars, tokens, or a share of a subscription's window.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::amount_text::{AmountText, AmountUnit};
use crate::{InvalidAmount, PicoUsd, Ratio};

/// How much may be spent: `5 USD`, `200000 tokens`, or of a subscription's window `90 %`. Never nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CapLimit {
    /// Money.
    Usd(PicoUsd),
    /// Tokens of any kind, sent and received.
    Tokens(u64),
    /// A share of a window, in hundredths of a percent.
    Share(u64),
}

impl CapLimit {
    /// All of a window, in hundredths of a percent.
    pub const WHOLE_SHARE: u64 = 10_000;

    /// The number, in pico-dollars, tokens, or hundredths of a percent.
    #[must_use]
    pub fn amount(self) -> u64 {
        match self {
            Self::Usd(usd) => usd.picos(),
            Self::Tokens(tokens) => tokens,
            Self::Share(share) => share,
        }
    }

    /// Another number of the same unit.
    #[must_use]
    pub fn with_amount(self, amount: u64) -> Self {
        match self {
            Self::Usd(_) => Self::Usd(PicoUsd::from_picos(amount)),
            Self::Tokens(_) => Self::Tokens(amount),
            Self::Share(_) => Self::Share(amount),
        }
    }

    /// Whether both have the same unit.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// For people: `$5.00`, `200000 tokens`, or `90 %`.
    #[must_use]
    pub fn shown(self) -> String {
        match self {
            Self::Usd(usd) => format!("${}", usd.to_cents()),
            Self::Tokens(_) | Self::Share(_) => self.to_string(),
        }
    }

    /// The number of a finding: millionths of a dollar, tokens, or percent.
    pub(super) fn reported(self) -> u64 {
        match self {
            Self::Usd(usd) => usd.micros(),
            Self::Tokens(tokens) => tokens,
            Self::Share(share) => share / 100,
        }
    }
}

impl fmt::Display for CapLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usd(usd) => write!(f, "{usd} USD"),
            Self::Tokens(1) => f.write_str("1 token"),
            Self::Tokens(tokens) => write!(f, "{tokens} tokens"),
            Self::Share(share) if share % 100 == 0 => write!(f, "{} %", share / 100),
            Self::Share(share) => write!(f, "{}.{:02} %", share / 100, share % 100),
        }
    }
}

/// Why a text is not an amount that may be spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidCapLimit {
    /// It is money of another currency, or of none that is known.
    Currency(String),
    /// It is a number with an exponent, of which a person would not say at a glance whether it is dollars or tokens.
    NoUnit(String),
    /// It has a comma, which separates cents in some places and thousands in others.
    Comma,
    /// It is nothing.
    Zero,
    /// It is not a number of US dollars.
    Usd(InvalidAmount),
    /// It is not a whole number of tokens.
    Tokens,
    /// It is not a share of a window.
    Share,
}

impl InvalidCapLimit {
    /// The same where only US dollars may be written.
    #[must_use]
    pub fn of_money(&self) -> String {
        if let Self::Currency(unit) = self {
            return format!("{unit:?} is not a unit: write US dollars, like \"5 USD\"");
        }
        self.to_string()
    }
}

impl fmt::Display for InvalidCapLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Currency(unit) => {
                write!(f, "{unit:?} is not a unit: write US dollars or tokens, like \"5 USD\"")
            }
            Self::NoUnit(number) => write!(f, "write its unit, as in \"{number} USD\""),
            Self::Comma => {
                f.write_str("write a point before the cents and no commas, like \"5.00 USD\"")
            }
            Self::Zero => f.write_str("it has to be more than zero"),
            Self::Usd(InvalidAmount::NotANumber) => {
                f.write_str("write a number and its unit, like \"5 USD\" or \"200000 tokens\"")
            }
            Self::Usd(reason) => reason.fmt(f),
            Self::Tokens => f.write_str("tokens are a whole number, like \"200000 tokens\""),
            Self::Share => f.write_str("a share is above 0 % and up to 100 %"),
        }
    }
}

impl std::error::Error for InvalidCapLimit {}

impl FromStr for CapLimit {
    type Err = InvalidCapLimit;

    /// Reads `5 USD`, `USD 5`, `$5`, `5`, which is dollars, `200000 tokens`, or `10 %`. Units may be in lower case.
    fn from_str(text: &str) -> Result<Self, InvalidCapLimit> {
        let AmountText { number, unit } = AmountText::split(text);
        match AmountUnit::of(unit) {
            AmountUnit::None => match usd(number)? {
                _ if number.contains(['e', 'E']) => Err(InvalidCapLimit::NoUnit(number.to_owned())),
                usd => Ok(Self::Usd(usd)),
            },
            AmountUnit::Usd => usd(number).map(Self::Usd),
            AmountUnit::Tokens => match number.replace('_', "").parse() {
                Ok(0) => Err(InvalidCapLimit::Zero),
                Ok(tokens) => Ok(Self::Tokens(tokens)),
                Err(_) => Err(InvalidCapLimit::Tokens),
            },
            AmountUnit::Percent => {
                let percent = number.parse::<f64>().ok();
                let share = percent.and_then(|percent| Ratio::new(percent / 100.0));
                let share = share.ok_or(InvalidCapLimit::Share)?;
                Ok(Self::Share(share.of(Self::WHOLE_SHARE)))
            }
            AmountUnit::Other if number.is_empty() => {
                Err(InvalidCapLimit::Usd(InvalidAmount::NotANumber))
            }
            AmountUnit::Other => Err(InvalidCapLimit::Currency(unit.to_owned())),
        }
    }
}

/// A number of US dollars.
fn usd(number: &str) -> Result<PicoUsd, InvalidCapLimit> {
    if number.contains(',') {
        return Err(InvalidCapLimit::Comma);
    }
    let usd: PicoUsd = number.parse().map_err(InvalidCapLimit::Usd)?;
    if usd.is_zero() { Err(InvalidCapLimit::Zero) } else { Ok(usd) }
}

impl TryFrom<String> for CapLimit {
    type Error = InvalidCapLimit;
    fn try_from(text: String) -> Result<Self, InvalidCapLimit> {
        text.parse()
    }
}

impl From<CapLimit> for String {
    fn from(limit: CapLimit) -> Self {
        limit.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m03_amounts_are_read_where_they_can_mean_one_thing_alone() {
        for (text, shown) in [
            ("5 USD", "5 USD"),
            ("5USD", "5 USD"),
            ("5 usd", "5 USD"),
            ("USD 5", "5 USD"),
            ("$0.50", "0.5 USD"),
            ("$ .50", "0.5 USD"),
            ("2", "2 USD"),
            ("2.5e1 USD", "25 USD"),
            ("200_000 tokens", "200000 tokens"),
            ("1 token", "1 token"),
            ("1 tokens", "1 token"),
            ("1e3 USD", "1000 USD"),
            ("$1E3", "1000 USD"),
            ("10%", "10 %"),
            ("2.25 %", "2.25 %"),
        ] {
            let amount: CapLimit = text.parse().unwrap();
            assert_eq!(amount.to_string(), shown, "{text}");
            assert_eq!(amount.to_string().parse(), Ok(amount), "{text}");
        }
    }

    #[test]
    fn m03_other_amounts_are_refused_with_their_reason() {
        let unit = |unit: &str| InvalidCapLimit::Currency(unit.to_owned());
        let usd = InvalidCapLimit::Usd;
        for (text, expected) in [
            ("0 USD", InvalidCapLimit::Zero),
            ("0 tokens", InvalidCapLimit::Zero),
            ("-1 USD", usd(InvalidAmount::Negative)),
            ("1e400", usd(InvalidAmount::TooLarge)),
            ("1e3", InvalidCapLimit::NoUnit("1e3".to_owned())),
            ("2.5E1", InvalidCapLimit::NoUnit("2.5E1".to_owned())),
            ("1e3 tokens", InvalidCapLimit::Tokens),
            ("0.50 EUR", unit("EUR")),
            ("5 \u{20ac}", unit("\u{20ac}")),
            ("\u{a3}5", unit("\u{a3}")),
            ("5k tokens", unit("k tokens")),
            ("5,00 USD", InvalidCapLimit::Comma),
            ("1,000 USD", InvalidCapLimit::Comma),
            ("NaN", usd(InvalidAmount::NotANumber)),
            ("many tokens", usd(InvalidAmount::NotANumber)),
            ("USD", usd(InvalidAmount::NotANumber)),
            ("1.2.3", usd(InvalidAmount::NotANumber)),
            ("$5 USD", usd(InvalidAmount::NotANumber)),
            ("", usd(InvalidAmount::NotANumber)),
            ("1.5 tokens", InvalidCapLimit::Tokens),
            ("-5 tokens", InvalidCapLimit::Tokens),
            ("0 %", InvalidCapLimit::Share),
            ("120 %", InvalidCapLimit::Share),
        ] {
            assert_eq!(text.parse::<CapLimit>(), Err(expected), "{text}");
        }
    }

    #[test]
    fn no_text_ends_it() {
        for text in ["\u{20ac}5\u{20ac}", "-", ",", ".", "%", "$", "5\u{20ac}5", "\u{e9}.\u{e9}"] {
            assert!(text.parse::<CapLimit>().is_err(), "{text}");
        }
    }
}
