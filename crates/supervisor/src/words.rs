//! The texts for an agent and for people when a run is stopped.

use fusebox_engine::{Duration, Rule, TripRecord};

/// The text for an agent whose time is up.
const TIME_IS_UP: &str = "TIME LIMIT REACHED. You must stop working now. Please summarize what you \
    accomplished and what remains, then call report_complete or report_blocked.";

/// Why a command was ended that took too long.
pub(crate) const TIMED_OUT: &str = "its time was up";
/// Why a command was ended that showed no sign of life.
pub(crate) const SILENT: &str = "it did nothing for too long";

/// What an agent is asked to do before it is ended.
pub(crate) fn wrap_up(trip: &TripRecord) -> String {
    let (rule, message) = (trip.rule(), trip.cause.message());
    if matches!(rule, Rule::ActiveTime | Rule::SleepTime) {
        TIME_IS_UP.to_owned()
    } else if rule.limits_use() {
        message
    } else {
        format!(
            "CIRCUIT BREAKER TRIPPED. Please summarize your progress immediately. It tripped: \
             {message}"
        )
    }
}

/// When the command is ended.
pub(crate) fn deadline(wrap_up: Option<Duration>) -> String {
    match wrap_up {
        Some(wrap_up) => format!("fusebox: the command is ended in {wrap_up}"),
        None => "fusebox: the command may take its time to end".to_owned(),
    }
}
