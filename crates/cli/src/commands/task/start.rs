//! `fusebox task start`.

use std::path::PathBuf;

use fusebox_config::PolicyNotice;
use fusebox_engine::{Policy, TaskId};
use fusebox_runtime::task::{self, Task};
use fusebox_runtime::{Runtime, query};

use super::given::{self, Given};
use super::{checkpoint, choice, place, policy_of, text};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::{display, style};

const EXAMPLES: &str = "\
Examples:
  fusebox task start 42
  fusebox task start cart-totals --slice \"Cart totals\" --set preset=tdd --set attempts.per_test=2
  fusebox task start 42 --files 'src/cart/**' 'docs/cart.md' --set preset=tdd
  fusebox task start 42 --issue acme/shop#42 --criterion \"cargo test passes\"
  FUSEBOX_TASK=42 claude        serve the task from anywhere

The settings are those of a configuration file, by their names or by the published ones
(max_tool_calls, max_duration, …).";

/// Start a task, go on with one, or open one again that was completed.
///
/// Sessions that start in its folder or below serve it: the top of the git work tree around you, or
/// --folder. A client with FUSEBOX_TASK=ID in its environment serves it anywhere. A task that exists
/// keeps its attempts, its checkpoint and its time of start; what you give is changed and the rest
/// stays. A new one gets its checkpoint here and now. Only a person may do this, in a terminal
/// outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A name of your choice: a number, a slice, a branch.
    id: String,
    #[command(flatten)]
    given: Given,
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

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let id = checked_id(args.id.trim())?;
    let mut runtime = context.runtime(None)?;
    let known = task::find(runtime.store(), &id)?;
    let here = place::of(context, args.folder.as_deref())?;
    let mut task = known.clone().unwrap_or_else(|| Task::new(id, &here, context.now()));
    if args.folder.is_some() {
        task.folder = here.to_string_lossy().into_owned();
    }
    if let Some(role) = &args.role {
        task.role = Some(given::text("--role", role, 100)?);
    }
    if let Some(issue) = &args.issue {
        task.issue = Some(checked_issue(issue)?);
    }
    let notices = args.given.apply(context, &mut task, None)?;
    task.completed_at = None;
    // Nothing is lost by it, so nobody is asked.
    person::confirm(context, &runtime, PersonArgs { yes: true }, "")?;
    task::keep(runtime.store_mut(), &task, context.now())?;
    context.print(&outcome(context, &runtime, known.as_ref(), &task)?)?;
    tell(context, &runtime, &task, &here, &notices)?;
    checkpoint::make(context, &mut runtime, &task)?;
    Ok(exit::OK)
}

/// An id that no command takes for a flag.
fn checked_id(id: &str) -> Result<TaskId, CliError> {
    if id.starts_with('-') {
        return Err(CliError::usage("ID: it must not begin with `-`"));
    }
    TaskId::parse(id).map_err(|error| CliError::usage(format!("ID: {error}")))
}

/// `OWNER/REPO#N` with the characters that a forge allows.
fn checked_issue(issue: &str) -> Result<String, CliError> {
    let name = |text: &str, most: usize, others: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || others.contains(c);
        !text.is_empty() && text.len() <= most && text.chars().all(fits)
    };
    let valid = issue.split_once('#').is_some_and(|(repository, number)| {
        let digits = number.chars().all(|c| c.is_ascii_digit());
        let number = number.parse::<u32>().is_ok_and(|n| n > 0);
        let parts = repository.split_once('/');
        let parts = parts.is_some_and(|(owner, repo)| {
            name(owner, 39, "-") && name(repo, 100, "-_.") && !matches!(repo, "." | "..")
        });
        digits && number && parts
    });
    if valid {
        return Ok(issue.to_owned());
    }
    Err(CliError::usage(format!("--issue: `{}` is not OWNER/REPO#N", display::one_line(issue, 80)))
        .hint("such as --issue acme/shop#42"))
}

/// What became of the task, in one line.
fn outcome(
    context: &Context,
    runtime: &Runtime,
    known: Option<&Task>,
    task: &Task,
) -> Result<String, CliError> {
    let id =
        style::paint(style::HEADING, format!("Task {}", display::one_line(task.id.as_str(), 100)));
    let Some(known) = known else {
        return Ok(format!("{id} begins in {}.", display::one_line(&task.folder, 300)));
    };
    let view = query::task(runtime.store(), &task.id)?;
    let counts = text::counts(&view, &policy_of::task(context, runtime, &view)?.attempts);
    let verb = if known.is_open() { "goes on" } else { "is open again" };
    let counts = counts.unwrap_or_else(|| "no failed attempt so far".to_owned());
    Ok(format!("{id} {verb} in {}: {counts}.", display::one_line(&task.folder, 300)))
}

/// What else there is to know.
fn tell(
    context: &Context,
    runtime: &Runtime,
    task: &Task,
    here: &std::path::Path,
    notices: &[PolicyNotice],
) -> Result<(), CliError> {
    let id = &task.id;
    context.inform(&format!(
        "Sessions that start there or below serve it; FUSEBOX_TASK={} in a client's environment \
         does the same anywhere.",
        choice::typed(id.as_str())
    ));
    let note = |text: &str| {
        context.inform(&format!("{}: {text}", style::paint(style::WARNING, "note")));
    };
    if task.folder != here.to_string_lossy() {
        note(&format!(
            "it stays in its folder; `fusebox task start {} --folder .` moves it here",
            choice::typed(id.as_str())
        ));
    }
    let view = query::task(runtime.store(), id)?;
    let Policy { attempts, scope, .. } = policy_of::task(context, runtime, &view)?;
    if task.files_from.is_some() {
        context.inform(&text::files(task));
    } else if scope.lacks_files() {
        note("no files are named, so any file may be changed; --files GLOB names them");
    }
    if !attempts.is_limited() {
        note("attempts are counted but not limited; --set preset=tdd limits them");
    }
    for other in task::all(runtime.store(), true)? {
        if other.id != *id && other.folder == task.folder {
            note(&format!(
                "task {0} is open in the same folder: new sessions serve {id} now; \
                 `fusebox task complete {0}` closes the other",
                choice::typed(other.id.as_str())
            ));
        }
    }
    for notice in notices {
        note(&notice.to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_has_a_shape() {
        for good in ["acme/shop#42", "a-b/c.d_e#1"] {
            assert_eq!(checked_issue(good).unwrap(), good);
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
            assert!(checked_issue(bad).is_err(), "{bad}");
        }
    }
}
