//! Amounts of money as whole pico-dollars, so that sums are exact and the same everywhere.

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Pico-dollars of one US dollar.
const PICOS_OF_USD: u64 = 1_000_000_000_000;
/// Decimal digits after the point.
const DIGITS: i32 = 12;

/// An amount of US dollars, in pico-dollars (10⁻¹² USD): the cheapest token of the price table costs thousands of them.
/// At most 18.4 million US dollars; sums end there.
///
/// In JSON it is a decimal string of US dollars: `"0.4125"`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PicoUsd(u64);

impl PicoUsd {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount.
    pub const MAX: Self = Self(u64::MAX);

    /// An amount of pico-dollars.
    #[must_use]
    pub const fn from_picos(picos: u64) -> Self {
        Self(picos)
    }

    /// An amount of millionths of a US dollar.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros.saturating_mul(1_000_000))
    }

    /// The pico-dollars.
    #[must_use]
    pub const fn picos(self) -> u64 {
        self.0
    }

    /// Whole millionths of a US dollar, as limits of cost are set.
    #[must_use]
    pub const fn micros(self) -> u64 {
        self.0 / 1_000_000
    }

    /// Whether it is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Reads an amount of US dollars as a program reports it. Anything but a positive finite number is zero.
    #[must_use]
    pub fn from_reported_usd(usd: f64) -> Self {
        let picos = usd * PICOS_OF_USD as f64;
        // A cast of a number that is too large gives the largest amount.
        if picos.is_finite() && picos > 0.0 { Self(picos.round() as u64) } else { Self::ZERO }
    }

    /// The amount as a floating-point number of US dollars, for wire formats that have no other.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / PICOS_OF_USD as f64
    }

    /// The sum, or the largest amount.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, or zero.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// `count` times this amount, or the largest amount.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Rounded to whole cents, half up: `"38.20"`.
    #[must_use]
    pub fn to_cents(self) -> String {
        const PICOS_OF_CENT: u64 = PICOS_OF_USD / 100;
        let cents = self.0 / PICOS_OF_CENT + u64::from(self.0 % PICOS_OF_CENT >= PICOS_OF_CENT / 2);
        format!("{}.{:02}", cents / 100, cents % 100)
    }
}

impl Sum for PicoUsd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::saturating_add)
    }
}

impl fmt::Display for PicoUsd {
    /// The exact amount of US dollars without trailing zeros: `0.4125`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DecimalText::of(*self).as_str())
    }
}

impl Serialize for PicoUsd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(DecimalText::of(*self).as_str())
    }
}

/// An amount as [`PicoUsd`] displays it. A hook writes several in every record, and the formatter took longer.
struct DecimalText {
    /// Digits and the point, at the end.
    bytes: [u8; Self::LENGTH],
    from: usize,
    to: usize,
}

impl DecimalText {
    /// Where the point is, behind eight digits.
    const POINT: usize = 8;
    const LENGTH: usize = Self::POINT + 1 + DIGITS as usize;

    fn of(amount: PicoUsd) -> Self {
        let mut bytes = [b'0'; Self::LENGTH];
        let mut number = amount.0;
        for (at, byte) in bytes.iter_mut().enumerate().rev() {
            if at == Self::POINT {
                *byte = b'.';
            } else if number > 0 {
                *byte += (number % 10) as u8;
                number /= 10;
            }
        }
        let is_zero = |byte: &u8| *byte == b'0';
        let (before, behind) = bytes.split_at(Self::POINT);
        // One digit stands before the point in any case, and the point only before others.
        let from = before.iter().take_while(|byte| is_zero(byte)).count().min(Self::POINT - 1);
        let zeros = behind.iter().rev().take_while(|byte| is_zero(byte)).count();
        let to = Self::LENGTH - if zeros == DIGITS as usize { zeros + 1 } else { zeros };
        Self { bytes, from, to }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.from..self.to]).unwrap_or_default()
    }
}

/// Reads an amount that was stored as a decimal string, or as millionths by earlier versions.
pub(crate) fn usd_or_micros<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<PicoUsd, D::Error> {
    deserializer.deserialize_any(AmountVisitor { takes_micros: true })
}

impl<'de> Deserialize<'de> for PicoUsd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(AmountVisitor { takes_micros: false })
    }
}

