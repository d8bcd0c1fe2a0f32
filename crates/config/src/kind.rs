//! The kinds of settings: which values each takes, and how they are checked.

use fusebox_engine::scope::Glob;
use fusebox_engine::spend::{CapLimit, InvalidCapLimit};
use fusebox_engine::{InvalidAmount, Limit, LoopRecovery, ModelPrice, Ratio};

use crate::misspelling::closest;
use crate::raw_value::{MAX_NUMBER, RawValue, quoted};
use crate::value::SettingValue;

/// The kind of a setting.
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
    /// What may be spent, in US dollars or tokens, or `"unlimited"`.
    Cap,
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
    /// A list of prices of models.
    Prices,
    /// A list of globs of paths.
    Globs {
        /// Whether a glob with `!` in front excludes paths.
        exceptions: bool,
    },
    /// A text.
    Text,
    /// The path of a Markdown file in the project, or `"off"`.
    ProjectFile,
    /// `"manual"`, or `"cooldown:"` and a length of time.
    Recovery,
    /// The name of a preset, or a list of names.
    Presets,
}

/// The word for "no limit".
pub(crate) const UNLIMITED: &str = "unlimited";

/// The word for "no file".
pub(crate) const OFF: &str = "off";
/// The longest path of a file, in bytes.
const MAX_PATH: usize = 200;

/// Why a raw value is not of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KindMismatch {
    /// What was written.
    pub(crate) found: String,
    /// A way out, or nothing.
    pub(crate) hint: String,
}

impl From<&RawValue> for KindMismatch {
    fn from(raw: &RawValue) -> Self {
        Self { found: raw.to_string(), hint: String::new() }
    }
}

impl SettingKind {
    /// Which values may be written, for messages and the reference.
    #[must_use]
    pub fn expected(self) -> String {
        let text = match self {
            Self::Limit => r#"a positive whole number or "unlimited""#,
            Self::Percent => r#"a whole number from 1 to 100 or "unlimited""#,
            Self::Time => r#"a time like "90s", "30m" or "2h", or "unlimited""#,
            Self::Money => r#"a positive number of US dollars or "unlimited""#,
            Self::Cap => r#"an amount like "5 USD" or "200000 tokens", or "unlimited""#,
            Self::Ratio => "a share above 0 and up to 1, like 0.8",
            Self::Duration => r#"a time like "90s", "30m" or "2h""#,
            Self::Count => "a positive whole number",
            Self::UpTo(max) => return format!("a whole number from 1 to {max}"),
            Self::Bool => "true or false",
            Self::Choice(words) => return one_of(words),
            Self::Choices(words) => return format!("a list of {}", one_of(words)),
            Self::List => r#"a list of texts, like ["one", "two"]"#,
            Self::Prices => r#"a list of prices, like ["claude-lyric-9 input=3 output=15"]"#,
            Self::Globs { .. } => r#"a list of globs, like ["src/cart/**", "docs/*.md"]"#,
            Self::Text => "a text",
            Self::ProjectFile => r#"the path of a Markdown file in the project, or "off""#,
            Self::Recovery => r#""manual" or a cooldown like "cooldown:30m""#,
            Self::Presets => "the name of a preset or a list of names",
        };
        text.to_owned()
    }

