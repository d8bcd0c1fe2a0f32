//! `fusebox decide`.

use std::io::BufRead;

use fusebox_clients::canonical;
use fusebox_guard::policies::CompiledPolicies;
use fusebox_runtime::Runtime;
use fusebox_runtime::answer::EventBatch;
use fusebox_store::StoreLocation;

use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context, Result};

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 20;

const EXAMPLE: &str = "\
For example:
  {\"session\":\"s1\",\"type\":\"tool_request\",\"call\":\"c1\",\"tool\":\"bash\",\"input\":{\"command\":\"make\"}}
  {\"session\":\"s1\",\"type\":\"tool_result\",\"call\":\"c1\",\"ok\":false,\"output\":\"…\"}";

/// Read canonical events, one JSON object a line, and answer each with a verdict.
///
/// The integration for any agent in any language: write an event before and after each tool call,
/// read one line back. State is in memory unless --store is given. Ends with 0, or with 2 naming
/// the line when an event cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    policy: PolicyArgs,
    /// Where state and log are kept: a folder, `sqlite:FOLDER` or `memory:`.
    #[arg(long, value_name = "URL", default_value = "memory:")]
    store: StoreLocation,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let layers = policy::layers_around(context, Some(&context.dir))?;
    let mut runtime = match &args.store {
        StoreLocation::Sqlite(folder) => context.runtime(Some(folder))?,
        StoreLocation::Memory => Runtime::in_memory()?,
    };
    let policies = CompiledPolicies::compile(layers, &args.policy.flags(), runtime.store_mut())?;
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let mut limited = std::io::Read::take(&mut input, MAX_LINE_BYTES);
        if limited.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let event =
            canonical::read_event(&line).map_err(CliError::of_flag(&format!("line {number}")))?;
        let batch = EventBatch { events: vec![event], ..EventBatch::default() };
        let answer = runtime.answer(batch, &policies)?;
        for answer in &answer.answers {
            let line = format!("{}\n", canonical::write_verdict(&answer.verdict));
            context.print_bytes(line.as_bytes())?;
        }
    }
    Ok(())
}
