//! `fusebox decide`.

use std::collections::BTreeSet;
use std::io::BufRead;

use fusebox_clients::canonical::{self, EventLine};
use fusebox_guard::policies::CompiledPolicies;
use fusebox_runtime::Runtime;
use fusebox_runtime::answer::EventBatch;
use fusebox_store::StoreLocation;

use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context, Result, display};

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 20;

const EXAMPLE: &str = "\
For example:
  {\"session\":\"s1\",\"type\":\"tool_request\",\"call\":\"c1\",\"tool\":\"bash\",\"input\":{\"command\":\"make\"}}
  {\"session\":\"s1\",\"type\":\"tool_result\",\"call\":\"c1\",\"ok\":false,\"output\":\"…\"}";

/// Read canonical events, one JSON object a line, and answer each with a verdict.
///
/// The integration for any agent in any language (docs/decide.md, `fusebox schema event`): write an event before and after each tool call,
/// read one line back. State is in memory unless --store or --keep is given. Ends with 0, or with 2 naming
/// the line when an event cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    policy: PolicyArgs,
    /// Where state and log are kept: a folder, `sqlite:FOLDER` or `memory:`. `fusebox status --store`
    /// reads the same.
    #[arg(long, value_name = "URL", default_value = "memory:", conflicts_with = "keep")]
    store: StoreLocation,
    /// Keep state and log where the hooks keep theirs and `fusebox status` looks.
    #[arg(long)]
    keep: bool,
}

/// The fields that no event reads, by session: each is named once.
#[derive(Default)]
struct UnreadFields(BTreeSet<(String, String)>);

impl UnreadFields {
    /// What is said of the fields of this event that are not read; nothing where it was said before.
    fn notice(&mut self, line: &EventLine) -> Option<String> {
        let session = line.event.session.as_str();
        let mut is_new = |name: &&String| self.0.insert((session.to_owned(), (*name).clone()));
        let named: Vec<String> = line
            .unknown
            .iter()
            .filter(|name| is_new(name))
            .map(|name| match canonical::similar_field(&line.kind, name) {
                Some(meant) => format!("`{}` (`{meant}`?)", display::one_line(name, 60)),
                None => format!("`{}`", display::one_line(name, 60)),
            })
            .collect();
        let named = (!named.is_empty()).then(|| display::first_items(&named, 10))?;
        let session = display::one_line(session, 60);
        Some(format!("session {session}: `{}` has no such field, ignored: {named}", line.kind))
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let layers = policy::layers_around(context, Some(&context.dir))?;
    let mut runtime = match &args.store {
        _ if args.keep => context.runtime(None)?,
        StoreLocation::Sqlite(folder) => context.runtime(Some(folder))?,
        StoreLocation::Memory => Runtime::in_memory()?,
    };
    let mut unread = UnreadFields::default();
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
        let read =
            canonical::read_line(&line).map_err(CliError::of_flag(&format!("line {number}")))?;
        if let Some(text) = unread.notice(&read) {
            context.note(&format!("line {number}: {text}"));
        }
        let batch = EventBatch { events: vec![read.event], ..EventBatch::default() };
        let answer = runtime.answer(batch, &policies)?;
        for answer in &answer.answers {
            let line = format!("{}\n", canonical::write_verdict(&answer.verdict));
            context.print_bytes(line.as_bytes())?;
        }
    }
    Ok(())
}
