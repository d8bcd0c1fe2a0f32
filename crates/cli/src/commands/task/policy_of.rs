//! The policy of a task: that of its folder and role, with the task's own settings.

use std::path::Path;

use fusebox_config::PolicyLayer;
use fusebox_engine::Policy;
use fusebox_guard::policies;
use fusebox_runtime::Runtime;
use fusebox_runtime::query::TaskView;
use fusebox_runtime::task::Task;

use crate::{Context, Result, policy};

/// The policy of a task. While its layers have a mistake, the last good one.
pub(crate) fn task(context: &Context, runtime: &Runtime, view: &TaskView) -> Result<Policy> {
    named_task(context, runtime, view.named.as_ref())
}

/// The same of a task that a person named; of this folder without one.
pub(crate) fn named_task(
    context: &Context,
    runtime: &Runtime,
    named: Option<&Task>,
) -> Result<Policy> {
    let folder = named.map_or(context.dir.as_path(), |task| Path::new(&task.folder));
    let role = named.and_then(|task| task.role.as_deref());
    let layers = policy::layers_around(context, Some(folder))?;
    let compiled = policy::read(&layers).and_then(|mut read| {
        if let Some(task) = named {
            read.push(&PolicyLayer::task(task.id.as_str(), task.set.clone()));
        }
        Ok(policies::compile_role(&read, role)?)
    });
    match compiled {
        Ok(compiled) => Ok(compiled.policy),
        Err(_) => {
            let last = layers.last_good(runtime.store())?.unwrap_or_default();
            Ok(last.of(role).clone())
        }
    }
}
