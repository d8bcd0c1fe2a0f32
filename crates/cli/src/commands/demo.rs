//! `fusebox demo`.

mod client;
mod folder_sweeper;
mod player;
mod project;
mod sandbox;
mod screen;
mod script;
mod step;
mod tool;

use std::io::IsTerminal;

use crate::{CliError, Context, Result};
use player::{DemoOutput, DemoPlayer};
use sandbox::DemoSandbox;
use step::{DemoStep, Milestone};

/// Watch a scripted agent get stuck, be stopped, be guided, and finish.
///
/// It repeats the same call. With --long, another one tries something else each time and fails the same
/// test.
///
/// They work on a small crate in a temporary git repository: real edits, real test runs,
/// and the real hook, a process per event. It needs git and Rust, no network and no model, and
/// leaves nothing behind.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Both agents, everything they say and are told, and the whole reports.
    #[arg(long)]
    long: bool,
    /// No pauses.
    #[arg(long)]
    fast: bool,
    /// Print one JSON object a line for every step of both agents, a summary at the end.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let sandbox = DemoSandbox::create(context)?;
    // Nobody reads along at a pipe, so only a terminal has pauses.
    let is_paced = !args.fast && !args.json && std::io::stdout().is_terminal();
    let is_long = args.long || args.json;
    let output = DemoOutput { context, is_json: args.json, is_long, is_paced };
    let summary = DemoPlayer::start(&sandbox, output)?.play()?;
    output.show(&DemoStep::Summary(&summary))?;
    // A demo that shows something else than it describes has failed.
    if summary.ok {
        return Ok(());
    }
    Err(CliError::failed(format!(
        "the demo did not go as scripted: it has {} incidents and reached {:?} of {:?}",
        summary.incidents,
        summary.reached,
        Milestone::expected(is_long)
    )))
}
