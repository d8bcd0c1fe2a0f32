//! `fusebox inbox`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use fusebox_effects::{AnswerAuthority, InboxFinding, InboxOutcome};
use fusebox_runtime::Runtime;
use serde_json::{Value, json};

use crate::text_table::{Cell, TextTable, plain};
use crate::{CliError, Context, Result, display, exit, person, style};

/// Bytes of a message that are read.
const REPLY_BYTES: u64 = 1 << 20;

const EXAMPLES: &str = "\
Examples:
  fusebox inbox
  fusebox inbox --apply - < reply.eml

An answer is one line: `fusebox guidance TEXT`, `fusebox reset`, `fusebox dismiss`, `fusebox rollback` or \
`fusebox spend allow AMOUNT`. After a message with a one-time code: `fusebox CODE guidance TEXT`, and so on.
Exit codes: 0 read, 1 a source could not be read or an answer could not be carried out.";

/// Read what people answered to trips elsewhere, and carry it out.
///
/// `[inbox]` of your own configuration says whose answers count; without it nothing is read. `fusebox run` does the
/// same while it waits for a person, and `fusebox reconcile` at each pass. Only a person in a terminal of their own may
/// do this, or an operator whose token is in the file that `FUSEBOX_OPERATOR_TOKEN_FILE` names.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Read nothing but this file, or standard input with `-`: a mail or a message with one-time codes.
    #[arg(long, value_name = "FILE")]
    apply: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let mut runtime = context.runtime(None)?;
    let settings = context.escalation_settings()?;
    let authority = if settings.inbox.is_on() {
        person::require_for_answers(context, &runtime)?;
        AnswerAuthority::EveryTrip
    } else {
        context.inform(
            "Nobody's answers are read: `[inbox]` in your own configuration says whose count.",
        );
        AnswerAuthority::NoTrip
    };
    let found = match &args.apply {
        Some(file) if settings.inbox.codes.is_empty() => {
            let text =
                format!("{}: no channel carries a code: `inbox.codes` is empty", file.display());
            return Err(CliError::failed(text));
        }
        Some(file) => fusebox_effects::apply_reply(&mut runtime, &reply(file)?)?,
        None => fusebox_effects::read_inbox(&mut runtime, &settings, &authority)?,
    };
    context.drain_effects(&mut runtime, &authority)?;
    context.print_list(
        args.json,
        &found.iter().map(to_json).collect::<Vec<_>>(),
        if settings.inbox.is_on() { "No answer is new." } else { "Nothing was read." },
        |_| Ok(lines(&found, context.columns())),
    )?;
    let is_failure = |one: &InboxFinding| {
        matches!(one.outcome, InboxOutcome::Failed { .. } | InboxOutcome::Unread { .. })
    };
    Ok(if found.iter().any(is_failure) { exit::FAILED } else { exit::OK })
}

/// The message in a file, as far as it is read.
fn reply(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().take(REPLY_BYTES).read_to_end(&mut bytes)?;
    } else {
        let failed = |error| CliError::failed(format!("{}: {error}", file.display()));
        let opened = File::open(file).map_err(failed)?;
        opened.take(REPLY_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the inbox for a run that waits for a person, and says what is new. What was `said` last is not said again: a
/// server that is down is down at every look.
pub(super) fn read_while_waiting(
    runtime: &mut Runtime,
    authority: &AnswerAuthority,
    said: &mut Option<String>,
    context: &Context,
) {
    let found = context
        .escalation_settings()
        .and_then(|settings| Ok(fusebox_effects::read_inbox(runtime, &settings, authority)?));
    let text = match found {
        Ok(found) => lines(&found, context.columns()).join("\n"),
        Err(error) => error.to_string(),
    };
    if !text.is_empty() && said.as_ref() != Some(&text) {
        context.inform(&format!("fusebox: {text}"));
    }
    *said = Some(text);
}

/// One line for each finding.
fn lines(found: &[InboxFinding], columns: usize) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[]);
    for finding in found {
        let outcome = OutcomeText::of(&finding.outcome);
        let incident = finding.incident.as_ref().map(ToString::to_string).unwrap_or_default();
        let by = finding.by.as_deref().map(|by| format!(" by {by}")).unwrap_or_default();
        let (order, why) = (outcome.order.unwrap_or_default(), outcome.why.unwrap_or_default());
        let text = format!("{}{by}: {order}{why}", finding.source);
        let word: Cell = (outcome.style, outcome.word.to_owned());
        table.push([word, (style::COMMAND, incident), plain(display::one_line(&text, 300))]);
    }
    table.lines(columns)
}

fn to_json(finding: &InboxFinding) -> Value {
    let outcome = OutcomeText::of(&finding.outcome);
    json!({
        "incident": finding.incident.as_ref().map(|id| id.as_str()),
        "source": finding.source,
        "by": finding.by,
        "outcome": outcome.word,
        "order": outcome.order,
        "why": outcome.why,
    })
}

/// An outcome in words.
struct OutcomeText {
    word: &'static str,
    style: anstyle::Style,
    order: Option<String>,
    why: Option<String>,
}

impl OutcomeText {
    fn of(outcome: &InboxOutcome) -> Self {
        let (word, style, order, why) = match outcome {
            InboxOutcome::Applied { order } => {
                ("applied", style::SUCCESS, Some(order.clone()), None)
            }
            InboxOutcome::Ignored(why) => ("ignored", style::DIM, None, Some(why.to_string())),
            InboxOutcome::Failed { error } => ("failed", style::ERROR, None, Some(error.clone())),
            InboxOutcome::Unread { error } => ("unread", style::ERROR, None, Some(error.clone())),
        };
        Self { word, style, order, why }
    }
}
