//! Turns an event into the fact that the engine folds: its meaning without its text.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use fusebox_engine::event::{
    ChangedFiles, ControlOrder, EventKind, PromptOrigin, SessionStart, TokenUsage, ToolRequest,
    ToolResult,
};
use fusebox_engine::test_run::{TestRun, TestRunEnd};
use fusebox_engine::{
    AskedThing, CallId, CallOutcome, CallRequest, CallSubject, Fact, ObservedUsage, Timestamp,
    WorkKind, WorkspaceChange,
};

use crate::asking::asked_thing;
use crate::bounded::answered_until_bound;
use crate::call_subject::call_subject;
use crate::changed_batch::is_changed_batch;
use crate::error_signature::{GIST_CHARS, OutputError};
use crate::failing_words::{AnsweredCall, has_stopped_building};
use crate::failure_count::{count_failures, tells_failures, tells_findings};
use crate::iteration::to_observed_iteration;
use crate::printed_lines::PrintedLines;
use crate::question::without_answer_number as without_counted_numbers;
use crate::repetition::repetitions;
use crate::reset_first::resets_first;
use crate::runner_summary::counts_failed_tests;
use crate::secret_printer;
use crate::test_run::read_test_run;
use crate::told_success::{CallStatus, told_by_client};
use crate::waiting_tool::{reads_background_output, tells_end_of_process};
use crate::{CallEffects, SessionContext, changed_files, line_numbers};
use fusebox_prices::price_response;
use fusebox_text::digest::{self, DigestBuilder};
use fusebox_text::envelope;
use fusebox_text::excerpt::suffix_up_to;
use fusebox_text::whitespace::collapse_whitespace;
use fusebox_text::{
    ErrorLine, failing_place, found_nothing, is_acknowledgement, is_error_text, is_evicted,
    is_http_refusal, is_trouble_word, is_untold_error, missing_path, missing_program, named_places,
    printable_line, redact, redacted_line, redacted_line_of, tells_durations, tells_end,
    tells_rate, tells_success, tells_trouble, without_ages, without_printed_secrets,
    without_replacements,
};

/// The longest summary or guidance kept, in characters.
const SUMMARY_CHARS: usize = 2_000;
/// The longest folder of a session that is kept, in bytes. In a longer folder, paths are shown
/// whole.
const MAX_FOLDER_BYTES: usize = 400;
/// The longest output in which a program that is not there is looked for although the call succeeded.
const SHORT_OUTPUT: usize = 400;
/// Statuses of a shell that could not run a command, and of one that a signal ended.
const COULD_NOT_RUN: RangeInclusive<i32> = 126..=165;

/// The fact that `kind` describes. `context` says where the agent works.
#[must_use]
pub fn to_fact(kind: &EventKind, context: &SessionContext<'_>) -> Fact {
    match kind {
        EventKind::SessionStart(SessionStart { client, role, task, cwd, run, is_fork, .. }) => {
            Fact::SessionStart(SessionStart {
                client: client.as_deref().map(short),
                role: role.as_deref().map(short),
                task: task.clone(),
                cwd: cwd.as_ref().filter(|cwd| cwd.len() <= MAX_FOLDER_BYTES).cloned(),
                run: run.clone(),
                project: None,
                briefing: None,
                calibrated_limits: Vec::new(),
                failure_signs: Vec::new(),
                is_fork: *is_fork,
            })
        }
        EventKind::Prompt { by, text } => Fact::Prompt {
            by: *by,
            said: (*by == PromptOrigin::Human).then(|| summary(text)),
            lifted: Vec::new(),
            has_room: false,
        },
        EventKind::ToolRequest(request) => Fact::Request(call_request(request, context)),
        EventKind::ToolResult(result) => Fact::Outcome(Box::new(call_outcome(result, context))),
        EventKind::RoundEnd => Fact::RoundEnd,
        EventKind::Usage(usage) => Fact::Usage(observed_usage(usage, context)),
        EventKind::Iteration(iteration) => {
            Fact::Iteration(Box::new(to_observed_iteration(iteration)))
        }
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
        EventKind::Control(order) => control_fact(order.clone()),
        EventKind::Tampering(tampering) => Fact::Tampering(tampering.clone()),
        EventKind::ForkOfOpen(fork) => Fact::ForkOfOpen(fork.clone()),
        EventKind::Tick => Fact::Tick,
        EventKind::SessionEnd => Fact::SessionEnd,
        EventKind::Message { text, part } => message_fact(text, *part, false),
        EventKind::Thought { text } => message_fact(text, false, true),
        EventKind::StopBlocked { .. } => Fact::StopBlocked,
    }
}

