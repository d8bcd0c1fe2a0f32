//! Events as the model hears them.

use super::records::CallEffect;

/// An event, as far as the rows care.
#[derive(Debug, Clone)]
pub(crate) enum ModelEvent {
    Start {
        task: Option<String>,
        role: Option<String>,
    },
    Human,
    Automation,
    Request(ModelRequest),
    Result {
        call: String,
        ok: bool,
        output: Option<String>,
    },
    RoundEnd,
    Usage {
        tokens: u64,
        messages: u64,
    },
    Idle,
    Blocked,
    Complete,
    Resume,
    Guidance(Option<String>),
    Reset,
    Bypass {
        until: u64,
    },
    Dismiss {
        incident: String,
    },
    Skip(String),
    Tick,
    End,
    /// Something that counts nothing, unless a rule that is read says so.
    Other,
}

#[derive(Debug, Clone)]
pub(crate) struct ModelRequest {
    pub(crate) id: String,
    /// Tool and arguments.
    pub(crate) call: String,
    pub(crate) round: Option<String>,
    pub(crate) kind: CallKind,
    pub(crate) effect: CallEffect,
}

/// How a call concerns Fusebox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    Plain,
    TestRun,
    /// It always passes.
    Listed,
    ReportBlocked,
    ReportComplete,
    /// It is refused every time.
    Protected,
}
