//! `fusebox debug`.

mod test_run;
mod work_tree;

use std::path::PathBuf;

use fusebox_report::Diagnostic;
use fusebox_runtime::query;
use fusebox_store::FILE;

use super::show::{WIDTH, terminal};
use super::task::policy_of;
use crate::{CliError, Context, Result, clock, display, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox debug
  fusebox debug 42 --run-tests
  fusebox debug 42 --run-tests \"cargo test cart\"
  fusebox debug 9f3c2a10 --markdown > report.md";

/// Show the report of a task as it stands, whether anything tripped or not.
///
/// With what git says of the work tree and, with --run-tests, what the tests say right now. It
/// changes nothing of Fusebox or git: no count, no file, no tag.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The session or task; without one the active task of this folder, else that of the latest session.
    #[arg(value_name = "SESSION|TASK")]
    target: Option<String>,
    /// Run the tests and show the end of what they print; as they were run last, or by COMMAND.
    #[arg(long, value_name = "COMMAND", num_args = 0..=1)]
    run_tests: Option<Option<String>>,
    /// As Markdown, for an issue or a file.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// For programs, as docs/diagnostic.schema.json has it.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    if !context.home()?.state_dir.join(FILE).exists() {
        // Opening a store would make one.
        return Err(CliError::failed("nothing has been watched yet")
            .hint("`fusebox install` installs the hooks; then start an agent"));
    }
    let runtime = context.runtime(None)?;
    let chosen = task_choice::find(context, &runtime, args.target.as_deref())?;
    let view = query::task(runtime.store(), &chosen.task)?;
    let session = chosen.session.ok_or_else(|| {
        let id = display::one_line(chosen.task.as_str(), 100);
        CliError::failed(format!("no session has worked on task {id} yet")).hint(format!(
            "`fusebox task show {}` shows how it was started",
            display::shell_word(&id)
        ))
    })?;
    let facts = query::task_facts(runtime.store(), &chosen.task, &session, clock::now())?;
    let mut report = Diagnostic::compose(&facts);
    let named = view.named.as_ref();
    let folder = named.map_or_else(|| context.dir.clone(), |task| PathBuf::from(&task.folder));
    report.git = work_tree::git_state(context, &folder);
    if let Some(command) = &args.run_tests {
        let command = match command {
            Some(command) => command.clone(),
            None => {
                let policy = policy_of::task(context, &runtime, &view)?;
                let runs = query::runs(runtime.store(), &chosen.task)?;
                test_run::recorded(&runs, &policy.test_commands)?
            }
        };
        // The database is not held open while the tests run.
        drop(runtime);
        report.test_run = Some(test_run::output(context, &folder, &command)?);
    }
    if args.json {
        context.json(&report)?;
    } else if args.markdown {
        context.print(report.markdown().trim_end())?;
    } else {
        context.print(&terminal::text(&report, None, WIDTH.min(context.columns())))?;
    }
    Ok(())
}
