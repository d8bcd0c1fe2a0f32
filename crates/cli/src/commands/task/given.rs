//! What a person says about a task when starting or rescoping it.

use std::path::PathBuf;

use fusebox_config::PolicyNotice;
use fusebox_runtime::task::Task;

use super::files::{self, Said};
use super::settings;
use crate::context::Context;
use crate::error::CliError;

/// Characters of a name.
const NAME: usize = 200;
/// Characters of a criterion.
const CRITERION: usize = 1_000;
/// Criteria of a task.
const CRITERIA: usize = 50;

#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Given {
    /// What you call the slice of work.
    #[arg(long, value_name = "NAME")]
    slice: Option<String>,
    /// The file that says what the slice is to do; the folders of the files that it names are the
    /// task's, where nothing else names them.
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// Globs of the files that belong to the task, from the top of its folder; several times, or
    /// between commas, for several.
    #[arg(long, value_name = "GLOB", num_args = 1..)]
    files: Vec<String>,
    /// What must hold when it is done; several times for several, in place of those before.
    #[arg(long = "criterion", value_name = "TEXT")]
    criteria: Vec<String>,
    /// Globs of the JUnit XML files that its test runs write, from the top of its folder: the tests
    /// that failed are read there as well; several times, or between commas, for several.
    #[arg(long, value_name = "GLOB", num_args = 1..)]
    junit: Vec<String>,
    /// A setting of its own, which stays until it is set anew; several times for several.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Given {
    /// Changes what is given, and works out what the task's settings come down to.
    ///
    /// `had`: the files that belong to it already, where those that are named are added to them.
    pub(super) fn apply(
        &self,
        context: &Context,
        task: &mut Task,
        had: Option<&[String]>,
    ) -> Result<Vec<PolicyNotice>, CliError> {
        if let Some(slice) = &self.slice {
            task.slice = Some(text("--slice", slice, NAME)?);
        }
        if let Some(contract) = &self.contract {
            task.contract = Some(file(contract)?);
        }
        if self.criteria.len() > CRITERIA {
            return Err(CliError::usage(format!("--criterion: at most {CRITERIA} of them")));
        }
        if !self.criteria.is_empty() {
            let criteria = self.criteria.iter().map(|one| text("--criterion", one, CRITERION));
            task.criteria = criteria.collect::<Result<_, _>>()?;
        }
        for pair in &self.set {
            settings::set(task, "--set", pair)?;
        }
        if !self.junit.is_empty() {
            settings::set(task, "--junit", &format!("attempts.junit={}", self.junit.join(",")))?;
        }
        let only = Said::Only(&self.files);
        files::settle(task, had.map_or(only, |had| Said::Also(&self.files, had)))?;
        settings::work_out(context, task)
    }
}

/// A text that says something, in one line.
pub(super) fn text(flag: &str, text: &str, chars: usize) -> Result<String, CliError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(CliError::usage(format!("{flag}: it must not be empty")));
    }
    if text.chars().count() > chars || text.chars().any(char::is_control) {
        return Err(CliError::usage(format!("{flag}: one line of at most {chars} characters")));
    }
    Ok(text.to_owned())
}

fn file(path: &std::path::Path) -> Result<String, CliError> {
    let whole = path
        .canonicalize()
        .map_err(|error| CliError::usage(format!("--contract: {}: {error}", path.display())))?;
    if whole.is_file() {
        return Ok(whole.to_string_lossy().into_owned());
    }
    Err(CliError::usage(format!("--contract: {} is not a file", path.display())))
}
