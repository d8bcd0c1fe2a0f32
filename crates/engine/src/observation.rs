//! What an event means, without its text: the only input of the fold and the only content of the log.

use serde::{Deserialize, Serialize};

use crate::error_signature::ErrorSignature;
use crate::event::{CheckpointResult, ForkOfOpen, PromptOrigin, SessionStart, Tampering};
use crate::failure_sign::SeenBefore;
use crate::observed_usage::ObservedUsage;
use crate::pause::{Pause, PausedEvent};
use crate::scope::{ScopeJustification, WriteTargets};
use crate::service::{ServiceAdmission, ServiceFeedback};
use crate::spend::{CapLimit, CapStanding};
use crate::stagnation::ObservedIteration;
use crate::state::is_default;
use crate::test_run::{TestCall, TestRun, TouchedFile};
use crate::{AgentId, EventId, IncidentId, LineSet, SessionId, TaskId, Timestamp};
use crate::{AskedThing, FailureWithoutStatus, WorkKind};

/// What one event means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The client's session.
    pub session: SessionId,
    /// The conversation inside the session.
    pub agent: AgentId,
    /// The task that the session serves.
    pub task: TaskId,
    /// The id of the event, which makes repeats harmless.
    pub id: EventId,
    /// When it happened; the runtime stamps it.
    pub at: Timestamp,
    /// Digest of session and id, from which the id of an incident is made.
    pub digest: u64,
    /// What happened.
    pub fact: Fact,
}

impl Observation {
    /// The call that the agent asks for, if it does.
    pub(crate) fn request(&self) -> Option<&CallRequest> {
        if let Fact::Request(request) = &self.fact { Some(request) } else { None }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// A session began or was resumed.
    SessionStart(SessionStart),
    /// The agent was given a prompt.
    Prompt {
        /// Who gave it.
        by: PromptOrigin,
        /// A person's text, short and redacted; kept only while a breaker is open, when it
        /// is guidance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// Spent caps to which a person's prompt added a step.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lifted: Vec<CapStanding>,
        /// Whether a cap opened the agent's breaker, and none is spent any more.
        #[serde(default, skip_serializing_if = "is_default")]
        has_room: bool,
    },
    /// The agent asks to call a tool.
    Request(CallRequest),
    /// A tool call ended.
    Outcome(Box<CallOutcome>),
    /// The results of one model response are complete.
    RoundEnd,
    /// Tokens, messages and cost.
    Usage(ObservedUsage),
    /// One iteration of a loop ended.
    Iteration(Box<ObservedIteration>),
    /// The conversation was compacted.
    Compaction,
    /// Assistant text.
    Message {
        /// Digest of the text, white space folded; `None` for a part of a message.
        digest: Option<u64>,
        /// How often a sentence, or the tail of the message, repeats inside it.
        repeats: u64,
        /// Whether it is thinking instead of a message.
        #[serde(default, skip_serializing_if = "is_default")]
        thought: bool,
        /// Its last sentence, short and redacted: what the agent plans to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// A stop hook refused the stop and the agent continues.
    StopBlocked,
    /// A subagent began.
    Subagent {
        /// The agent that started it, if the client tells it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parent: Option<AgentId>,
        /// Its depth, if the client tells it; the main agent is at 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
    },
    /// The agent ended its turn and waits.
    Idle {
        /// Its last message, short and redacted.
        said: Option<String>,
    },
    /// The agent reports that it waits for something.
    Blocked {
        /// What it waits for.
        on: Option<String>,
        /// Its summary, short and redacted.
        summary: Option<String>,
    },
    /// The agent is no longer blocked.
    Resume,
    /// The agent reports that the work is done.
    Complete {
        /// Its summary, short and redacted.
        summary: Option<String>,
    },
    /// A person's guidance.
    Guidance {
        /// The text of the guidance.
        text: String,
        /// The test it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<String>,
    },
    /// A person resets the breaker.
    Reset {
        /// The text that the agent receives when it continues.
        guidance: Option<String>,
        /// The test it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<String>,
    },
    /// A person excludes a test from the count of attempts.
    Skip {
        /// The name of the test, or the end of it.
        test: String,
    },
    /// A person gives the task a new scope: its attempts start again.
    Rescope,
    /// The supervisor tries the task again in a fresh session.
    Retry,
    /// The supervisor handed the trip to a person.
    Escalate {
        /// Which incident.
        incident: IncidentId,
    },
    /// A person lets every call pass for a while.
    Bypass {
        /// The end of the bypass.
        until: Timestamp,
    },
    /// A person lets more be spent than the limit of the task that opened its breaker.
    SpendAllowed {
        /// How much more.
        more: CapLimit,
    },
    /// Something that a person's pause refuses; no rule is asked about it.
    Paused {
        /// The pause.
        pause: Pause,
        /// What came.
        event: PausedEvent,
    },
    /// A person says that an incident was wrong.
    Dismiss {
        /// Which one.
        incident: IncidentId,
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
        /// The task of the checkpoint.
        task: TaskId,
        /// The result.
        became: CheckpointResult,
    },
    /// The protection around the agent was changed inside one of its calls.
    Tampering(Tampering),
    /// The session goes on with the conversation of one whose breaker is open.
    ForkOfOpen(Box<ForkOfOpen>),
    /// Time passed.
    Tick,
    /// The session ended.
    SessionEnd,
    /// An event that no rule uses; it is logged and counts as activity.
    Other {
        /// Its canonical type.
        kind: String,
    },
}

/// A tool call that the agent asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallRequest {
    /// Digest of the client's call id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// Digest of the model response it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// Whether it is made now, whatever call had its id before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub anew: bool,
    /// What is called.
    pub subject: CallSubject,
    /// The answer of the shared breakers of its tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker: Option<Box<ServiceAdmission>>,
    /// Whether the client can ask a person about it, who sits there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub can_ask: bool,
    /// The caps that are spent; `None` where none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caps: Option<Vec<CapStanding>>,
}

/// The properties of a call that the rules need.
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
    /// A short redacted form for people.
    pub label: String,
    /// Digests of the words that the call names behind the first of its label, cut to 16 bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<u16>,
    /// The test run, if the command line runs tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Box<TestCall>>,
    /// The files that it changes, as far as the call names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TouchedFile>,
    /// The files that it writes, resolved; given only while the task has a scope.
    #[serde(default, rename = "reach", skip_serializing_if = "Option::is_none")]
    pub write_targets: Option<Box<WriteTargets>>,
    /// How large an edit of one file is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit_size: Option<EditSize>,
    /// Whether such a call changes files.
    #[serde(default, skip_serializing_if = "is_default")]
    pub writes: WriteCondition,
    /// Whether the call waits by its nature (`sleep`, `--watch`).
    #[serde(default, skip_serializing_if = "is_default")]
    pub waits: bool,
    /// Whether it starts a process that outlives it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub starts_background: bool,
    /// Whether it is a search or a test, whose empty output is an answer whatever its exit status.
    #[serde(default, skip_serializing_if = "is_default")]
    pub searches: bool,
    /// Whether the command line only prints its own arguments, so that its output says nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub talk: bool,
    /// Whether the status of the command line is not that of the program that does the work (`make | tail -5`).
    #[serde(default, skip_serializing_if = "is_default")]
    pub hides_status: bool,
    /// Whether the command line makes a commit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commits: bool,
    /// Digest of the name of the file that it edits, without the folder; `None` for other calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_file: Option<u16>,
    /// Whether it names the file that was edited last, and edits nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub looks_at_edited: bool,
    /// Digest of what the call asks about: files and ranges, hosts, packages, tables, URLs, patterns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u64>,
    /// The lines of a file that it shows, where it says which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// Digest of the program that gives a command line its status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<u64>,
    /// Digest of what a command line runs, in whichever spelling, and in which folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u16>,
    /// Digest of the program that makes a check, whatever it is told, and of the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checker: Option<u16>,
    /// Digest of where a call that checks or builds meets faults: the folder, the environment and the package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_scope: Option<u16>,
    /// Whether what it prints is a secret and nothing else.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prints_secret: bool,
    /// Whether a command line starts anew what runs, and shows how it goes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restarts: bool,
    /// What kind of work it is, where the rules treat that apart.
    #[serde(default, skip_serializing_if = "is_default")]
    pub work: WorkKind,
    /// How it concerns Fusebox itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub guard: GuardClass,
}

