//! Which policies an event obeys: those that were found, the stricter of two where they changed in
//! the middle of a session, and a task's own settings on top.

use std::borrow::Cow;

use fusebox_engine::event::{ControlOrder, PromptOrigin};
use fusebox_engine::state::{PolicyDigests, SessionState};
use fusebox_engine::{EventKind, TaskId, Timestamp};
use fusebox_store::{PolicyRow, Store, StoreError, StoreTx};

use crate::{PolicySet, RuntimeError, task};

/// What a session obeys while its layers give certain policies: until a person speaks, a change only
/// tightens.
#[derive(Debug, Clone, PartialEq)]
pub enum SessionPolicy {
    /// These.
    Found,
    /// Stricter ones: something was loosened since a person spoke.
    Stricter(StoredPolicies),
    /// These are new, and nobody has made the stricter of both yet. What held goes on.
    Unmade(StoredPolicies),
}

/// Policies that the store keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPolicies {
    /// The policies.
    pub set: PolicySet,
    /// The digest that they were kept under.
    pub digest: u64,
}

impl SessionPolicy {
    /// What a session obeys that found `found`.
    pub(crate) fn of(
        reader: &dyn StoreTx,
        session: &SessionState,
        found: &PolicySet,
    ) -> Result<Self, RuntimeError> {
        let digest = found.digest();
        let Some(known) = session.policy.filter(|known| known.holds != digest) else {
            return Ok(Self::Found);
        };
        if known.found != digest {
            let key = stricter_key(known.holds, digest);
            if let Some(made) = unless_unreadable(reader.policy(&key))?.and_then(stored_policies) {
                return Ok(Self::Stricter(made));
            }
        }
        // What nobody knows any more cannot be compared with.
        let Some(held) = of_digest(reader, known.holds)? else { return Ok(Self::Found) };
        let kept = StoredPolicies { set: held, digest: known.holds };
        Ok(if known.found == digest { Self::Stricter(kept) } else { Self::Unmade(kept) })
    }
}

/// Keeps `made`, the stricter of what a session held and what its layers give now.
///
/// # Errors
/// When the store fails.
pub fn keep_stricter(
    store: &mut Store,
    held: u64,
    found: u64,
    made: &PolicySet,
    at: Timestamp,
) -> Result<(), RuntimeError> {
    let row = PolicyRow {
        key: stricter_key(held, found),
        place: "stricter".to_owned(),
        digest: made.digest(),
        body: made.write()?,
    };
    store.write(|tx| Ok(tx.put_policy(&row, at)?))
}

/// The policies with this digest: kept by the store, or those that need no layers.
///
/// # Errors
/// When the store fails.
pub fn of_digest(reader: &dyn StoreTx, digest: u64) -> Result<Option<PolicySet>, RuntimeError> {
    let row = unless_unreadable(reader.policy_of_digest(digest))?;
    if let Some(kept) = row.and_then(stored_policies) {
        return Ok(Some(kept.set));
    }
    let plain = PolicySet::default();
    let known = [plain.clone().observed(), plain];
    Ok(known.into_iter().find(|set| set.digest() == digest))
}

/// The policies that an event of the session obeys, and what the session remembers of that.
///
/// `found` is what the layers give where the event comes from; a person's order comes without.
pub(crate) fn obeyed<'a>(
    reader: &dyn StoreTx,
    session: &mut SessionState,
    kind: &EventKind,
    found: Option<&'a PolicySet>,
) -> Result<Cow<'a, PolicySet>, RuntimeError> {
    if is_persons_word(kind) {
        let held = session.policy.take();
        if let Some(found) = found {
            session.policy = Some(PolicyDigests::of(found.digest()));
            return Ok(Cow::Borrowed(found));
        }
        return policies_in_force(reader, held);
    }
    let Some(found) = found else { return policies_in_force(reader, session.policy) };
    Ok(match SessionPolicy::of(reader, session, found)? {
        SessionPolicy::Found => {
            session.policy = Some(PolicyDigests::of(found.digest()));
            Cow::Borrowed(found)
        }
        SessionPolicy::Stricter(kept) => {
            session.policy = Some(PolicyDigests { found: found.digest(), holds: kept.digest });
            Cow::Owned(kept.set)
        }
        SessionPolicy::Unmade(kept) => Cow::Owned(kept.set),
    })
}

/// The policies under a task's own settings, where it has any.
pub(crate) fn under_task(
    tx: &mut dyn StoreTx,
    policies: &PolicySet,
    task: &TaskId,
    now: Timestamp,
) -> Result<Option<PolicySet>, RuntimeError> {
    let Some(patched) = task::patch(tx, task)?.and_then(|patch| policies.patched(&patch)) else {
        return Ok(None);
    };
    if tx.policy_of_digest(patched.digest())?.is_none() {
        // A replay of the log finds it by its digest.
        tx.put_policy(&patched.row(&format!("task {task}"))?, now)?;
    }
    Ok(Some(patched))
}

/// Whether a person speaks: from then on a changed policy holds as it is.
pub(crate) fn is_persons_word(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Prompt { by: PromptOrigin::Human, .. }
            | EventKind::Guidance { .. }
            | EventKind::Control(ControlOrder::Reset { .. } | ControlOrder::Dismiss { .. })
    )
}

fn policies_in_force<'a>(
    reader: &dyn StoreTx,
    held: Option<PolicyDigests>,
) -> Result<Cow<'a, PolicySet>, RuntimeError> {
    let set = held.map_or(Ok(None), |held| of_digest(reader, held.holds))?;
    Ok(Cow::Owned(set.unwrap_or_default()))
}

fn stricter_key(held: u64, found: u64) -> String {
    format!("stricter {held:016x} {found:016x}")
}

fn stored_policies(row: PolicyRow) -> Option<StoredPolicies> {
    Some(StoredPolicies { set: PolicySet::stored(&row)?, digest: row.digest })
}

/// A row that SQLite cannot give back is one that is not there.
fn unless_unreadable(
    row: Result<Option<PolicyRow>, StoreError>,
) -> Result<Option<PolicyRow>, RuntimeError> {
    match row {
        Err(StoreError::Row { .. }) => Ok(None),
        row => Ok(row?),
    }
}
