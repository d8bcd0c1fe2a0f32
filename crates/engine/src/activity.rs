//! Time: what of it was work, what was sleep, and what was silence.

use crate::findings::Findings;
use crate::state::{Activity, Scopes};
use crate::{Finding, Level, Limits, Rule, Timestamp};

/// A gap inside a turn counts as work up to this long (behaviour §1: 10 minutes).
const LONGEST_GAP_MS: u64 = 600_000;

/// Accounts for the time between the last event and this one. `worked_ms` is how long the tool
/// itself ran, where the event tells it: waiting for a permission is not work.
pub(crate) fn pass(
    limits: &Limits,
    scopes: &mut Scopes,
    at: Timestamp,
    worked_ms: Option<u64>,
    out: &mut Findings,
) {
    let before = scopes.session.last;
    let now = scopes.session.stamp(at);
    let first = before == Timestamp::default();
    let gap = if first { 0 } else { now.since(before).0 };
    match scopes.session.activity {
        Activity::Active => {
            let worked = worked_ms.map_or(gap, |worked| worked.min(gap)).min(LONGEST_GAP_MS);
            scopes.task.used.active_ms += worked;
            let acted = scopes.session.acted;
            let since = if acted == Timestamp::default() { before } else { acted };
            quiet(limits, scopes, if first { 0 } else { now.since(since).0 }, out);
        }
        Activity::Asleep => scopes.task.used.sleep_ms += gap,
        // An agent that nobody attends to has nobody to wait for.
        Activity::Idle if scopes.session.run.is_some() => scopes.task.used.sleep_ms += gap,
        Activity::Idle => {}
    }
}

/// B8: active, no call in flight, and nothing for a while: a notice, never a trip.
fn quiet(limits: &Limits, scopes: &mut Scopes, silent_ms: u64, out: &mut Findings) {
    let Some(limit) = limits.quiet_after.get() else { return };
    if silent_ms < limit || !scopes.session.in_flight.is_empty() || scopes.session.quiet_told {
        return;
    }
    scopes.session.quiet_told = true;
    out.push(Finding {
        rule: Rule::Quiet,
        level: Level::Notice,
        observed: silent_ms,
        limit,
        message: format!("No activity for {} s.", silent_ms / 1_000),
    });
}
