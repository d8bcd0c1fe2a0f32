//! Caps on what agents spend. How far each has come is a fact on the logged event: the sums are shared by all
//! sessions and are kept outside of the records that the fold reads. Only those of a task since a person's prompt are in
//! its record.

mod amount_text;
mod cap_limit;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

pub use amount_text::{AmountText, AmountUnit};
pub use cap_limit::{CapLimit, InvalidCapLimit};
use serde::{Deserialize, Serialize};

use crate::state::is_default;
use crate::{
    Finding, FindingAdvice, FindingLevel, FindingSubject, IncidentId, Limit, LimitedSum, PicoUsd,
    Ratio, Rule, Timestamp,
};

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
    /// The share of a subscription's window that may be used. Default: all of it, which is the provider's own limit.
    #[serde(skip_serializing_if = "is_default")]
    pub window: WindowShare,
    /// A session is reported as unusually expensive when it costs more than this many times the median.
    #[serde(skip_serializing_if = "is_default")]
    pub unusual: UnusualFactor,
    /// Where days and weeks begin.
    #[serde(skip_serializing_if = "is_default")]
    pub calendar: SpendCalendar,
    /// Prices of models, each as a [`ModelPrice`](crate::ModelPrice) is written. Default: none.
    #[serde(skip_serializing_if = "is_default")]
    pub prices: Vec<String>,
}

impl SpendPolicy {
    /// Whether what the client's responses cost has to be known.
    #[must_use]
    pub fn reads_usage(&self) -> bool {
        self.has_caps() || self.unknown == UnknownModelPolicy::Refuse
    }

    /// Whether something is capped.
    #[must_use]
    pub fn has_caps(&self) -> bool {
        !self.caps.is_empty() || self.window_limit().is_some()
    }

    /// How much of a subscription's window may be used; `None` where only the provider limits it.
    #[must_use]
    pub fn window_limit(&self) -> Option<CapLimit> {
        let WindowShare(share) = self.window;
        (share != Ratio::WHOLE).then(|| CapLimit::Share(share.of(CapLimit::WHOLE_SHARE)))
    }
}

/// The share of a subscription's window that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WindowShare(pub Ratio);

impl Default for WindowShare {
    fn default() -> Self {
        Self(Ratio::WHOLE)
    }
}

/// A session is reported as unusually expensive when it costs more than this many times the median. Default 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusualFactor(pub Limit);

impl Default for UnusualFactor {
    fn default() -> Self {
        Self(Limit::at(10))
    }
}

/// Where the days and weeks of caps and of sums begin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SpendCalendar {
    /// Whose days.
    #[serde(skip_serializing_if = "is_default")]
    pub days: DayZone,
    /// The first day of a week.
    #[serde(skip_serializing_if = "is_default")]
    pub week_starts: WeekStart,
}

/// Whose days are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayZone {
    /// Those of the machine's zone.
    #[default]
    Local,
    /// Those of UTC.
    Utc,
}

/// The first day of a week.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeekStart {
    /// Monday.
    #[default]
    Monday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
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
    /// Everything that a client's subscription counts, on any machine.
    Subscription,
    /// What the model wrote for one task since a person's prompt.
    PromptOutput,
    /// What one task has spent since a person's prompt.
    Prompt,
    /// What one task has spent since a person's prompt, in a hook session that no person attends.
    UnattendedPrompt,
}

/// For how long a cap adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapWindow {
    /// As long as the scope exists.
    Lifetime,
    /// Five hours from the full hour of the first response.
    FiveHours,
    /// A day, of the zone that [`SpendCalendar`] names.
    Day,
    /// A week from the day that [`SpendCalendar`] names.
    Week,
    /// A month.
    Month,
}

impl CapScope {
    /// Every scope with its word and its rule.
    pub const ALL: [(Self, &'static str, Rule); 12] = [
        (Self::Session, "session", Rule::SpendSession),
        (Self::Subagent, "subagent", Rule::SpendSubagent),
        (Self::Task, "task", Rule::SpendTask),
        (Self::Issue, "issue", Rule::SpendIssue),
        (Self::Branch, "branch", Rule::SpendBranch),
        (Self::Project, "project", Rule::SpendProject),
        (Self::Role, "role", Rule::SpendRole),
        (Self::All, "all", Rule::SpendAll),
        (Self::Subscription, "subscription", Rule::SpendWindow),
        (Self::PromptOutput, "limits.output_tokens", Rule::OutputTokens),
        (Self::Prompt, "limits.cost_usd", Rule::Cost),
        (Self::UnattendedPrompt, "unattended.cost_usd", Rule::UnattendedCost),
    ];

    /// The rule of its caps.
    #[must_use]
    pub fn rule(self) -> Rule {
        Self::ALL[self as usize].2
    }

    /// Whether its caps are limits of one task since a person's prompt. Their sums are in the task's record and begin
    /// anew with each prompt; those of other caps are kept outside of it.
    #[must_use]
    pub fn is_since_prompt(self) -> bool {
        matches!(self, Self::PromptOutput | Self::Prompt | Self::UnattendedPrompt)
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

impl CapWindow {
    /// The windows of subscriptions.
    pub const OF_SUBSCRIPTIONS: [Self; 2] = [Self::FiveHours, Self::Week];

    /// How a subscription's window is called.
    #[must_use]
    pub fn subscription_words(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::FiveHours | Self::Lifetime | Self::Day | Self::Month => "five hours",
        }
    }
}

/// How much of a subscription's window is used, as its client tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionWindow {
    /// The window: five hours, or a week.
    pub window: CapWindow,
    /// What is used, in hundredths of a percent.
    pub used: u64,
    /// When it ends.
    pub ends: Timestamp,
}

impl SubscriptionWindow {
    /// A window of the length that a client tells; `None` for one that is no window of a subscription or tells no share.
    #[must_use]
    pub fn new(window: CapWindow, used_percent: f64, ends_s: u64) -> Option<Self> {
        let used = (used_percent * 100.0).round();
        let is_share = (0.0..=100_000.0).contains(&used);
        let ends = Timestamp(ends_s.saturating_mul(1_000));
        (is_share && ends_s > 0).then_some(Self { window, used: used as u64, ends })
    }
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
        let named = |text: &str, window| {
            let (scope, ..) = CapScope::ALL.iter().find(|(_, word, _)| *word == text)?;
            let (window, _) = CapWindow::ALL.iter().find(|(_, word)| *word == window)?;
            Some(Self { scope: *scope, window: *window })
        };
        let of_window = || text.rsplit_once('.').and_then(|(scope, window)| named(scope, window));
        let name = named(text, "lifetime").or_else(of_window);
        name.ok_or_else(|| format!("{text} is not the name of a cap, such as task or all.day"))
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

/// What the last sessions of a project cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UsualCost {
    /// The median.
    #[serde(skip_serializing_if = "is_default")]
    pub median: PicoUsd,
    /// The number of the sessions whose costs are known.
    #[serde(skip_serializing_if = "is_default")]
    pub sessions: u64,
}

impl UsualCost {
    /// The sessions that it takes to say what is usual.
    const MIN_SESSIONS: u64 = 10;
    /// The last sessions that are compared.
    pub const KEPT_SESSIONS: usize = 30;