/// Lines of a file, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    /// Digest of what a look at the file from its first line on asks about. Short.
    pub file: u32,
    /// The first line, counted from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
}

/// How large an edit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditSize {
    /// Digest of the file's path. Short.
    pub file: u32,
    /// How much text it puts in place of another, in bytes.
    pub bytes: u64,
}

/// Whether a call changes files, judged by its arguments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteCondition {
    /// It only reads, or nothing is known of it.
    #[default]
    Never,
    /// If it succeeds: an edit.
    WhenOk,
    /// Even if it fails: a command line that writes and then does something else.
    Always,
}

/// How a call concerns Fusebox itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardClass {
    /// It does not.
    #[default]
    None,
    /// It is a call that always passes (`fusebox status`).
    Listed,
    /// It is the agent's report, which always passes.
    Report(AgentReport),
    /// It is the agent's reason for a file outside the scope.
    Justify(ScopeJustification),
    /// It would touch Fusebox's state, configuration or hooks, or give an order that only a
    /// person may give; it never passes. The text says what it touches.
    Protected(String),
}

/// What an agent reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentReport {
    /// The work is done.
    Complete {
        /// Its summary.
        summary: String,
    },
    /// It waits for something.
    Blocked {
        /// What it waits for.
        on: Option<String>,
        /// Its summary.
        summary: String,
    },
}

