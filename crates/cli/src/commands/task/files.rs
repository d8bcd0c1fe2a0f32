//! The files that belong to a task: named by a person, by the slice's entry in `GRAPH.json`, or by
//! its contract, in this order.

use std::path::{Path, PathBuf};

use fusebox_engine::scope::Glob;
use fusebox_runtime::task::{FilesFrom, Task};

use super::path_glob::glob_of_existing;
use super::{contract_folders, graph, settings};
use crate::{CliError, Result, display};

/// The setting that holds them.
pub(super) const KEY: &str = "scope.files";
/// The most globs of a task.
const GLOBS: usize = 200;

/// Sets the files of the task: those that a person `named` and the `earlier` ones, else those that
/// a person named before, else those of `GRAPH.json` or the contract as they are now.
pub(super) fn update(task: &mut Task, named: &[String], earlier: &[String]) -> Result<()> {
    let folder = &PathBuf::from(&task.folder);
    if !named.is_empty() {
        let globs = [earlier.to_vec(), parse_all("--files", folder, named)?].concat();
        return set_globs(task, globs, Some(FilesFrom::Person));
    }
    let is_by_person = task.files_from == Some(FilesFrom::Person)
        || (task.files_from.is_none() && task.set.contains_key(KEY));
    if is_by_person {
        return Ok(());
    }
    if let Some(slice) = graph::slice(folder, task.id.as_str(), task.slice.as_deref())? {
        if task.slice.is_none() {
            task.slice = slice.name;
        }
        if !slice.files.is_empty() {
            let globs = parse_all(slice.place, folder, &slice.files)?;
            return set_globs(task, globs, Some(FilesFrom::Graph));
        }
    }
    let contract = task.contract.as_deref().map(Path::new);
    let contract = contract.map(|file| contract_folders::read(file, folder)).transpose()?;
    match contract {
        Some(globs) if !globs.is_empty() => set_globs(task, globs, Some(FilesFrom::Contract)),
        _ => set_globs(task, Vec::new(), None),
    }
}

/// The globs of the task.
pub(super) fn task_globs(task: &Task) -> Vec<String> {
    let text = task.set.get(KEY).map(String::as_str).unwrap_or_default();
    fusebox_config::split_list(text)
}

fn set_globs(task: &mut Task, mut globs: Vec<String>, from: Option<FilesFrom>) -> Result<()> {
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

fn parse_all(place: &str, folder: &Path, texts: &[String]) -> Result<Vec<String>> {
    let globs = texts.iter().flat_map(|text| fusebox_config::split_list(text));
    globs.map(|glob| parse(place, folder, &glob)).collect()
}

/// Checks a glob. The path of a file or folder that exists stands for it and what is in it,
/// whatever characters it has.
fn parse(place: &str, folder: &Path, glob: &str) -> Result<String> {
    let inside = glob.strip_prefix(&*folder.to_string_lossy());
    let inside = inside.and_then(|rest| rest.strip_prefix('/')).unwrap_or(glob);
    if let Some(exact) = glob_of_existing(folder, inside) {
        return Ok(exact);
    }
    let positive = inside.strip_prefix('!').unwrap_or(inside);
    Glob::parse(positive).map(|_| inside.to_owned()).map_err(|error| {
        CliError::usage(format!("{place}: `{}`: {error}", display::one_line(glob, 100)))
            .hint("such as 'src/cart/**' or 'docs/*.md', from the top of the task's folder")
    })
}
