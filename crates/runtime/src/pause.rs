//! Pauses that a person orders: kept in one record of the machine, and met by every session's next call.

use std::collections::BTreeMap;

use fusebox_engine::pause::{Pause, PausedEvent};
use fusebox_engine::{Fact, Observation, SessionId, Timestamp};
use fusebox_store::{ScopeKind, ScopeRow, Store, StoreError, StoreTx};
use serde::{Deserialize, Serialize};

use crate::codec::json;
use crate::{Runtime, RuntimeError};

/// The key of the record.
const KEY: &str = "pauses";

/// The pauses of this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pauses {
    /// The pause of every session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<Pause>,
    /// The pauses of single sessions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sessions: BTreeMap<SessionId, Pause>,
}

impl Pauses {
    /// The pause of a session, if one holds.
    #[must_use]
    pub fn of(&self, session: &SessionId, now: Timestamp) -> Option<&Pause> {
        let own = self.sessions.get(session).filter(|pause| pause.holds_at(now));
        own.or(self.all.as_ref().filter(|pause| pause.holds_at(now)))
    }

    fn is_empty(&self) -> bool {
        self.all.is_none() && self.sessions.is_empty()
    }

    /// Removes what has ended by itself.
    fn drop_ended(&mut self, now: Timestamp) {
        self.all.take_if(|pause| !pause.holds_at(now));
        self.sessions.retain(|_, pause| pause.holds_at(now));
    }
}

/// The pauses that hold now.
///
/// # Errors
/// When the store fails.
pub fn pauses(store: &Store, now: Timestamp) -> Result<Pauses, RuntimeError> {
    pauses_of(store.read(), now)
}

/// The same within a transaction.
pub(crate) fn pauses_of(store: &dyn StoreTx, now: Timestamp) -> Result<Pauses, RuntimeError> {
    let mut pauses = read(store)?;
    pauses.drop_ended(now);
    Ok(pauses)
}

impl Runtime {
    /// Changes the pauses that hold now, in one transaction, and returns what `change` gives.
    ///
    /// # Errors
    /// When the store fails; nothing is changed then.
    pub fn change_pauses<T>(
        &mut self,
        now: Timestamp,
        change: impl Fn(&mut Pauses) -> T,
    ) -> Result<T, RuntimeError> {
        self.steady(now, |runtime| {
            runtime.store_mut().write(|tx| {
                let mut pauses = read(tx)?;
                pauses.drop_ended(now);
                let changed = change(&mut pauses);
                let durable = json("the pauses", &pauses)?;
                // An open row is kept by a purge of old data.
                let open = !pauses.is_empty();
                tx.save_scope(ScopeKind::Machine, KEY, &ScopeRow::of_record(durable, open, now))?;
                Ok::<_, RuntimeError>(changed)
            })
        })
    }
}

/// Makes of a call, a prompt of automation or a tick what it is while a pause holds. What the agent may
/// always call passes.
pub(crate) fn hold(
    tx: &dyn StoreTx,
    observation: &mut Observation,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let Some(event) = PausedEvent::of(&observation.fact) else { return Ok(()) };
    let pauses = read(tx)?;
    if let Some(pause) = pauses.of(&observation.session, now) {
        observation.fact = Fact::Paused { pause: pause.clone(), event };
    }
    Ok(())
}

/// The stored record. One that cannot be read pauses everything, as what cannot be read counts as open.
fn read(tx: &dyn StoreTx) -> Result<Pauses, RuntimeError> {
    let unreadable = || {
        let why = Some(
            "the record of pauses cannot be read; `fusebox resume` begins a new one".to_owned(),
        );
        let all = Some(Pause { since: Timestamp::default(), until: None, why });
        Pauses { all, ..Pauses::default() }
    };
    match tx.scope(ScopeKind::Machine, KEY) {
        Ok(None) => Ok(Pauses::default()),
        Ok(Some(row)) => Ok(serde_json::from_str(&row.durable).unwrap_or_else(|_| unreadable())),
        Err(StoreError::Row { .. }) => Ok(unreadable()),
        Err(error) => Err(error.into()),
    }
}