fn control_fact(order: ControlOrder) -> Fact {
    match order {
        ControlOrder::Reset { guidance, test } => {
            Fact::Reset { guidance: guidance.as_deref().map(summary), test }
        }
        ControlOrder::Skip { test } => Fact::Skip { test },
        ControlOrder::Rescope => Fact::Rescope,
        ControlOrder::Retry => Fact::Retry,
        ControlOrder::Escalate { incident } => Fact::Escalate { incident },
        ControlOrder::Bypass { until } => Fact::Bypass { until },
        ControlOrder::AllowSpend { more } => Fact::SpendAllowed { more },
        ControlOrder::Dismiss { incident } => Fact::Dismiss { incident },
        ControlOrder::Judgement { gets_anywhere, reason } => {
            Fact::Judgement { gets_anywhere, reason }
        }
        ControlOrder::Checkpoint { task, became } => Fact::Checkpoint { task, became },
    }
}

fn message_fact(text: &str, part: bool, thought: bool) -> Fact {
    let digest =
        (!part && !text.trim().is_empty()).then(|| digest::of_parts(&[collapse_whitespace(text)]));
    let last = (!part && !thought).then(|| last_sentence(text)).flatten();
    Fact::Message { digest, repeats: repetitions(text), thought, said: last }
}

/// The last sentence of a message outside of code, which says what the agent does next.
fn last_sentence(text: &str) -> Option<String> {
    let end = suffix_up_to(text, GIST_CHARS * 4);
    let end = if end.contains('`') { end.rsplit("```").next()? } else { end };
    // What is above a line may say that it is a secret.
    let clean = redact(end);
    let said = Some(clean.trim()).filter(|said| !said.is_empty())?;
    let paragraph = said.rsplit('\n').find(|line| !line.trim().is_empty())?.trim();
    let last = paragraph.trim_end_matches([':', '.', '!', '?']);
    let ends = |pair: &[u8]| matches!(pair, [b'.' | b'!' | b'?', b' ']);
    let begin = last.as_bytes().windows(2).rposition(ends);
    let sentence = begin.map_or(paragraph, |at| &paragraph[at + 2..]);
    Some(printable_line(sentence.trim_start_matches(['#', '-', '*', ' ']), GIST_CHARS))
}

/// The digest that identifies an event, and the incident that it may open.
#[must_use]
pub fn event_digest(session: &str, id: &str, at: Timestamp) -> u64 {
    let mut builder = DigestBuilder::new();
    builder.text(session);
    builder.text(id);
    builder.number(at.0);
    builder.finish()
}

fn observed_usage(usage: &TokenUsage, context: &SessionContext<'_>) -> ObservedUsage {
    let price = price_response(usage, context.spend, context.imported_prices);
    ObservedUsage { is_unpriced: price.is_unknown, ..ObservedUsage::new(usage, price.cost) }
}

fn call_request(request: &ToolRequest, context: &SessionContext<'_>) -> CallRequest {
    let effects = CallEffects::new(&request.tool, request.input.as_ref());
    let mut subject = call_subject(request, &effects, context);
    let resolved =
        context.write_resolver.map(|to| to.resolve_writes(&effects, request.cwd.as_deref()));
    subject.write_targets = resolved.map(Box::new);
    CallRequest {
        anew: false,
        call: request.call.as_ref().map(call_digest),
        round: request.round.as_deref().map(digest::of_text),
        subject,
        breaker: None,
        can_ask: request.can_ask,
        caps: None,
    }
}

/// The digest of a client's call id; never 0.
#[must_use]
pub fn call_digest(id: &CallId) -> u64 {
    // The window stores 0 for a call without an id.
    digest::of_text(id.as_str()).max(1)
}