/// A tool call that ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallOutcome {
    /// Digest of the client's call id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// Whether the tool succeeded.
    pub ok: bool,
    /// Digest of the masked output; `None` when it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<u64>,
    /// Whether the output only acknowledges success: `ok`, `200`, `Message sent`, a passing test run, or none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trivial: bool,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorSignature>,
    /// Digest of the error without the words that the call itself named; `None` where that is its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_beyond_call: Option<u64>,
    /// Whether a search or a look found nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fruitless: bool,
    /// What the answer to a call that asks about a thing says of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub thing: AskedThing,
    /// Whether the answer says that what was asked about has ended, or is not there: it changes no more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ended: bool,
    /// Whether a check that ended so has run: its output is what it found.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tells_findings: bool,
    /// Whether what others run, and the call asked about, is in trouble: a pipeline that failed, a log whose last line says so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tells_trouble: bool,
    /// Whether a bound of its own (`timeout 6 …`) ended a program that printed something else than an error.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ended_by_bound: bool,
    /// Whether the output says that the call ran tests, of which some failed, or measured a speed: it checks.
    #[serde(rename = "checks", default, skip_serializing_if = "is_default", alias = "ran_tests")]
    pub has_checked: bool,
    /// How many failures the output tells of, where the names of those that failed are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failures: Option<u64>,
    /// Digest of the words with which a failed check names what fails, where no reader knows the names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_words: Option<u64>,
    /// Digest of what the call was given (a file, a part of the project), where it failed and that may be about it: the same
    /// words about another one are then an answer about that one. Never 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<u16>,
    /// Digest of the faults that a failed call names, each in its file, or of how a program failed to start: the same whatever
    /// program tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<u64>,
    /// Digest of what a failed call says is lacking (a licence, a library, a setting) or denied, the same whatever asks for it; or
    /// of the line in which it uses a member that something does not have, the same whatever member is guessed; or of how a server
    /// refuses what is sent to one address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lack: Option<u64>,
    /// How it tells of a failure of which no status tells.
    #[serde(default, skip_serializing_if = "is_default")]
    pub failure_without_status: FailureWithoutStatus,
    /// Whether the call first brought back to how it began what runs or what tools made (`nx reset && nx build`): where it fails,
    /// that was another try.
    #[serde(default, skip_serializing_if = "is_default")]
    pub resets_first: bool,
    /// The lines that a check printed whose result is what failed, and not the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lines: LineSet,
    /// Whether one of them was printed by no failed check since the last change.
    #[serde(default, skip_serializing_if = "is_default")]
    pub has_new_line: bool,
    /// Where a failed call says that it failed: the number of a line or of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_place: Option<u32>,
    /// Digest of the name of a program or module that is not there, by which the call failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<u64>,
    /// The last line of the output, short and redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gist: Option<String>,
    /// The failure that it is the first sign of, where this project has seen it before; the runtime adds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_before: Option<Box<SeenBefore>>,
    /// How long it ran, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// What it changed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub change: WorkspaceChange,
    /// The files it changed, if the client reports them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TouchedFile>,
    /// The result, if it is a test run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Box<TestRun>>,
    /// Whether the client, a person or a guard refused the call.
    #[serde(default, skip_serializing_if = "is_default")]
    pub refused: bool,
    /// The call, if no request came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unasked: Option<CallSubject>,
    /// What was reported to the shared breakers of its tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker: Option<Box<ServiceFeedback>>,
}

impl CallOutcome {
    /// The digest of the call that the result names.
    #[must_use]
    pub fn named_call(&self) -> Option<u64> {
        self.unasked.as_ref()?.call
    }

    /// Whether the result tells which tests failed.
    pub(crate) fn names_failures(&self) -> bool {
        self.result.is_some_and(|result| result & !Self::BEYOND_NAMES != Self::UNNAMED_TESTS)
    }

    /// Stands for the digest of an error by which somebody may not do something, in all its words.
    pub const DENIAL: u64 = 1;

    /// Stands for the names of failed tests where they are not known: they may be any.
    pub const UNNAMED_TESTS: u64 = 2 << 32;

    /// The bits of such a result that say how many failed, and those that say where.
    pub(crate) const COUNT: u64 = 0xffff;
    pub(crate) const PLACE: u64 = 0xffff << 16;
    pub(crate) const BEYOND_NAMES: u64 = Self::PLACE | Self::COUNT;

    /// The result of a test run that failed: a digest of the names, in the 16 bits below a digest of where
    /// these tests are, and in its last 16 bits how many failed, 0 where that is not known.
    #[must_use]
    pub fn failed_tests(names: u64, place: u16, count: u64) -> u64 {
        names & !Self::BEYOND_NAMES | u64::from(place) << 16 | count.min(Self::COUNT)
    }
}

/// What a call changed in the workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkspaceChange {
    /// The client does not report it: the request decides.
    #[default]
    Untold,
    /// Nothing.
    Nothing,
    /// Files; the digests of their new contents tell a new change from an old one.
    Contents(Vec<u64>),
    /// Something, by a call that writes; call and result together tell whether the change is new.
    ByCall,
    /// Files in which git left conflicts: another try that is no new work yet.
    Conflicts,
    /// The whole workspace now has this digest.
    Workspace(u64),
}
