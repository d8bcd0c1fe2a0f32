//! `fusebox effects`, which the hook starts and does not wait for.

use std::time::Duration;

use clap::Subcommand;
use fusebox_effects::AnswerAuthority;
use fusebox_runtime::Runtime;

use crate::{Context, Result, clock};

/// How soon a message must be due for it to be waited for.
const SOON_MS: u64 = 90_000;
/// Messages that are waited for before the process ends.
const WAITS: usize = 10;

/// Carry out queued effects.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// Carry out every effect that is due, each exactly once.
    Drain {
        /// Wait for messages that are due soon.
        #[arg(long)]
        wait: bool,
    },
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let Args::Drain { wait } = args;
    let mut runtime = context.runtime(None)?;
    context.drain_effects(&mut runtime, &AnswerAuthority::NoTrip)?;
    for _ in 0..WAITS {
        if !(*wait && wait_for_message(&runtime)?) {
            break;
        }
        context.drain_effects(&mut runtime, &AnswerAuthority::NoTrip)?;
    }
    Ok(())
}

/// Waits until the next message is due, if that is soon. Says whether it is.
fn wait_for_message(runtime: &Runtime) -> Result<bool> {
    let Some(due) = fusebox_effects::next_message(runtime)? else { return Ok(false) };
    let left = due.since(clock::now()).0;
    if left > SOON_MS {
        return Ok(false);
    }
    // A little later than due: the clock has whole milliseconds.
    std::thread::sleep(Duration::from_millis(left + 20));
    Ok(true)
}