fn call_outcome(result: &ToolResult, context: &SessionContext<'_>) -> CallOutcome {
    let unasked = result.request.as_ref().map(|request| unasked_subject(request, context));
    let answered = AnsweredCall::of(unasked.as_ref(), context);
    let AnsweredCall { work, label, more, .. } = answered;
    let status = CallStatus::of(result, unasked.as_ref(), (work, label), context);
    let CallStatus { output, exit_code, told, has_status } = status;
    let body = output.map(envelope::output_body);
    let answered = answered.with_restart(body);
    let says_error = !answered.has_started && says_error(body, told, label, work);
    // A server that answers with an error has answered.
    let ok = told.unwrap_or(!says_error || output.is_some_and(|output| output.starts_with('{')));
    let safe = without_secrets(body, result, unasked.as_ref(), context);
    let output_error = OutputError::of(safe.as_deref().or(output).unwrap_or_default());
    let (test, place) = test_run(result, unasked.as_ref(), &output_error, ok, context).unzip();
    let ended = |end| test.as_ref().is_some_and(|run| run.end == end);
    let missing = missing_name(body.filter(|_| may_miss_program(ok, output)), label);
    let (counted, failures) = counted_failures(output);
    // A test run that no reader understands has passed where it counts no failure.
    let counts_none = ok && test.is_some() && counted == Some(0);
    let thing = asked_thing(body.filter(|_| missing.is_none()), ok, work, label);
    let fruitless = thing == AskedThing::Absent || body.is_some_and(found_nothing);
    let ran_tests = test.is_none() && missing.is_none() && has_run_tests(work, body, told);
    let is_check = work == WorkKind::Check || ran_tests;
    let places = body.filter(|_| is_check && test.is_none()).and_then(named_places);
    let lists = || lists_findings(body, told, is_check, work, failures, places);
    let has_found = || if ok { !answered.has_started && lists() } else { has_run(exit_code) };
    let is_finding = || has_found() && missing.is_none() && output.is_some_and(tells_findings);
    let tells_findings = if test.is_some() { ended(TestRunEnd::Failed) } else { is_finding() };
    let failed_output = output.filter(|_| !ok || says_error || tells_findings);
    let answered = AnsweredCall { is_check, test: test.as_deref(), ok, has_status, ..answered };
    let told_error = failed_output.or(output.filter(|_| result.refused)).map(|_| &output_error);
    let error = told_error.and_then(|error| error.signature(GIST_CHARS));
    let words = answered.failing_words(output, failed_output.is_some(), error.as_ref());
    let comparable = body.filter(|body| !is_changed_batch(body, label, more));
    let shown = comparable.map(|body| line_numbers::without_line_numbers(body, work));
    let has_printed = ended(TestRunEnd::Failed) || is_check && tells_findings;
    let printed = PrintedLines::of_call(comparable, has_printed, label, context.printed);
    let of_call = ResultStatus::of(body, work, label, words.faulty);
    let status = ResultStatus { ok, fruitless, is_check, ..of_call };
    CallOutcome {
        call: result.call.as_ref().map(call_digest),
        ok,
        result: places
            .or_else(|| result_digest(shown, status, test.as_deref().zip(place), failures))
            .map(|result| if counts_none { digest::of_result("", true) } else { result }),
        fruitless,
        thing,
        ended: status.has_ended,
        tells_findings,
        ended_by_bound: !ok && answered_until_bound(label, exit_code, body),
        has_checked: ran_tests || ok && measures(work, body, label),
        failures,
        tells_trouble: words.of_others,
        failing_words: words.digest,
        input: words.input,
        faults: words.faults,
        lack: words.lack.filter(|_| !fruitless || words.has_refusal),
        failure_without_status: words.without_status,
        resets_first: label.is_some_and(resets_first),
        lines: printed.lines,
        has_new_line: printed.has_new_line,
        failing_place: failed_output.and_then(failing_place),
        missing: missing.map(|name| digest::of_text(&name).max(1)),
        trivial: ended(TestRunEnd::Passed) || counts_none || acknowledges(body, ok),
        gist: gist(told_error.and_then(OutputError::line), safe.as_deref().or(body)),
        error_beyond_call: words.beyond_call,
        error,
        change: workspace_change(result, work, label),
        files: changed_files::by_result(result, context),
        test,
        unasked,
        ..told_by_client(result)
    }
}

/// What a test run told, and where it stood, if the call was one and was carried out.
fn test_run(
    result: &ToolResult,
    unasked: Option<&CallSubject>,
    error: &OutputError<'_>,
    ok: bool,
    context: &SessionContext<'_>,
) -> Option<(Box<TestRun>, u16)> {
    let call = context.test.or_else(|| unasked.and_then(|asked| asked.test.as_deref()));
    let output = result.output.as_deref().unwrap_or_default();
    call.filter(|_| !result.refused)
        .and_then(|call| read_test_run(call, output, error, ok, context))
}

