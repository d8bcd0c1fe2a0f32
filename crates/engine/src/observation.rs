//! What an event means, without its text: the only thing the engine folds and the log keeps.

use serde::{Deserialize, Serialize};

use crate::event::{CheckpointResult, ControlOrder, PromptOrigin, TokenUsage};
use crate::scope::{ScopeJustification, WriteTargets};
use crate::service::{ServiceAdmission, ServiceFeedback};
use crate::stagnation::ObservedIteration;
use crate::test_run::{TestCall, TestRun, TouchedFile};
use crate::{AgentId, EventId, IncidentId, RunId, SessionId, TaskId, Timestamp};

/// One event, understood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The client's session.
    pub session: SessionId,
    /// The conversation inside the session.
    pub agent: AgentId,
    /// The unit of work that the session serves.
    pub task: TaskId,
    /// The id that makes a repeat harmless.
    pub id: EventId,
    /// When it happened, stamped by the runtime.
    pub at: Timestamp,
    /// Digest of session and id; names the incident that this event may open.
    pub digest: u64,
    /// What happened.
    pub fact: Fact,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// A session began or was resumed.
    SessionStart {
        /// The agent program.
        client: Option<String>,
        /// What the agent is for.
        role: Option<String>,
        /// The task that the session serves.
        task: Option<TaskId>,
        /// The folder it works in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<String>,
        /// The supervised run that it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<RunId>,
    },
    /// The agent was given a prompt.
    Prompt {
        /// Who gave it.
        by: PromptOrigin,
        /// A person's words, short and redacted; kept only while a breaker is open, where they
        /// are guidance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// The agent wants to call a tool.
    Request(CallRequest),
    /// A tool call ended.
    Outcome(Box<CallOutcome>),
    /// The results of one model response are in.
    RoundEnd,
    /// Tokens, messages and money.
    Usage(ObservedUsage),
    /// One iteration of a loop ended.
    Iteration(Box<ObservedIteration>),
    /// The conversation was compacted.
    Compaction,
    /// Assistant text.
    Message {
        /// Digest of the text, white space folded; `None` for a part of a message.
        digest: Option<u64>,
        /// How often one thing is said inside the message: a sentence, or its tail.
        repeats: u64,
        /// Whether it is thinking.
        #[serde(default, skip_serializing_if = "is_false")]
        thought: bool,
        /// Its last sentence, short and redacted: what the agent is about to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// The client's stop was refused and the agent goes on.
    StopBlocked,
    /// A subagent began.
    Subagent {
        /// The agent that started it.
        parent: AgentId,
        /// How deep it stands; the main agent is 0.
        depth: u32,
    },
    /// The agent ended its turn and waits.
    Idle {
        /// Its last words, short and redacted.
        said: Option<String>,
    },
    /// The agent reports that it waits for something.
    Blocked {
        /// What it waits for.
        on: Option<String>,
        /// What it says, short and redacted.
        summary: Option<String>,
    },
    /// What blocked the agent is gone.
    Resume,
    /// The agent reports that the work is done.
    Complete {
        /// What it says, short and redacted.
        summary: Option<String>,
    },
    /// A person's guidance.
    Guidance {
        /// What they say.
        text: String,
        /// The test it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<String>,
    },
    /// A person resets the breaker.
    Reset {
        /// What the agent is told when it goes on.
        guidance: Option<String>,
        /// The test it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<String>,
    },
    /// A person takes a test out of the count of attempts.
    Skip {
        /// Its name, or the end of it.
        test: String,
    },
    /// A person gives the task another scope: its attempts start again.
    Rescope,
    /// A person lets everything pass for a while.
    Bypass {
        /// The end of the bypass.
        until: Timestamp,
    },
    /// A person says that an incident was wrong.
    Dismiss {
        /// Which one.
        incident: IncidentId,
    },
    /// What became of a task's checkpoint.
    Checkpoint {
        /// Whose it is.
        task: TaskId,
        /// What became of it.
        became: CheckpointResult,
    },
    /// Time passed.
    Tick,
    /// The session ended.
    SessionEnd,
    /// Something that no rule uses yet; it is kept in the log and counts as activity.
    Other {
        /// Its canonical type.
        kind: String,
    },
}

/// A tool call about to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallRequest {
    /// Digest of the client's call id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// Digest of the model response it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// What is called.
    pub subject: CallSubject,
    /// What the shared breakers of its tool said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker: Option<Box<ServiceAdmission>>,
}

