//! What the database knows of sessions: task, issue, role, and whether the breaker opened.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_runtime::query;
use fusebox_spend::SessionFacts;
use fusebox_store::IncidentFilter;

use crate::{Context, Result, task_choice};

/// The facts by the client's id of the session. Where Fusebox never ran there are none, and no database is made.
pub(super) fn of_sessions(context: &Context) -> Result<BTreeMap<String, SessionFacts>> {
    if !context.home()?.state_dir.join("fusebox.db").exists() {
        return Ok(BTreeMap::new());
    }
    let runtime = context.runtime(None)?;
    let issues: BTreeMap<String, String> = query::tasks(runtime.store(), false)?
        .into_iter()
        .filter_map(|view| Some((view.task.to_string(), view.named?.issue?)))
        .collect();
    let incidents = query::incidents(runtime.store(), &IncidentFilter::default())?;
    let tripped: BTreeSet<String> =
        incidents.iter().map(|incident| incident.session.to_string()).collect();
    let facts = task_choice::sessions(&runtime)?.into_iter().map(|view| {
        let session = view.session.to_string();
        let task = view.task.to_string();
        let outcome = if tripped.contains(&session) { "tripped" } else { "went on" };
        let facts = SessionFacts {
            issue: issues.get(&task).cloned().unwrap_or_default(),
            task,
            role: view.role.unwrap_or_default(),
            outcome: outcome.to_owned(),
        };
        (session, facts)
    });
    Ok(facts.collect())
}
