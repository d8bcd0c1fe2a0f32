//! Amounts of US dollars as exports write them.

use std::borrow::Cow;

use fusebox_engine::PicoUsd;
use fusebox_engine::spend::{AmountText, AmountUnit};

/// Reads an amount in pico-dollars; digits beyond them are rounded half away from zero. `$`, `USD` and commas between
/// thousands are read, negative amounts as `-1` or `(1)`.
pub(crate) fn parse_picos(text: &str) -> Option<i128> {
    let text = text.trim();
    let in_brackets = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (is_credit, text) = (in_brackets.is_some(), in_brackets.unwrap_or(text).trim());
    // A sign stands before the unit or behind it.
    let (sign, text) = split_sign(text);
    let AmountText { number, unit } = AmountText::split(text);
    if !matches!(AmountUnit::of(unit), AmountUnit::None | AmountUnit::Usd) {
        return None;
    }
    let (second_sign, number) = split_sign(number);
    if sign.is_some() && second_sign.is_some() {
        return None;
    }
    let is_negative = is_credit != (sign.or(second_sign) == Some('-'));
    let amount: PicoUsd = without_thousands(number)?.parse().ok()?;
    let picos = i128::from(amount.picos());
    Some(if is_negative { -picos } else { picos })
}

fn split_sign(text: &str) -> (Option<char>, &str) {
    let sign = text.chars().next().filter(|sign| matches!(sign, '-' | '+'));
    (sign, sign.map_or(text, |_| &text[1..]))
}

/// A number without the commas between the thousands of its whole part; `None` where they stand elsewhere.
fn without_thousands(number: &str) -> Option<Cow<'_, str>> {
    let end = number.find(['.', 'e', 'E']).unwrap_or(number.len());
    let (whole, rest) = number.split_at(end);
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let mut digits = Cow::Borrowed(first);
    for group in groups {
        // `0,125` is an eighth somewhere, and a hundred and twenty-five nowhere.
        if group.len() != 3 || !(1..=3).contains(&first.len()) || first.starts_with('0') {
            return None;
        }
        digits += group;
    }
    digits += rest;
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICOS: i128 = 1_000_000_000_000;

    #[test]
    fn amounts_are_exact_to_the_pico_dollar() {
        for (text, picos) in [
            ("1", PICOS),
            ("$1.25", 1_250_000_000_000),
            ("-$1.25", -1_250_000_000_000),
            ("$-1.25", -1_250_000_000_000),
            ("(1.25)", -1_250_000_000_000),
            ("1.25 USD", 1_250_000_000_000),
            ("usd 1.25", 1_250_000_000_000),
            ("1.25usd", 1_250_000_000_000),
            ("1,234.5", 1_234_500_000_000_000),
            ("0.000000000001", 1),
            ("0.0000000000015", 2),
            ("0.00000000000149", 1),
            ("1.5e-06", 1_500_000),
            ("2E3", 2_000 * PICOS),
            ("15e-13", 2),
            (".5", 500_000_000_000),
            ("0", 0),
            ("0e999999", 0),
        ] {
            assert_eq!(parse_picos(text), Some(picos), "{text}");
        }
        for wrong in [
            "0,125",
            "",
            "-",
            "$",
            "1.2.3",
            "1,23",
            "1,2345",
            "NaN",
            "inf",
            "--1",
            "1e99",
            "€5",
            "5€",
            "0.50 EUR",
            "5,00 USD",
            "USD",
            "1e400",
            "1 2",
            "1,000,00",
            "1.000,5",
            "$5 USD",
            "-$-5",
            "5 tokens",
            "5 %",
            "9999999999999",
        ] {
            assert_eq!(parse_picos(wrong), None, "{wrong}");
        }
    }
}
