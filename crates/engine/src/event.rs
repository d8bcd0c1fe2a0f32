//! The canonical event: a fact as a client reports it, with its text.
//!
//! Each client's protocol is translated to this type. `observe` turns it into an
//! [`Observation`](crate::Observation), which is all that the engine folds and the log keeps.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::finding::FindingData;
use crate::spend::SubscriptionWindow;
use crate::state::is_default;
use crate::{
    AgentId, CalibratedLimit, CallId, EventId, Finding, RunId, ServiceTier, SessionId, TaskId,
    Timestamp, TokenCounts, Tool,
};

/// One fact that a client reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The client's session id.
    pub session: SessionId,
    /// The client's id of this event; made by the runtime when absent.
    pub id: Option<EventId>,
    /// When it happened; now when absent.
    pub at: Option<Timestamp>,
    /// Which conversation of the session.
    pub agent: AgentId,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// A session began or was resumed.
    SessionStart(SessionStart),
    /// The agent was given a prompt.
    Prompt {
        /// Who gave it.
        by: PromptOrigin,
        /// Its text.
        text: String,
    },
    /// The agent asks to call a tool.
    ToolRequest(ToolRequest),
    /// A tool call ended.
    ToolResult(Box<ToolResult>),
    /// The results of one model response are complete.
    RoundEnd,
    /// Assistant text.
    Message {
        /// The text.
        text: String,
        /// Whether this is a chunk of one message.
        part: bool,
    },
    /// Assistant thinking.
    Thought {
        /// The text.
        text: String,
    },
    /// Tokens, messages and cost.
    Usage(TokenUsage),
    /// One iteration of a loop ended.
    Iteration(Box<LoopIteration>),
    /// The conversation was compacted.
    Compaction,
    /// A subagent began.
    Subagent {
        /// The agent that started it; without one, the agent that last asked for a subagent.
        parent: Option<AgentId>,
        /// Its depth, where the main agent is at 0; one below its parent without it.
        depth: Option<u32>,
    },
    /// A stop hook refused the stop and the agent continues.
    StopBlocked {
        /// Why.
        text: String,
    },
    /// The agent ended its turn and waits.
    Idle {
        /// Its last message.
        said: Option<String>,
    },
    /// The agent reports that it waits for something.
    Blocked {
        /// What it waits for.
        on: Option<String>,
        /// Its summary.
        summary: Option<String>,
    },
    /// The agent is no longer blocked.
    Resume,
    /// The agent reports that the work is done.
    Complete {
        /// Its summary.
        summary: Option<String>,
    },
    /// A person's guidance.
    Guidance {
        /// The text of the guidance.
        text: String,
        /// The test it is about.
        test: Option<String>,
    },
    /// A person's order about the breaker itself.
    Control(ControlOrder),
    /// A file of ours or of a client lost its protection inside an agent's call; the runtime saw it.
    Tampering(Tampering),
    /// The session turns out to go on with the conversation of one whose breaker is open.
    ForkOfOpen(Box<ForkOfOpen>),
    /// Time passed.
    Tick,
    /// The session ended.
    SessionEnd,
}

/// A session began or was resumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionStart {
    /// The agent program.
    pub client: Option<String>,
    /// What the agent is for; selects overrides.
    pub role: Option<String>,
    /// The task that the session serves.
    pub task: Option<TaskId>,
    /// The working directory.
    #[serde(default, rename = "folder", skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The folder of the project that it works in, where that is another; the runtime adds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The supervised run that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// What the agent is told of the sessions before it; the runtime adds it where a person answered
    /// the last trip of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub briefing: Option<String>,
    /// What finished work of this client took in this project; the runtime adds it where limits are calibrated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub calibrated_limits: Vec<CalibratedLimit>,
    /// The signs of failures that tripped in this project before and that advice then helped; the runtime adds them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failure_signs: Vec<u64>,
    /// It goes on with the conversation of another session, which the client does not name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_fork: bool,
}