/// Whether the output is an error. A pipe hides the status, some clients tell none, and a server may answer that it
/// failed; what a look shows is no error of its own, nor is what a program warned of that went on to its end.
fn says_error(body: Option<&str>, told: Option<bool>, label: Option<&str>, work: WorkKind) -> bool {
    let is_untold =
        |body: &str| is_untold_error(body) || has_stopped_building(body, label.unwrap_or_default());
    let is_error = |body: &str| is_error_text(body) || told.is_none() && is_untold(body);
    let is_part = |body: &str| work.shows() && told != Some(false) && is_shown(body, label);
    // A number and an address tell of no end; where nobody tells how it ended, neither do other words.
    let acknowledges = |last: &str| {
        last.starts_with(char::is_alphabetic)
            && !last.contains("://")
            && is_acknowledgement(last, true)
    };
    let tells = |last: &str| match told {
        Some(_) => acknowledges(last) || tells_success(last),
        None => tells_success(last) && !is_error(last) && !tells_trouble(last),
    };
    let is_end = |last: &str| tells(last) && !label.is_some_and(|label| label.contains(last));
    let has_gone_on = |body| told != Some(false) && envelope::last_line(body).is_some_and(is_end);
    body.is_some_and(|body| is_error(body) && !is_part(body) && !has_gone_on(body))
}

/// Whether a call that is known for no check ran tests, of which some failed: a script, a shell in a pod or on another host.
fn has_run_tests(work: WorkKind, body: Option<&str>, told: Option<bool>) -> bool {
    let is_check = work == WorkKind::Check;
    let shows = matches!(work, WorkKind::Look | WorkKind::Log | WorkKind::Query);
    told != Some(true) && !is_check && !shows && body.is_some_and(counts_failed_tests)
}

/// Whether the output lists or counts what a check found, although it may have succeeded.
fn lists_findings(
    body: Option<&str>,
    told: Option<bool>,
    is_check: bool,
    work: WorkKind,
    failures: Option<u64>,
    places: Option<u64>,
) -> bool {
    let is_open = told.is_none();
    let may_count = is_check || is_open && !work.shows() && body.is_some_and(is_sentence);
    may_count && failures.is_some() || is_open && places.is_some()
}

/// Whether a program that is known for no check measured something.
fn measures(work: WorkKind, body: Option<&str>, label: Option<&str>) -> bool {
    // What moves files or packages tells how fast it did.
    const MOVERS: [&str; 16] = [
        "apt", "apt-get", "aria2c", "aws", "brew", "curl", "docker", "git", "gsutil", "npm", "pip",
        "pip3", "rclone", "rsync", "scp", "wget",
    ];
    let moves = || {
        let mut words = label.unwrap_or_default().split([' ', '/', ';', '&', '|']);
        words.any(|word| MOVERS.contains(&word))
    };
    matches!(work, WorkKind::Other | WorkKind::Setup)
        && body.is_some_and(|body| tells_rate(body) || tells_durations(body))
        && !moves()
}

/// How many failures an output counts, and the same where there are any.
fn counted_failures(output: Option<&str>) -> (Option<u64>, Option<u64>) {
    let counted = output.and_then(count_failures);
    (counted, counted.filter(|count| *count > 0))
}

/// Whether the body says nothing but that the call was carried out.
fn acknowledges(body: Option<&str>, ok: bool) -> bool {
    body.is_some_and(|body| is_acknowledgement(body, ok))
}

/// Whether a shell could start what ended with this status.
fn has_run(exit_code: Option<i32>) -> bool {
    exit_code.is_none_or(|code| !COULD_NOT_RUN.contains(&code))
}

/// Whether what the call asked about has ended.
fn has_ended(body: Option<&str>, work: WorkKind, label: Option<&str>) -> bool {
    asks_about_others(work, label) && body.is_some_and(tells_end)
        || label.is_some_and(reads_background_output) && body.is_some_and(tells_end_of_process)
}

/// Whether a call of this kind asks about what others change.
fn asks_about_others(work: WorkKind, label: Option<&str>) -> bool {
    let is_served = || label.is_some_and(|label| label.starts_with("mcp:"));
    work == WorkKind::Query || work.shows() && is_served()
}

/// Whether a program that is not there may be what the output tells of.
fn may_miss_program(ok: bool, output: Option<&str>) -> bool {
    !ok || output.is_some_and(|text| text.len() < SHORT_OUTPUT)
}

