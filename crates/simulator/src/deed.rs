//! What happens in a life, and to whom.

use crate::attempts_model::Selection;
use crate::dice::word;

/// An agent: the indexes of its session and of itself there; agent 0 is the main one.
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

/// One deed.
#[derive(Debug, Clone)]
pub(crate) struct ScenarioStep {
    pub(crate) who: AgentIndex,
    /// How the clock moves before it.
    pub(crate) gap_ms: i64,
    /// Which of the two hook processes hears of it.
    pub(crate) hook: usize,
    pub(crate) what: StepAction,
    pub(crate) fault: InjectedFault,
}

/// What goes wrong while an event is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InjectedFault {
    None,
    /// It is told a second time, to the other process.
    Twice,
    /// Both processes are told at the same time.
    AtOnce,
    /// The process ends before the commit, and the client tells it again.
    Crash(CrashPoint),
    /// The process ends before the commit, and nobody tells it again.
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

/// When the result of a call comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultTiming {
    Now,
    Later,
    Never,
}

#[derive(Debug, Clone)]
pub(crate) enum StepAction {
    Start {
        with_task: bool,
    },
    Human,
    Automation,
    Call {
        call: CallTemplate,
        when: ResultTiming,
    },
    /// The result of a waiting call.
    Answer(usize),
    /// A request or result told before comes again, as another event.
    Again(usize),
    /// An event told before comes again.
    Repeat(usize),
    RoundEnd,
    Message,
    Usage {
        tokens: u64,
        messages: u64,
    },
    Compaction,
    StopBlocked,
    Idle,
    Blocked,
    Complete,
    Resume,
    Guidance(Option<usize>),
    Reset {
        word: bool,
    },
    Bypass {
        minutes: u64,
    },
    Dismiss(usize),
    Skip(usize),
    Tick,
    End,
    Store(StoreFault),
}

/// What becomes of the store.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StoreFault {
    /// The process is replaced by a new one.
    Reopen,
    /// The database is overwritten with rubbish.
    Rubbish,
    /// Another version: the windows are dropped.
    Upgrade,
    /// The database goes back to the first schema and is upgraded by the next opening.
    OldSchema,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallTemplate {
    /// Never made before, with a result never seen before.
    Fresh,
    /// One of a few calls, with the result it always has.
    Usual(usize),
    /// One of a few calls, with a result never seen before.
    Odd(usize),
    /// One of a few calls, and what came of it is not known.
    Unknown(usize),
    /// One of a few calls that fail.
    Fails(usize),
    /// A file gets another content.
    Edit {
        test_file: bool,
    },
    /// The agent's last edit once more.
    SameEdit,
    Run {
        run: usize,
        ends: TestRunEnd,
    },
    Status,
    ReportBlocked,
    ReportComplete,
    /// The agent tries to free itself.
    FreeItself,
}

/// How a test run ends: the tests that fail, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestRunEnd {
    Verdict { failing: u8 },
    Build,
}

/// No name is part of another.
pub(crate) const TESTS: [&str; 4] = ["cart::adds", "cart::moves", "shop::pays", "trims"];
pub(crate) const RUNS: [(&str, Selection); 3] = [
    ("cargo test", Selection::Whole),
    ("cargo test cart", Selection::Named("cart")),
    ("cargo test --lib", Selection::Part("--lib")),
];
/// Different calls that come back.
pub(crate) const USUAL: usize = 3;

/// A call as a client tells it.
pub(crate) fn command(call: &CallTemplate, fresh: usize) -> String {
    match call {
        CallTemplate::Usual(n) | CallTemplate::Odd(n) | CallTemplate::Unknown(n) => {
            format!("make {}", word(*n))
        }
        CallTemplate::Fails(n) => format!("run {}", word(*n)),
        CallTemplate::Run { run, .. } => RUNS[*run].0.to_owned(),
        CallTemplate::Status => "fusebox status".to_owned(),
        CallTemplate::ReportBlocked => "fusebox report blocked --on '#41' \"it waits\"".to_owned(),
        CallTemplate::ReportComplete => "fusebox report complete \"half of it\"".to_owned(),
        CallTemplate::FreeItself => "fusebox reset s0 --yes".to_owned(),
        CallTemplate::Fresh | CallTemplate::Edit { .. } | CallTemplate::SameEdit => {
            format!("cat {}.txt", word(fresh))
        }
    }
}
