//! Where a task stands in its life: active, asleep, done, or handed to a person.

use fusebox_engine::state::{ReportedWork, SessionActivity, SessionState};
use fusebox_engine::{Breaker, TripRecord};
use serde::Serialize;

/// Where a task stands in its life.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "lifecycle", rename_all = "snake_case")]
pub enum TaskLifecycle {
    /// It is worked on, or could be.
    #[default]
    Active,
    /// Its agent reported that it waits.
    Sleeping {
        /// What it waits for.
        waits_on: Option<String>,
    },
    /// A person completed it, or its agent reported it as done.
    Completed,
    /// Its trip was handed to a person: nothing but an order ends it.
    Escalated,
}

impl TaskLifecycle {
    /// Where a task stands whose latest session is `session`. `breakers` are those that stop its main agent.
    pub(super) fn of(
        is_completed: bool,
        breakers: [&Breaker; 2],
        session: Option<&SessionState>,
    ) -> Self {
        let mut trips = breakers.into_iter().filter_map(Breaker::trip_record).peekable();
        if is_completed {
            return Self::Completed;
        }
        if trips.peek().is_some() {
            let is_escalated = trips.any(|trip: &TripRecord| trip.is_escalated);
            return if is_escalated { Self::Escalated } else { Self::Active };
        }
        match session.map(|session| (session.activity, session.reported.as_ref())) {
            Some((_, Some(ReportedWork::Complete))) => Self::Completed,
            Some((SessionActivity::Asleep, Some(ReportedWork::Blocked { on }))) => {
                Self::Sleeping { waits_on: on.clone() }
            }
            Some((SessionActivity::Asleep, None)) => Self::Sleeping { waits_on: None },
            Some(_) | None => Self::Active,
        }
    }
}
