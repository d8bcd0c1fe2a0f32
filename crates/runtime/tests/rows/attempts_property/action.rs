//! The steps of a random story.

use serde_json::Value;

use crate::attempts_model::Selection;

/// No name is part of another.
pub(crate) const TESTS: [&str; 6] =
    ["cart::adds", "cart::moves", "shop::pays", "shop::sorts", "trims", "joins"];
/// What stands for a run that failed and cannot be read.
pub(crate) const SUITE: &str = "<suite>";
pub(crate) const RUNS: [(&str, Selection); 8] = [
    ("cargo test", Selection::Whole),
    ("RUST_BACKTRACE=1 cargo test", Selection::Whole),
    ("cargo test cart", Selection::Named("cart")),
    ("cargo test shop", Selection::Named("shop")),
    ("cargo test adds", Selection::Named("adds")),
    ("cargo test trims", Selection::Named("trims")),
    ("cargo test --lib", Selection::Part("--lib")),
    ("cargo test --test rows", Selection::Part("rows")),
];
pub(crate) const CODE: [&str; 2] = ["src/cart.rs", "src/shop.rs"];
pub(crate) const TEST_FILES: [&str; 2] = ["tests/cart.rs", "tests/shop.rs"];

/// A session, and how its client works.
pub(crate) struct Session {
    pub(crate) name: &'static str,
    pub(crate) task: &'static str,
    /// Whether the client reports the content of a file after an edit.
    pub(crate) reports_content: bool,
}

/// Three sessions work on one task at a time, and one beside them on another.
pub(crate) const SESSIONS: [Session; 4] = [
    Session { name: "s1", task: "t1", reports_content: false },
    Session { name: "s2", task: "t1", reports_content: true },
    Session { name: "s3", task: "t1", reports_content: false },
    Session { name: "s4", task: "t2", reports_content: true },
];

/// An agent: the index of its session in [`SESSIONS`], and its name there.
pub(crate) type AgentInSession = (usize, &'static str);

/// One step of a story.
#[derive(Debug, Clone)]
pub(crate) struct StoryStep {
    pub(crate) agent: AgentInSession,
    pub(crate) action: StoryAction,
}

#[derive(Debug, Clone)]
pub(crate) enum StoryAction {
    /// A call. `late`: its result comes later; of a refused one the client reports the refusal.
    Call {
        call: AgentCall,
        late: bool,
    },
    /// An edit of code and a call after it.
    Attempt(AgentCall),
    /// The result of the agent's oldest call that waits for one.
    LateResult,
    /// An earlier request or result is sent again, with the same event id or with another one.
    Duplicate {
        which: usize,
        same_event: bool,
    },
    /// An event that no count depends on.
    Irrelevant(Value),
    Human,
    Guidance(Option<&'static str>),
    Reset(Option<&'static str>),
    Skip(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) enum AgentCall {
    /// `same`: the content that this agent gave the file last, if nobody else did since.
    Edit {
        path: &'static str,
        same: bool,
    },
    FailedEdit {
        path: &'static str,
    },
    ShellEdit {
        path: &'static str,
    },
    Look,
    Run {
        run: usize,
        fails: FailingTests,
        listed: TestMask,
        report: ExitReport,
        cut: bool,
    },
    /// The run failed and its output says nothing of tests.
    Unreadable {
        run: usize,
    },
    Build {
        run: usize,
        report: ExitReport,
    },
    NoCargo {
        run: usize,
    },
}

/// Some of [`TESTS`].
pub(crate) type TestMask = [bool; TESTS.len()];

/// Which tests fail, of those that are run.
#[derive(Debug, Clone)]
pub(crate) enum FailingTests {
    AsBefore,
    AsBeforeOf(TestMask),
    These(TestMask),
}

/// How much the client reports of the end of a command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ExitReport {
    Everything,
    Code,
    Nothing,
    /// The exit code is that of the command behind a pipe.
    Piped,
}
