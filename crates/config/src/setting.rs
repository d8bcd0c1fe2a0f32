//! One setting: its name, its values, where it may be written, and which field of the policy it sets.

use fusebox_engine::spend::{CapLimit, CapName};
use fusebox_engine::{Duration, Limit, Policy, Ratio, Rule};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::kind::{OFF, SettingKind, UNLIMITED};
use crate::loosening::LooserDirection;
use crate::value::SettingValue;

/// An entry of the settings table.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name: `limits.tool_calls`, or `mode` at the top.
    pub key: &'static str,
    /// Which values it takes.
    pub kind: SettingKind,
    /// What it means, with its unit; one sentence without the default.
    pub doc: &'static str,
    /// Its names in published designs. They are accepted in each of our sections, at the top, and in
    /// `[circuit_breaker]`.
    pub aliases: &'static [&'static str],
    /// Its environment variables in published designs.
    pub env_aliases: &'static [&'static str],
    /// Which change of it lets an agent do more.
    pub loosening: LooserDirection,
    /// Where it may be written.
    pub scope: SettingScope,
    /// Which field of the policy it sets.
    pub field: PolicyField,
}

/// Where a setting may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingScope {
    /// In every layer, and in a role's table.
    Everywhere,
    /// In every layer, but not in a role's table.
    NotInRoles,
    /// In the user's file, a role's table of it, and the environment: it names a program that is started, or
    /// what such a program is told.
    NotInProject,
    /// Only in the user's file.
    UserFile,
}

/// Borrows a field of the policy.
type FieldOf<T> = fn(&mut Policy) -> &mut T;

/// The field of the policy that a setting sets.
#[derive(Debug, Clone, Copy)]
pub enum PolicyField {
    /// A limit.
    Limit(FieldOf<Limit>),
    /// A share.
    Ratio(FieldOf<Ratio>),
    /// A length of time.
    Duration(FieldOf<Duration>),
    /// A boolean.
    Flag(FieldOf<bool>),
    /// A list of texts.
    List(FieldOf<Vec<String>>),
    /// A text; an empty one is written `off`.
    Text(FieldOf<String>),
    /// An enum that is written as a word: how to read and how to write it.
    Word(fn(&Policy) -> String, fn(&mut Policy, &str)),
    /// A cap on what is spent.
    Cap(CapName),
    /// [`Policy::notify`].
    Channels,
    /// None: the setting controls which layers and presets are loaded.
    Loader,
    /// None: this version does not have the rule of the setting.
    Unsupported,
}

impl Setting {
    /// A setting that this version does not support, until a field is given. How it is loosened
    /// follows from its kind unless it is given: of a choice, later words are looser.
    pub(crate) const fn new(key: &'static str, kind: SettingKind) -> Self {
        let is_list = matches!(
            kind,
            SettingKind::List
                | SettingKind::Prices
                | SettingKind::Choices(_)
                | SettingKind::Globs { .. }
        );
        let loosening = if let SettingKind::Choice(words) = kind {
            LooserDirection::Towards(words)
        } else if matches!(kind, SettingKind::Bool) {
            LooserDirection::Becoming(false)
        } else if is_list {
            LooserDirection::Shorter
        } else if matches!(kind, SettingKind::Cap) {
            LooserDirection::MoreSpending
        } else {
            LooserDirection::Higher
        };
        Self {
            key,
            kind,
            doc: "",
            aliases: &[],
            env_aliases: &[],
            loosening,
            scope: SettingScope::Everywhere,
            field: PolicyField::Unsupported,
        }
    }

    /// A positive number, or none.
    pub(crate) const fn limit(key: &'static str, field: FieldOf<Limit>) -> Self {
        Self::number(key, SettingKind::Limit, field)
    }

    /// A length of time, or none.
    pub(crate) const fn time(key: &'static str, field: FieldOf<Limit>) -> Self {
        Self::number(key, SettingKind::Time, field)
    }

    /// A percentage, or none.
    pub(crate) const fn percent(key: &'static str, field: FieldOf<Limit>) -> Self {
        Self::number(key, SettingKind::Percent, field)
    }

    /// A number of another kind that the policy holds as a limit.
    pub(crate) const fn number(
        key: &'static str,
        kind: SettingKind,
        field: FieldOf<Limit>,
    ) -> Self {
        Self::new(key, kind).field(PolicyField::Limit(field))
    }

    /// A length of time that cannot be unlimited.
    pub(crate) const fn duration(key: &'static str, field: FieldOf<Duration>) -> Self {
        Self::new(key, SettingKind::Duration).field(PolicyField::Duration(field))
    }

    /// A boolean; `false` is the looser one.
    pub(crate) const fn flag(key: &'static str, field: FieldOf<bool>) -> Self {
        Self::new(key, SettingKind::Bool).field(PolicyField::Flag(field))
    }

