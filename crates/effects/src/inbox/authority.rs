//! Which trips a process may answer.

use fusebox_engine::IncidentId;

/// The trips whose answers a process may read and carry out, and whose codes it may send. An agent can start a process
/// that nothing shows to be its own, with a configuration that names a channel or a server of the agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AnswerAuthority {
    /// None: nobody vouches for this process.
    #[default]
    NoTrip,
    /// The one that tripped the run of this process.
    OneTrip(IncidentId),
    /// All: a person or an operator started it.
    EveryTrip,
}

impl AnswerAuthority {
    /// That of a run or a loop: over the trip that it ended with, if any.
    #[must_use]
    pub fn of_run(incident: Option<&IncidentId>) -> Self {
        incident.cloned().map_or(Self::NoTrip, Self::OneTrip)
    }

    /// Whether a trip is among them.
    #[must_use]
    pub fn covers(&self, incident: &IncidentId) -> bool {
        match self {
            Self::NoTrip => false,
            Self::OneTrip(one) => one == incident,
            Self::EveryTrip => true,
        }
    }
}
