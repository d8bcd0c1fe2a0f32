//! One setting: everything that is known of it, in one place.

use fusebox_engine::{
    CheckpointPolicy, Duration, EnforcementMode, Limit, LoopRecovery, NotifyChannel, OnDrop,
    OnError, Policy, Ratio, Rule,
};

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::value::SettingValue;

/// An entry of the settings table.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name: `limits.tool_calls`, or `mode` at the top.
    pub key: &'static str,
    /// What may be written.
    pub kind: SettingKind,
    /// What it means, with its unit; one sentence without the default.
    pub doc: &'static str,
    /// Names of published designs for the same setting, in any of our sections or in
    /// `[circuit_breaker]`.
    pub aliases: &'static [&'static str],
    /// Environment variables of published designs for the same setting.
    pub variables: &'static [&'static str],
    /// The rule of the engine that obeys it.
    pub rule: Option<Rule>,
    /// Which change of it lets an agent do more.
    pub loosening: LooserDirection,
    /// Where it may be written.
    pub reach: SettingScope,
    /// Where its value goes.
    pub slot: PolicyField,
}

/// Where a setting may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingScope {
    /// In every layer, and in a role's table.
    Everywhere,
    /// In every layer, but not in a role's table.
    NotInRoles,
    /// In the user's file alone.
    UserFile,
}

/// Where a setting's value goes.
#[derive(Debug, Clone, Copy)]
pub enum PolicyField {
    /// A limit of the policy.
    Limit(fn(&mut Policy) -> &mut Limit),
    /// A share of the policy.
    Ratio(fn(&mut Policy) -> &mut Ratio),
    /// A length of time of the policy.
    Duration(fn(&mut Policy) -> &mut Duration),
    /// A switch of the policy.
    Flag(fn(&mut Policy) -> &mut bool),
    /// A list of texts of the policy.
    List(fn(&mut Policy) -> &mut Vec<String>),
    /// [`Policy::mode`].
    Mode,
    /// [`Policy::on_error`].
    OnError,
    /// [`Policy::notify`].
    Notify,
    /// [`Policy::checkpoints`].
    Checkpoints,
    /// Who closes an open loop.
    Recovery,
    /// What a cancelled call of a guarded tool is.
    OnDrop,
    /// Nowhere: it steers the loading itself.
    Loader,
    /// Nowhere yet: its rule does not exist in this version.
    NotYet,
}

/// The words of [`PolicyField::Mode`], the stricter first.
pub(crate) const MODES: &[&str] = &["enforce", "observe"];
/// The words of [`PolicyField::OnError`], the stricter first.
pub(crate) const ON_ERROR: &[&str] = &["deny", "allow"];
/// The words of [`PolicyField::Checkpoints`], the stricter first.
pub(crate) const CHECKPOINTS: &[&str] = &["always", "task", "never"];
/// The words of [`PolicyField::OnDrop`], the stricter first.
pub(crate) const ON_DROP: &[&str] = &["failure", "neutral"];
/// The words of [`PolicyField::Notify`].
pub(crate) const CHANNELS: &[&str] = &["bell", "desktop"];

impl Setting {
    /// A setting of a rule that does not exist yet; the other constructors start here.
    pub(crate) const fn new(key: &'static str, kind: SettingKind, doc: &'static str) -> Self {
        Self {
            key,
            kind,
            doc,
            aliases: &[],
            variables: &[],
            rule: None,
            loosening: LooserDirection::Higher,
            reach: SettingScope::Everywhere,
            slot: PolicyField::NotYet,
        }
    }

