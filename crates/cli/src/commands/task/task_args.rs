//! The flags of `task start` and `task rescope`, and how they change a task.

use std::path::{Path, PathBuf};

use fusebox_config::PolicyNotice;
use fusebox_runtime::task::Task;

use super::{files, settings};
use crate::commands::install::target::project_root;
use crate::commands::verifiers::EstimateArgs;
use crate::{CliError, Context, Result};

/// The longest name of a slice, in characters.
const NAME_CHARS: usize = 200;
/// The longest criterion, in characters.
const CRITERION_CHARS: usize = 1_000;
/// The longest command line, in characters.
const COMMAND_CHARS: usize = 4_000;
/// The most criteria of a task.
const CRITERIA: usize = 50;

#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct TaskArgs {
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
    /// `guided.verifier` names the command that answers them.
    #[arg(
        long = "criterion",
        visible_alias = "criteria",
        aliases = ["verification-criteria", "verification_criteria"],
        value_name = "TEXT"
    )]
    criteria: Vec<String>,
    /// The command line that has to succeed before the task counts as complete; `off` is none.
    #[arg(long, value_name = "CMD")]
    verify: Option<String>,
    #[command(flatten)]
    estimate: EstimateArgs,
    /// Globs of the JUnit XML files that its test runs write, from the top of its folder: the tests
    /// that failed are read there as well; several times, or between commas, for several.
    #[arg(long, value_name = "GLOB", num_args = 1..)]
    junit: Vec<String>,
    /// A setting of its own, which stays until it is set anew; several times for several.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl TaskArgs {
    /// Changes the task where a flag is given, and resolves its settings.
    ///
    /// `earlier_files` are globs that the files of the flags are added to.
    pub(super) fn apply(
        &self,
        context: &Context,
        task: &mut Task,
        earlier_files: &[String],
    ) -> Result<Vec<PolicyNotice>> {
        if let Some(slice) = &self.slice {
            task.slice = Some(one_line("--slice", slice, NAME_CHARS)?);
        }
        if let Some(contract) = &self.contract {
            task.contract = Some(existing_file("--contract", contract)?);
        }
        if self.criteria.len() > CRITERIA {
            return Err(CliError::usage(format!("--criterion: at most {CRITERIA} of them")));
        }
        if !self.criteria.is_empty() {
            let criteria = self.criteria.iter();
            let criteria = criteria.map(|text| one_line("--criterion", text, CRITERION_CHARS));
            task.criteria = criteria.collect::<Result<_, _>>()?;
        }
        if let Some(verify) = &self.verify {
            let verify = one_line("--verify", verify, COMMAND_CHARS)?;
            task.verify = (verify != "off").then_some(verify);
        }
        task.estimate = self.estimate.over(task.estimate);
        for pair in &self.set {
            settings::set(task, "--set", pair)?;
        }
        if !self.junit.is_empty() {
            settings::set(task, "--junit", &format!("attempts.junit={}", self.junit.join(",")))?;
        }
        files::update(task, &self.files, earlier_files)?;
        settings::resolve(context, task)
    }
}

/// A text of the command line that is not empty, in one line.
pub(super) fn one_line(flag: &str, text: &str, chars: usize) -> Result<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(CliError::usage(format!("{flag}: it must not be empty")));
    }
    if text.chars().count() > chars || text.chars().any(char::is_control) {
        return Err(CliError::usage(format!("{flag}: one line of at most {chars} characters")));
    }
    Ok(text.to_owned())
}

fn existing_file(flag: &str, path: &Path) -> Result<String> {
    let file = canonical(flag, path)?;
    if file.is_file() {
        return Ok(file.to_string_lossy().into_owned());
    }
    Err(CliError::usage(format!("{flag}: {} is not a file", path.display())))
}

/// The folder that a task is worked on in: `named`, else the top of the git work tree around the
/// working directory, else that itself. It is absolute and without links, as clients name it.
pub(super) fn folder(context: &Context, named: Option<&Path>) -> Result<PathBuf> {
    let Some(named) = named else { return Ok(project_root(&context.dir).to_owned()) };
    let folder = canonical("--folder", named)?;
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(CliError::usage(format!("--folder: {} is not a folder", named.display())))
}

fn canonical(flag: &str, path: &Path) -> Result<PathBuf> {
    path.canonicalize()
        .map_err(|error| CliError::usage(format!("{flag}: {}: {error}", path.display())))
}