/// Reads an amount where it lies: a hook reads several in its records, and a copy of each took longer.
struct AmountVisitor {
    /// Whether a number is an amount too.
    takes_micros: bool,
}

impl Visitor<'_> for AmountVisitor {
    type Value = PicoUsd;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<PicoUsd, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: serde::de::Error>(self, micros: u64) -> Result<PicoUsd, E> {
        if self.takes_micros {
            Ok(PicoUsd::from_micros(micros))
        } else {
            Err(E::invalid_type(Unexpected::Unsigned(micros), &self))
        }
    }
}

/// Why a text is not an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidAmount {
    /// It is not a decimal number.
    NotANumber,
    /// It is below zero.
    Negative,
    /// It is larger than the largest amount.
    TooLarge,
}

impl fmt::Display for InvalidAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "it is not a decimal number of US dollars",
            Self::Negative => "it is below zero",
            Self::TooLarge => "it is more than 18 million US dollars",
        })
    }
}

impl std::error::Error for InvalidAmount {}

impl FromStr for PicoUsd {
    type Err = InvalidAmount;

    /// Reads a decimal number of US dollars, also with an exponent: `5`, `0.50`, `6.25e-06`. What is finer than a
    /// pico-dollar is rounded half up.
    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        plain_picos(text).map_or_else(|| any_picos(text), Ok).map(Self)
    }
}

/// Reads what [`PicoUsd`] displays, as records have it; `None` of any other text.
fn plain_picos(text: &str) -> Option<u64> {
    let mut number = 0_u64;
    let mut behind = None;
    for byte in text.bytes() {
        if byte == b'.' && behind.is_none() {
            behind = Some(0);
            continue;
        }
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
        behind = behind.map(|digits| digits + 1);
    }
    let missing = (DIGITS as u32).checked_sub(behind.unwrap_or(0))?;
    let has_digits = text.bytes().any(|byte| byte != b'.');
    has_digits.then(|| number.checked_mul(10_u64.pow(missing)))?
}

/// Reads any decimal number of US dollars as pico-dollars.
fn any_picos(text: &str) -> Result<u64, InvalidAmount> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            (mantissa, exponent.parse().map_err(|_| InvalidAmount::NotANumber)?)
        }
        None => (text, 0_i32),
    };
    if let Some(negative) = mantissa.strip_prefix('-') {
        let is_number = negative.bytes().any(|byte| byte.is_ascii_digit());
        return Err(if is_number { InvalidAmount::Negative } else { InvalidAmount::NotANumber });
    }
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let digits = || whole.bytes().chain(fraction.bytes());
    if !has_digits || !digits().all(|byte| byte.is_ascii_digit()) {
        return Err(InvalidAmount::NotANumber);
    }
    // The number of leading digits that stand before the point of a number of pico-dollars.
    let places = i64::try_from(whole.len()).unwrap_or(i64::MAX);
    let places = places.saturating_add(i64::from(exponent)).saturating_add(i64::from(DIGITS));
    picos(digits(), places)
}

