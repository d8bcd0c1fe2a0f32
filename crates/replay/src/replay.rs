//! Folds every session of a source.

use fusebox_engine::{Policy, SessionId};

use crate::find::SessionFiles;
use crate::merged_events::MergedEvents;
use crate::replay_outcome::ReplayOutcome;
use crate::session_fold::SessionFold;

/// Folds every session of a source under `policy`, which should be in observe mode.
#[must_use]
pub fn replay(source: &SessionFiles, policy: &Policy) -> ReplayOutcome {
    let mut outcome = ReplayOutcome::default();
    let mut folds: Vec<(SessionId, SessionFold<'_>)> = Vec::new();
    let mut events = MergedEvents::open(source);
    for event in events.by_ref() {
        // The sessions of one file mostly follow one another, so the last ones are searched first.
        let known = folds.iter().rposition(|(session, _)| *session == event.session);
        let index = known.unwrap_or_else(|| {
            let fold = SessionFold::new(policy, event.session.clone(), source.format.client);
            folds.push((event.session.clone(), fold));
            folds.len() - 1
        });
        folds[index].1.fold_event(&event);
    }
    events.add_losses(&mut outcome);
    outcome.sessions = folds.into_iter().map(|(_, fold)| fold.finish()).collect();
    outcome
}