/// Who gave a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptOrigin {
    /// A person at an interactive client.
    Human,
    /// A script, a scheduler, another agent, the client itself.
    Automation,
}

/// What an agent changed of the protection around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tampering {
    /// What was lost, in words for people.
    pub lost: String,
    /// Whether it was put back.
    pub put_back: bool,
}

/// The open session whose conversation another one goes on with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ForkOfOpen {
    /// The open session.
    pub parent: SessionId,
    /// What opened it.
    #[serde(with = "FindingData")]
    pub cause: Finding,
}

/// A tool call that the agent asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolRequest {
    /// The client's id of the call.
    pub call: Option<CallId>,
    /// The model response it belongs to.
    pub round: Option<String>,
    /// The tool.
    pub tool: Tool,
    /// Its arguments; `None` is unknown and never equal to anything.
    pub input: Option<Value>,
    /// The folder it runs in; the session's folder when absent.
    pub cwd: Option<String>,
    /// Whether the client can ask a person about it, who sits there.
    pub can_ask: bool,
}

/// A tool call that ended.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolResult {
    /// The client's id of the call.
    pub call: Option<CallId>,
    /// Whether the tool succeeded; unknown when absent.
    pub ok: Option<bool>,
    /// Its output; unknown when absent.
    pub output: Option<String>,
    /// The exit code of a command.
    pub exit_code: Option<i32>,
    /// The class of the error (`ToolError`, `NetworkError`, …).
    pub error_kind: Option<String>,
    /// How long it ran, in milliseconds.
    pub duration_ms: Option<u64>,
    /// Files that the call changed.
    pub changed: Option<ChangedFiles>,
    /// Digest of the whole workspace after the call, in the client's own form.
    pub workspace: Option<String>,
    /// Whether the client, a person or a guard refused the call.
    pub refused: bool,
    /// The call itself, if the client sent no request for it (for example a call that failed
    /// its input check).
    pub request: Option<ToolRequest>,
    /// The command or the file that the output is of, if the client names it with the result.
    pub printed_by: Option<String>,
}

/// What a call changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangedFiles {
    /// A number of files.
    Count(u64),
    /// The files, with the new content if the client reports it.
    Files(Vec<ChangedFile>),
}

impl ChangedFiles {
    /// What an edit of these files changed: nothing if it failed. `None` if it succeeded and names no
    /// file in a known form, since it did change something.
    #[must_use]
    pub fn by_edit(files: Vec<ChangedFile>, ok: bool) -> Option<Self> {
        match (ok, files.is_empty()) {
            (false, _) => Some(Self::Files(Vec::new())),
            (true, true) => None,
            (true, false) => Some(Self::Files(files)),
        }
    }
}

/// One changed file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path as the client gives it.
    pub path: String,
    /// Its content afterwards, if known.
    pub content: Option<String>,
    /// The client says that the file is new.
    pub created: bool,
}

/// Tokens, messages and cost. The counts cover this report alone; the two gauges are totals.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TokenUsage {
    /// Tokens sent that were not read from the provider's cache; those that were written to it are among them.
    pub input_tokens: u64,
    /// Tokens received.
    pub output_tokens: u64,
    /// Tokens read from the provider's cache.
    pub cache_read_tokens: u64,
    /// Of the tokens sent, those written to the cache for five minutes, or for the provider's only duration.
    pub cache_write_tokens: u64,
    /// Of the tokens sent, those written to the cache for one hour.
    pub cache_write_1h_tokens: u64,
    /// The model that one response came from. Without a cost, its prices give one.
    pub model: Option<String>,
    /// How the provider served the response.
    pub service_tier: ServiceTier,
    /// Gauge: the size of the conversation now.
    pub context_tokens: Option<u64>,
    /// Gauge: messages in the conversation now.
    pub messages: Option<u64>,
    /// Cost in US dollars, as the client reports it.
    pub cost_usd: f64,
    /// Searches of the web that the provider made for it; each has a price.
    pub web_searches: u64,
    /// Gauge: how much of the subscription's windows is used.
    pub windows: Vec<SubscriptionWindow>,
}

