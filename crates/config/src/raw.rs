//! A value as somebody wrote it, before its setting has looked at it.

use std::borrow::Cow;
use std::fmt;

use toml::de::{DeInteger, DeValue};

/// An unchecked value. Its `Display` is what an error message calls it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum RawValue {
    Integer(i128),
    /// More digits than any machine number holds.
    Huge(String),
    Float(f64),
    Bool(bool),
    Text(String),
    Date(String),
    List(Vec<RawValue>),
    Table,
}

/// The longest text an error message repeats.
const SHOWN_CHARS: usize = 40;

impl RawValue {
    /// The value of a TOML document.
    pub(crate) fn from_toml(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::Integer(integer) => Self::integer(integer),
            DeValue::Float(float) => {
                let digits = float.as_str().replace('_', "");
                digits.parse().map_or_else(|_| Self::huge(digits), Self::Float)
            }
            DeValue::Boolean(flag) => Self::Bool(*flag),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Datetime(date) => Self::Date(date.to_string()),
            DeValue::Array(items) => {
                Self::List(items.iter().map(|item| Self::from_toml(item.get_ref())).collect())
            }
            DeValue::Table(_) => Self::Table,
        }
    }

    fn integer(integer: &DeInteger<'_>) -> Self {
        let digits = integer.as_str().replace('_', "");
        i128::from_str_radix(&digits, integer.radix())
            .map_or_else(|_| Self::huge(digits), Self::Integer)
    }

    /// In a text with a mistake the reader takes anything for a number.
    fn huge(digits: String) -> Self {
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_graphic());
        if is_plain { Self::Huge(digits) } else { Self::Text(digits) }
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
}

impl fmt::Display for RawValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Huge(digits) => write!(f, "{}", cut(digits)),
            Self::Float(number) if number.is_nan() => f.write_str("nan"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Text(text) => f.write_str(&quoted(&cut(text))),
            Self::Date(date) => write!(f, "the date {date}"),
            Self::List(_) => f.write_str("a list"),
            Self::Table => f.write_str("a table"),
        }
    }
}

/// The entries of a list that is written as one text, as in a variable or a flag.
#[must_use]
pub fn split_list(text: &str) -> Vec<String> {
    split(text)
        .into_iter()
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The parts between commas; one after a backslash, or in the braces of a glob, belongs to its part.
fn split(text: &str) -> Vec<&str> {
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

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
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
            (RawValue::Huge("9".repeat(50)), "9999999999999999999999999999999999999999…"),
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
}
