//! `fusebox schema`.

use fusebox_clients::canonical;
use serde_json::Value;

use crate::{Context, Result};

/// The report's schema is derived from its types, and compared with this file by a test.
const DIAGNOSTIC: &str = include_str!("../../../../docs/diagnostic.schema.json");

/// Print a JSON Schema (draft 2020-12) of what programs read and write.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Of what.
    #[arg(value_name = "WHAT")]
    kind: SchemaKind,
}

/// What has a schema.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum SchemaKind {
    /// A line of the input of `fusebox decide`.
    Event,
    /// A line of its output.
    Verdict,
    /// The report: `fusebox show --json` and `fusebox debug --json`.
    Diagnostic,
    /// The configuration file.
    Config,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let schema: Value = match args.kind {
        SchemaKind::Event => canonical::event_schema(),
        SchemaKind::Verdict => canonical::verdict_schema(),
        SchemaKind::Diagnostic => serde_json::from_str(DIAGNOSTIC)?,
        SchemaKind::Config => fusebox_config::json_schema(),
    };
    context.json(&schema)
}