/// The number that the first `places` digits are, zeros after the last of them.
fn picos(digits: impl Iterator<Item = u8>, places: i64) -> Result<u64, InvalidAmount> {
    let mut digits = digits.map(|byte| u64::from(byte - b'0')).peekable();
    let mut picos = 0_u64;
    for _ in 0..places {
        if picos == 0 && digits.peek().is_none() {
            return Ok(0);
        }
        let digit = digits.next().unwrap_or(0);
        let longer = picos.checked_mul(10).and_then(|picos| picos.checked_add(digit));
        picos = longer.ok_or(InvalidAmount::TooLarge)?;
    }
    let rounds_up = places >= 0 && digits.next().is_some_and(|digit| digit >= 5);
    picos.checked_add(u64::from(rounds_up)).ok_or(InvalidAmount::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn m01_amounts_are_read_exactly() {
        use InvalidAmount::{Negative, NotANumber, TooLarge};
        for (text, expected) in [
            ("5", Ok(5_000_000_000_000)),
            ("0.50", Ok(500_000_000_000)),
            (".5", Ok(500_000_000_000)),
            ("6.25e-06", Ok(6_250_000)),
            ("6.25e-6", Ok(6_250_000)),
            ("1E-7", Ok(100_000)),
            ("1e2", Ok(100_000_000_000_000)),
            ("0.0000000000005", Ok(1)),
            ("0.00000000000049", Ok(0)),
            ("1e-99999", Ok(0)),
            ("0e99999", Ok(0)),
            ("18446744.073709551615", Ok(u64::MAX)),
            ("18446744.073709551616", Err(TooLarge)),
            ("1e99999", Err(TooLarge)),
            ("-1", Err(Negative)),
            ("-0.1e-3", Err(Negative)),
            ("NaN", Err(NotANumber)),
            ("-Infinity", Err(NotANumber)),
            ("", Err(NotANumber)),
            (".", Err(NotANumber)),
            ("1,5", Err(NotANumber)),
            ("5 USD", Err(NotANumber)),
            ("1e", Err(NotANumber)),
        ] {
            assert_eq!(text.parse::<PicoUsd>().map(PicoUsd::picos), expected, "{text}");
        }
    }

    #[test]
    fn m01_amounts_are_read_from_records() {
        let read = |json: &str| serde_json::from_str::<PicoUsd>(json).ok().map(PicoUsd::picos);
        let read_any = |json: &str| {
            let mut json = serde_json::Deserializer::from_str(json);
            usd_or_micros(&mut json).ok().map(PicoUsd::picos)
        };
        for (json, amount, amount_or_micros) in [
            (r#""0.4125""#, Some(412_500_000_000), Some(412_500_000_000)),
            (r#""\u0035""#, Some(5_000_000_000_000), Some(5_000_000_000_000)),
            ("5", None, Some(5_000_000)),
            ("-5", None, None),
            ("0.5", None, None),
            (r#""a lot""#, None, None),
            ("null", None, None),
        ] {
            assert_eq!((read(json), read_any(json)), (amount, amount_or_micros), "{json}");
        }
    }

    #[test]
    fn m01_amounts_are_written_without_loss() {
        for (picos, exact, cents) in [
            (0, "0", "0.00"),
            (1, "0.000000000001", "0.00"),
            (412_500_000_000, "0.4125", "0.41"),
            (415_000_000_000, "0.415", "0.42"),
            (999_999_999_999, "0.999999999999", "1.00"),
            (38_200_000_000_000, "38.2", "38.20"),
            (5_000_000_000_000, "5", "5.00"),
            (u64::MAX, "18446744.073709551615", "18446744.07"),
        ] {
            let amount = PicoUsd::from_picos(picos);
            assert_eq!((amount.to_string().as_str(), amount.to_cents().as_str()), (exact, cents));
            assert_eq!(serde_json::to_string(&amount).unwrap(), format!("\"{exact}\""));
        }
        assert!(serde_json::from_str::<PicoUsd>("\"-1\"").is_err());
        assert!(serde_json::from_str::<PicoUsd>("1").is_err());
    }

    #[test]
    fn sums_end_at_the_largest_amount() {
        let dollar = PicoUsd::from_picos(PICOS_OF_USD);
        assert_eq!(PicoUsd::MAX.saturating_add(dollar), PicoUsd::MAX);
        assert_eq!(dollar.times(u64::MAX), PicoUsd::MAX);
        assert_eq!([dollar, dollar].into_iter().sum::<PicoUsd>().to_string(), "2");
        assert_eq!(dollar.saturating_sub(PicoUsd::MAX), PicoUsd::ZERO);
        for reported in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            assert!(PicoUsd::from_reported_usd(reported).is_zero(), "{reported}");
        }
        assert_eq!(PicoUsd::from_reported_usd(0.1), PicoUsd::from_picos(100_000_000_000));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(picos: u64) {
            let amount = PicoUsd::from_picos(picos);
            prop_assert_eq!(amount.to_string().parse(), Ok(amount));
        }

        #[test]
        fn m01_plain_amounts_are_read_as_any(text in "[0-9]{0,9}[.]?[0-9]{0,14}") {
            if let Some(picos) = plain_picos(&text) {
                prop_assert_eq!(any_picos(&text), Ok(picos));
            }
        }

        #[test]
        fn no_text_ends_it(text in "[-0-9.eE+]{0,12}") {
            let _ = text.parse::<PicoUsd>();
        }
    }
}
