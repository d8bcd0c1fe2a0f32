//! Budgets with two levels, and how a trip is tried again.

use serde::{Deserialize, Serialize};

use super::Limit;

/// Budgets with two levels: a warning, and a critical number that stops the turn.
/// All without a limit by default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuidedLimits {
    /// Whether these budgets apply. Where they do not, none has a limit.
    #[serde(skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// Whether a run that neared a limit is marked for verification.
    #[serde(skip_serializing_if = "is_true")]
    pub qc_on_exceed: bool,
    /// Retries with guidance after a trip of a run that nobody attends. Default 2.
    pub max_retries: Limit,
    /// Whether a retry starts from the checkpoint. Default: where the work stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_checkpoint: bool,
    /// Tool calls that warn.
    pub tool_calls_warning: Limit,
    /// Tool calls that are admitted.
    pub tool_calls_critical: Limit,
    /// Messages in all that warn.
    pub messages_warning: Limit,
    /// Messages in all that stop.
    pub messages_critical: Limit,
    /// Messages since the last prompt that stop.
    pub recursion: Limit,
    /// Tokens of the conversation that warn.
    pub context_warning: Limit,
    /// Tokens of the conversation that stop.
    pub context_critical: Limit,
}

impl Default for GuidedLimits {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl GuidedLimits {
    const UNLIMITED: Self = Self {
        enabled: true,
        qc_on_exceed: true,
        max_retries: Limit::at(2),
        from_checkpoint: false,
        tool_calls_warning: Limit::UNLIMITED,
        tool_calls_critical: Limit::UNLIMITED,
        messages_warning: Limit::UNLIMITED,
        messages_critical: Limit::UNLIMITED,
        recursion: Limit::UNLIMITED,
        context_warning: Limit::UNLIMITED,
        context_critical: Limit::UNLIMITED,
    };

    /// Raises each critical level to the budget that a task names for the same thing: without that, the
    /// level would stop the task before its own budget. `None` where it names none.
    pub fn raise_to(&mut self, tool_calls: Option<Limit>, context_tokens: Option<Limit>) {
        for (level, own) in [
            (&mut self.tool_calls_critical, tool_calls),
            (&mut self.context_critical, context_tokens),
        ] {
            let at_most = |limit: Limit| limit.get().unwrap_or(u64::MAX);
            *level = own.filter(|own| at_most(*own) > at_most(*level)).unwrap_or(*level);
        }
    }

    /// How often a run that nobody attends is tried again after a trip.
    #[must_use]
    pub fn retries(&self) -> u64 {
        self.max_retries.get().filter(|_| self.enabled).unwrap_or_default()
    }

    /// What holds: without [`Self::enabled`], nothing.
    pub(crate) fn in_force(&self) -> &Self {
        static NOTHING: GuidedLimits = GuidedLimits::UNLIMITED;
        if self.enabled { self } else { &NOTHING }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_true(flag: &bool) -> bool {
    *flag
}
