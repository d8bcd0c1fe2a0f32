//! What happens in a random story, and to whom.

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
    /// The client tells what a file holds after an edit.
    pub(crate) tells_content: bool,
}

/// Three sessions work on one task at a time, and one beside them on another.
pub(crate) const SESSIONS: [Session; 4] = [
    Session { name: "s1", task: "t1", tells_content: false },
    Session { name: "s2", task: "t1", tells_content: true },
    Session { name: "s3", task: "t1", tells_content: false },
    Session { name: "s4", task: "t2", tells_content: true },
];

/// An agent: the index of its session, and its name there.
pub(crate) type Who = (usize, &'static str);

/// One step of a story.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) who: Who,
    pub(crate) deed: Deed,
}

#[derive(Debug, Clone)]
pub(crate) enum Deed {
    /// A call. `late`: its result comes later; a refused one is told to have been refused.
    Call {
        what: What,
        late: bool,
    },
    /// An edit of code and a call after it.
    Attempt(What),
    /// The result of the agent's oldest waiting call.
    Answer,
    /// An earlier request or result is told again, as the same event or as another one.
    Again {
        which: usize,
        same_event: bool,
    },
    /// Something that counts nothing.
    Aside(Value),
    Human,
    Guidance(Option<&'static str>),
    Reset(Option<&'static str>),
    Skip(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) enum What {
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
        fails: Fails,
        listed: Mask,
        told: ExitReport,
        cut: bool,
    },
    /// The run failed and its output says nothing of tests.
    Unreadable {
        run: usize,
    },
    Build {
        run: usize,
        told: ExitReport,
    },
    NoCargo {
        run: usize,
    },
}

/// Some of [`TESTS`].
pub(crate) type Mask = [bool; TESTS.len()];

/// Which tests fail, of those that are run.
#[derive(Debug, Clone)]
pub(crate) enum Fails {
    AsBefore,
    AsBeforeOf(Mask),
    These(Mask),
}

/// What the client says of how a command ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ExitReport {
    Everything,
    Code,
    Nothing,
    /// It ends with the exit code of what it is piped into.
    Piped,
}
