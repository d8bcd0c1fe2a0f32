//! The steps of a life: what happens, and to which agent.

use fusebox_engine::EventKind;

use crate::attempts_model::Selection;

/// An agent, by the indexes of its session and of itself in it. Agent 0 is the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AgentIndex {
    pub(crate) session: usize,
    pub(crate) agent: usize,
}

impl AgentIndex {
    pub(crate) fn session_name(self) -> String {
        format!("s{}", self.session)
    }

    pub(crate) fn agent_name(self) -> String {
        if self.agent == 0 { "main".to_owned() } else { format!("a{}", self.agent) }
    }
}

/// One step.
#[derive(Debug, Clone)]
pub(crate) struct ScenarioStep {
    pub(crate) who: AgentIndex,
    /// How far the clock moves before the step.
    pub(crate) gap_ms: i64,
    /// Which of the two hook processes gets the event.
    pub(crate) hook: usize,
    pub(crate) action: StepAction,
    pub(crate) fault: InjectedFault,
}

/// What goes wrong while an event is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InjectedFault {
    None,
    /// The other process gets the event as well.
    Twice,
    /// Both processes get the event at the same time.
    AtOnce,
    /// The process ends before the commit, and the client sends the event again.
    Crash(CrashPoint),
    /// The process ends before the commit, and the event is lost.
    Lost(CrashPoint),
}

/// Where a process ends: before this is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CrashPoint {
    Agent,
    Session,
    Task,
    Incident,
    Effect,
}

impl CrashPoint {
    pub(crate) const ALL: [Self; 5] =
        [Self::Agent, Self::Session, Self::Task, Self::Incident, Self::Effect];
}

/// When the result of a call arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultTiming {
    Now,
    Later,
    Never,
}

#[derive(Debug, Clone)]
pub(crate) enum StepAction {
    /// An event that needs nothing else.
    Event(EventKind),
    SessionStart {
        with_task: bool,
    },
    Call {
        call: CallTemplate,
        timing: ResultTiming,
    },
    /// The result of a call that waits for one.
    LateResult(usize),
    /// An earlier request or result arrives again as another event.
    ResentCall(usize),
    /// An earlier event arrives again.
    RepeatedEvent(usize),
    Message,
    Bypass {
        minutes: u64,
    },
    Dismiss(usize),
    Escalate(usize),
    Store(StoreFault),
}

/// What happens to the store.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StoreFault {
    /// A new process takes the place of an old one.
    Reopen,
    /// The database is overwritten with garbage.
    Garbage,
    /// The database is emptied.
    EmptyDatabase,
    /// The notes of open sessions are emptied.
    EmptyNotes,
    /// The notes of open sessions are removed.
    LostNotes,
    /// The windows were written by another version and are dropped.
    Upgrade,
    /// The database has the first schema, which the next process upgrades.
    OldSchema,
    /// Nobody answers on the socket of a confined run: its hooks can only read.
    DeadSocket,
}

/// A tool call before it gets its numbers.
#[derive(Debug, Clone)]
pub(crate) enum CallTemplate {
    /// A new call with a new result.
    Fresh,
    /// One of a few calls, with the same result each time.
    Usual(usize),
    /// One of a few calls, with a new result.
    Odd(usize),
    /// One of a few calls, with an unknown result.
    Unknown(usize),
    /// One of a few calls that fail.
    Fails(usize),
    /// A file gets new content.
    Edit {
        test_file: bool,
    },
    /// The agent's last edit again.
    SameEdit,
    TestRun {
        run: usize,
        end: TestRunEnd,
    },
    Status,
    ReportBlocked,
    ReportComplete,
    /// The agent tries to reset its own breaker.
    ResetItself,
}

/// How a test run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestRunEnd {
    /// The failing tests, one bit each.
    Verdict {
        failing: u8,
    },
    BuildError,
}

/// The tests. No name is part of another.
pub(crate) const TESTS: [&str; 4] = ["cart::adds", "cart::moves", "shop::pays", "trims"];
pub(crate) const RUNS: [(&str, Selection); 3] = [
    ("cargo test", Selection::Whole),
    ("cargo test cart", Selection::Named("cart")),
    ("cargo test --lib", Selection::Part("--lib")),
];
/// The number of different calls that are made again.
pub(crate) const USUAL_CALLS: usize = 3;
