//! `fusebox reconcile`.

mod finding_text;

use fusebox_effects::AnswerAuthority;
use fusebox_runtime::{Runtime, RuntimeError};
use fusebox_store::StoreError;
use fusebox_supervisor::reconcile::{
    ReconcileFinding, ReconcileOptions, ReconcileOutcome, ReconcileSubject, reconcile,
};
use serde_json::{Value, json};

use self::finding_text::FindingText;
use crate::display::{self, count};
use crate::text_table::{Cell, TextTable, plain};
use crate::{Context, Result, clock, exit, person, style};

/// The longest reason that is shown, in characters: what a channel or git says is shorter.
const WHY_CHARS: usize = 2_000;

const EXAMPLES: &str = "\
Examples:
  fusebox reconcile
  fusebox reconcile --check

Exit codes: 0 nothing is left to do, 1 something could not be mended or, with --check, is to be done.";

/// Find what nobody finished, and finish it.
///
/// Sessions asleep or active beyond their limits trip. Sessions whose agent or run died are ended.
/// Effects that were queued and not delivered are delivered. Checkpoints of completed tasks and
/// placeholders of dead runs are removed. Refs of tasks that nobody knows are shown and left alone:
/// no work is ever removed. `fusebox run` and `fusebox loop` do this every `run.reconcile_every`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Change nothing; end with 1 when there is something to do.
    #[arg(long)]
    check: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let found = if args.check {
        check(context)?
    } else {
        pass(&mut context.runtime(None)?, false, context)?
    };
    let number =
        |is: fn(&ReconcileOutcome) -> bool| found.iter().filter(|one| is(&one.outcome)).count();
    let to_do = number(|outcome| *outcome == ReconcileOutcome::ToDo);
    let mended = number(|outcome| *outcome == ReconcileOutcome::Mended);
    let failed = number(|outcome| matches!(outcome, ReconcileOutcome::Failed { .. }));
    let document = json!({
        "check": args.check,
        "to_do": to_do,
        "mended": mended,
        "failed": failed,
        "left": found.len() - to_do - mended - failed,
        "findings": found.iter().map(to_json).collect::<Vec<Value>>(),
    });
    context.print_result(args.json, &document, |_| {
        let lines = lines(&found, context.columns());
        let sum = if args.check {
            format!("{} to do.", count(to_do, "thing"))
        } else {
            format!("{} mended.", count(mended, "thing"))
        };
        Ok(lines.into_iter().chain([sum]).collect::<Vec<_>>().join("\n"))
    })?;
    Ok(if to_do + failed == 0 { exit::OK } else { exit::FAILED })
}

/// What there is to do. Nothing is opened to write.
fn check(context: &Context) -> Result<Vec<ReconcileFinding>> {
    let home = context.home()?;
    if !home.state_dir.join(fusebox_store::FILE).exists() {
        return Ok(Vec::new());
    }
    let opened = Runtime::read_only(&home.state_dir, home.protected(&context.environment, []));
    match opened {
        Err(RuntimeError::Store(StoreError::Corrupt { file, detail })) => {
            let subject = ReconcileSubject::Database { file, detail };
            Ok(vec![ReconcileFinding { subject, outcome: ReconcileOutcome::ToDo }])
        }
        Err(error) => Err(error.into()),
        Ok(mut runtime) => pass(&mut runtime, true, context),
    }
}

fn pass(runtime: &mut Runtime, is_check: bool, context: &Context) -> Result<Vec<ReconcileFinding>> {
    let answers = if is_check { AnswerAuthority::NoTrip } else { answers(context, runtime) };
    let found = context.with_drain(&answers, |drain| {
        reconcile(runtime, &ReconcileOptions { is_check, drain: *drain, now: clock::now() })
    })?;
    Ok(found)
}

/// The trips whose answers may be read here. Where that is none, and answers are expected, it says so.
fn answers(context: &Context, runtime: &Runtime) -> AnswerAuthority {
    if !context.escalation_settings().is_ok_and(|settings| settings.inbox.is_on()) {
        return AnswerAuthority::NoTrip;
    }
    match person::require_for_answers(context, runtime) {
        Ok(()) => AnswerAuthority::EveryTrip,
        Err(error) => {
            let text = "no answer is read and no code is sent: that needs a terminal of yours or an operator's token";
            context.note(&format!("{text} ({error})"));
            AnswerAuthority::NoTrip
        }
    }
}

fn to_json(finding: &ReconcileFinding) -> Value {
    let text = FindingText::of(&finding.subject);
    let (outcome, _) = outcome(&finding.outcome);
    json!({
        "kind": text.kind,
        "subject": text.subject,
        "found": text.found,
        "outcome": outcome,
        "why": why(&finding.outcome),
    })
}

fn lines(found: &[ReconcileFinding], columns: usize) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[]);
    for finding in found {
        let text = FindingText::of(&finding.subject);
        let (word, style) = outcome(&finding.outcome);
        let done: Cell = match &finding.outcome {
            ReconcileOutcome::ToDo => (style, format!("to do: {}", text.mending)),
            ReconcileOutcome::Mended => (style, text.mended.to_owned()),
            ReconcileOutcome::Left { .. } | ReconcileOutcome::Failed { .. } => {
                (style, word.to_owned())
            }
        };
        let found = display::one_line(&text.found, 300);
        table.push([done, plain(display::one_line(&text.subject, 40)), plain(found)]);
    }
    let lines = table.lines(columns).into_iter().zip(found);
    lines
        .flat_map(|(line, finding)| [line].into_iter().chain(why_lines(finding, columns)))
        .collect()
}

/// Why it is left or could not be mended, below its line: the whole of it.
fn why_lines(finding: &ReconcileFinding, columns: usize) -> Vec<String> {
    let Some(why) = why(&finding.outcome) else { return Vec::new() };
    display::wrap_after("    ", &display::one_line(why, WHY_CHARS), columns)
}

fn outcome(outcome: &ReconcileOutcome) -> (&'static str, anstyle::Style) {
    match outcome {
        ReconcileOutcome::ToDo => ("to_do", style::WARNING),
        ReconcileOutcome::Mended => ("mended", style::SUCCESS),
        ReconcileOutcome::Left { .. } => ("left", style::DIM),
        ReconcileOutcome::Failed { .. } => ("failed", style::ERROR),
    }
}

fn why(outcome: &ReconcileOutcome) -> Option<&str> {
    match outcome {
        ReconcileOutcome::Left { why } => why.as_deref(),
        ReconcileOutcome::Failed { error } => Some(error),
        ReconcileOutcome::ToDo | ReconcileOutcome::Mended => None,
    }
}