    /// Checks a raw value.
    pub(crate) fn check(self, raw: &RawValue) -> Result<SettingValue, KindMismatch> {
        let limit = |limit: Option<Limit>| limit.map(SettingValue::Limit);
        let text = raw.text();
        let value = match self {
            Self::Limit | Self::Percent | Self::Time | Self::Money if text == Some(UNLIMITED) => {
                limit(Some(Limit::UNLIMITED))
            }
            Self::Limit | Self::Count => limit(raw.whole_up_to(MAX_NUMBER)),
            Self::Percent => limit(raw.whole_up_to(100)),
            Self::UpTo(max) => limit(raw.whole_up_to(max)),
            Self::Time => limit(raw.time().and_then(|time| Limit::new(time.0))),
            Self::Money => limit(Some(check_money(raw)?)),
            Self::Cap if text == Some(UNLIMITED) => Some(SettingValue::Text(UNLIMITED.to_owned())),
            Self::Cap => Some(SettingValue::Text(check_cap(raw)?.to_string())),
            Self::Ratio => raw.number().and_then(Ratio::new).map(SettingValue::Ratio),
            Self::Duration => raw.time().map(SettingValue::Duration),
            Self::Bool => raw.flag().map(SettingValue::Bool),
            Self::Recovery => text
                .and_then(LoopRecovery::parse)
                .map(|recovery| SettingValue::Text(recovery.to_string())),
            Self::Text => {
                let text = text.filter(|text| !text.trim().is_empty());
                text.map(|text| SettingValue::Text(text.to_owned()))
            }
            Self::ProjectFile => text
                .filter(|text| *text == OFF || is_project_file(text))
                .map(|text| SettingValue::Text(text.to_owned())),
            Self::Choice(words) => {
                check_word(raw, words)?;
                text.map(|word| SettingValue::Text(word.to_owned()))
            }
            Self::Presets => match text {
                Some(name) if !name.is_empty() => Some(SettingValue::List(vec![name.to_owned()])),
                _ => return check_list(raw, |_| Ok(())),
            },
            Self::List => return check_list(raw, |_| Ok(())),
            Self::Prices => {
                let price = |item: &RawValue| item.text().unwrap_or("").parse::<ModelPrice>();
                return check_list(raw, |item| {
                    price(item).map(drop).map_err(|wrong| format!("; {wrong}"))
                });
            }
            Self::Choices(words) => {
                return check_list(raw, |item| check_word(item, words).map_err(|m| m.hint));
            }
            Self::Globs { exceptions } => {
                check_list(raw, |_| Ok(()))?;
                return check_list(raw, |item| check_glob(item.text().unwrap_or(""), exceptions));
            }
        };
        value.ok_or_else(|| KindMismatch::from(raw))
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
            Self::Choices(_) | Self::List | Self::Prices | Self::Globs { .. } | Self::Presets => {
                RawValue::list_from_text(text)
            }
            Self::Choice(_) | Self::Text | Self::ProjectFile | Self::Recovery | Self::Cap => {
                RawValue::Text(text.to_owned())
            }
        }
    }
}

/// Checks a list of texts that are not empty. The error of `check_item` is the hint of the mismatch.
fn check_list(
    raw: &RawValue,
    check_item: impl Fn(&RawValue) -> Result<(), String>,
) -> Result<SettingValue, KindMismatch> {
    let RawValue::List(items) = raw else { return Err(raw.into()) };
    let mismatch = |item, hint| KindMismatch { found: format!("one with {item}"), hint };
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        check_item(item).map_err(|hint| mismatch(item, hint))?;
        match item.text() {
            Some(text) if !text.is_empty() => texts.push(text.to_owned()),
            _ => return Err(mismatch(item, String::new())),
        }
    }
    Ok(SettingValue::List(texts))
}

fn check_word(raw: &RawValue, words: &'static [&'static str]) -> Result<(), KindMismatch> {
    let hint = match raw.text() {
        Some(text) if words.contains(&text) => return Ok(()),
        Some(text) => closest(text, words.iter().copied()),
        None => None,
    };
    let hint = hint.map_or(String::new(), |word| format!("; did you mean {}?", quoted(word)));
    Err(KindMismatch { hint, ..KindMismatch::from(raw) })
}

/// What may be spent: US dollars or tokens.
fn check_cap(raw: &RawValue) -> Result<CapLimit, KindMismatch> {
    let mismatch = |hint: String| KindMismatch { hint, ..KindMismatch::from(raw) };
    let Some(text) = raw.text() else {
        let is_amount = raw.number().is_some_and(|number| number.is_finite() && number > 0.0);
        let hint = is_amount.then(|| format!("; write its unit, as in \"{raw} USD\""));
        return Err(mismatch(hint.unwrap_or_default()));
    };
    match text.parse() {
        // A share is of a subscription's window alone, which has a setting of its own.
        Ok(CapLimit::Share(_)) => {
            Err(mismatch("; spend.window caps the share of a subscription".to_owned()))
        }
        Ok(cap) => Ok(cap),
        // The error names the accepted forms already, so no hint is added.
        Err(InvalidCapLimit::Usd(InvalidAmount::NotANumber)) => Err(raw.into()),
        Err(reason) => Err(mismatch(format!("; {reason}"))),
    }
}

