//! What a cap adds up for a session: the id of its task, its branch, its role.

use std::path::Path;

use fusebox_engine::Observation;
use fusebox_engine::spend::CapScope;
use fusebox_engine::state::Scopes;
use fusebox_store::StoreTx;

use crate::{RuntimeError, project, task};

/// How a subagent of a session is called.
pub(super) fn subagent(agent: &str, session: &str) -> String {
    format!("{agent} of {session}")
}

/// What a cap of this scope adds up here; `None` where the session has no such thing. Of a recorded session, which has no
/// store, nothing is looked up: the branch of its folder may be another one by now.
pub(super) fn subject(
    store: Option<&dyn StoreTx>,
    scope: CapScope,
    scopes: &Scopes,
    seen: &Observation,
) -> Result<Option<String>, RuntimeError> {
    let session = &scopes.session;
    let folder = session.folder.as_deref();
    Ok(match scope {
        CapScope::Session => Some(seen.session.to_string()),
        CapScope::Subagent if seen.agent.is_main() => None,
        CapScope::Subagent => Some(subagent(seen.agent.as_str(), seen.session.as_str())),
        CapScope::Task => Some(seen.task.to_string()),
        CapScope::Issue => match store {
            Some(store) => task::named(store, &seen.task)?.and_then(|task| task.issue),
            None => None,
        },
        CapScope::Branch => store.and(folder).and_then(|folder| project::branch(Path::new(folder))),
        CapScope::Project => session.project().map(str::to_owned),
        CapScope::Role => session.role.clone(),
        CapScope::All => Some(String::new()),
        CapScope::Subscription => session.client.clone(),
        // Their sums are in the record of the task, and the fold judges them.
        CapScope::PromptOutput | CapScope::Prompt | CapScope::UnattendedPrompt => None,
    })
}
