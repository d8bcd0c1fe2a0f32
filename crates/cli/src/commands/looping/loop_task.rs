//! The task of a loop where none is named: one per folder, so that a loop is found again.

use std::path::Path;

use fusebox_engine::TaskId;
use fusebox_runtime::Runtime;
use fusebox_text::digest;

use crate::{Context, Result, display, task_choice};

/// The task name of a folder's loop.
pub(super) fn folder_task_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).take(40).collect();
    let digest = digest::of_text(&folder.to_string_lossy());
    display::one_line(&format!("loop-{name}-{:08x}", digest & 0xffff_ffff), 100)
}

/// The task that `loop status` and `loop reset` are about.
pub(super) fn find(name: Option<&str>, context: &Context, runtime: &Runtime) -> Result<TaskId> {
    let otherwise = folder_task_name(&context.dir);
    Ok(task_choice::find_for_run(context, runtime, name, &otherwise)?.0)
}