impl TokenUsage {
    /// The tokens by the kinds that have prices of their own.
    #[must_use]
    pub fn counts(&self) -> TokenCounts {
        let written = self.cache_write_tokens.saturating_add(self.cache_write_1h_tokens);
        TokenCounts {
            input: self.input_tokens.saturating_sub(written),
            output: self.output_tokens,
            cache_read: self.cache_read_tokens,
            cache_write: self.cache_write_tokens,
            cache_write_1h: self.cache_write_1h_tokens,
        }
    }
}

/// One iteration of a loop, measured from outside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoopIteration {
    /// The run of the loop it belongs to.
    pub run: Option<String>,
    /// Files that differ from the snapshot taken at its start, untracked ones included; unknown
    /// when absent, which is never "none".
    pub files_changed: Option<u64>,
    /// Commits made in it; unknown when absent.
    pub commits: Option<u64>,
    /// Tests that pass after it; unknown when absent.
    pub tests_passing: Option<u64>,
    /// Characters of the agent's output; unknown when absent.
    pub output_len: Option<u64>,
    /// Its error text, if it ended with one.
    pub error: Option<String>,
    /// How its process ended.
    pub outcome: IterationEnd,
    /// The agent says that the work is done.
    pub claims_complete: bool,
    /// Questions that the agent asks instead of working.
    pub questions: u64,
    /// Tools that the agent was denied by the client's permissions.
    pub denied_tools: Vec<DeniedTool>,
}

/// How the process of an iteration ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IterationEnd {
    /// It succeeded.
    #[default]
    Ok,
    /// It ran out of time while it worked.
    Timeout,
    /// It was stopped because it did nothing for too long.
    Idle,
    /// It exited with a code other than 0.
    Exit,
    /// The model's API refused or failed.
    ApiError,
}

/// A tool that the client's permissions denied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeniedTool {
    /// Its name as the client gives it.
    pub tool: String,
    /// Whether only the compound command was denied: each of its commands alone is allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compound: bool,
}

/// An order about the breaker from a person or from one of Fusebox's commands; never taken from an
/// agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ControlOrder {
    /// Closes the breaker, with or without guidance.
    Reset {
        /// The text that the agent receives when it continues.
        guidance: Option<String>,
        /// The test that the guidance is about; all tests when absent.
        test: Option<String>,
    },
    /// Excludes a test from the count of attempts.
    Skip {
        /// The name of the test, or the end of it.
        test: String,
    },
    /// The task has a new scope: its attempts start again.
    Rescope,
    /// The supervisor tries the task again in a fresh session, with the analysis of the trip.
    Retry,
    /// The supervisor handed the trip to a person: only an order ends it.
    Escalate {
        /// The incident of the trip.
        incident: crate::IncidentId,
    },
    /// Lets every call pass until then.
    Bypass {
        /// The end of the bypass.
        until: Timestamp,
    },
    /// Lets more be spent than the limit of the task that opened its breaker.
    AllowSpend {
        /// How much more.
        more: crate::spend::CapLimit,
    },
    /// An incident was wrong: closes it and forgets its evidence.
    Dismiss {
        /// Which one.
        incident: crate::IncidentId,
    },
    /// A judge outside answered whether the agent still gets anywhere.
    Judgement {
        /// Whether it does.
        gets_anywhere: bool,
        /// Why, short and redacted.
        reason: String,
    },
    /// The result of making a task's checkpoint.
    Checkpoint {
        /// The task of the checkpoint: the session may serve another one by now.
        task: TaskId,
        /// The result.
        became: CheckpointResult,
    },
}

/// The result of making a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointResult {
    /// It was made.
    Kept {
        /// Its tag.
        tag: String,
        /// When the capture ended.
        at: Timestamp,
        /// Files that are not in it.
        left_out: u64,
    },
    /// It could not be made, or there was nothing to capture.
    Missing {
        /// The reason, short.
        why: String,
    },
    /// The task is complete, and it was removed.
    Removed,
}
