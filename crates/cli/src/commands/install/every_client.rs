//! `fusebox install` without a name: every client on this machine at once.

use fusebox_clients::CLIENTS;

use super::companion;
use super::planned_install::PlannedInstall;
use super::summary::{ClientProblem, Tense, change_rows, companion_line, shown};
use super::target::{InstallTarget, known};
use super::{Args, next_steps_of_all, print_notes, trust_step};
use crate::client_program::ClientTraces;
use crate::{CliError, Context, Result, person, style};

/// Finds the clients, shows what would change, asks, and installs.
pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let targets = targets(args, context)?;
    let (mut plans, mut problems) = (Vec::new(), Vec::new());
    for target in targets {
        let client = target.client;
        match PlannedInstall::new(args, context, target) {
            Ok(plan) => plans.push(plan),
            Err(error) => problems.push(ClientProblem { client, error }),
        }
    }
    companion::drop_repeated(plans.iter_mut().map(|plan| &mut plan.companions));
    let changes = plans.iter().filter(|plan| plan.is_change()).count();
    if !args.json {
        let rows = plans.iter().map(|plan| (&plan.target, &plan.patch));
        context.print(&change_rows("Agent programs on this machine", rows))?;
        let companions = plans.iter().flat_map(|plan| &plan.companions);
        for change in companions.filter(|change| change.is_change()) {
            context.print(&companion_line(change, Tense::Planned))?;
        }
    }
    ClientProblem::note_all(&problems, context);
    if !args.dry_run && changes > 0 && !args.yes {
        person::ask(&format!("Change {}?", files(changes)), "fusebox install --yes")?;
    }
    let mut summaries = Vec::new();
    for plan in &plans {
        let backup = if args.dry_run { None } else { plan.apply(context)? };
        summaries.push(plan.summary(args.dry_run, backup));
    }
    if args.json {
        context.json(&ClientProblem::document(&problems, &summaries))?;
    } else if args.dry_run {
        context.print("\nNothing was written.")?;
    } else {
        let mut done = vec![String::new()];
        for summary in &summaries {
            let lines = summary.companion_lines();
            if summary.is_changed() || !lines.is_empty() {
                done.push(style::success(summary.headline()));
                done.push(summary.hooks_line());
            }
            done.extend(lines);
            let backup = summary.backup().map(|file| style::fact("backup", 8, shown(file)));
            done.extend(backup);
        }
        if changes == 0 {
            done.push("Nothing to change.".to_owned());
        }
        context.print(&done.join("\n"))?;
        if changes > 0 {
            context.say(&next_steps_of_all(context, &plans))?;
        } else {
            plans.iter().filter_map(trust_step).try_for_each(|step| context.say(&step))?;
        }
        plans.iter().try_for_each(|plan| print_notes(args, context, plan))?;
    }
    match problems.as_slice() {
        [] => Ok(()),
        some => Err(CliError::failed(format!("{} not guarded", clients(some.len())))
            .hint("mend what the notes above name, then run it again")),
    }
}

/// The settings files to install into: of the clients on this machine, or of all that are known.
fn targets(args: &Args, context: &Context) -> Result<Vec<InstallTarget>> {
    let mut targets = Vec::new();
    for client in CLIENTS {
        if args.all || ClientTraces::of(client, context).is_there() {
            targets.extend(InstallTarget::of(context, client, args.scope)?);
        }
    }
    if targets.is_empty() {
        return Err(CliError::failed("no agent program was found on this machine")
            .hint("name one: fusebox install claude")
            .hint(known()));
    }
    Ok(targets)
}

fn files(count: usize) -> String {
    if count == 1 { "this file".to_owned() } else { format!("these {count} files") }
}

fn clients(count: usize) -> String {
    if count == 1 { "one client is".to_owned() } else { format!("{count} clients are") }
}
