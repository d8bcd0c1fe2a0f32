//! What a finding is about, and what it advises.

use serde::{Deserialize, Serialize};

use crate::event::Tampering;
use crate::spend::{CapStanding, UsualCost};
use crate::test_run::{TestChange, TestRunEnd};
use crate::{OpenedBreaker, PicoUsd, SeenBefore, WorkMeasure};

/// What a finding is about, beyond its rule and its numbers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingSubject {
    /// The rule and its numbers say everything.
    #[default]
    None,
    /// A call, by its label.
    Call(String),
    /// A call that returns to a loop which was named before, by its label.
    RelapsedCall(String),
    /// One thing said again inside a single message.
    RepeatedWords,
    /// What of Fusebox a call touches, as a sentence.
    Protected(String),
    /// What was changed of the protection around the agent.
    Tampering(Tampering),
    /// A call that the open breaker of a tool or a service refuses.
    RefusedService {
        /// The key of the breaker.
        key: String,
        /// Milliseconds until a probe may run; `None` where that is not known.
        retry_after_ms: Option<u64>,
    },
    /// A call that probes the tool or service with this key.
    ProbedService(String),
    /// A breaker of a tool or a service that opened.
    OpenedBreaker(OpenedBreaker),
    /// A failing test, by its name.
    FailingTest {
        /// The name.
        name: String,
        /// Whether a test run failed; otherwise a write outside the scope was charged to it.
        by_run: bool,
    },
    /// Test runs that could not run.
    FailedRuns {
        /// How the last one ended.
        end: TestRunEnd,
        /// Its error, in one line.
        error: Option<String>,
    },
    /// A failing test that a call changes.
    ChangedTest {
        /// The name of the test.
        name: String,
        /// What the call does to it.
        change: TestChange,
    },
    /// Files outside the scope of the task.
    Scope(ScopeEvidence),
    /// The iterations of a loop.
    Loop(LoopEvidence),
    /// A cap of what is spent.
    SpendCap(Box<CapStanding>),
    /// What a session cost, beside other sessions of its project.
    UnusualCost {
        /// Its cost.
        cost: PicoUsd,
        /// The others.
        usual: UsualCost,
    },
    /// The good runs that a limit comes from.
    Calibrated {
        /// What is limited.
        #[serde(default)]
        measure: WorkMeasure,
        /// Those that stay within it.
        within: u64,
        /// All of them.
        runs: u64,
    },
    /// What a judge outside is asked about.
    JudgeAsked {
        /// Changes since the last green run.
        changes: u64,
        /// Calls since an accepted change or a green run.
        calls: u64,
    },
    /// Why the agent gets nowhere, as a judge outside says.
    Judged(String),
    /// A failure that tripped in this project before, and what helped then.
    SeenBefore(Box<SeenBefore>),
    /// A sentence that an earlier version stored, or that tells of lost state.
    Sentence(String),
}

/// The advice to the agent, or the consequence if it continues.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingAdvice {
    /// Nothing is said.
    #[default]
    None,
    /// The call is refused from this number on.
    CallRefusedFrom(u64),
    /// Every call of the tool is refused from this number on.
    ToolRefusedFrom(u64),
    /// The breaker opens at this number.
    BreakerOpensAt(u64),
    /// Doing it again gives no new answer; nothing is refused for it.
    AnotherWay,
    /// This call is refused; one more attempt opens the breaker.
    DoNotRetry,
    /// A person is asked whether the call may run once more.
    AskPerson,
    /// A hypothesis and a smaller experiment come before the next edit.
    Hypothesis,
    /// The file is to be read again before it is edited.
    ReadAgain,
    /// A budget is nearly used up: plan to wrap up.
    WrapUp,
    /// A budget is used up: summarize and report.
    Summarize,
}

/// Why a write is outside the scope of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeEvidence {
    /// The call writes more files than can be checked.
    TooManyFiles,
    /// The files are forbidden. Charged as a failed attempt at `test`.
    Forbidden {
        /// The files.
        files: NamedFiles,
        /// The test that is charged.
        test: String,
    },
    /// The files were refused before and are still not justified. Charged as a failed attempt.
    StillUnjustified {
        /// The files.
        files: NamedFiles,
        /// The test that is charged.
        test: String,
    },
    /// The reason given for a file is about a forbidden file. Charged as a failed attempt.
    UnrelatedReason {
        /// The file.
        file: String,
        /// The forbidden file that the reason names.
        about: String,
        /// The test that is charged.
        test: String,
    },
    /// The files need a justification: the first refusal explains how to give one.
    NeedsJustification {
        /// The files.
        files: NamedFiles,
        /// The test that failed last, if any test fails.
        failing: Option<String>,
    },
    /// The justification of a file is not accepted.
    RejectedReason {
        /// The file.
        file: String,
        /// What is wrong with it.
        fault: ReasonFault,
    },
}

/// The first files of a call, and how many more there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFiles {
    /// Their paths; an empty one is the folder itself.
    pub named: Vec<String>,
    /// How many are not named.
    pub more: usize,
}

/// Why a justification is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonFault {
    /// No test fails, so that none can need the file.
    NoFailingTest,
    /// The test it names does not fail.
    OtherTestFails {
        /// The test it names.
        named: String,
        /// The test that failed last.
        failing: String,
    },
    /// It has too few words to say why.
    TooShort,
    /// It is longer than one sentence may be.
    TooLong,
    /// It is more than one sentence.
    SeveralSentences,
}

/// What a rule saw of a loop's iterations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoopEvidence {
    /// The error at the end of the iterations, in one line.
    RepeatedError(String),
    /// Iterations without progress.
    NoProgress {
        /// Iterations in a row.
        iterations: u64,
        /// The most tests that ever passed.
        best_tests: Option<u64>,
        /// The number of the last iteration with progress.
        last_progress: Option<u64>,
        /// How often the agent said since then that the work is done.
        claims: u64,
        /// Whether the loop was probed after it had been open.
        probed: bool,
    },
    /// Tools that permissions denied.
    DeniedTools(Vec<String>),
    /// Tools that were denied only for compound commands whose parts are allowed.
    DeniedCompoundCommands(Vec<String>),
}