    pub(crate) const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(crate) const fn variables(self, variables: &'static [&'static str]) -> Self {
        Self { variables, ..self }
    }

    pub(crate) const fn looser(self, loosening: LooserDirection) -> Self {
        Self { loosening, ..self }
    }

    pub(crate) const fn reach(self, reach: SettingScope) -> Self {
        Self { reach, ..self }
    }

    pub(crate) const fn rule(self, rule: Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    pub(crate) const fn slot(self, slot: PolicyField) -> Self {
        Self { slot, ..self }
    }

    /// Whether this version obeys it.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        !matches!(self.slot, PolicyField::NotYet)
    }

    /// The part before the dot; empty at the top.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.key.rsplit_once('.').map_or("", |(section, _)| section)
    }

    /// The part after the dot.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.key.rsplit_once('.').map_or(self.key, |(_, name)| name)
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
        let value = match self.slot {
            PolicyField::Limit(at) => SettingValue::Limit(*at(&mut copy)),
            PolicyField::Ratio(at) => SettingValue::Ratio(*at(&mut copy)),
            PolicyField::Duration(at) => SettingValue::Duration(*at(&mut copy)),
            PolicyField::Flag(at) => SettingValue::Bool(*at(&mut copy)),
            PolicyField::List(at) => SettingValue::List(at(&mut copy).clone()),
            PolicyField::Mode => SettingValue::Text(mode_word(policy.mode).to_owned()),
            PolicyField::OnError => SettingValue::Text(on_error_word(policy.on_error).to_owned()),
            PolicyField::Notify => SettingValue::List(
                policy.notify.iter().map(|channel| channel_word(*channel).to_owned()).collect(),
            ),
            PolicyField::Checkpoints => {
                SettingValue::Text(checkpoints_word(policy.checkpoints).to_owned())
            }
            PolicyField::Recovery => SettingValue::Text(policy.stagnation.recovery.to_string()),
            PolicyField::OnDrop => {
                SettingValue::Text(on_drop_word(policy.service.on_drop).to_owned())
            }
            PolicyField::Loader | PolicyField::NotYet => return None,
        };
        Some(value)
    }

    /// Puts a value of the setting's kind into `policy`; one of another kind changes nothing.
    pub(crate) fn write(&self, policy: &mut Policy, value: &SettingValue) {
        match (self.slot, value) {
            (PolicyField::Limit(at), SettingValue::Limit(limit)) => *at(policy) = *limit,
            (PolicyField::Ratio(at), SettingValue::Ratio(ratio)) => *at(policy) = *ratio,
            (PolicyField::Duration(at), SettingValue::Duration(length)) => *at(policy) = *length,
            (PolicyField::Flag(at), SettingValue::Bool(flag)) => *at(policy) = *flag,
            (PolicyField::List(at), SettingValue::List(items)) => at(policy).clone_from(items),
            (PolicyField::Mode, SettingValue::Text(word)) => {
                policy.mode = if word == "observe" {
                    EnforcementMode::Observe
                } else {
                    EnforcementMode::Enforce
                };
            }
            (PolicyField::OnError, SettingValue::Text(word)) => {
                policy.on_error = if word == "deny" { OnError::Deny } else { OnError::Allow };
            }
            (PolicyField::Checkpoints, SettingValue::Text(word)) => {
                let all =
                    [CheckpointPolicy::Always, CheckpointPolicy::Task, CheckpointPolicy::Never];
                let found = all.into_iter().find(|one| checkpoints_word(*one) == word);
                policy.checkpoints = found.unwrap_or_default();
            }
            (PolicyField::Recovery, SettingValue::Text(word)) => {
                policy.stagnation.recovery = LoopRecovery::parse(word).unwrap_or_default();
            }
            (PolicyField::OnDrop, SettingValue::Text(word)) => {
                let failure = word == on_drop_word(OnDrop::Failure);
                policy.service.on_drop = if failure { OnDrop::Failure } else { OnDrop::Neutral };
            }
            (PolicyField::Notify, SettingValue::List(words)) => {
                let channels = [NotifyChannel::Bell, NotifyChannel::Desktop];
                policy.notify = words
                    .iter()
                    .filter_map(|word| channels.into_iter().find(|c| channel_word(*c) == word))
                    .collect();
            }
            _ => {}
        }
    }
}

fn mode_word(mode: EnforcementMode) -> &'static str {
    match mode {
        EnforcementMode::Enforce => "enforce",
        EnforcementMode::Observe => "observe",
    }
}

fn on_error_word(on_error: OnError) -> &'static str {
    match on_error {
        OnError::Allow => "allow",
        OnError::Deny => "deny",
    }
}

fn on_drop_word(on_drop: OnDrop) -> &'static str {
    match on_drop {
        OnDrop::Neutral => "neutral",
        OnDrop::Failure => "failure",
    }
}

fn checkpoints_word(checkpoints: CheckpointPolicy) -> &'static str {
    match checkpoints {
        CheckpointPolicy::Always => "always",
        CheckpointPolicy::Task => "task",
        CheckpointPolicy::Never => "never",
    }
}

fn channel_word(channel: NotifyChannel) -> &'static str {
    match channel {
        NotifyChannel::Bell => "bell",
        NotifyChannel::Desktop => "desktop",
    }
}