/// US dollars: a number, or an amount such as `"5 USD"`.
fn check_money(raw: &RawValue) -> Result<Limit, KindMismatch> {
    let Some(text) = raw.text() else {
        return raw.micros().ok_or_else(|| raw.into());
    };
    match text.parse() {
        Ok(CapLimit::Usd(usd)) => Limit::new(usd.micros()).ok_or_else(|| raw.into()),
        // The error names the accepted forms already, so no hint is added.
        Ok(CapLimit::Tokens(_) | CapLimit::Share(_))
        | Err(
            InvalidCapLimit::Usd(InvalidAmount::NotANumber)
            | InvalidCapLimit::Tokens
            | InvalidCapLimit::Share,
        ) => Err(raw.into()),
        Err(reason) => {
            let hint = format!("; {}", reason.of_money());
            Err(KindMismatch { hint, ..KindMismatch::from(raw) })
        }
    }
}

fn check_glob(glob: &str, exceptions: bool) -> Result<(), String> {
    let text = if exceptions { glob.strip_prefix('!').unwrap_or(glob) } else { glob };
    match Glob::parse(text) {
        Ok(_) if text.starts_with('!') => {
            Err("; only `scope.files` takes some out again".to_owned())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(format!("; {error}")),
    }
}

/// Whether it names a Markdown file below the folder, and none of git's own.
fn is_project_file(path: &str) -> bool {
    let is_plain = |name: &str| {
        let is_git = name.eq_ignore_ascii_case(".git");
        !name.is_empty()
            && name != "."
            && name != ".."
            && !is_git
            && !name.contains(char::is_control)
    };
    let names: Vec<&str> = path.split('/').collect();
    let is_markdown = names.last().is_some_and(|name| name.len() > 3 && name.ends_with(".md"));
    path.len() <= MAX_PATH && is_markdown && names.into_iter().all(is_plain)
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

    // The messages for other values are in tests/errors.rs.
    #[test]
    fn b07_zero_negative_and_out_of_range_are_no_values() {
        let table = [
            (SettingKind::Limit, RawValue::Integer(i128::from(i64::MAX) + 1)),
            (SettingKind::UpTo(20), text(UNLIMITED)),
            (SettingKind::Money, RawValue::Float(-1.0)),
            (SettingKind::Money, RawValue::Float(f64::INFINITY)),
            (SettingKind::Money, RawValue::Float(1e-9)),
            (SettingKind::Money, text("1e-9 USD")),
            (SettingKind::Money, text("5 tokens")),
            (SettingKind::Time, RawValue::Integer(0)),
            (SettingKind::Time, text("-2h")),
            (SettingKind::Duration, text(UNLIMITED)),
            (SettingKind::Recovery, text("cooldown:0s")),
            (SettingKind::Bool, text("yes")),
            (SettingKind::List, RawValue::List(vec![text("")])),
            (SettingKind::Text, text(" ")),
            (SettingKind::ProjectFile, text("")),
            (SettingKind::ProjectFile, text("notes.txt")),
            (SettingKind::ProjectFile, text(".md")),
            (SettingKind::ProjectFile, text("/tmp/notes.md")),
            (SettingKind::ProjectFile, text("../notes.md")),
            (SettingKind::ProjectFile, text("a//notes.md")),
            (SettingKind::ProjectFile, text(".git/notes.md")),
            (SettingKind::ProjectFile, text("~/a\u{1b}.md")),
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
            (SettingKind::Money, text("$0.25"), limit(250_000)),
            (SettingKind::Money, text("5 usd"), limit(5_000_000)),
            (SettingKind::Percent, RawValue::Integer(70), limit(70)),
            (SettingKind::UpTo(20), RawValue::Integer(20), limit(20)),
            (SettingKind::Duration, text("30d"), SettingValue::Duration(Duration::from_hours(720))),
            (
                SettingKind::ProjectFile,
                text(".continue-here.md"),
                SettingValue::Text(".continue-here.md".to_owned()),
            ),
            (SettingKind::ProjectFile, text("off"), SettingValue::Text("off".to_owned())),
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
