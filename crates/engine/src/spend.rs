//! Caps on what agents spend. How far each has come is a fact on the logged event: the sums are shared by all
//! sessions and are kept outside of the records that the fold reads.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::state::is_default;
use crate::{Finding, FindingLevel, FindingSubject, IncidentId, PicoUsd, Rule, Timestamp};

/// The settings of `[spend]`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SpendPolicy {
    /// The caps by name. Default: none.
    #[serde(skip_serializing_if = "is_default")]
    pub caps: BTreeMap<CapName, CapLimit>,
    /// What a model without a price costs.
    #[serde(skip_serializing_if = "is_default")]
    pub unknown: UnknownModelPolicy,
    /// What a person's prompt adds to a spent cap of their session or task. Default: the cap again.
    #[serde(skip_serializing_if = "is_default")]
    pub step: Option<CapLimit>,
    /// Prices of models, each as a [`ModelPrice`](crate::ModelPrice) is written. Default: none.
    #[serde(skip_serializing_if = "is_default")]
    pub prices: Vec<String>,
}

impl SpendPolicy {
    /// Whether what the client's responses cost has to be known.
    #[must_use]
    pub fn reads_usage(&self) -> bool {
        !self.caps.is_empty() || self.unknown == UnknownModelPolicy::Refuse
    }
}

/// What a model without a price costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownModelPolicy {
    /// The breaker opens.
    Refuse,
    /// As much as the dearest known model of its family.
    #[default]
    Dearest,
    /// No money: its tokens count for caps in tokens alone.
    Tokens,
}

/// Whose spending a cap adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapScope {
    /// One session, with its subagents.
    Session,
    /// One subagent.
    Subagent,
    /// All sessions of one task.
    Task,
    /// All tasks of one issue.
    Issue,
    /// All sessions on one branch of one repository.
    Branch,
    /// All sessions of one folder.
    Project,
    /// All agents of one role.
    Role,
    /// Every agent of this machine.
    All,
}

/// For how long a cap adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapWindow {
    /// As long as the scope exists.
    Lifetime,
    /// Five hours from the full hour of the first response.
    FiveHours,
    /// A day of the machine's zone.
    Day,
    /// A week from Monday.
    Week,
    /// A month.
    Month,
}

impl CapScope {
    /// Every scope with its word and its rule.
    pub const ALL: [(Self, &'static str, Rule); 8] = [
        (Self::Session, "session", Rule::SpendSession),
        (Self::Subagent, "subagent", Rule::SpendSubagent),
        (Self::Task, "task", Rule::SpendTask),
        (Self::Issue, "issue", Rule::SpendIssue),
        (Self::Branch, "branch", Rule::SpendBranch),
        (Self::Project, "project", Rule::SpendProject),
        (Self::Role, "role", Rule::SpendRole),
        (Self::All, "all", Rule::SpendAll),
    ];

    /// The rule of its caps.
    #[must_use]
    pub fn rule(self) -> Rule {
        Self::ALL[self as usize].2
    }
}

impl CapWindow {
    /// Every window with its word.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Lifetime, "lifetime"),
        (Self::FiveHours, "five_hours"),
        (Self::Day, "day"),
        (Self::Week, "week"),
        (Self::Month, "month"),
    ];
}

/// The name of a cap: `task`, or `all.day`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CapName {
    /// Whose spending.
    pub scope: CapScope,
    /// For how long.
    pub window: CapWindow,
}

impl CapName {
    /// Whether a person's prompt lifts it: the cap of their session or their task, for its lifetime.
    #[must_use]
    pub fn is_lifted_by_prompt(self) -> bool {
        self.window == CapWindow::Lifetime
            && matches!(self.scope, CapScope::Session | CapScope::Task)
    }
}

impl fmt::Display for CapName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CapScope::ALL[self.scope as usize].1)?;
        if self.window == CapWindow::Lifetime {
            return Ok(());
        }
        write!(f, ".{}", CapWindow::ALL[self.window as usize].1)
    }
}

impl FromStr for CapName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (scope, window) = text.split_once('.').unwrap_or((text, "lifetime"));
        let scope = CapScope::ALL.iter().find(|(_, word, _)| *word == scope);
        let window = CapWindow::ALL.iter().find(|(_, word)| *word == window);
        let named =
            scope.zip(window).map(|(scope, window)| Self { scope: scope.0, window: window.0 });
        named.ok_or_else(|| format!("{text} is not the name of a cap, such as task or all.day"))
    }
}

impl TryFrom<String> for CapName {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<CapName> for String {
    fn from(name: CapName) -> Self {
        name.to_string()
    }
}

/// How much may be spent: `5 USD`, or `200000 tokens`. Never nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CapLimit {
    /// Money.
    Usd(PicoUsd),
    /// Tokens of any kind, sent and received.
    Tokens(u64),
}

impl CapLimit {
    /// The number, in pico-dollars or tokens.
    #[must_use]
    pub fn amount(self) -> u64 {
        match self {
            Self::Usd(usd) => usd.picos(),
            Self::Tokens(tokens) => tokens,
        }
    }

