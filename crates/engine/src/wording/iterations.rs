//! What is said of a loop whose iterations make no progress.

use crate::{Finding, FindingAdvice, LoopEvidence, Rule};

pub(super) fn message(finding: &Finding, evidence: &LoopEvidence) -> String {
    let observed = finding.observed;
    match evidence {
        LoopEvidence::RepeatedError(line) => {
            format!("Same error repeated {observed} times: \"{line}\"")
        }
        LoopEvidence::NoProgress { iterations, best_tests, last_progress, claims, probed } => {
            let counted = without_progress(*iterations, *best_tests);
            let mut declined = String::new();
            if finding.rule == Rule::OutputDecline {
                declined = format!("The output fell to {observed} % of the usual, then ");
            }
            let mut opens = String::new();
            if let FindingAdvice::BreakerOpensAt(n) = finding.advice {
                opens = format!(" The loop is stopped at {n}.");
            }
            let probed = if *probed { " It was tried once more." } else { "" };
            format!("{declined}{counted}.{opens}{}{probed}", history(*last_progress, *claims))
        }
        LoopEvidence::DeniedTools(tools) => format!(
            "Permission was denied in {} in a row: {}. Allow what the work needs, or say how it \
             is to be done without.",
            count_iterations(observed),
            tools.join(", ")
        ),
        LoopEvidence::DeniedCompoundCommands(tools) => format!(
            "Permission was denied for a compound command of commands that are allowed: {}.",
            tools.join(", ")
        ),
    }
}

/// For how long there was no progress, and what was looked at.
fn without_progress(iterations: u64, best_tests: Option<u64>) -> String {
    let in_a_row = if iterations == 1 { "" } else { " in a row" };
    let tests = best_tests.map(|best| format!(", no more than {best} tests passing"));
    let (counted, tests) = (count_iterations(iterations), tests.unwrap_or_default());
    format!("{counted}{in_a_row} without progress: no file changed, no commit{tests}")
}

/// When there was progress last, and what the agent said since.
fn history(last_progress: Option<u64>, claims: u64) -> String {
    let last = last_progress.map(|n| format!(" The last progress was in iteration {n}."));
    let claims = match claims {
        0 => String::new(),
        1 => " The agent said once that the work is done.".to_owned(),
        claims => format!(" The agent said {claims} times that the work is done."),
    };
    last.unwrap_or_default() + &claims
}

fn count_iterations(count: u64) -> String {
    if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") }
}
