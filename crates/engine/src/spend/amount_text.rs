//! Amounts as people and exports write them: a number, and a unit before or behind it.

/// An amount that is split into its two parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountText<'a> {
    /// The number; empty where there is none.
    pub number: &'a str,
    /// The unit as it is written; empty where there is none, and the whole text where no number can be told from it.
    pub unit: &'a str,
}

/// What a unit means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountUnit {
    /// None is written.
    None,
    /// US dollars: `$` or `USD`.
    Usd,
    /// Tokens.
    Tokens,
    /// A share in percent.
    Percent,
    /// Another currency, or no unit.
    Other,
}

impl<'a> AmountText<'a> {
    /// Splits a text such as `5 USD`, `USD 5`, `$5` or `200000 tokens`.
    #[must_use]
    pub fn split(text: &'a str) -> Self {
        let text = text.trim();
        let is_in_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | ',');
        let (Some(first), Some(last)) =
            (text.find(is_in_number), text.rfind(|c: char| c.is_ascii_digit() || c == '.'))
        else {
            return Self { number: "", unit: text };
        };
        let (before, number, behind) = (&text[..first], &text[first..=last], &text[last + 1..]);
        match (before.trim(), behind.trim()) {
            ("", unit) | (unit, "") => Self { number, unit },
            // A unit on both sides is none.
            _ => Self { number: "", unit: text },
        }
    }
}

impl AmountUnit {
    /// What a unit means, in any case of its letters.
    #[must_use]
    pub fn of(unit: &str) -> Self {
        match unit.to_ascii_uppercase().as_str() {
            "" => Self::None,
            "$" | "USD" => Self::Usd,
            "TOKEN" | "TOKENS" => Self::Tokens,
            "%" => Self::Percent,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m03_a_number_and_its_unit_are_told_apart() {
        for (text, number, unit) in [
            ("5 USD", "5", AmountUnit::Usd),
            (" usd 1.25 ", "1.25", AmountUnit::Usd),
            ("$-1.25", "-1.25", AmountUnit::Usd),
            ("1.5e-06", "1.5e-06", AmountUnit::None),
            ("200_000 tokens", "200_000", AmountUnit::Tokens),
            ("2.25 %", "2.25", AmountUnit::Percent),
            ("1,234.5", "1,234.5", AmountUnit::None),
            ("\u{20ac}5", "5", AmountUnit::Other),
            ("$5 USD", "", AmountUnit::Other),
            ("many", "", AmountUnit::Other),
        ] {
            let amount = AmountText::split(text);
            assert_eq!((amount.number, AmountUnit::of(amount.unit)), (number, unit), "{text}");
        }
    }
}
