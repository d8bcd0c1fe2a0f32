//! The policy of a task: that of its folder and role, with the task's own settings.

use std::path::Path;

use fusebox_config::PolicyLayer;
use fusebox_engine::Policy;
use fusebox_runtime::Runtime;
use fusebox_runtime::query::TaskView;

use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context};

/// The policy of a task. While its layers have a mistake, the last good one.
pub(crate) fn task(
    context: &Context,
    runtime: &Runtime,
    view: &TaskView,
) -> Result<Policy, CliError> {
    let named = view.named.as_ref();
    let folder = named.map_or(context.dir.as_path(), |task| Path::new(&task.folder));
    let role = named.and_then(|task| task.role.as_deref());
    let looked_at = policy::look(context, Some(folder))?;
    let compiled = policy::layers(&PolicyArgs::default(), &looked_at).and_then(|mut layers| {
        let own = named.map(|task| PolicyLayer::task(task.id.as_str(), task.set.clone()));
        layers.extend(own);
        policy::compiled(&layers, role)
    });
    match compiled {
        Ok(compiled) => Ok(compiled.policy),
        Err(_) => {
            let last = looked_at.last_good(runtime.store())?.unwrap_or_default();
            Ok(last.of(role).policy.clone())
        }
    }
}
