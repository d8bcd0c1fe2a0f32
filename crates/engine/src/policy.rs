//! The policy: limits, rules and modes, already layered and checked.
//!
//! [`Policy::default`] is the `default` preset, so that a machine without configuration needs no
//! file, no parser and no cache.

mod advisor;
mod attempts;
mod budgets;
mod escalation;
mod guided;
mod number;
mod repetition;
mod run;
mod scope;
mod service;
mod stagnation;
mod unattended;
mod verification;
mod watch;

pub use advisor::AdvisorPolicy;
pub use attempts::AttemptLimits;
pub use budgets::BudgetLimits;
pub use escalation::{EscalationSettings, InboxSettings};
pub use guided::GuidedLimits;
pub use number::{Limit, Ratio};
pub use repetition::RepetitionLimits;
pub use run::RunSettings;
pub use scope::ScopeGlobs;
use serde::{Deserialize, Serialize};
pub use service::{OnDrop, ServicePolicy};
pub use stagnation::{LoopRecovery, StagnationLimits};
pub use unattended::UnattendedLimits;
pub use verification::VerificationSettings;
pub use watch::WatchLimits;

use crate::Duration;
use crate::spend::SpendPolicy;
use crate::state::{SessionState, is_default};

/// All settings of the engine, for one role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// The presets it was made from, in order.
    pub preset: Vec<String>,
    /// The role whose overrides are in it.
    pub role: Option<String>,
    /// Whether findings have consequences.
    pub mode: EnforcementMode,
    /// What happens to a call when Fusebox itself fails.
    pub on_error: OnError,
    /// How long the log is kept. Default 30 days.
    pub retention: Duration,
    /// Which work gets a checkpoint. Default: all.
    #[serde(default)]
    pub checkpoints: CheckpointPolicy,
    /// How a person is notified of a trip.
    pub notify: Vec<NotifyChannel>,
    /// Budgets.
    pub limits: BudgetLimits,
    /// Repetition rules.
    pub repetition: RepetitionLimits,
    /// Limits of the rules for the iterations of a loop.
    pub stagnation: StagnationLimits,
    /// Attempts at failing tests.
    #[serde(default)]
    pub attempts: AttemptLimits,
    /// The files that a task may change.
    #[serde(default)]
    pub scope: ScopeGlobs,
    /// Shared breakers of tools and services.
    #[serde(default)]
    pub service: ServicePolicy,
    /// Budgets with two levels.
    #[serde(default)]
    pub guided: GuidedLimits,
    /// Programs and models outside that are asked about a trip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub advisors: AdvisorPolicy,
    /// Which channels carry the news of a trip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub escalate: EscalationSettings,
    /// Caps on what is spent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spend: SpendPolicy,
    /// Limits of hook sessions that no person attends.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unattended: UnattendedLimits,
    /// How commands are run.
    #[serde(default)]
    pub run: RunSettings,
    /// When a watch of files pauses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub watch: WatchLimits,
    /// What is written of a trip and of a run besides the report.
    #[serde(default)]
    pub report: ReportSettings,
    /// What has to pass before work counts as complete.
    #[serde(default, skip_serializing_if = "is_default")]
    pub verification: VerificationSettings,
    /// Further command prefixes that are test runs.
    pub test_commands: Vec<String>,
}

/// The environment variables of a published design that set something of a policy.
pub const PUBLISHED_VARIABLES: [&str; 10] = [
    "CIRCUIT_BREAKER_CONTEXT_WARNING",
    "CIRCUIT_BREAKER_MESSAGE_WARNING",
    "CIRCUIT_BREAKER_TOOL_CRITICAL",
    "CIRCUIT_BREAKER_TOOL_WARNING",
    "MESSAGE_TRIM_MAX_TOKENS",
    "MESSAGE_TRIM_STRATEGY",
    "MESSAGE_TRIM_THRESHOLD",
    "QC_AUTO_ENABLE",
    "QC_MAX_RETRIES",
    "QC_TIMEOUT_SECONDS",
];

