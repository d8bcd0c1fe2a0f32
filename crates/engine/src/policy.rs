//! The policy: limits, rules and modes, already layered and checked.
//!
//! [`Policy::default`] is the `default` preset, so that a machine without configuration needs no
//! file, no parser and no cache.

mod advisor;
mod escalation;
mod number;
mod run;
mod scope;
mod service;
mod stagnation;
mod unattended;
mod watch;

pub use advisor::AdvisorPolicy;
pub use escalation::{EscalationSettings, InboxSettings};
pub use number::{Limit, Ratio};
pub use run::RunSettings;
pub use scope::ScopeGlobs;
use serde::{Deserialize, Serialize};
pub use service::{OnDrop, ServicePolicy};
pub use stagnation::{LoopRecovery, StagnationLimits};
pub use unattended::UnattendedLimits;
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

/// What has to pass before work counts as complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct VerificationSettings {
    /// The command line that has to succeed.
    pub command: Option<String>,
    /// The command line that answers criteria: it reads the request and says PASS or FAIL.
    pub verifier: Option<String>,
    /// The role of that verifier. Default: it verifies by the tests.
    pub role: Option<String>,
    /// A file with its instructions, in place of those of its role.
    pub preamble: Option<String>,
    /// Whether risky work has to be verified.
    pub mandatory: bool,
    /// How long one verifier may take. Default 10 minutes, which most test suites stay within.
    pub timeout: Duration,
}

impl Default for VerificationSettings {
    fn default() -> Self {
        Self {
            command: None,
            verifier: None,
            role: None,
            preamble: None,
            mandatory: false,
            timeout: Duration(600_000),
        }
    }
}

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

/// Budgets of a task since the last person's prompt. A budget of N admits N units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BudgetLimits {
    /// Failing test runs that follow a change.
    pub iterations: Limit,
    /// Admitted tool calls.
    pub tool_calls: Limit,
    /// Automation prompts.
    pub turns: Limit,
    /// Time inside turns, in milliseconds.
    pub active_time: Limit,
    /// Time asleep, in milliseconds.
    pub sleep_time: Limit,
    /// Messages in the conversation.
    pub messages: Limit,
    /// Tokens in the conversation.
    pub context_tokens: Limit,
    /// Tokens written by the model.
    pub output_tokens: Limit,
    /// Cost in millionths of a US dollar.
    pub cost_micros: Limit,
    /// The share of a budget at which the agent is warned. Default 0.8.
    pub warn_at: Ratio,
    /// Refused model rounds after which the turn is stopped. Default 5.
    pub refusals: Limit,
    /// Time without any event, in milliseconds, after which a notice is given. Default 120 s.
    pub quiet_after: Limit,
    /// Time that a supervised agent has to summarise after a trip, in milliseconds, before it is
    /// ended. Default 60 s.
    #[serde(default = "a_minute")]
    pub wrap_up: Limit,
    /// Whether calls, time, output tokens and cost are limited to what most good runs of the client in the project
    /// needed. Default: no.
    #[serde(default, skip_serializing_if = "is_default")]
    pub calibrated: bool,
}

/// Limits of the repetition rules (see `docs/detectors.md`). Each is the number that nudges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RepetitionLimits {
    /// Same call, same result, in a row, nothing changed in between. Default 4.
    pub same_call: Limit,
    /// Same call and result anywhere in the window without progress. Default 5.
    pub same_call_anywhere: Limit,
    /// Laps of a cycle of 2 to 8 calls without progress. Default 3.
    pub cycle: Limit,
    /// R4: the same tool, the same error, arguments varied. Default 4.
    pub same_tool_error: Limit,
    /// R5: the same error across tools. Default 6.
    pub same_error: Limit,
    /// R6: the same output of one tool, arguments varied. Default 5.
    pub same_output: Limit,
    /// R7: the same message, or one thing said again inside a message. Default 3.
    pub same_message: Limit,
    /// R8: edits that change nothing. Default 4.
    pub empty_edits: Limit,
    /// R8: returns of the workspace to an earlier content. Default 3.
    pub reverted_workspace: Limit,
    /// R8: the same edit, accepted or not. Default 4.
    pub same_edit: Limit,
    /// R4: rejected edits without an accepted one; the next but one is refused once. Default 4.
    pub rejected_edits: Limit,
    /// R9: continuations forced at the stop. Default 5.
    pub stop_continuations: Limit,
    /// R9: depth of subagents inside subagents. Default 5.
    pub subagent_depth: Limit,
    /// R14, a notice: edits in a row without a check. Default 10.
    pub edits_without_check: Limit,
    /// R14, a notice: the same search. Default 5.
    pub same_search: Limit,
    /// R14, a notice: edits of one file that keep growing. Default 5.
    pub growing_edits: Limit,
    /// R15: steps whose calls and results were all seen since the last change. Default 6.
    pub nothing_new: Limit,
    /// R16: failures in a row with few distinct errors. Default 8.
    pub failure_run: Limit,
    /// R16: distinct errors in such a run at most. Default 3.
    pub failure_run_errors: Limit,
    /// R17: calls equal but for their numbers, with equal results. Default 6.
    pub drift: Limit,
    /// R18: compactions with nothing new between them. Default 3.
    pub idle_compactions: Limit,
    /// R19: calls that need a program that is not there. Default 3.
    pub missing_program: Limit,
    /// R10, a notice: equal answers of a wait that is asked seldom. Default 60.
    pub long_wait: Limit,
    /// R20: calls of which at most one brought something; two more open the breaker. Default 8.
    pub barren_window: Limit,
    /// Subagents of one agent that tripped. Default 2.
    pub tripped_subagents: Limit,
    /// Tools that are never counted: a name, or a prefix ending in `*`.
    pub ignore: Vec<String>,
    /// Whether the first refusal of a loop asks the person at the client instead. Default: no.
    pub ask: bool,
}