/// What a call is, as far as the rules need it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallSubject {
    /// The canonical tool class or the tool's own name.
    pub tool: String,
    /// Digest of tool and canonical arguments; `None` when the arguments are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// Digest of the tool alone.
    #[serde(default)]
    pub kind: u64,
    /// Digest of tool and arguments with every number replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<u64>,
    /// Short redacted form for people.
    pub label: String,
    /// A test run, by the parsed command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Box<TestCall>>,
    /// The files that it changes, as far as the call names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TouchedFile>,
    /// The files that it writes, resolved; given only while the task has a scope.
    #[serde(default, rename = "reach", skip_serializing_if = "Option::is_none")]
    pub write_targets: Option<Box<WriteTargets>>,
    /// Whether such a call changes files.
    #[serde(default, skip_serializing_if = "WriteCondition::is_never")]
    pub writes: WriteCondition,
    /// A call whose nature is to wait (`sleep`, `--watch`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub waits: bool,
    /// A search or a test: where it says nothing, that is an answer, whatever its status says.
    #[serde(default, skip_serializing_if = "is_false")]
    pub searches: bool,
    /// A command line that only prints what it was told: talk, whose answer says nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub talk: bool,
    /// What of Fusebox it concerns.
    #[serde(default, skip_serializing_if = "GuardClass::is_none")]
    pub guard: GuardClass,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Whether a call changes files, judged by what is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteCondition {
    /// It only reads, or nothing is known.
    #[default]
    Never,
    /// It does when it succeeds: an edit.
    WhenOk,
    /// It may even when it fails: a command line that writes and then does something else.
    Always,
}

impl WriteCondition {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_never(&self) -> bool {
        *self == Self::Never
    }
}

/// How a call concerns Fusebox itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardClass {
    /// Not at all.
    #[default]
    None,
    /// It is one of the calls that always pass (`fusebox status`).
    Listed,
    /// The agent's report; always passes.
    Report(AgentReport),
    /// The agent says why it needs a file outside the scope.
    Justify(ScopeJustification),
    /// It would touch Fusebox's state, configuration or hooks, or give an order that is a
    /// person's; never passes. The text says what it touched.
    Protected(String),
}

impl GuardClass {
    fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// What an agent reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentReport {
    /// The work is done.
    Complete {
        /// What it says.
        summary: String,
    },
    /// It waits for something.
    Blocked {
        /// What it waits for.
        on: Option<String>,
        /// What it says.
        summary: String,
    },
}

/// A tool call that ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallOutcome {
    /// Digest of the client's call id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// Whether the tool did what was asked.
    pub ok: bool,
    /// Digest of the masked output; `None` when it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<u64>,
    /// The output says nothing but that it was done or that all is well: `ok`, `200`, `Message sent`, a
    /// test run that passes, nothing at all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub trivial: bool,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
    /// The last line of the output, short and redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gist: Option<String>,
    /// How long it ran, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// What it changed.
    #[serde(default, skip_serializing_if = "WorkspaceChange::is_untold")]
    pub change: WorkspaceChange,
    /// The files it changed, where the client tells them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TouchedFile>,
    /// What it showed, if it is a test run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Box<TestRun>>,
    /// Whether a client, a person or a guard refused the call.
    #[serde(default, skip_serializing_if = "is_false")]
    pub refused: bool,
    /// What was called, where no request came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unasked: Option<CallSubject>,
    /// What the shared breakers of its tool were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker: Option<Box<ServiceFeedback>>,
}

/// What a call changed in the workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkspaceChange {
    /// The client does not say: what was asked for decides.
    #[default]
    Untold,
    /// Nothing.
    Nothing,
    /// Something; the digests are of the new contents and tell a new change from an old one.
    Contents(Vec<u64>),
    /// Something, by a call that writes; call and result together tell whether it is new.
    ByCall,
    /// The whole workspace now has this digest.
    Workspace(u64),
}

impl WorkspaceChange {
    fn is_untold(&self) -> bool {
        *self == Self::Untold
    }
}

/// What an error comes down to once volatile parts are masked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorSignature {
    /// Digest of the masked line.
    pub digest: u64,
    /// The line, short and redacted.
    pub line: String,
}

/// Tokens, messages and money, checked: money in millionths of a US dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedUsage {
    /// Tokens received in this report.
    pub output_tokens: u64,
    /// Gauge: the size of the conversation now.
    pub context_tokens: Option<u64>,
    /// Gauge: messages in the conversation now.
    pub messages: Option<u64>,
    /// Cost of this report in millionths of a US dollar.
    pub cost_micros: u64,
}

impl From<&TokenUsage> for ObservedUsage {
    fn from(usage: &TokenUsage) -> Self {
        let micros = usage.cost_usd * 1_000_000.0;
        Self {
            output_tokens: usage.output_tokens,
            context_tokens: usage.context_tokens,
            messages: usage.messages,
            cost_micros: if micros.is_finite() && micros > 0.0 { micros.round() as u64 } else { 0 },
        }
    }
}

impl From<&ControlOrder> for Fact {
    fn from(control: &ControlOrder) -> Self {
        match control {
            ControlOrder::Reset { guidance, test } => {
                Self::Reset { guidance: guidance.clone(), test: test.clone() }
            }
            ControlOrder::Skip { test } => Self::Skip { test: test.clone() },
            ControlOrder::Rescope => Self::Rescope,
            ControlOrder::Bypass { until } => Self::Bypass { until: *until },
            ControlOrder::Dismiss { incident } => Self::Dismiss { incident: incident.clone() },
            ControlOrder::Checkpoint { task, became } => {
                Self::Checkpoint { task: task.clone(), became: became.clone() }
            }
        }
    }
}
