//! The task of a loop: the one that is named, the open one of the folder, else one of the folder's
//! own, so that a loop is found again.

use std::path::Path;

use fusebox_engine::TaskId;
use fusebox_runtime::{Runtime, task};
use fusebox_text::digest;

use crate::context::Context;
use crate::display;
use crate::error::CliError;

/// The name of the task that a folder's loop works on where nobody names one.
pub(super) fn of_folder(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).take(40).collect();
    let digest = digest::of_text(&folder.to_string_lossy());
    display::one_line(&format!("loop-{name}-{:08x}", digest & 0xffff_ffff), 100)
}

/// The task that a question or an order is about.
pub(super) fn meant(
    name: Option<&str>,
    context: &Context,
    runtime: &Runtime,
) -> Result<TaskId, CliError> {
    let given = name.or_else(|| context.environment.setting("FUSEBOX_TASK"));
    let wrong = |error: fusebox_engine::InvalidId| CliError::usage(format!("TASK: {error}"));
    if let Some(given) = given {
        return TaskId::parse(given.trim()).map_err(wrong);
    }
    if let Some(here) = task::of_folder(runtime.store(), &context.dir)? {
        return Ok(here.id);
    }
    TaskId::parse(of_folder(&context.dir)).map_err(wrong)
}
