//! The measurements of an iteration for the engine, except for changed files.

use fusebox_clients::RunSummary;
use fusebox_clients::records::RunEnding;
use fusebox_engine::RunId;
use fusebox_engine::event::{IterationEnd, LoopIteration};
use fusebox_runtime::agent_run::AgentRun;

use crate::{ChildExit, EndReason, FinishedCommand};

/// What the end of the command and its output say.
pub(super) fn of(finished: &FinishedCommand) -> LoopIteration {
    let summary = finished.summary.clone().unwrap_or_default();
    let outcome = outcome(finished, &summary);
    // An agent that waits for a person has asked a question.
    let questions = summary.questions + u64::from(finished.activity.blocked.is_some());
    let failed_exit = || finished.exit.filter(|exit| *exit != ChildExit::Code(0));
    let error = match outcome {
        // Errors on the way to success are no failure.
        IterationEnd::Ok | IterationEnd::Timeout => None,
        IterationEnd::Idle => summary.error,
        IterationEnd::Exit | IterationEnd::ApiError => {
            summary.error.or_else(|| failed_exit().map(|exit| exit.to_string()))
        }
    };
    LoopIteration {
        output_len: finished.summary.is_some().then_some(summary.output_len),
        error,
        outcome,
        claims_complete: summary.claims_complete,
        questions,
        denied_tools: summary.denied,
        ..LoopIteration::default()
    }
}

/// What is known of an iteration whose supervisor died: it took place, and was not measured.
pub(super) fn lost(start: &RunId, record: &AgentRun) -> LoopIteration {
    LoopIteration {
        run: Some(start.to_string()),
        error: Some("nobody was left to measure the iteration".to_owned()),
        output_len: Some(record.output_bytes).filter(|bytes| *bytes > 0),
        outcome: IterationEnd::Exit,
        ..LoopIteration::default()
    }
}

/// Whether somebody ended the iteration early.
pub(super) fn is_cut_short(why: &EndReason) -> bool {
    matches!(why, EndReason::Interrupted(_) | EndReason::WatchdogLost)
}

fn outcome(finished: &FinishedCommand, summary: &RunSummary) -> IterationEnd {
    let failed =
        summary.ending == Some(RunEnding::Failed) || finished.exit != Some(ChildExit::Code(0));
    match &finished.why {
        EndReason::TimedOut => IterationEnd::Timeout,
        EndReason::Silent => IterationEnd::Idle,
        EndReason::Interrupted(_) | EndReason::WatchdogLost => IterationEnd::Ok,
        EndReason::Exited | EndReason::Tripped(_)
            if summary.ending == Some(RunEnding::ApiError) =>
        {
            IterationEnd::ApiError
        }
        EndReason::Exited | EndReason::Tripped(_) if failed => IterationEnd::Exit,
        EndReason::Exited | EndReason::Tripped(_) => IterationEnd::Ok,
    }
}
