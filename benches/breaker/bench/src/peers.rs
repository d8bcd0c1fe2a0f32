//! Other people's breakers, each as its documentation shows it: one file a library.

mod breaker;
mod breaker_machines;
mod circuitbreaker_rs;
mod failsafe;
mod recloser;
mod tower_resilience;

use std::time::Duration;

use crate::subject::Subject;

pub(crate) use self::breaker::TOWER as BREAKER_TOWER;
pub(crate) use self::failsafe::CONSECUTIVE as FAILSAFE;
pub(crate) use self::recloser::SYNC as RECLOSER;
pub(crate) use self::tower_resilience::long_window;

/// Longer than any measurement.
const OPEN: Duration = Duration::from_secs(3600);

pub(crate) fn subjects() -> Vec<Subject> {
    let all = [
        recloser::subjects(),
        failsafe::subjects(),
        breaker::subjects(),
        circuitbreaker_rs::subjects(),
        breaker_machines::subjects(),
        tower_resilience::subjects(),
    ];
    all.into_iter().flatten().collect()
}
