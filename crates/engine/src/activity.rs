//! Accounts for the time between events: work, sleep, or silence.

use crate::finding::FindingList;
use crate::state::{Scopes, SessionActivity};
use crate::{BudgetLimits, Finding, FindingLevel, Rule, Timestamp};

/// A gap inside a turn counts as work up to this long: 10 minutes.
const LONGEST_GAP_MS: u64 = 600_000;

/// Accounts for the time between the last event and this one. `worked_ms` is how long the tool
/// itself ran, if the event reports it: waiting for a permission is not work.
pub(crate) fn account_time(
    limits: &BudgetLimits,
    scopes: &mut Scopes,
    at: Timestamp,
    worked_ms: Option<u64>,
    out: &mut FindingList,
) {
    let before = scopes.session.last;
    let now = scopes.session.stamp(at);
    let is_first = before == Timestamp::default();
    let gap = if is_first { 0 } else { now.since(before).0 };
    match scopes.session.activity {
        SessionActivity::Active => {
            let worked = worked_ms.map_or(gap, |worked| worked.min(gap)).min(LONGEST_GAP_MS);
            scopes.task.used.active_ms += worked;
            let acted = scopes.session.acted;
            let since = if acted == Timestamp::default() { before } else { acted };
            notice_silence(limits, scopes, if is_first { 0 } else { now.since(since).0 }, out);
        }
        SessionActivity::Asleep => scopes.task.used.sleep_ms += gap,
        // A supervised agent waits for nobody.
        SessionActivity::Idle if scopes.session.run.is_some() => {
            scopes.task.used.sleep_ms += gap;
        }
        SessionActivity::Idle => {}
    }
}

/// Notices that an active session with no call in flight has been silent for a while. Never a trip
/// (B8).
fn notice_silence(
    limits: &BudgetLimits,
    scopes: &mut Scopes,
    silent_ms: u64,
    out: &mut FindingList,
) {
    let Some(limit) = limits.quiet_after.get() else { return };
    if silent_ms >= limit && scopes.session.in_flight.is_empty() && !scopes.session.quiet_told {
        scopes.session.quiet_told = true;
        out.push(Finding::new(Rule::Quiet, FindingLevel::Notice, silent_ms, limit));
    }
}
