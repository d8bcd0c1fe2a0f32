//! The types of settings: what may be written, and what it becomes.

use fusebox_engine::scope::Glob;
use fusebox_engine::{Limit, LoopRecovery, Ratio};

use crate::names::closest;
use crate::number::LARGEST;
use crate::raw::{RawValue, quoted};
use crate::value::SettingValue;

/// The type of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// A positive whole number, or `"unlimited"`.
    Limit,
    /// A percentage from 1 to 100, or `"unlimited"`.
    Percent,
    /// A length of time, or `"unlimited"`.
    Time,
    /// US dollars, to a millionth, or `"unlimited"`.
    Money,
    /// A share above 0 and up to 1.
    Ratio,
    /// A length of time; it cannot be unlimited.
    Duration,
    /// A positive whole number; it cannot be unlimited.
    Count,
    /// A whole number from 1 to this one; it cannot be unlimited.
    UpTo(u64),
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of these words.
    Choices(&'static [&'static str]),
    /// A list of texts.
    List,
    /// A list of globs of paths.
    Globs {
        /// Whether `!` in front of one takes out what it stands for.
        exceptions: bool,
    },
    /// A text.
    Text,
    /// `"manual"`, or `"cooldown:"` and a length of time.
    Recovery,
    /// The name of a preset, or a list of names.
    Presets,
}

/// The word for "no limit".
pub(crate) const UNLIMITED: &str = "unlimited";
/// Why a raw value is not one of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KindMismatch {
    pub(crate) found: String,
    pub(crate) hint: String,
}

impl KindMismatch {
    fn of(raw: &RawValue) -> Self {
        Self { found: raw.to_string(), hint: String::new() }
    }
}

impl SettingKind {
    /// What may be written, for messages and the reference.
    #[must_use]
    pub fn expected(self) -> String {
        match self {
            Self::Limit => r#"a positive whole number or "unlimited""#.to_owned(),
            Self::Percent => r#"a whole number from 1 to 100 or "unlimited""#.to_owned(),
            Self::Time => r#"a time like "90s", "30m" or "2h", or "unlimited""#.to_owned(),
            Self::Money => r#"a positive number of US dollars or "unlimited""#.to_owned(),
            Self::Ratio => "a share above 0 and up to 1, like 0.8".to_owned(),
            Self::Duration => r#"a time like "90s", "30m" or "2h""#.to_owned(),
            Self::Count => "a positive whole number".to_owned(),
            Self::UpTo(most) => format!("a whole number from 1 to {most}"),
            Self::Bool => "true or false".to_owned(),
            Self::Choice(words) => one_of(words),
            Self::Choices(words) => format!("a list of {}", one_of(words)),
            Self::List => r#"a list of texts, like ["one", "two"]"#.to_owned(),
            Self::Globs { .. } => {
                r#"a list of globs, like ["src/cart/**", "docs/*.md"]"#.to_owned()
            }
            Self::Text => "a text".to_owned(),
            Self::Recovery => r#""manual" or a cooldown like "cooldown:30m""#.to_owned(),
            Self::Presets => "the name of a preset or a list of names".to_owned(),
        }
    }

    /// Checks a raw value.
    pub(crate) fn check(self, raw: &RawValue) -> Result<SettingValue, KindMismatch> {
        match self {
            Self::Choices(_) | Self::List => self.check_list(raw),
            Self::Globs { exceptions } => globs(raw, exceptions),
            Self::Presets => match raw.text() {
                Some(name) if !name.is_empty() => Ok(SettingValue::List(vec![name.to_owned()])),
                _ => Self::List.check_list(raw),
            },
            Self::Choice(words) => match raw.text() {
                Some(text) if words.contains(&text) => Ok(SettingValue::Text(text.to_owned())),
                _ => Err(KindMismatch { hint: choice_hint(raw, words), ..KindMismatch::of(raw) }),
            },
            Self::Limit
            | Self::Percent
            | Self::Time
            | Self::Money
            | Self::Ratio
            | Self::Duration
            | Self::Count
            | Self::UpTo(_)
            | Self::Bool
            | Self::Text
            | Self::Recovery => self.check_plain(raw).ok_or_else(|| KindMismatch::of(raw)),
        }
    }

    fn check_plain(self, raw: &RawValue) -> Option<SettingValue> {
        let unlimited = raw.text() == Some(UNLIMITED);
        match self {
            Self::Limit | Self::Percent | Self::Time | Self::Money if unlimited => {
                Some(SettingValue::Limit(Limit::UNLIMITED))
            }
            Self::Limit | Self::Count => Some(SettingValue::Limit(raw.whole_up_to(LARGEST)?)),
            Self::Percent => Some(SettingValue::Limit(raw.whole_up_to(100)?)),
            Self::UpTo(most) => Some(SettingValue::Limit(raw.whole_up_to(most)?)),
            Self::Time => Some(SettingValue::Limit(Limit::new(raw.time()?.0)?)),
            Self::Money => Some(SettingValue::Limit(raw.micros()?)),
            Self::Ratio => Some(SettingValue::Ratio(Ratio::new(raw.number()?)?)),
            Self::Duration => Some(SettingValue::Duration(raw.time()?)),
            Self::Bool => raw.flag().map(SettingValue::Bool),
            Self::Recovery => {
                Some(SettingValue::Text(LoopRecovery::parse(raw.text()?)?.to_string()))
            }
            Self::Text => {
                let text = raw.text().filter(|text| !text.trim().is_empty())?;
                Some(SettingValue::Text(text.to_owned()))
            }
            Self::Choice(_)
            | Self::Choices(_)
            | Self::List
            | Self::Globs { .. }
            | Self::Presets => None,
        }
    }

