//! What the last sessions of a project cost: one row for each project, read with the first report of a session's usage and
//! written when a session ends. Sessions of which no usage is read touch no row.

use fusebox_engine::spend::UsualCost;
use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{Fact, Observation, PicoUsd, SessionId, Timestamp};
use fusebox_store::StoreTx;
use serde::{Deserialize, Serialize};

use crate::{RuntimeError, machine_document};

/// The beginning of the keys of the rows.
const PREFIX: &str = "usual-cost:";
/// The last sessions of a project that cost something, the oldest first.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SessionCosts {
    sessions: Vec<(SessionId, PicoUsd)>,
}

impl SessionCosts {
    /// Takes a session's cost; of a session that was resumed the last one counts.
    fn take(&mut self, session: &SessionId, cost: PicoUsd) {
        self.sessions.retain(|(known, _)| known != session);
        self.sessions.push((session.clone(), cost));
        let surplus = self.sessions.len().saturating_sub(UsualCost::KEPT_SESSIONS);
        self.sessions.drain(..surplus);
    }

    /// What the other sessions cost.
    fn usual_beside(&self, session: &SessionId) -> UsualCost {
        let others = self.sessions.iter().rev().filter(|(known, _)| known != session);
        UsualCost::of_latest(others.map(|(_, cost)| *cost))
    }
}

/// Adds what other sessions of the project cost to the first report of a session's usage.
pub(crate) fn meet_usual_cost(
    reader: &dyn StoreTx,
    observation: &mut Observation,
    session: &SessionState,
) -> Result<(), RuntimeError> {
    let Observation { session: id, fact: Fact::Usage(spent), .. } = observation else {
        return Ok(());
    };
    if let (None, Some(project)) = (session.usual_cost, session.project()) {
        spent.usual = Some(costs(reader, project)?.usual_beside(id));
    }
    Ok(())
}

/// Keeps what a session cost that has ended.
pub(crate) fn keep_cost(
    tx: &mut dyn StoreTx,
    observation: &Observation,
    scopes: &Scopes,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let session = &scopes.session;
    let is_end = matches!(observation.fact, Fact::SessionEnd);
    let (true, false, Some(project)) =
        (is_end, session.totals.cost_usd.is_zero(), session.project())
    else {
        return Ok(());
    };
    let mut costs = costs(tx, project)?;
    costs.take(&observation.session, session.totals.cost_usd);
    machine_document::keep(tx, &key(project), "the costs of sessions", &costs, now)
}

fn costs(reader: &dyn StoreTx, project: &str) -> Result<SessionCosts, RuntimeError> {
    machine_document::read(reader, &key(project))
}

fn key(project: &str) -> String {
    format!("{PREFIX}{project}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_thirty_sessions_count_once_each() {
        let id = |n: u64| SessionId::parse(format!("s{n}")).unwrap();
        let usd = |n: u64| PicoUsd::from_picos(n);
        let mut costs = SessionCosts::default();
        for n in 1..=40 {
            costs.take(&id(n), usd(n));
        }
        costs.take(&id(40), usd(41));
        let usual = costs.usual_beside(&id(40));
        assert_eq!((usual.sessions, usual.median), (29, usd(25)), "11 to 39");
        assert_eq!(costs.usual_beside(&id(1)).sessions, 30);
        assert_eq!(SessionCosts::default().usual_beside(&id(1)), UsualCost::default());
    }
}
