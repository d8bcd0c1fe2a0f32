//! `fusebox demo`.

mod attempts_story;
mod client;
mod hook;
mod loop_story;
mod project;
mod sandbox;
mod screen;
mod step;
mod story;
mod sweeper;
mod tool;
mod toolchain;
mod view;
mod wrap;

use crate::context::Context;
use crate::error::{CliError, exit};
use sandbox::Sandbox;
use step::{Milestone, Step, Summary};
use story::Story;
use view::View;

/// Watch two scripted agents get stuck, be stopped, be guided, and finish.
///
/// One repeats the same call; the other tries something else each time and fails the same test.
///
/// They work on a small crate in a temporary git repository: real edits, real test runs,
/// and the real hook, a process per event. It needs git and Rust, no network and no model, and
/// leaves nothing behind.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// No pauses.
    #[arg(long)]
    fast: bool,
    /// For programs: one JSON object a line for every step, a summary at the end.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let sandbox = Sandbox::create(context)?;
    let view = View::of(context, args.json, args.fast);
    let summary = Story::begin(&sandbox, view)?.play()?;
    view.show(&Step::Summary(&summary))?;
    check(&summary)?;
    Ok(exit::OK)
}

/// A demo that shows something else than it tells has failed.
fn check(summary: &Summary) -> Result<(), CliError> {
    if summary.ok {
        return Ok(());
    }
    Err(CliError::failed(format!(
        "the demo did not go as it should: it has {} incidents and reached {:?} of {:?}",
        summary.incidents,
        summary.reached,
        Milestone::ALL
    )))
}