/// What is written of a trip and of a run besides the report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSettings {
    /// The file in the project that hands the work over. Default: none.
    pub hand_over: Option<String>,
}

/// Whether a finding has consequences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnforcementMode {
    /// Findings deny calls and stop the agent.
    #[default]
    Enforce,
    /// Findings are recorded; nothing is denied.
    Observe,
}

/// What happens to a call when Fusebox itself fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The call passes: a fault of Fusebox must not stop a person's work.
    #[default]
    Allow,
    /// The call is denied.
    Deny,
}

/// Which work gets a checkpoint automatically.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointPolicy {
    /// Every task and every session.
    #[default]
    Always,
    /// Tasks that a person started.
    Task,
    /// None.
    Never,
}

/// How a person is notified of a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotifyChannel {
    /// The terminal bell.
    Bell,
    /// A desktop notification.
    Desktop,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            preset: vec!["default".to_owned()],
            role: None,
            mode: EnforcementMode::Enforce,
            on_error: OnError::Allow,
            retention: Duration::from_hours(30 * 24),
            checkpoints: CheckpointPolicy::Always,
            notify: vec![NotifyChannel::Bell, NotifyChannel::Desktop],
            limits: BudgetLimits::default(),
            repetition: RepetitionLimits::default(),
            stagnation: StagnationLimits::default(),
            attempts: AttemptLimits::default(),
            scope: ScopeGlobs::default(),
            service: ServicePolicy::default(),
            guided: GuidedLimits::default(),
            advisors: AdvisorPolicy::default(),
            escalate: EscalationSettings::default(),
            spend: SpendPolicy::default(),
            unattended: UnattendedLimits::default(),
            run: RunSettings::default(),
            watch: WatchLimits::default(),
            report: ReportSettings::default(),
            verification: VerificationSettings::default(),
            test_commands: Vec::new(),
        }
    }
}

impl Policy {
    /// Whether work gets a checkpoint automatically. `has_task`: it serves a named task. Observe mode
    /// touches nothing, also not the repository.
    #[must_use]
    pub fn wants_checkpoint(&self, has_task: bool) -> bool {
        let wanted = match self.checkpoints {
            CheckpointPolicy::Always => true,
            CheckpointPolicy::Task => has_task,
            CheckpointPolicy::Never => false,
        };
        wanted && self.mode == EnforcementMode::Enforce
    }

    /// Whether the client's transcript of the conversation has to be read: a budget, a cap or a calibrated limit counts
    /// what is in it, or its words are needed.
    #[must_use]
    pub fn wants_conversation(&self) -> bool {
        let BudgetLimits { context_tokens, output_tokens, cost_micros, .. } = self.limits;
        let guided = self.guided.in_force();
        let mut counted = [
            context_tokens,
            output_tokens,
            cost_micros,
            guided.context_warning,
            guided.context_critical,
        ]
        .into_iter();
        counted.any(|limit| limit != Limit::UNLIMITED)
            || self.wants_messages()
            || self.limits.calibrated
            || self.spend.reads_usage()
    }

    /// Whether what the agent says in a transcript is needed: its messages are limited, or attempts are described by what
    /// it says. What was spent is told apart from it, and a message costs a hook more than its usage.
    #[must_use]
    pub fn wants_messages(&self) -> bool {
        let guided = self.guided.in_force();
        let mut counted = [
            self.limits.messages,
            guided.messages_warning,
            guided.messages_critical,
            guided.recursion,
        ]
        .into_iter();
        counted.any(|limit| limit != Limit::UNLIMITED) || self.attempts.is_limited()
    }

    /// Whether the transcript of this session has to be read: beside the others, that of one that nobody attends.
    #[must_use]
    pub fn wants_conversation_of(&self, session: &SessionState) -> bool {
        let has_net = session.has_unattended_net();
        has_net && self.unattended.cost_micros != Limit::UNLIMITED || self.wants_conversation()
    }
}

/// Whether an entry of a list, a name or a prefix ending in `*`, matches `name`.
fn matches_name(entry: &str, name: &str) -> bool {
    match entry.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == entry,
    }
}
