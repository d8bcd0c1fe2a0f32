//! A value as it is written, before its setting has checked it.

use std::borrow::Cow;
use std::fmt;

use fusebox_engine::{Duration, Limit};
use toml::de::DeValue;

/// The largest number of a setting: every store and JSON reader can hold it.
pub(crate) const MAX_NUMBER: u64 = i64::MAX.unsigned_abs();
/// A thousand million dollars in millionths: exact in a float, and more than any budget.
const MAX_MICROS: f64 = 1e15;
const MICROS_PER_USD: f64 = 1e6;
/// Characters of a text that an error message repeats.
const MAX_SHOWN_CHARS: usize = 40;

/// An unchecked value. Its `Display` is how an error message shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum RawValue {
    Integer(i128),
    Float(f64),
    Bool(bool),
    Text(String),
    List(Vec<RawValue>),
    /// A value that no setting takes, as it is shown.
    Other(String),
}

impl RawValue {
    /// The value of a TOML document.
    pub(crate) fn from_toml(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::Integer(integer) => {
                let digits = integer.as_str().replace('_', "");
                i128::from_str_radix(&digits, integer.radix())
                    .map_or_else(|_| Self::huge(digits), Self::Integer)
            }
            DeValue::Float(float) => {
                let digits = float.as_str().replace('_', "");
                digits.parse().map_or_else(|_| Self::huge(digits), Self::Float)
            }
            DeValue::Boolean(flag) => Self::Bool(*flag),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Datetime(date) => Self::Other(format!("the date {date}")),
            DeValue::Array(items) => {
                Self::List(items.iter().map(|item| Self::from_toml(item.get_ref())).collect())
            }
            DeValue::Table(_) => Self::Other("a table".to_owned()),
        }
    }

    /// A number that no machine number holds. After a syntax error the parser reports any text as a
    /// number.
    fn huge(digits: String) -> Self {
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_graphic());
        if is_plain { Self::Other(shorten(&digits)) } else { Self::Text(digits) }
    }

    /// A number of the environment or the command line, else its text.
    pub(crate) fn number_from_text(text: &str) -> Self {
        let digits = text.replace('_', "");
        if let Ok(integer) = digits.parse() {
            return Self::Integer(integer);
        }
        digits.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Float)
    }

    /// A comma-separated list of the environment or the command line.
    pub(crate) fn list_from_text(text: &str) -> Self {
        Self::List(split_list(text).into_iter().map(Self::Text).collect())
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The boolean, if it is one.
    pub(crate) fn flag(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// The whole number, if it is one from 1 to `max`.
    pub(crate) fn whole_up_to(&self, max: u64) -> Option<Limit> {
        let Self::Integer(number) = self else { return None };
        Limit::new(u64::try_from(*number).ok().filter(|number| *number <= max)?)
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Bool(_) | Self::Text(_) | Self::List(_) | Self::Other(_) => None,
        }
    }

    /// A number of dollars, as millionths.
    pub(crate) fn micros(&self) -> Option<Limit> {
        let micros = (self.number()? * MICROS_PER_USD).round();
        if (1.0..=MAX_MICROS).contains(&micros) { Limit::new(micros as u64) } else { None }
    }

    /// A length of time. A bare number is seconds, as in the published designs.
    pub(crate) fn time(&self) -> Option<Duration> {
        let time = if let Self::Integer(seconds) = self {
            Duration::parse(&seconds.to_string())
        } else {
            Duration::parse(self.text()?)
        };
        time.ok().filter(|time| time.0 <= MAX_NUMBER)
    }
}

impl fmt::Display for RawValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) if number.is_nan() => f.write_str("nan"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Text(text) => f.write_str(&quoted(&shorten(text))),
            Self::List(_) => f.write_str("a list"),
            Self::Other(shown) => f.write_str(shown),
        }
    }
}

/// The entries of a comma-separated list, as in a variable or a flag.
#[must_use]
pub fn split_list(text: &str) -> Vec<String> {
    let parts = split_at_commas(text).into_iter().map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The parts between commas. A comma after a backslash, or in the braces of a glob, separates
/// nothing.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut begins, mut escaped) = (0_usize, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => {
                escaped = false;
                continue;
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.extend(text.get(begins..at));
                begins = at + 1;
            }
            _ => {}
        }
        escaped = c == '\\';
    }
    parts.extend(text.get(begins..));
    parts
}

/// The first characters of a text.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `text` as a TOML basic string; control characters are escaped, so it is safe to print.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `text` with its control characters escaped, so that it is safe to print.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    Cow::Owned(text.chars().map(escape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_called_by_what_was_written() {
        let table = [
            (RawValue::Integer(-3), "-3"),
            (RawValue::huge("9".repeat(50)), "9999999999999999999999999999999999999999…"),
            (RawValue::Float(f64::NAN), "nan"),
            (RawValue::Float(1e300), "1e300"),
            (RawValue::Text("a\"\u{1b}[1m".to_owned()), r#""a\"\u001B[1m""#),
            (RawValue::List(Vec::new()), "a list"),
        ];
        for (raw, shown) in table {
            assert_eq!(raw.to_string(), shown);
        }
    }

    #[test]
    fn texts_of_the_environment_become_numbers_and_lists() {
        assert_eq!(RawValue::number_from_text("1_000"), RawValue::Integer(1000));
        assert_eq!(RawValue::number_from_text("0.5"), RawValue::Float(0.5));
        assert_eq!(RawValue::number_from_text("2h"), RawValue::Text("2h".to_owned()));
        let list =
            RawValue::List(vec![RawValue::Text("a".to_owned()), RawValue::Text("b".to_owned())]);
        assert_eq!(RawValue::list_from_text(" a, b,"), list);
        let globs = ["src/{a,b}/**", "c\\,d", "e"];
        let list =
            RawValue::List(globs.iter().map(|glob| RawValue::Text((*glob).to_owned())).collect());
        assert_eq!(RawValue::list_from_text("src/{a,b}/**, c\\,d,e"), list);
    }

    #[test]
    fn numbers_beyond_every_store_are_none() {
        assert_eq!(RawValue::Integer(i128::from(i64::MAX) + 1).whole_up_to(MAX_NUMBER), None);
        assert_eq!(RawValue::Integer(i128::MAX).time(), None);
        assert_eq!(RawValue::Text("200000000000d".to_owned()).time(), None);
        assert_eq!(RawValue::Float(1e10).micros(), None);
        assert_eq!(RawValue::Float(1e9).micros(), Limit::new(1_000_000_000_000_000));
    }
}