/// Attempts at failing tests. A failure threshold of N trips at the Nth failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttemptLimits {
    /// Failed attempts at one test. Default: no limit; preset `tdd`: 3.
    pub per_test: Limit,
    /// Failed attempts in a slice of work. Default: no limit; preset `tdd`: 7.
    pub per_slice: Limit,
    /// Test runs in a row that could not run. Default 5; only a notice while neither of the others
    /// has a limit.
    pub infra: Limit,
    /// Changes after which the same check fails alike, until the agent is asked for a hypothesis; after
    /// three times as many a session that nobody attends is stopped. Default 5.
    pub advice: Limit,
    /// Whether changes to a failing test are refused. Default: they only raise a notice.
    pub protect_tests: bool,
    /// How long attempts are kept after the end of their task. Default 30 days.
    pub keep_attempts: Duration,
    /// Globs of the JUnit XML files that test runs write, relative to the working folder. Default: none.
    pub junit: Vec<String>,
}

/// Budgets with two levels: a warning, and a critical number that stops the turn.
/// All without a limit by default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuidedLimits {
    /// Whether they hold. Where they do not, none has a limit.
    #[serde(skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// Whether a run that neared a limit is marked for verification.
    #[serde(skip_serializing_if = "is_true")]
    pub qc_on_exceed: bool,
    /// Retries with guidance after a trip of a run that nobody attends. Default 2.
    pub max_retries: Limit,
    /// Whether a retry starts from the checkpoint. Default: where the work stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_checkpoint: bool,
    /// Tool calls that warn.
    pub tool_calls_warning: Limit,
    /// Tool calls that are admitted.
    pub tool_calls_critical: Limit,
    /// Messages in all that warn.
    pub messages_warning: Limit,
    /// Messages in all that stop.
    pub messages_critical: Limit,
    /// Messages since the last prompt that stop.
    pub recursion: Limit,
    /// Tokens of the conversation that warn.
    pub context_warning: Limit,
    /// Tokens of the conversation that stop.
    pub context_critical: Limit,
}

impl Default for GuidedLimits {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl GuidedLimits {
    const UNLIMITED: Self = Self {
        enabled: true,
        qc_on_exceed: true,
        max_retries: Limit::at(2),
        from_checkpoint: false,
        tool_calls_warning: Limit::UNLIMITED,
        tool_calls_critical: Limit::UNLIMITED,
        messages_warning: Limit::UNLIMITED,
        messages_critical: Limit::UNLIMITED,
        recursion: Limit::UNLIMITED,
        context_warning: Limit::UNLIMITED,
        context_critical: Limit::UNLIMITED,
    };

    /// Raises each critical level to the budget that a task names for the same thing: without that, the
    /// level would stop the task before its own budget. `None` where it names none.
    pub fn raise_to(&mut self, tool_calls: Option<Limit>, context_tokens: Option<Limit>) {
        for (level, own) in [
            (&mut self.tool_calls_critical, tool_calls),
            (&mut self.context_critical, context_tokens),
        ] {
            let at_most = |limit: Limit| limit.get().unwrap_or(u64::MAX);
            *level = own.filter(|own| at_most(*own) > at_most(*level)).unwrap_or(*level);
        }
    }

