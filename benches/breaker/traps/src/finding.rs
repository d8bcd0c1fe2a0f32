//! What a trap showed of a library.

use std::fmt;

/// What a trap showed of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It does what it should.
    Passes,
    /// It does this instead.
    Fails(&'static str),
    /// As [`Finding::Fails`], with the number of calls.
    FailsAt(u32),
    /// It has nothing that could fall into this trap.
    Nothing,
}

impl Finding {
    /// [`Finding::Passes`] where that is so, and otherwise what it does instead.
    pub(crate) fn of(passes: bool, otherwise: &'static str) -> Self {
        if passes { Self::Passes } else { Self::Fails(otherwise) }
    }

    /// [`Finding::Passes`] for the right number of calls.
    pub(crate) fn of_calls(calls: u32, right: u32) -> Self {
        if calls == right { Self::Passes } else { Self::FailsAt(calls) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passes => f.write_str("ok"),
            Self::Fails(how) => write!(f, "**{how}**"),
            Self::FailsAt(calls) => write!(f, "**{calls}**"),
            Self::Nothing => f.write_str("–"),
        }
    }
}