    /// What is usual, from what sessions cost, the latest first.
    pub fn of_latest(costs: impl Iterator<Item = PicoUsd>) -> Self {
        let mut costs: Vec<PicoUsd> =
            costs.filter(|cost| !cost.is_zero()).take(Self::KEPT_SESSIONS).collect();
        costs.sort_unstable();
        let median = costs.get(costs.len() / 2).copied().unwrap_or_default();
        Self { median, sessions: costs.len() as u64 }
    }

    /// Whether a cost is more than so many times the median.
    #[must_use]
    pub fn is_exceeded_by(self, cost: PicoUsd, factor: UnusualFactor) -> bool {
        let UnusualFactor(factor) = factor;
        let is_beyond = |factor| cost > self.median.times(factor);
        self.sessions >= Self::MIN_SESSIONS && factor.get().is_some_and(is_beyond)
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
    /// What was spent beside what may be, in the unit of the cap.
    #[must_use]
    pub fn sum(&self) -> LimitedSum {
        LimitedSum { used: self.spent.amount(), limit: self.limit.amount() }
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.sum().is_used_up()
    }

    /// What it means for an event. The first event at the cap opens the breaker of its agent, and under a supervisor,
    /// which ends a run for a trip, each does; others refuse single calls, so that one cap is one incident.
    pub(crate) fn finding(&self, is_supervised: bool) -> Finding {
        let scope = self.name.scope;
        let level = match (self.is_spent(), &self.incident) {
            // Half of the net is for people to know: the agent has not neared anything.
            (false, _) if scope == CapScope::UnattendedPrompt => FindingLevel::Notice,
            (false, _) => FindingLevel::Warning,
            (true, Some(_)) if !is_supervised => FindingLevel::Block,
            (true, _) => FindingLevel::Trip,
        };
        let advice = match self.is_spent() {
            _ if !scope.is_since_prompt() => FindingAdvice::None,
            true => FindingAdvice::Summarize,
            false => FindingAdvice::WrapUp,
        };
        Finding::new(scope.rule(), level, self.spent.reported(), self.limit.reported())
            .about(FindingSubject::SpendCap(Box::new(self.clone())))
            .with_advice(advice)
    }

    /// What is spent, of what and on what.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { name, subject, spent, limit, .. } = self;
        let on = match name.scope {
            CapScope::Subscription => {
                let window = name.window.subscription_words();
                let used = format!("{} of the subscription's {window} used", spent.shown());
                let by = if subject.is_empty() { String::new() } else { format!(" by {subject}") };
                return match limit.amount() < CapLimit::WHOLE_SHARE {
                    true => format!("{used}{by}, {} may be", limit.shown()),
                    false => used + &by,
                };
            }
            CapScope::All => "by all agents".to_owned(),
            CapScope::Session => "by this session".to_owned(),
            CapScope::PromptOutput | CapScope::Prompt | CapScope::UnattendedPrompt => {
                format!("on task {subject} since a person's prompt")
            }
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
    fn m03_names_of_caps_are_read_as_they_are_written() {
        for text in ["session", "task", "all.day", "role.five_hours", "branch.month"] {
            assert_eq!(text.parse::<CapName>().unwrap().to_string(), text);
        }
        assert_eq!("task.lifetime".parse::<CapName>().unwrap().to_string(), "task");
        for limit in ["limits.cost_usd", "limits.output_tokens", "unattended.cost_usd"] {
            let name: CapName = limit.parse().unwrap();
            assert_eq!((name.to_string().as_str(), name.scope.rule().name()), (limit, limit));
        }
        for wrong in ["", "tasks", "all.hour", "all.day.week", "limits", "limits.tool_calls"] {
            assert!(wrong.parse::<CapName>().is_err(), "{wrong}");
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