    /// A list of texts.
    pub(crate) const fn list(key: &'static str, field: FieldOf<Vec<String>>) -> Self {
        Self::new(key, SettingKind::List).field(PolicyField::List(field))
    }

    /// A list of globs; with `exceptions`, `!` in front takes some out again.
    pub(crate) const fn globs(
        key: &'static str,
        exceptions: bool,
        field: FieldOf<Vec<String>>,
    ) -> Self {
        Self::new(key, SettingKind::Globs { exceptions }).field(PolicyField::List(field))
    }

    pub(crate) const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    pub(crate) const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(crate) const fn env_aliases(self, env_aliases: &'static [&'static str]) -> Self {
        Self { env_aliases, ..self }
    }

    pub(crate) const fn looser(self, loosening: LooserDirection) -> Self {
        Self { loosening, ..self }
    }

    pub(crate) const fn scope(self, scope: SettingScope) -> Self {
        Self { scope, ..self }
    }

    pub(crate) const fn field(self, field: PolicyField) -> Self {
        Self { field, ..self }
    }

    /// Whether this version has the rule of the setting.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        !matches!(self.field, PolicyField::Unsupported)
    }

    /// The rule of the engine that has the name of the setting.
    #[must_use]
    pub fn rule(&self) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.name() == self.key)
    }

    /// The part before the first dot; empty at the top.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.key.split_once('.').map_or("", |(section, _)| section)
    }

    /// The part after the first dot.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    /// The environment variable of the setting.
    #[must_use]
    pub fn env_variable(&self) -> String {
        format!("FUSEBOX_{}", self.key.replace('.', "_").to_ascii_uppercase())
    }

    /// Its value in `policy`; `None` when it is not part of a policy.
    #[must_use]
    pub fn read(&self, policy: &Policy) -> Option<SettingValue> {
        let mut copy = policy.clone();
        let value = match self.field {
            PolicyField::Limit(field) => SettingValue::Limit(*field(&mut copy)),
            PolicyField::Ratio(field) => SettingValue::Ratio(*field(&mut copy)),
            PolicyField::Duration(field) => SettingValue::Duration(*field(&mut copy)),
            PolicyField::Flag(field) => SettingValue::Bool(*field(&mut copy)),
            PolicyField::List(field) => SettingValue::List(field(&mut copy).clone()),
            PolicyField::Text(field) => {
                let text = field(&mut copy).clone();
                SettingValue::Text(if text.is_empty() { OFF.to_owned() } else { text })
            }
            PolicyField::Word(read, _) => SettingValue::Text(read(policy)),
            PolicyField::Cap(name) => {
                let cap = policy.spend.caps.get(&name);
                SettingValue::Text(cap.map_or_else(|| UNLIMITED.to_owned(), ToString::to_string))
            }
            PolicyField::Channels => SettingValue::List(policy.notify.iter().map(word).collect()),
            PolicyField::Loader | PolicyField::Unsupported => return None,
        };
        Some(value)
    }

    /// Sets the field to a value of the setting's kind; one of another kind changes nothing.
    pub(crate) fn write(&self, policy: &mut Policy, value: &SettingValue) {
        match (self.field, value) {
            (PolicyField::Limit(field), SettingValue::Limit(limit)) => *field(policy) = *limit,
            (PolicyField::Ratio(field), SettingValue::Ratio(ratio)) => *field(policy) = *ratio,
            (PolicyField::Duration(field), SettingValue::Duration(time)) => *field(policy) = *time,
            (PolicyField::Flag(field), SettingValue::Bool(flag)) => *field(policy) = *flag,
            (PolicyField::List(field), SettingValue::List(items)) => {
                field(policy).clone_from(items);
            }
            (PolicyField::Text(field), SettingValue::Text(text)) => {
                *field(policy) = if text == OFF { String::new() } else { text.clone() };
            }
            (PolicyField::Word(_, write), SettingValue::Text(word)) => write(policy, word),
            (PolicyField::Cap(name), SettingValue::Text(text)) => match text.parse::<CapLimit>() {
                Ok(limit) => drop(policy.spend.caps.insert(name, limit)),
                Err(_) => drop(policy.spend.caps.remove(&name)),
            },
            (PolicyField::Channels, SettingValue::List(words)) => {
                policy.notify = words.iter().filter_map(|word| from_word(word)).collect();
            }
            _ => {}
        }
    }
}

/// The word for a variant of an enum of the policy: its serialized name.
pub(crate) fn word(variant: impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(Json::String(word)) => word,
        _ => String::new(),
    }
}

fn from_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(Json::from(word)).ok()
}

/// Sets an enum of the policy by its word. One that no variant has changes nothing.
pub(crate) fn set_word<T: DeserializeOwned>(field: &mut T, word: &str) {
    if let Some(variant) = from_word(word) {
        *field = variant;
    }
}
