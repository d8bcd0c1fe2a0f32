//! From an event to the fact that the engine folds: its meaning, without its text.

use fusebox_engine::event::{
    ChangedFiles, ControlOrder, EventKind, PromptOrigin, SessionStart, ToolRequest, ToolResult,
};
use fusebox_engine::test_run::TestRunEnd;
use fusebox_engine::{
    CallId, CallOutcome, CallRequest, ErrorSignature, Fact, ObservedUsage, Timestamp,
    WorkspaceChange,
};

use crate::call_subject::call_subject;
use crate::iteration::iterated;
use crate::message::repeats;
use crate::test_run::test_run;
use crate::{CallEffects, SessionContext, changed_files};
use fusebox_text::digest::{self, DigestBuilder};
use fusebox_text::envelope;
use fusebox_text::excerpt::suffix_up_to;
use fusebox_text::whitespace::collapse_whitespace;
use fusebox_text::{error_signature, is_acknowledgement, redacted_line};

/// The longest summary or guidance kept, in characters.
const SUMMARY_CHARS: usize = 2_000;
/// The longest folder of a session that is kept, in bytes; of a longer one paths stay whole.
const MAX_FOLDER_BYTES: usize = 400;
/// The longest gist of an output kept, in characters.
const GIST_CHARS: usize = 160;

/// What `kind` means. `at` is the time the runtime stamped; `place` is where the agent works.
#[must_use]
pub fn to_fact(kind: &EventKind, place: &SessionContext<'_>) -> Fact {
    match kind {
        EventKind::SessionStart(SessionStart { client, role, task, cwd, run }) => {
            Fact::SessionStart {
                client: client.as_deref().map(short),
                role: role.as_deref().map(short),
                task: task.clone(),
                folder: cwd.as_ref().filter(|cwd| cwd.len() <= MAX_FOLDER_BYTES).cloned(),
                run: run.clone(),
            }
        }
        EventKind::Prompt { by, text } => {
            Fact::Prompt { by: *by, said: (*by == PromptOrigin::Human).then(|| summary(text)) }
        }
        EventKind::ToolRequest(request) => Fact::Request(asked(request, place)),
        EventKind::ToolResult(result) => Fact::Outcome(Box::new(outcome(result, place))),
        EventKind::RoundEnd => Fact::RoundEnd,
        EventKind::Usage(usage) => Fact::Usage(ObservedUsage::from(usage)),
        EventKind::Iteration(iteration) => Fact::Iteration(Box::new(iterated(iteration))),
        EventKind::Compaction => Fact::Compaction,
        EventKind::Subagent { parent, depth } => {
            Fact::Subagent { parent: parent.clone(), depth: *depth }
        }
        EventKind::Idle { said } => Fact::Idle { said: said.as_deref().map(summary) },
        EventKind::Blocked { on, summary: words } => {
            Fact::Blocked { on: on.as_deref().map(short), summary: words.as_deref().map(summary) }
        }
        EventKind::Resume => Fact::Resume,
        EventKind::Complete { summary: words } => {
            Fact::Complete { summary: words.as_deref().map(summary) }
        }
        EventKind::Guidance { text, test } => {
            Fact::Guidance { text: summary(text), test: test.as_deref().map(short) }
        }
        EventKind::Control(ControlOrder::Reset { guidance, test }) => {
            Fact::Reset { guidance: guidance.as_deref().map(summary), test: test.clone() }
        }
        EventKind::Control(control) => Fact::from(control),
        EventKind::Tick => Fact::Tick,
        EventKind::SessionEnd => Fact::SessionEnd,
        EventKind::Message { text, part } => said(text, *part, false),
        EventKind::Thought { text } => said(text, false, true),
        EventKind::StopBlocked { .. } => Fact::StopBlocked,
    }
}

fn said(text: &str, part: bool, thought: bool) -> Fact {
    let digest =
        (!part && !text.trim().is_empty()).then(|| digest::of_parts(&[collapse_whitespace(text)]));
    let last = (!part && !thought).then(|| last_sentence(text)).flatten();
    Fact::Message { digest, repeats: repeats(text), thought, said: last }
}

/// The last sentence of a message, outside of code: what the agent is about to do.
fn last_sentence(text: &str) -> Option<String> {
    let end = suffix_up_to(text, GIST_CHARS * 4);
    let end = if end.contains('`') { end.rsplit("```").next()? } else { end };
    let said = Some(end.trim()).filter(|said| !said.is_empty())?;
    let paragraph = said.rsplit('\n').find(|line| !line.trim().is_empty())?.trim();
    let last = paragraph.trim_end_matches([':', '.', '!', '?']);
    let ends = |pair: &[u8]| matches!(pair, [b'.' | b'!' | b'?', b' ']);
    let begin = last.as_bytes().windows(2).rposition(ends);
    let sentence = begin.map_or(paragraph, |at| &paragraph[at + 2..]);
    Some(redacted_line(sentence.trim_start_matches(['#', '-', '*', ' ']), GIST_CHARS))
}

