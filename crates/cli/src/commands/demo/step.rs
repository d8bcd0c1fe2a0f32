//! The steps of the demo: shown on the screen to people, and written as JSON to programs.

use fusebox_engine::{BreakerState, VerdictAction};
use fusebox_report::Diagnostic;
use serde::Serialize;
use serde_json::Value;

use crate::incident_text::IncidentRecord;

/// One step.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum DemoStep<'a> {
    /// The demo starts.
    Start {
        /// The temporary repository.
        repository: String,
        /// How the hook is started.
        hook: String,
    },
    /// The second agent starts.
    Act {
        /// The title of its part.
        title: &'static str,
        /// What differs from the first part.
        text: &'static str,
    },
    /// A person types something.
    Prompt {
        /// The text.
        text: &'static str,
    },
    /// The agent says something.
    Message {
        /// The text.
        text: &'static str,
    },
    /// The agent calls a tool.
    Call(&'a CallRecord),
    /// The breaker changes its state.
    Breaker {
        /// The state before.
        from: BreakerState,
        /// The state now.
        to: BreakerState,
    },
    /// The report of a trip.
    Incident {
        /// The incident, and the calls before it.
        #[serde(flatten)]
        record: IncidentRecord<'a>,
        /// The report as `fusebox show` prints it.
        report: &'a Diagnostic,
    },
    /// The demo ends.
    Summary(&'a DemoSummary),
}

/// A tool call and what the hook answered.
#[derive(Debug, Serialize)]
pub(super) struct CallRecord {
    /// The id that the client gave it.
    pub(super) id: String,
    /// The client's name of the tool.
    pub(super) tool: &'static str,
    /// The command line or the file.
    pub(super) subject: &'static str,
    /// The arguments.
    pub(super) input: Value,
    /// The answer of the hook.
    pub(super) verdict: VerdictAction,
    /// The hook's text for the agent.
    pub(super) told: Option<String>,
    /// The hook's text for the person.
    pub(super) alert: Option<String>,
    /// Whether it succeeded; none where it was refused.
    pub(super) ok: Option<bool>,
    /// The exit code of a command.
    pub(super) exit_code: Option<i32>,
    /// How long it took.
    pub(super) duration_ms: Option<u64>,
    /// The result in a few words.
    pub(super) gist: Option<String>,
}

/// What the demo reached and measured.
#[derive(Debug, Default, Serialize)]
pub(super) struct DemoSummary {
    /// Whether every milestone was reached, in order, with one incident for each agent.
    pub(super) ok: bool,
    /// The milestones in the order in which they were reached.
    pub(super) reached: Vec<Milestone>,
    /// The number of trips.
    pub(super) incidents: usize,
    /// The number of hook processes.
    pub(super) hook_calls: usize,
    /// The median duration of a hook process.
    pub(super) hook_median_ms: u64,
    /// The number of calls that were made.
    pub(super) calls_made: usize,
    /// The number of calls that were refused.
    pub(super) calls_refused: usize,
}

/// What has to happen, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Milestone {
    /// The agent was nudged.
    Nudged,
    /// The repeated call was refused.
    Denied,
    /// The breaker opened.
    Tripped,
    /// Another tool was refused too.
    Refused,
    /// The agent's report passed.
    Reported,
    /// A person's guidance made the breaker half-open.
    Guided,
    /// The agent's progress closed it.
    Closed,
    /// The test passes.
    Passed,
    /// Changing the test that fails was refused.
    Protected,
    /// The third failed attempt at the test opened the breaker.
    ThirdAttempt,
    /// The report asks a question.
    Asked,
    /// The test passes after the answer.
    Fixed,
}

impl Milestone {
    /// All of them, in order.
    const ALL: &[Self] = &[
        Self::Nudged,
        Self::Denied,
        Self::Tripped,
        Self::Refused,
        Self::Reported,
        Self::Guided,
        Self::Closed,
        Self::Passed,
        Self::Protected,
        Self::ThirdAttempt,
        Self::Asked,
        Self::Fixed,
    ];

    /// Those of the first agent.
    const OF_FIRST_AGENT: &[Self] = &[
        Self::Nudged,
        Self::Denied,
        Self::Tripped,
        Self::Refused,
        Self::Reported,
        Self::Guided,
        Self::Closed,
        Self::Passed,
    ];

    /// Those that a demo has to reach; a long one has both agents.
    pub(super) fn expected(is_long: bool) -> &'static [Self] {
        if is_long { Self::ALL } else { Self::OF_FIRST_AGENT }
    }

    /// Whether a call that is to reach this milestone did.
    pub(super) fn is_reached_by(self, call: &CallRecord) -> bool {
        let is_refused = call.verdict >= VerdictAction::Deny;
        match self {
            Self::Nudged => call.verdict == VerdictAction::Warn,
            Self::Denied => is_refused && call.alert.is_none(),
            Self::Tripped => is_refused && call.alert.is_some(),
            Self::Refused | Self::Protected => is_refused,
            Self::ThirdAttempt => call.alert.is_some(),
            Self::Reported | Self::Passed | Self::Fixed => call.ok == Some(true),
            Self::Guided | Self::Closed | Self::Asked => false,
        }
    }
}
