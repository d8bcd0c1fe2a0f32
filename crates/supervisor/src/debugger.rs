//! Starts the agent that the policy names to look for the cause of a trip. It reads; what it finds is attached to the report.

use std::time::Duration;

use fusebox_effects::{
    ADVISOR_VARIABLES, PrivateFolder, checkpoint_tree, incident_report, keep_finding,
};
use fusebox_engine::Incident;
use fusebox_git::LinkedTree;
use fusebox_text::{printable_line, redact};

use crate::analyst::AskOutcome;
use crate::confine::ConfinementPlan;
use crate::iterate::check::{CheckCommand, CheckOutcome};
use crate::{CommandSpec, Result, RunContext};

/// How long it may look for the cause.
const TIME: Duration = Duration::from_secs(600);
/// The end of its output that is kept, in characters.
const FINDING_CHARS: usize = 4_000;

/// Starts it for a trip, waits for its end, and keeps what it found.
pub(crate) fn look_for_cause(
    incident: &Incident,
    spec: &CommandSpec,
    context: &mut RunContext<'_>,
) -> Result<AskOutcome> {
    let debugger = context.policy(spec.role.as_deref()).advisors.debugger.clone();
    if debugger.is_empty() {
        return Ok(AskOutcome::Ended);
    }
    let name = printable_line(debugger.split_whitespace().next().unwrap_or_default(), 60);
    let give_up = |why: &str| {
        let why = printable_line(&redact(why), 300);
        (context.inform)(&format!("fusebox: on_trip.debugger: {why}; nothing is attached"));
        Ok(AskOutcome::Ended)
    };
    let folder = match PrivateFolder::new() {
        Ok(folder) => folder,
        Err(error) => return give_up(&error.to_string()),
    };
    let at = folder.path().join("tree");
    let tree = match checkpoint_tree(context.runtime, &spec.task, &spec.dir, &at) {
        Ok(Some(tree)) => tree,
        Ok(None) => return give_up("the task has no checkpoint"),
        Err(error) => return give_up(&error.to_string()),
    };
    (context.inform)(&format!(
        "fusebox: {name} looks for the cause of the trip, for at most {} s …",
        TIME.as_secs()
    ));
    let report = incident_report(context.runtime.store(), incident)?;
    let request = report.debugger_request(spec.order.as_deref());
    let outcome = run(&debugger, &request, &tree, spec)?;
    let output = match outcome {
        CheckOutcome::Interrupted(_) => return Ok(AskOutcome::Interrupted),
        CheckOutcome::Exited { code: Some(0), output } => output,
        CheckOutcome::Exited { code, .. } => {
            return give_up(&match code {
                Some(code) => format!("{name} ended with code {code}"),
                None => format!("{name} was ended by a signal"),
            });
        }
        CheckOutcome::TimedOut { .. } => return give_up(&format!("{name} took too long")),
    };
    let skipped = output.chars().count().saturating_sub(FINDING_CHARS);
    let finding: String = output.chars().skip(skipped).collect();
    if finding.trim().is_empty() {
        return give_up(&format!("{name} said nothing"));
    }
    keep_finding(context.runtime, incident, redact(finding.trim()).into_owned())?;
    Ok(AskOutcome::Ended)
}

/// Runs it in the tree. Where the command of the run is confined, it can write neither there nor to the repository.
fn run(
    debugger: &str,
    request: &str,
    tree: &LinkedTree,
    spec: &CommandSpec,
) -> Result<CheckOutcome> {
    let variables = ADVISOR_VARIABLES.iter().map(|(name, value)| match value {
        Some(value) => format!("export {name}={value}\n"),
        None => format!("unset {name}\n"),
    });
    // What it writes to its standard error is no finding.
    let command = format!("{}exec 2>/dev/null\n{debugger}", variables.collect::<String>());
    let check = CheckCommand {
        command: &command,
        dir: tree.folder(),
        confining: &reading_only(&spec.confining, tree),
        input: Some(request.as_bytes()),
        limit: TIME,
    };
    check.run_by_itself()
}

/// The helper that confines the command, with the tree and its repository read-only besides.
fn reading_only(confining: &[String], tree: &LinkedTree) -> Vec<String> {
    let mut words = confining.to_vec();
    let plan = words.iter().position(|word| word == "--plan");
    if let Some(word) = plan.and_then(|at| words.get_mut(at + 1))
        && let Ok(plan) = serde_json::from_str::<ConfinementPlan>(word)
        && let Ok(text) = serde_json::to_string(&plan.reading_only(tree.folder(), tree.protected()))
    {
        *word = text;
    }
    words
}