/// The name of the program or module that the output says is not there.
fn missing_name(body: Option<&str>, label: Option<&str>) -> Option<String> {
    let body = body?;
    let by_path = || {
        // What is missing on another host or in a container, the line does not begin with.
        let path = missing_path(body)?;
        let behind = label?.strip_prefix(path)?;
        let name = path.rsplit('/').next().filter(|_| behind.is_empty() || behind.starts_with(' '));
        name.map(str::to_lowercase)
    };
    missing_program(body).or_else(by_path)
}

/// What a call is that was reported only with its result.
fn unasked_subject(request: &ToolRequest, context: &SessionContext<'_>) -> CallSubject {
    call_subject(request, &CallEffects::new(&request.tool, request.input.as_ref()), context)
}

/// What the call printed without the secrets in it, where it prints nothing else: as its request said, or as the client says with
/// the result.
fn without_secrets(
    body: Option<&str>,
    result: &ToolResult,
    unasked: Option<&CallSubject>,
    context: &SessionContext<'_>,
) -> Option<String> {
    let prints_secret = context.prints_secret
        || unasked.is_some_and(|asked| asked.prints_secret)
        || result.printed_by.as_deref().is_some_and(secret_printer::is_secret_source);
    body.filter(|_| prints_secret).and_then(without_printed_secrets)
}

/// What a call said, in a line: its error, else its last line.
fn gist(error: Option<&ErrorLine>, body: Option<&str>) -> Option<String> {
    match error {
        Some(error) => Some(printable_line(&error.said, GIST_CHARS)),
        None => body.and_then(|body| {
            envelope::last_line(body).map(|line| redacted_line_of(body, line, GIST_CHARS))
        }),
    }
}

/// Whether the body of an output says more than a word.
fn is_sentence(body: &str) -> bool {
    body.trim().contains(char::is_whitespace)
}

/// Whether an error is a part of what a look shows, and not said by the program that looks (`cat: a: No such
/// file or directory`) or by the server that it asks.
fn is_shown(body: &str, label: Option<&str>) -> bool {
    let label = label.unwrap_or_default();
    let first = body.trim_start().lines().next().unwrap_or_default();
    let said = first.to_ascii_lowercase();
    let by_server = label.starts_with("mcp:")
        && (first.starts_with('{')
            || said.starts_with("invalid arguments for tool ")
            || is_http_refusal(body))
        || ["error response from ", "error from server"]
            .iter()
            .any(|start| said.starts_with(start));
    // `grep error log` shows lines that begin with what was searched for.
    let is_head = |name: &str| is_trouble_word(name) || name.eq_ignore_ascii_case("warning");
    let by_program = first.split_once(": ").is_some_and(|(name, _)| {
        matches!(name, "bash" | "sh" | "zsh" | "/bin/sh" | "/bin/bash")
            || label.split([' ', '/', '|']).any(|word| word == name)
                && !name.is_empty()
                && !is_head(name)
    });
    // A program that asks a server or a table says so itself: it shows no file in which that could stand.
    const CLIENTS: [&str; 5] = ["vault ", "consul ", "etcdctl ", "bq ", "sqlite3 "];
    let by_query = CLIENTS.iter().any(|client| label.starts_with(client))
        && (said.starts_with("error") || said.contains(" error in "))
        || label.starts_with("psql ") && first.starts_with("ERROR:  ");
    // The client's own words.
    let by_client = said.starts_with("<tool_use_error>")
        || label.starts_with("read ") && said.starts_with("error")
        || label.starts_with("web ")
            && ["request failed", "error"].iter().any(|start| said.starts_with(start));
    !(by_server || by_program || by_query || by_client)
}

