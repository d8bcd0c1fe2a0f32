//! The files that belong to a task: named by a person, by the slice's entry in `GRAPH.json`, or by
//! its contract, in this order.

use std::path::Path;

use fusebox_engine::scope::Glob;
use fusebox_runtime::task::{FilesFrom, Task};

use super::{contract, graph, settings};
use crate::display;
use crate::error::CliError;

/// The setting that holds them.
pub(super) const KEY: &str = "scope.files";
/// The most globs of a task.
const GLOBS: usize = 200;

/// What a person says of the files.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said<'a> {
    /// These and no others; nothing where there are none.
    Only(&'a [String]),
    /// These as well as those that the task has now.
    Also(&'a [String], &'a [String]),
}

/// Works out which files belong to the task now.
pub(super) fn settle(task: &mut Task, said: Said<'_>) -> Result<(), CliError> {
    let folder = task.folder.clone();
    let folder = Path::new(&folder);
    let (given, had) = match said {
        Said::Only(given) => (given, Vec::new()),
        Said::Also(given, had) => (given, had.to_vec()),
    };
    if !given.is_empty() {
        let mut globs = had;
        for text in given {
            globs.extend(read("--files", folder, text)?);
        }
        return keep(task, globs, Some(FilesFrom::Person));
    }
    let by_person = task.files_from == Some(FilesFrom::Person)
        || (task.files_from.is_none() && task.set.contains_key(KEY));
    if by_person {
        return Ok(());
    }
    if let Some(slice) = graph::slice(folder, task.id.as_str(), task.slice.as_deref())? {
        if task.slice.is_none() {
            task.slice = slice.name;
        }
        if !slice.files.is_empty() {
            let mut globs = Vec::new();
            for text in &slice.files {
                globs.extend(read(&slice.place, folder, text)?);
            }
            return keep(task, globs, Some(FilesFrom::Graph));
        }
    }
    let contract = task.contract.as_deref().map(|file| contract::folders(Path::new(file), folder));
    match contract.transpose()? {
        Some(globs) if !globs.is_empty() => keep(task, globs, Some(FilesFrom::Contract)),
        _ => keep(task, Vec::new(), None),
    }
}

/// The globs that the task has.
pub(super) fn named(task: &Task) -> Vec<String> {
    let text = task.set.get(KEY).map(String::as_str).unwrap_or_default();
    fusebox_config::split_list(text)
}

fn keep(task: &mut Task, mut globs: Vec<String>, from: Option<FilesFrom>) -> Result<(), CliError> {
    let mut known = std::collections::BTreeSet::new();
    globs.retain(|glob| known.insert(glob.clone()));
    if globs.len() > GLOBS {
        return Err(CliError::usage(format!("--files: at most {GLOBS} globs")));
    }
    task.files_from = from;
    if globs.is_empty() {
        task.set.remove(KEY);
        return Ok(());
    }
    settings::set(task, "--files", &format!("{KEY}={}", globs.join(", ")))
}

/// The globs in a text, each checked. What names a file or a folder that exists is that one and what
/// is in it, whatever characters it has.
fn read(place: &str, folder: &Path, text: &str) -> Result<Vec<String>, CliError> {
    let globs = fusebox_config::split_list(text).into_iter().map(|glob| {
        let inside = glob.strip_prefix(&*folder.to_string_lossy());
        let inside = inside.and_then(|rest| rest.strip_prefix('/')).unwrap_or(&glob);
        if let Some(exact) = existing(folder, inside) {
            return Ok(exact);
        }
        let positive = inside.strip_prefix('!').unwrap_or(inside);
        Glob::parse(positive).map(|_| inside.to_owned()).map_err(|error| {
            CliError::usage(format!("{place}: `{}`: {error}", display::one_line(&glob, 100)))
                .hint("such as 'src/cart/**' or 'docs/*.md', from the top of the task's folder")
        })
    });
    globs.collect()
}

/// The glob of a path that exists.
pub(super) fn existing(folder: &Path, path: &str) -> Option<String> {
    let bare = path.trim_start_matches("./").trim_end_matches('/');
    if bare.is_empty() || bare == "." {
        return path.starts_with('.').then(|| "**".to_owned());
    }
    let goes_up = Path::new(bare).components().any(|part| part.as_os_str() == "..");
    let meta =
        if goes_up || bare.starts_with('/') { None } else { folder.join(bare).metadata().ok() };
    meta.map(|meta| match meta.is_dir() {
        true => format!("{}/**", Glob::escaped(bare)),
        false => Glob::escaped(bare),
    })
}