    /// How often a run that nobody attends is tried again after a trip.
    #[must_use]
    pub fn retries(&self) -> u64 {
        self.max_retries.get().filter(|_| self.enabled).unwrap_or_default()
    }

    /// What holds: without [`Self::enabled`], nothing.
    pub(crate) fn in_force(&self) -> &Self {
        static NOTHING: GuidedLimits = GuidedLimits::UNLIMITED;
        if self.enabled { self } else { &NOTHING }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_true(flag: &bool) -> bool {
    *flag
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

impl Default for AttemptLimits {
    fn default() -> Self {
        Self {
            per_test: Limit::UNLIMITED,
            per_slice: Limit::UNLIMITED,
            infra: Limit::at(5),
            advice: Limit::at(5),
            protect_tests: false,
            keep_attempts: Duration::from_hours(30 * 24),
            junit: Vec::new(),
        }
    }
}

impl AttemptLimits {
    /// Whether attempts are limited at all.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.per_test.get().is_some() || self.per_slice.get().is_some()
    }
}

impl Default for BudgetLimits {
    fn default() -> Self {
        Self {
            iterations: Limit::UNLIMITED,
            tool_calls: Limit::UNLIMITED,
            turns: Limit::UNLIMITED,
            active_time: Limit::UNLIMITED,
            sleep_time: Limit::UNLIMITED,
            messages: Limit::UNLIMITED,
            context_tokens: Limit::UNLIMITED,
            output_tokens: Limit::UNLIMITED,
            cost_micros: Limit::UNLIMITED,
            warn_at: Ratio::FOUR_FIFTHS,
            refusals: Limit::at(5),
            quiet_after: Limit::at(120_000),
            wrap_up: a_minute(),
            calibrated: false,
        }
    }
}

fn a_minute() -> Limit {
    Limit::at(60_000)
}

impl Default for RepetitionLimits {
    fn default() -> Self {
        Self {
            same_call: Limit::at(4),
            same_call_anywhere: Limit::at(5),
            cycle: Limit::at(3),
            same_tool_error: Limit::at(4),
            same_error: Limit::at(6),
            same_output: Limit::at(5),
            same_message: Limit::at(3),
            empty_edits: Limit::at(4),
            reverted_workspace: Limit::at(3),
            same_edit: Limit::at(4),
            rejected_edits: Limit::at(4),
            stop_continuations: Limit::at(5),
            subagent_depth: Limit::at(5),
            edits_without_check: Limit::at(10),
            same_search: Limit::at(5),
            growing_edits: Limit::at(5),
            nothing_new: Limit::at(6),
            failure_run: Limit::at(8),
            failure_run_errors: Limit::at(3),
            drift: Limit::at(6),
            idle_compactions: Limit::at(3),
            missing_program: Limit::at(3),
            long_wait: Limit::at(60),
            barren_window: Limit::at(8),
            tripped_subagents: Limit::at(2),
            ignore: Vec::new(),
            ask: false,
        }
    }
}

impl RepetitionLimits {
    /// No rule is on.
    #[must_use]
    pub fn off() -> Self {
        let off = Limit::UNLIMITED;
        Self {
            same_call: off,
            same_call_anywhere: off,
            cycle: off,
            same_tool_error: off,
            same_error: off,
            same_output: off,
            same_message: off,
            empty_edits: off,
            reverted_workspace: off,
            same_edit: off,
            rejected_edits: off,
            stop_continuations: off,
            subagent_depth: off,
            edits_without_check: off,
            same_search: off,
            growing_edits: off,
            nothing_new: off,
            failure_run: off,
            failure_run_errors: off,
            drift: off,
            idle_compactions: off,
            missing_program: off,
            long_wait: off,
            barren_window: off,
            tripped_subagents: off,
            ignore: Vec::new(),
            ask: false,
        }
    }

    /// Whether `tool` is on the `ignore` list.
    #[must_use]
    pub fn ignores(&self, tool: &str) -> bool {
        self.ignore.iter().any(|entry| matches_name(entry, tool))
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
    /// what is in it, or attempts are described by what the agent says.
    #[must_use]
    pub fn wants_conversation(&self) -> bool {
        let BudgetLimits { messages, context_tokens, output_tokens, cost_micros, .. } = self.limits;
        let guided = self.guided.in_force();
        let mut counted = [
            messages,
            context_tokens,
            output_tokens,
            cost_micros,
            guided.messages_warning,
            guided.messages_critical,
            guided.recursion,
            guided.context_warning,
            guided.context_critical,
        ]
        .into_iter();
        counted.any(|limit| limit != Limit::UNLIMITED)
            || self.attempts.is_limited()
            || self.limits.calibrated
            || self.spend.reads_usage()
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