    /// Another number of the same unit.
    #[must_use]
    pub fn with_amount(self, amount: u64) -> Self {
        match self {
            Self::Usd(_) => Self::Usd(PicoUsd::from_picos(amount)),
            Self::Tokens(_) => Self::Tokens(amount),
        }
    }

    /// Whether both have the same unit.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Usd(_), Self::Usd(_)) | (Self::Tokens(_), Self::Tokens(_)))
    }

    /// For people: `$5.00`, or `200000 tokens`.
    #[must_use]
    pub fn shown(self) -> String {
        match self {
            Self::Usd(usd) => format!("${}", usd.to_cents()),
            Self::Tokens(tokens) => format!("{tokens} tokens"),
        }
    }

    /// The number of a finding: millionths of a dollar, or tokens.
    fn reported(self) -> u64 {
        match self {
            Self::Usd(usd) => usd.micros(),
            Self::Tokens(tokens) => tokens,
        }
    }
}

impl fmt::Display for CapLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usd(usd) => write!(f, "{usd} USD"),
            Self::Tokens(tokens) => write!(f, "{tokens} tokens"),
        }
    }
}

impl FromStr for CapLimit {
    type Err = String;

    /// Reads `5 USD`, `$5`, `5`, which is dollars, or `200000 tokens`.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong =
            || format!("{text:?} is neither an amount like \"5 USD\" nor like \"200000 tokens\"");
        if let Some(number) = text.strip_suffix("tokens") {
            let tokens = number.trim().replace('_', "").parse().ok().filter(|tokens| *tokens > 0);
            return tokens.map(Self::Tokens).ok_or_else(wrong);
        }
        let number = text.strip_prefix('$').or(text.strip_suffix("USD")).unwrap_or(text);
        let usd = number.trim().parse::<PicoUsd>().ok().filter(|usd| !usd.is_zero());
        usd.map(Self::Usd).ok_or_else(wrong)
    }
}

impl TryFrom<String> for CapLimit {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<CapLimit> for String {
    fn from(limit: CapLimit) -> Self {
        limit.to_string()
    }
}

/// How far a cap has come at one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapStanding {
    /// The cap.
    pub name: CapName,
    /// What it adds up: the id of the task, the name of the role; empty where the name says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subject: String,
    /// What was spent.
    pub spent: CapLimit,
    /// What may be spent, with what a person added.
    pub limit: CapLimit,
    /// When the window ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// The incident of the event that first found it spent; none for that event itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incident: Option<IncidentId>,
}

impl CapStanding {
    /// Whether nothing is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent.amount() >= self.limit.amount()
    }

    /// What it means for an event. The first event at the cap opens the breaker of its agent, and under a supervisor,
    /// which ends a run for a trip, each does; others refuse single calls, so that one cap is one incident.
    pub(crate) fn finding(&self, is_supervised: bool) -> Finding {
        let level = match (self.is_spent(), &self.incident) {
            (false, _) => FindingLevel::Warning,
            (true, Some(_)) if !is_supervised => FindingLevel::Block,
            (true, _) => FindingLevel::Trip,
        };
        let rule = self.name.scope.rule();
        Finding::new(rule, level, self.spent.reported(), self.limit.reported())
            .about(FindingSubject::SpendCap(Box::new(self.clone())))
    }

    /// What is spent, of what and on what.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { name, subject, spent, limit, .. } = self;
        let on = match name.scope {
            CapScope::All => "by all agents".to_owned(),
            CapScope::Session => "by this session".to_owned(),
            CapScope::Subagent
            | CapScope::Task
            | CapScope::Issue
            | CapScope::Branch
            | CapScope::Project
            | CapScope::Role => format!("on {} {subject}", CapScope::ALL[name.scope as usize].1),
        };
        let within = match name.window {
            CapWindow::Lifetime => "",
            CapWindow::FiveHours => " in these five hours",
            CapWindow::Day => " today",
            CapWindow::Week => " this week",
            CapWindow::Month => " this month",
        };
        format!("{} of {} spent {on}{within}", spent.shown(), limit.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m03_names_and_amounts_are_read_as_they_are_written() {
        for text in ["session", "task", "all.day", "role.five_hours", "branch.month"] {
            assert_eq!(text.parse::<CapName>().unwrap().to_string(), text);
        }
        assert_eq!("task.lifetime".parse::<CapName>().unwrap().to_string(), "task");
        for wrong in ["", "tasks", "all.hour", "all.day.week"] {
            assert!(wrong.parse::<CapName>().is_err(), "{wrong}");
        }
        for (text, shown) in [
            ("5 USD", "5 USD"),
            ("$0.50", "0.5 USD"),
            ("2", "2 USD"),
            ("200_000 tokens", "200000 tokens"),
        ] {
            assert_eq!(text.parse::<CapLimit>().unwrap().to_string(), shown);
        }
        for wrong in ["0 USD", "0 tokens", "-1 USD", "5 EUR", "NaN", "many tokens", ""] {
            assert!(wrong.parse::<CapLimit>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_scope_and_window_stands_at_its_own_place() {
        for (index, (scope, ..)) in CapScope::ALL.iter().enumerate() {
            assert_eq!(*scope as usize, index);
        }
        for (index, (window, _)) in CapWindow::ALL.iter().enumerate() {
            assert_eq!(*window as usize, index);
        }
    }
}
