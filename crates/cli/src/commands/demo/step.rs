//! What happens in the demo, one value a step: people see it on the screen, programs as JSON.

use fusebox_engine::RecordedCall;
use fusebox_engine::{BreakerState, Incident, VerdictAction};
use fusebox_report::Diagnostic;
use serde::Serialize;
use serde_json::Value;

/// One step.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Step<'a> {
    /// The demo begins.
    Start {
        /// The temporary repository.
        repository: String,
        /// How the hook is started.
        hook: String,
    },
    /// Another story begins.
    Act {
        /// What it is about.
        title: &'static str,
        /// What is different.
        text: &'static str,
    },
    /// A person types something.
    Prompt {
        /// What.
        text: &'static str,
    },
    /// The agent says something.
    Message {
        /// What.
        text: &'static str,
    },
    /// The agent calls a tool.
    Call(&'a Call),
    /// The breaker changes its state.
    Breaker {
        /// What it was.
        from: BreakerState,
        /// What it is.
        to: BreakerState,
    },
    /// What a person can read about the trip.
    Incident {
        /// The record of it.
        #[serde(flatten)]
        incident: &'a Incident,
        /// The calls before it.
        calls: &'a [RecordedCall],
        /// The report as `fusebox show` prints it.
        report: &'a Diagnostic,
    },
    /// The demo ends.
    Summary(&'a Summary),
}

/// A tool call with its answer.
#[derive(Debug, Serialize)]
pub(super) struct Call {
    /// The client's id of it.
    pub(super) id: String,
    /// The client's tool.
    pub(super) tool: &'static str,
    /// What it is about.
    pub(super) subject: &'static str,
    /// Its arguments.
    pub(super) input: Value,
    /// What the hook answered.
    pub(super) verdict: VerdictAction,
    /// What the hook told the agent.
    pub(super) told: Option<String>,
    /// What the hook told the person.
    pub(super) alert: Option<String>,
    /// Whether it did what was asked; a refused call did nothing.
    pub(super) ok: Option<bool>,
    /// What the command ended with.
    pub(super) exit_code: Option<i32>,
    /// How long it took.
    pub(super) duration_ms: Option<u64>,
    /// What came of it, in a few words.
    pub(super) gist: Option<String>,
}

/// What the demo saw and measured.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    /// Whether everything was reached, in order, with one incident in each story.
    pub(super) ok: bool,
    /// What was reached, in order.
    pub(super) reached: Vec<Milestone>,
    /// Trips.
    pub(super) incidents: usize,
    /// Hook processes.
    pub(super) hook_calls: usize,
    /// How long one took; the median.
    pub(super) hook_median_ms: u64,
    /// Calls that were made.
    pub(super) calls_made: usize,
    /// Calls that were refused.
    pub(super) calls_refused: usize,
}

/// What has to happen, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Milestone {
    /// The agent was told that it repeats itself.
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
    pub(super) const ALL: &[Self] = &[
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
}