/// The digest of an answer, of which what the client prints around it is no part; `None` where it is not
/// known. The answer of a test run that failed is which tests fail, not what is printed of them.
fn result_digest(
    body: Option<Cow<'_, str>>,
    ResultStatus { ok, fruitless, is_check, has_ended, is_query, is_by_agent, faulty }: ResultStatus,
    test: Option<(&TestRun, u16)>,
    failures: Option<u64>,
) -> Option<u64> {
    let body: &str = &body.filter(|body| !is_evicted(body))?;
    match test {
        Some((run, place))
            if run.end == TestRunEnd::Failed && !run.failing.contains(&TestRun::SUITE_KEY) =>
        {
            let mut builder = DigestBuilder::new();
            let mut failing = run.failing.clone();
            failing.sort_unstable();
            failing.iter().for_each(|key| builder.number(u64::from(*key)));
            Some(CallOutcome::failed_tests(builder.finish(), place, failing.len() as u64))
        }
        Some((run, _)) if run.end == TestRunEnd::Failed => {
            let count = failures.unwrap_or_default();
            Some(CallOutcome::failed_tests(CallOutcome::UNNAMED_TESTS, 0, count))
        }
        // A cut output that speaks of failures is no known answer.
        Some((run, _)) if run.end == TestRunEnd::Passed => {
            failures.is_none().then(|| digest::of_result("", true))
        }
        // However its tool words it.
        _ if fruitless => Some(digest::of_result("", true)),
        // A check that no reader knows and that counts what failed.
        None if is_check
            && failures > Some(0)
            && (tells_failures(body) || body.contains("tests failed")) =>
        {
            Some(CallOutcome::failed_tests(
                CallOutcome::UNNAMED_TESTS,
                0,
                failures.unwrap_or_default(),
            ))
        }
        None if has_ended => Some(digest::of_result(&without_ages(body), ok)),
        None if is_query => Some(digest::of_result(&without_replacements(body), ok)),
        None if is_by_agent => Some(digest::of_result(&without_counted_numbers(body), ok)),
        None if !is_check => Some(digest::of_result(body, ok) ^ faulty.unwrap_or_default()),
        _ => Some(digest::of_result(body, ok)),
    }
}

/// What a call is and how it ended, as far as its answer depends on it.
#[derive(Debug, Clone, Copy, Default)]
struct ResultStatus {
    ok: bool,
    fruitless: bool,
    is_check: bool,
    /// Whether what was asked about has ended.
    has_ended: bool,
    /// Whether it asks what others change.
    is_query: bool,
    /// Whether another agent has answered.
    is_by_agent: bool,
    /// The target at fault.
    faulty: Option<u64>,
}

impl ResultStatus {
    /// What the kind of a call and its body say.
    fn of(body: Option<&str>, work: WorkKind, label: Option<&str>, faulty: Option<u64>) -> Self {
        Self {
            faulty,
            has_ended: has_ended(body, work, label),
            is_query: work == WorkKind::Query,
            is_by_agent: label.is_some_and(|label| label.starts_with("task ")),
            ..Self::default()
        }
    }
}

fn workspace_change(result: &ToolResult, work: WorkKind, label: Option<&str>) -> WorkspaceChange {
    if let Some(workspace) = &result.workspace {
        return WorkspaceChange::Workspace(digest::of_text(workspace));
    }
    match &result.changed {
        None if result.output.as_deref().is_some_and(changed_nothing) => WorkspaceChange::Nothing,
        None if may_run_git(work, label)
            && result.output.as_deref().is_some_and(left_conflicts) =>
        {
            WorkspaceChange::Conflicts
        }
        None => WorkspaceChange::Untold,
        Some(ChangedFiles::Count(0)) => WorkspaceChange::Nothing,
        Some(ChangedFiles::Count(_)) => WorkspaceChange::ByCall,
        Some(ChangedFiles::Files(files)) if files.is_empty() => WorkspaceChange::Nothing,
        Some(ChangedFiles::Files(files)) => {
            let contents: Option<Vec<u64>> = files
                .iter()
                .map(|file| {
                    file.content.as_ref().map(|content| content_digest(&file.path, content))
                })
                .collect();
            contents.map_or(WorkspaceChange::ByCall, WorkspaceChange::Contents)
        }
    }
}

/// Whether git says that there was nothing to commit.
fn changed_nothing(output: &str) -> bool {
    output.trim_end().ends_with("nothing to commit, working tree clean")
}

/// Whether the call may run git, and does not only show something.
fn may_run_git(work: WorkKind, label: Option<&str>) -> bool {
    !work.shows() && label.is_some_and(|label| label.contains("git "))
}

/// Whether git says that it left conflicts in files.
fn left_conflicts(output: &str) -> bool {
    output.starts_with("CONFLICT (") || output.contains("\nCONFLICT (")
}

/// The digest of a file's content. Its upper 16 bits depend on the path alone, so that the contents
/// of one file can be distinguished from those of another.
fn content_digest(path: &str, content: &str) -> u64 {
    const OF_PATH: u64 = 0xffff << 48;
    (digest::of_text(path) & OF_PATH) | (digest::of_parts(&[path, content]) & !OF_PATH)
}

fn summary(text: &str) -> String {
    redacted_line(text, SUMMARY_CHARS)
}

fn short(text: &str) -> String {
    redacted_line(text, GIST_CHARS)
}
