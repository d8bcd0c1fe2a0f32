//! `fusebox justify`.

use crate::{Context, Result, display};

const EXAMPLE: &str = "\
Example:
  fusebox justify src/lib/round.rs --test cart::rounds \\
    --because \"the cart rounds with round_half_even, which lives there\"";

/// Justify a change outside the scope of the task. An agent runs it.
///
/// The hook reads the command line itself, where the failing tests and the scope are known, and
/// refuses what does not justify the file. This command only acknowledges, so run it as one simple
/// command.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The file.
    file: String,
    /// The test that fails now and cannot pass without it.
    #[arg(long, value_name = "TEST")]
    test: String,
    /// Why, in one sentence.
    #[arg(long, value_name = "SENTENCE")]
    because: String,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    context.say(&format!(
        "Noted: {} for {} ({} characters). It holds while that test fails, where this was run as a \
         command of its own.",
        display::one_line(&args.file, 200),
        display::one_line(&args.test, 200),
        args.because.chars().count()
    ))
}
