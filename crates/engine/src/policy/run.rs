//! How `fusebox run` and `fusebox loop` run a command.

use serde::{Deserialize, Serialize};

use crate::Limit;

/// How `fusebox run` and `fusebox loop` run a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunSettings {
    /// Whether the command is confined. Default: no.
    pub confine: bool,
    /// How long a run waits between two reconciliations, in milliseconds. Default 10 minutes: a session that
    /// is found 10 minutes after its limit of hours is found in time.
    #[serde(skip_serializing_if = "is_default_reconcile_every")]
    pub reconcile_every: Limit,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self { confine: false, reconcile_every: Limit::at(600_000) }
    }
}

fn is_default_reconcile_every(every: &Limit) -> bool {
    *every == RunSettings::default().reconcile_every
}