    fn check_list(self, raw: &RawValue) -> Result<SettingValue, KindMismatch> {
        let RawValue::List(items) = raw else { return Err(KindMismatch::of(raw)) };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let found = || format!("one with {item}");
            match (item.text(), self) {
                (Some(text), Self::Choices(words)) if words.contains(&text) => {
                    texts.push(text.to_owned());
                }
                (_, Self::Choices(words)) => {
                    return Err(KindMismatch { found: found(), hint: choice_hint(item, words) });
                }
                (Some(text), _) if !text.is_empty() => texts.push(text.to_owned()),
                _ => return Err(KindMismatch { found: found(), hint: String::new() }),
            }
        }
        Ok(SettingValue::List(texts))
    }

    /// Reads the text of an environment variable or a flag.
    pub(crate) fn raw_from_text(self, text: &str) -> RawValue {
        let text = text.trim();
        match self {
            Self::Limit
            | Self::Percent
            | Self::Time
            | Self::Money
            | Self::Ratio
            | Self::Duration
            | Self::Count
            | Self::UpTo(_) => RawValue::number_from_text(text),
            Self::Bool => {
                text.parse().map_or_else(|_| RawValue::Text(text.to_owned()), RawValue::Bool)
            }
            Self::Choices(_) | Self::List | Self::Globs { .. } | Self::Presets => {
                RawValue::list_from_text(text)
            }
            Self::Choice(_) | Self::Text | Self::Recovery => RawValue::Text(text.to_owned()),
        }
    }
}

fn globs(raw: &RawValue, exceptions: bool) -> Result<SettingValue, KindMismatch> {
    let checked = SettingKind::List.check_list(raw)?;
    for glob in checked.items() {
        let text = if exceptions { glob.strip_prefix('!').unwrap_or(glob) } else { glob };
        let why = match Glob::parse(text) {
            Ok(_) if text.starts_with('!') => "only `scope.files` takes some out again".to_owned(),
            Ok(_) => continue,
            Err(error) => error.to_string(),
        };
        return Err(KindMismatch {
            found: format!("one with {}", RawValue::Text(glob.clone())),
            hint: format!("; {why}"),
        });
    }
    Ok(checked)
}

fn choice_hint(raw: &RawValue, words: &'static [&'static str]) -> String {
    let Some(text) = raw.text() else { return String::new() };
    match closest(text, words.iter().copied()) {
        Some(word) => format!("; did you mean {}?", quoted(word)),
        None => String::new(),
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Duration;

    use super::*;

    fn text(text: &str) -> RawValue {
        RawValue::Text(text.to_owned())
    }

    #[test]
    fn b07_zero_negative_and_out_of_range_are_no_values() {
        let table = [
            (SettingKind::Limit, RawValue::Integer(0)),
            (SettingKind::Limit, RawValue::Integer(-1)),
            (SettingKind::Limit, RawValue::Integer(i128::from(i64::MAX) + 1)),
            (SettingKind::Limit, RawValue::Float(2.0)),
            (SettingKind::Limit, text("200")),
            (SettingKind::Count, text(UNLIMITED)),
            (SettingKind::Percent, RawValue::Integer(101)),
            (SettingKind::UpTo(20), RawValue::Integer(21)),
            (SettingKind::UpTo(20), text(UNLIMITED)),
            (SettingKind::Ratio, RawValue::Integer(0)),
            (SettingKind::Ratio, RawValue::Float(1.5)),
            (SettingKind::Ratio, RawValue::Float(-0.1)),
            (SettingKind::Ratio, RawValue::Float(f64::NAN)),
            (SettingKind::Money, RawValue::Float(0.0)),
            (SettingKind::Money, RawValue::Float(-1.0)),
            (SettingKind::Money, RawValue::Float(f64::INFINITY)),
            (SettingKind::Money, RawValue::Float(1e-9)),
            (SettingKind::Time, text("0s")),
            (SettingKind::Time, RawValue::Integer(0)),
            (SettingKind::Time, text("-2h")),
            (SettingKind::Duration, text(UNLIMITED)),
            (SettingKind::Recovery, text("cooldown:0s")),
            (SettingKind::Bool, text("yes")),
            (SettingKind::List, RawValue::List(vec![text("")])),
            (SettingKind::Text, text(" ")),
        ];
        for (kind, raw) in table {
            assert!(kind.check(&raw).is_err(), "{kind:?} {raw}");
        }
    }

    #[test]
    fn values_are_read_in_every_form_that_is_allowed() {
        let limit = |n| SettingValue::Limit(Limit::at(n));
        let table = [
            (SettingKind::Limit, RawValue::Integer(200), limit(200)),
            (SettingKind::Limit, text(UNLIMITED), SettingValue::Limit(Limit::UNLIMITED)),
            (SettingKind::Time, text("2h"), limit(7_200_000)),
            (SettingKind::Time, RawValue::Integer(7200), limit(7_200_000)),
            (SettingKind::Money, RawValue::Float(0.25), limit(250_000)),
            (SettingKind::Money, RawValue::Integer(5), limit(5_000_000)),
            (SettingKind::Percent, RawValue::Integer(70), limit(70)),
            (SettingKind::UpTo(20), RawValue::Integer(20), limit(20)),
            (SettingKind::Duration, text("30d"), SettingValue::Duration(Duration::from_hours(720))),
            (SettingKind::Presets, text("tdd"), SettingValue::List(vec!["tdd".to_owned()])),
            (
                SettingKind::Recovery,
                text("cooldown:30m"),
                SettingValue::Text("cooldown:30m".to_owned()),
            ),
        ];
        for (kind, raw, value) in table {
            assert_eq!(kind.check(&raw), Ok(value), "{kind:?} {raw}");
        }
    }
}
