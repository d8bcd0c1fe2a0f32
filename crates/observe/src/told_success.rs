//! Whether a call succeeded, as far as the client or a status says so.

use fusebox_engine::event::ToolResult;
use fusebox_engine::{CallOutcome, CallSubject, WorkKind};
use fusebox_text::{envelope, is_error_text, is_untold_error, named_places};

use crate::SessionContext;
use crate::failing_words::has_failed_behind_filter;
use crate::restart::has_restarted;

/// What is told of how a call ended.
pub(crate) struct CallStatus<'r> {
    /// What it printed, without a status that the line prints of what it ran.
    pub(crate) output: Option<&'r str>,
    pub(crate) exit_code: Option<i32>,
    /// Whether it succeeded; `None` where nobody says so.
    pub(crate) told: Option<bool>,
    /// Whether a status, or the client, says that it failed.
    pub(crate) has_status: bool,
}

impl<'r> CallStatus<'r> {
    pub(crate) fn of(
        result: &'r ToolResult,
        unasked: Option<&CallSubject>,
        (work, label): (WorkKind, Option<&str>),
        context: &SessionContext<'_>,
    ) -> Self {
        let output = result.output.as_deref();
        let prints_status = label.is_some_and(prints_status);
        // `test -f a; echo rc=$?`: what the line prints is its answer.
        let enveloped = output.filter(|output| !prints_status || envelope::is_opened(output));
        let told_code = result.exit_code.or_else(|| enveloped.and_then(envelope::exit_code));
        let asks = prints_status && !work.shows();
        let printed = output.filter(|_| asks).and_then(envelope::printed_status);
        // A 0 may be that of a filter in front, and a status without an error is what was asked for.
        let failure = printed.filter(|(before, status)| {
            let body = envelope::output_body(before);
            let is_told = || is_error_text(body) || is_untold_error(body);
            *status != 0 && (matches!(work, WorkKind::Check | WorkKind::Install) || is_told())
        });
        let (output, exit_code, told) = match failure {
            Some((before, status)) => (Some(before), Some(status), Some(false)),
            None => {
                let hides_status = unasked.map_or(context.hides_status, |asked| asked.hides_status);
                let hider = hides_status.then_some((work, label.unwrap_or_default()));
                (output, told_code, told_success(result, told_code, hider, context))
            }
        };
        let has_status = result.ok == Some(false) || exit_code.is_some_and(|code| code != 0);
        Self { output, exit_code, told, has_status }
    }
}

/// Whether a line prints how what it ran ended: `make; echo exit $?`.
fn prints_status(label: &str) -> bool {
    ["$?", "PIPESTATUS", "pipestatus", "$LASTEXITCODE", "%errorlevel%", "%ERRORLEVEL%"]
        .iter()
        .any(|status| label.contains(status))
}

/// Whether the call succeeded; `None` where nobody says so. `hider` is the call, where its status may be that of another
/// program than the one that works.
fn told_success(
    result: &ToolResult,
    exit_code: Option<i32>,
    hider: Option<(WorkKind, &str)>,
    context: &SessionContext<'_>,
) -> Option<bool> {
    let output = result.output.as_deref();
    let has_done =
        |label| has_copied(label, exit_code, output) || has_restarted(label, context.named, output);
    if context.label.is_some_and(has_done) {
        return Some(true);
    }
    let told = result.ok.or(exit_code.map(|code| code == 0));
    let Some((work, label)) = hider.filter(|(work, _)| !work.shows()) else { return told };
    // That a filter ended well says nothing of the program in front of it.
    let Some(body) = output.map(envelope::output_body) else { return told };
    if told == Some(true) && work == WorkKind::Check {
        return told.filter(|_| named_places(body).is_none());
    }
    if has_failed_behind_filter(work, body, label) { Some(false) } else { told }
}

/// Whether a program has done its work although its status is not 0: below 8 robocopy tells what it copied.
fn has_copied(label: &str, exit_code: Option<i32>, output: Option<&str>) -> bool {
    const FIRST_FAILURE: i32 = 8;
    label.starts_with("robocopy ")
        && exit_code.is_none_or(|code| (0..FIRST_FAILURE).contains(&code))
        && output.is_some_and(|output| !output.contains("ERROR "))
}

/// What the client tells of a result beside its output.
pub(crate) fn told_by_client(result: &ToolResult) -> CallOutcome {
    let (duration_ms, refused) = (result.duration_ms, result.refused);
    CallOutcome { duration_ms, refused, ..CallOutcome::default() }
}
