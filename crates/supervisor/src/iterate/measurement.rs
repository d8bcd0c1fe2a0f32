//! What is told of an iteration, apart from what it changed.

use fusebox_clients::RunSummary;
use fusebox_clients::records::RunEnding;
use fusebox_engine::event::{IterationEnd, LoopIteration};
use fusebox_runtime::agent_run::AgentRun;

use crate::{EndReason, FinishedCommand};

/// What the end of the command and its output tell.
pub(super) fn of(finished: &FinishedCommand) -> LoopIteration {
    let said = finished.summary.clone().unwrap_or_default();
    let outcome = outcome(finished, &said);
    // Who waits for a person has asked.
    let questions = said.questions + u64::from(finished.blocked.is_some());
    LoopIteration {
        output_len: finished.summary.is_some().then_some(said.output_len),
        error: error(finished, outcome, said.error),
        outcome,
        claims_complete: said.claims_complete,
        questions,
        denied_tools: said.denied,
        ..LoopIteration::default()
    }
}

/// What is told of an iteration whose supervisor died: it took place, and nobody measured it.
pub(super) fn lost(start: &str, record: &AgentRun) -> LoopIteration {
    LoopIteration {
        run: Some(start.to_owned()),
        error: Some("nobody was left to measure the iteration".to_owned()),
        output_len: Some(record.output_bytes).filter(|bytes| *bytes > 0),
        outcome: IterationEnd::Exit,
        ..LoopIteration::default()
    }
}

/// Whether the iteration was ended before it could come to anything.
pub(super) fn is_cut_short(why: &EndReason) -> bool {
    matches!(why, EndReason::Interrupted(_) | EndReason::GuardLost)
}

fn outcome(finished: &FinishedCommand, said: &RunSummary) -> IterationEnd {
    let failed = said.ending == Some(RunEnding::Failed) || finished.exit_code != Some(0);
    match &finished.why {
        EndReason::TimedOut => IterationEnd::Timeout,
        EndReason::Silent => IterationEnd::Idle,
        EndReason::Interrupted(_) | EndReason::GuardLost => IterationEnd::Ok,
        EndReason::Exited | EndReason::Tripped(_) if said.ending == Some(RunEnding::ApiError) => {
            IterationEnd::ApiError
        }
        EndReason::Exited | EndReason::Tripped(_) if failed => IterationEnd::Exit,
        EndReason::Exited | EndReason::Tripped(_) => IterationEnd::Ok,
    }
}

/// The text of its failure: its own where it has words for it.
fn error(
    finished: &FinishedCommand,
    outcome: IterationEnd,
    said: Option<String>,
) -> Option<String> {
    match outcome {
        // What was tried and mended on the way to success is no failure.
        IterationEnd::Ok | IterationEnd::Timeout => None,
        IterationEnd::Idle => said,
        IterationEnd::Exit | IterationEnd::ApiError => said.or_else(|| ended(finished)),
    }
}

fn ended(finished: &FinishedCommand) -> Option<String> {
    match (finished.exit_code, finished.signal) {
        (Some(0) | None, None) => None,
        (Some(code), _) => Some(format!("the command ended with code {code}")),
        (None, Some(signal)) => Some(format!("signal {signal} ended the command")),
    }
}
