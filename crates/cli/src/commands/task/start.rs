//! `fusebox task start`.

use std::path::{Path, PathBuf};

use fusebox_engine::{CheckpointPolicy, Policy, TaskId};
use fusebox_runtime::task::{self, Task};
use fusebox_runtime::{Runtime, query};

use super::task_args::{self, TaskArgs};
use super::{checkpoint, policy_of, text};
use crate::commands::verifiers;
use crate::{CliError, Context, Result, clock, display, person, style, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox task start 42
  fusebox task start cart-totals --slice \"Cart totals\" --set preset=tdd --set attempts.per_test=2
  fusebox task start 42 --files 'src/cart/**' 'docs/cart.md' --set preset=tdd
  fusebox task start 42 --issue acme/shop#42 --criterion \"cargo test passes\"
  FUSEBOX_TASK=42 claude        serve the task from anywhere

The settings are those of a configuration file, by their names or by the published ones
(max_tool_calls, max_duration, …).";

/// Start a task, continue one, or open one again that was completed.
///
/// Sessions that start in its folder or below serve it: the top of the git work tree around you, or
/// --folder. A client with FUSEBOX_TASK=ID in its environment serves it anywhere. A task that
/// exists keeps its attempts, its checkpoint and its time of start; what you give is changed and
/// the rest stays. A new one gets its checkpoint here and now. Only a person may do this, in a
/// terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A name of your choice: a number, a slice, a branch.
    id: String,
    #[command(flatten)]
    settings: TaskArgs,
    /// The role of its agents, where they have none of their own.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// The issue that it is about.
    #[arg(long, value_name = "OWNER/REPO#N")]
    issue: Option<String>,
    /// The folder that it is worked on in.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let id = parse_id(args.id.trim())?;
    let mut runtime = context.runtime(None)?;
    let known = task::find(runtime.store(), &id)?;
    let here = task_args::folder(context, args.folder.as_deref())?;
    let mut task = known.clone().unwrap_or_else(|| Task::new(id, &here, clock::now()));
    if args.folder.is_some() {
        task.folder = here.to_string_lossy().into_owned();
    }
    if let Some(role) = &args.role {
        task.role = Some(task_args::one_line("--role", role, 100)?);
    }
    if let Some(issue) = &args.issue {
        task.issue = Some(parse_issue(issue)?);
    }
    let notices = args.settings.apply(context, &mut task, &[])?;
    task.completed_at = None;
    person::require(context, &runtime)?;
    task::keep(runtime.store_mut(), &task, clock::now())?;
    let view = query::task(runtime.store(), &task.id)?;
    let policy = policy_of::task(context, &runtime, &view)?;
    context.print(&result_text(known.as_ref(), &task, text::counts(&view, &policy.attempts)))?;
    print_notes(context, &task, &policy, &here);
    print_risk(context, &runtime, &task, &policy)?;
    print_other_tasks(context, &runtime, &task)?;
    for notice in &notices {
        context.note(&notice.to_string());
    }
    if policy.checkpoints != CheckpointPolicy::Never {
        checkpoint::create(context, &mut runtime, &task, &view)?;
    }
    Ok(())
}

/// An id that no command takes for a flag.
fn parse_id(id: &str) -> Result<TaskId> {
    if id.starts_with('-') {
        return Err(CliError::usage("ID: it must not begin with `-`"));
    }
    task_choice::parse_id("ID", id)
}

/// `OWNER/REPO#N` with the characters that a forge allows.
pub(crate) fn parse_issue(issue: &str) -> Result<String> {
    let is_name = |text: &str, most: usize, others: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || others.contains(c);
        !text.is_empty() && text.len() <= most && text.chars().all(fits)
    };
    let is_valid = || {
        let (repository, number) = issue.split_once('#')?;
        let (owner, repo) = repository.split_once('/')?;
        let is_number = number.parse().is_ok_and(|number: u32| number > 0) && !number.contains('+');
        let is_repo = is_name(repo, 100, "-_.") && !matches!(repo, "." | "..");
        Some(is_number && is_name(owner, 39, "-") && is_repo)
    };
    if is_valid() == Some(true) {
        return Ok(issue.to_owned());
    }
    let shown = display::one_line(issue, 80);
    Err(CliError::usage(format!("--issue: `{shown}` is not OWNER/REPO#N"))
        .hint("such as --issue acme/shop#42"))
}

/// The result in one line.
fn result_text(known: Option<&Task>, task: &Task, counts: Option<String>) -> String {
    let id = display::one_line(task.id.as_str(), 100);
    let title = style::heading(format!("Task {id}"));
    let folder = display::one_line(&task.folder, 300);
    let Some(known) = known else { return format!("{title} starts in {folder}.") };
    let verb = if known.is_open() { "continues" } else { "is open again" };
    let counts = counts.unwrap_or_else(|| "no failed attempt so far".to_owned());
    format!("{title} {verb} in {folder}: {counts}.")
}

/// Prints which sessions serve the task, and what a person may want to change.
fn print_notes(context: &Context, task: &Task, policy: &Policy, here: &Path) {
    let id = display::shell_word(task.id.as_str());
    context.inform(&format!(
        "Sessions that start there or below serve it; FUSEBOX_TASK={id} in a client's environment \
         does the same anywhere."
    ));
    if task.folder != here.to_string_lossy() {
        context.note(&format!(
            "it stays in its folder; `fusebox task start {id} --folder .` moves it here"
        ));
    }
    if task.files_from.is_some() {
        context.inform(&text::files_text(task));
    } else if policy.scope.lacks_files() {
        context.note("no files are named, so any file may be changed; --files GLOB names them");
    }
    if !policy.attempts.is_limited() {
        context.note("attempts are counted but not limited; --set preset=tdd limits them");
    }
}

/// Prints why the task has to be verified, where it has to be.
fn print_risk(context: &Context, runtime: &Runtime, task: &Task, policy: &Policy) -> Result<()> {
    if !policy.verification.mandatory {
        return Ok(());
    }
    let folder = Path::new(&task.folder);
    let reasons = verifiers::risk("", Some(task), task.estimate, folder, runtime)?;
    if !reasons.is_empty() {
        let why = reasons.join("; ");
        let settings = &policy.verification;
        let is_answered = settings.verifier.is_some() && !task.criteria.is_empty();
        let how = if task.verify.is_some() || settings.command.is_some() || is_answered {
            ""
        } else {
            "; no verifier is named: --verify CMD names one"
        };
        context.note(&format!("it must be verified before it counts as complete: {why}{how}"));
    }
    Ok(())
}

/// Prints which other tasks are open in the folder.
fn print_other_tasks(context: &Context, runtime: &Runtime, task: &Task) -> Result<()> {
    for other in task::all(runtime.store(), true)? {
        if other.id != task.id && other.folder == task.folder {
            context.note(&format!(
                "task {0} is open in the same folder: new sessions serve {1} now; \
                 `fusebox task complete {0}` closes the other",
                display::shell_word(other.id.as_str()),
                task.id
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_has_a_shape() {
        for good in ["acme/shop#42", "a-b/c.d_e#1"] {
            assert_eq!(parse_issue(good).unwrap(), good);
        }
        for bad in [
            "",
            "#4",
            "acme#4",
            "acme/shop",
            "acme/shop#0",
            "acme/shop#+4",
            "a/b/c#1",
            "a b/c#1",
            "a/..#1",
        ] {
            assert!(parse_issue(bad).is_err(), "{bad}");
        }
    }
}
