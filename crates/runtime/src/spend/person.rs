//! What a person allows beyond a cap, and how far the caps have come.

use fusebox_engine::Timestamp;
use fusebox_engine::spend::{CapLimit, CapName, CapStanding};
use fusebox_store::{ScopeKind, Store, StoreTx};

use super::closed_incident;
use super::row::{CapRow, PREFIX};
use crate::incidents::keep_incidents;
use crate::{Runtime, RuntimeError};

/// What a person allows beyond caps.
#[derive(Debug, Clone, Copy)]
pub struct SpendAllowance {
    /// How much more.
    pub more: CapLimit,
    /// Only until the day ends, as the calendar of each cap counts days.
    pub today: bool,
    /// The caps of this name; every spent cap without it.
    pub cap: Option<CapName>,
}

impl Runtime {
    /// Lets more be spent, in one transaction, and returns the caps that this changed.
    ///
    /// # Errors
    /// When the store fails; nothing is changed then.
    pub fn allow_spend(
        &mut self,
        allowance: &SpendAllowance,
        now: Timestamp,
    ) -> Result<Vec<CapStanding>, RuntimeError> {
        self.transact(now, |tx, context| {
            let mut changed = Vec::new();
            let mut incidents = Vec::new();
            for mut row in rows(tx, now)? {
                let is_meant = match allowance.cap {
                    Some(name) => row.name == name,
                    None => row.is_spent(),
                };
                if is_meant && allowance.more.is_like(row.limit) {
                    let until = if allowance.today { row.end_of_day(now) } else { None };
                    row.allow(allowance.more, until, now);
                    changed.push(row.standing());
                    incidents
                        .extend(row.closed.take().map(|incident| closed_incident(incident, now)));
                    row.save(tx, now)?;
                }
            }
            keep_incidents(tx, context, &incidents)?;
            tx.require_durable();
            Ok(changed)
        })
    }
}

/// Every cap that has a sum in its current window.
///
/// # Errors
/// When the store fails.
pub fn cap_standings(store: &Store, now: Timestamp) -> Result<Vec<CapStanding>, RuntimeError> {
    Ok(rows(store.read(), now)?.iter().map(CapRow::standing).collect())
}

fn rows(reader: &dyn StoreTx, now: Timestamp) -> Result<Vec<CapRow>, RuntimeError> {
    let rows = reader.scopes(ScopeKind::Machine, PREFIX)?;
    Ok(rows.iter().filter_map(|(_, row)| CapRow::stored(row, now)).collect())
}
