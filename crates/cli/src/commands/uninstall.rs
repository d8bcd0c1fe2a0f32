//! `fusebox uninstall`.

mod planned_removal;

use fusebox_clients::CLIENTS;

use self::planned_removal::PlannedRemoval;
use super::install::companion;
use super::install::summary::{ClientProblem, change_rows, shown};
use super::install::target::{InstallScope, InstallTarget};
use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, style};

/// Take Fusebox's hooks out of the settings of agent programs.
///
/// Without a name it takes them out of all that have them. Everything else in the settings stays, and
/// a copy of each file is kept beside it. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent program: `claude`, `codex`, `gemini`, `qwen`, `copilot`, `opencode`, `cline`, `cursor`, `windsurf`,
    /// `kiro`, `antigravity` or `vscode`. Without one, all that have hooks of Fusebox.
    client: Option<String>,
    /// Whose settings: yours, this project's, or the administrator's of this machine.
    #[arg(long, value_enum, default_value = "user")]
    scope: InstallScope,
    /// Write nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let Some(name) = &args.client else { return remove_all(args, context) };
    let plan = PlannedRemoval::new(context, InstallTarget::named(context, name, args.scope)?)?;
    let mut backup = None;
    if plan.is_change() && !args.dry_run {
        let title = plan.target.client.title;
        let question = format!("Stop guarding {title} ({})?", args.scope.word());
        let mut runtime = context.runtime(None)?;
        person::confirm(context, &runtime, args.person, &question)?;
        backup = plan.apply(context, &mut runtime)?;
    }
    let summary = plan.summary(args.dry_run, backup);
    context.print_result(args.json, &summary, |summary| Ok(summary.text()))
}

/// Takes the hooks out of every client that has them.
fn remove_all(args: &Args, context: &Context) -> Result<()> {
    let (mut plans, mut problems) = (Vec::new(), Vec::new());
    for client in CLIENTS {
        let Some(target) = InstallTarget::of(context, client, args.scope)? else { continue };
        match PlannedRemoval::new(context, target) {
            Ok(plan) => plans.push(plan),
            Err(error) => problems.push(ClientProblem { client, error }),
        }
    }
    companion::drop_repeated(plans.iter_mut().map(|plan| &mut plan.companions));
    plans.retain(PlannedRemoval::is_change);
    if !args.json && !plans.is_empty() {
        let rows = plans.iter().map(|plan| (&plan.target, &plan.patch));
        context.print(&change_rows("Hooks of Fusebox", rows))?;
    }
    ClientProblem::note_all(&problems, context);
    let mut summaries = Vec::new();
    if args.dry_run || plans.is_empty() {
        summaries.extend(plans.iter().map(|plan| plan.summary(args.dry_run, None)));
    } else {
        let titles: Vec<&str> = plans.iter().map(|plan| plan.target.client.title).collect();
        let question = format!("Stop guarding {} ({})?", titles.join(", "), args.scope.word());
        let mut runtime = context.runtime(None)?;
        person::confirm(context, &runtime, args.person, &question)?;
        for plan in &plans {
            let backup = plan.apply(context, &mut runtime)?;
            summaries.push(plan.summary(false, backup));
        }
    }
    if args.json {
        context.json(&ClientProblem::document(&problems, &summaries))?;
    } else if plans.is_empty() {
        context.print("No client has hooks of Fusebox; nothing to change.")?;
    } else if args.dry_run {
        context.print("\nNothing was written.")?;
    } else {
        let mut done = vec![String::new()];
        for summary in &summaries {
            done.push(summary.headline());
            done.extend(summary.companion_lines());
            done.extend(summary.backup().map(|file| style::fact("backup", 8, shown(file))));
        }
        context.print(&done.join("\n"))?;
    }
    match problems.as_slice() {
        [] => Ok(()),
        some => Err(CliError::failed(format!("{} not be read", settings(some.len())))
            .hint("mend what the notes above name, then run it again")),
    }
}

fn settings(count: usize) -> String {
    if count == 1 {
        "the settings of one client could".to_owned()
    } else {
        format!("the settings of {count} clients could")
    }
}