/// The digest that names an event, and the incident it may open.
#[must_use]
pub fn event_digest(session: &str, id: &str, at: Timestamp) -> u64 {
    let mut hasher = DigestBuilder::new();
    hasher.text(session);
    hasher.text(id);
    hasher.number(at.0);
    hasher.finish()
}

fn asked(request: &ToolRequest, place: &SessionContext<'_>) -> CallRequest {
    let effects = CallEffects::new(&request.tool, request.input.as_ref());
    let mut subject = call_subject(request, &effects, place);
    let resolved =
        place.write_resolver.map(|to| to.resolve_writes(&effects, request.cwd.as_deref()));
    subject.write_targets = resolved.map(Box::new);
    CallRequest {
        call: request.call.as_ref().map(call_digest),
        round: request.round.as_deref().map(digest::of_text),
        subject,
        breaker: None,
    }
}

/// The digest that stands for a client's call id; never 0.
#[must_use]
pub fn call_digest(id: &CallId) -> u64 {
    // 0 stands for "no id" in the window.
    digest::of_text(id.as_str()).max(1)
}

fn outcome(result: &ToolResult, place: &SessionContext<'_>) -> CallOutcome {
    let ok = result.ok.unwrap_or_else(|| result.exit_code.is_none_or(|code| code == 0));
    let output = result.output.as_deref();
    let error = output.filter(|_| !ok || result.refused).and_then(signature_of);
    let unasked = result.request.as_ref().map(|request| {
        call_subject(request, &CallEffects::new(&request.tool, request.input.as_ref()), place)
    });
    let call = place.test.or_else(|| unasked.as_ref().and_then(|asked| asked.test.as_deref()));
    let test = call.filter(|_| !result.refused);
    let test = test.map(|call| Box::new(test_run(call, output.unwrap_or_default(), ok, place)));
    let has_passed = test.as_ref().is_some_and(|run| run.end == TestRunEnd::Passed);
    CallOutcome {
        call: result.call.as_ref().map(call_digest),
        ok,
        result: output.map(|output| digest::of_result(output, ok)),
        trivial: has_passed || output.is_some_and(|output| is_acknowledgement(output, ok)),
        gist: output.and_then(|output| gist(output, error.as_ref())),
        error,
        duration_ms: result.duration_ms,
        change: change(result),
        refused: result.refused,
        files: changed_files::by_result(result, place),
        test,
        unasked,
        breaker: None,
    }
}

fn change(result: &ToolResult) -> WorkspaceChange {
    if let Some(workspace) = &result.workspace {
        return WorkspaceChange::Workspace(digest::of_text(workspace));
    }
    match &result.changed {
        None => WorkspaceChange::Untold,
        Some(ChangedFiles::Count(0)) => WorkspaceChange::Nothing,
        Some(ChangedFiles::Count(_)) => WorkspaceChange::ByCall,
        Some(ChangedFiles::Files(files)) if files.is_empty() => WorkspaceChange::Nothing,
        Some(ChangedFiles::Files(files)) => {
            let contents: Option<Vec<u64>> = files
                .iter()
                .map(|file| file.content.as_ref().map(|content| content_of(&file.path, content)))
                .collect();
            contents.map_or(WorkspaceChange::ByCall, WorkspaceChange::Contents)
        }
    }
}

/// A content of a file: the upper 16 bits are of the path, so that the contents of one file can be
/// told from those of another.
fn content_of(path: &str, content: &str) -> u64 {
    const OF_PATH: u64 = 0xffff << 48;
    (digest::of_text(path) & OF_PATH) | (digest::of_parts(&[path, content]) & !OF_PATH)
}

pub(crate) fn signature_of(text: &str) -> Option<ErrorSignature> {
    let found = error_signature(text)?;
    Some(ErrorSignature { digest: found.digest, line: redacted_line(&found.line, GIST_CHARS) })
}

/// The line that says most: the error, else the last line that was printed.
fn gist(output: &str, error: Option<&ErrorSignature>) -> Option<String> {
    if let Some(error) = error {
        return Some(error.line.clone());
    }
    Some(redacted_line(envelope::last_line(output)?, GIST_CHARS))
}

fn summary(text: &str) -> String {
    redacted_line(text, SUMMARY_CHARS)
}

fn short(text: &str) -> String {
    redacted_line(text, GIST_CHARS)
}
