//! What a call means to the model.

use crate::attempts_model::ListedTests;

/// What a call means, beside its tool and arguments: how the breaker treats it, and what it has done when its result
/// arrives.
#[derive(Debug, Clone, Default)]
pub(crate) enum CallMeaning {
    #[default]
    Plain,
    Edit {
        content: String,
        is_test: bool,
    },
    TestRun(ListedTests),
    /// A test run that does not compile.
    BuildError,
    /// It always passes.
    Listed,
    ReportBlocked,
    ReportComplete,
    /// It is always refused.
    Protected,
}

impl CallMeaning {
    pub(crate) fn is_test_run(&self) -> bool {
        matches!(self, Self::TestRun(_) | Self::BuildError)
    }

    /// Whether the call changes files or runs tests.
    pub(crate) fn has_effect(&self) -> bool {
        self.is_test_run() || matches!(self, Self::Edit { .. })
    }
}
