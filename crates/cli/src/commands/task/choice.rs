//! Which task a command means.

use fusebox_engine::{SessionId, TaskId};
use fusebox_runtime::query::SessionView;
use fusebox_runtime::{Runtime, task};

use super::standing::sessions;
use crate::context::Context;
use crate::error::CliError;

/// A task, and the session that is meant or worked on it last.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// The task.
    pub(crate) task: TaskId,
    /// The session; none where nothing has worked on the task yet.
    pub(crate) session: Option<SessionId>,
}

/// The task that is named; without a name the open one of this folder, else the latest session's.
pub(crate) fn of(
    context: &Context,
    runtime: &Runtime,
    name: Option<&str>,
) -> Result<Chosen, CliError> {
    if let Some(name) = name {
        return named(context, runtime, name);
    }
    let views = sessions(context, runtime)?;
    if let Some(here) = task::of_folder(runtime.store(), &context.dir)? {
        return Ok(chosen(here.id, &views));
    }
    let latest = views
        .first()
        .map(|view| Chosen { task: view.task.clone(), session: Some(view.session.clone()) });
    latest.ok_or_else(|| {
        CliError::failed("there is no task, and no session has been watched yet")
            .hint("`fusebox task start ID` names one")
    })
}

/// The task of this name, or that of the one session whose id begins with it.
pub(crate) fn named(context: &Context, runtime: &Runtime, name: &str) -> Result<Chosen, CliError> {
    let views = sessions(context, runtime)?;
    if let Ok(id) = TaskId::parse(name) {
        let served = views.iter().any(|view| view.task == id);
        if served || task::find(runtime.store(), &id)?.is_some() {
            return Ok(chosen(id, &views));
        }
    }
    let found = views.iter().filter(|view| view.session.as_str().starts_with(name));
    let found: Vec<&SessionView> = found.collect();
    let exact = found.iter().find(|view| view.session.as_str() == name);
    match (exact, found.as_slice()) {
        (Some(view), _) | (None, [view]) => {
            Ok(Chosen { task: view.task.clone(), session: Some(view.session.clone()) })
        }
        (None, []) => Err(CliError::failed(format!("no task or session is called `{name}`"))
            .hint("`fusebox task list` and `fusebox status` list them")),
        (None, _) => Err(CliError::failed(format!("several sessions begin with `{name}`"))
            .hint("give more of the id")),
    }
}

/// A task with the session that worked on it last.
fn chosen(task: TaskId, views: &[SessionView]) -> Chosen {
    let session = views.iter().find(|view| view.task == task).map(|view| view.session.clone());
    Chosen { task, session }
}

/// An id as a shell takes it.
pub(crate) fn typed(id: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./#:@+".contains(c);
    if id.chars().all(plain) && !id.starts_with('#') {
        id.to_owned()
    } else {
        format!("'{}'", id.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_typed_as_it_is_or_between_quotes() {
        assert_eq!(typed("cart/totals-4"), "cart/totals-4");
        assert_eq!(typed("it's 4"), r"'it'\''s 4'");
        assert_eq!(typed("#4"), "'#4'");
    }
}
