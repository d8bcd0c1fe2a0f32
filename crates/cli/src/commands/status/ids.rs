//! `fusebox status --ids`: what the completions of shells offer where a command takes an id.

use std::collections::BTreeSet;

use fusebox_runtime::query;
use fusebox_store::IncidentFilter;

use crate::{Context, Result, display};

/// The latest incidents that are offered.
const INCIDENTS: usize = 50;

/// Prints the ids of the newest sessions, of incidents and of tasks, one a line. Ids that a shell would read as more than
/// a word are left out.
pub(super) fn print(context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let views = super::views(context, super::NEWEST_AND_OPEN)?;
    let sessions = views.iter().map(|view| display::short_id(view.session.as_str()));
    let tasks = query::tasks(runtime.store(), true)?;
    let tasks = tasks.iter().map(|task| task.task.to_string());
    let incidents = query::incidents(runtime.store(), &IncidentFilter::default())?;
    let incidents = incidents.iter().take(INCIDENTS).map(|incident| incident.id.to_string());
    let is_word = |id: &String| display::shell_word(id) == *id && !id.starts_with('-');
    let ids: BTreeSet<String> = sessions.chain(tasks).chain(incidents).filter(is_word).collect();
    ids.iter().try_for_each(|id| context.print(id))
}
