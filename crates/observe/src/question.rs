//! What a call asks about, and what kind of work it is.

use std::borrow::Cow;

use fusebox_engine::{Tool, WorkKind};
use fusebox_scan::{BytePositions, find_byte};
use fusebox_shell::{
    CommandLine, SimpleCommand, accepts_output, asks_about_others, basename, does_nothing,
    installs, is_check, is_look, is_printer, may_provide, only_sets, plain_query, provides,
    reads_log, visit_question,
};
use fusebox_text::digest;
use serde_json::Value;

use crate::SessionContext;
use crate::arguments::text;
use crate::call_effects::selects_context;
use crate::tool_words::{has_word, is_one_of, tool_words};

/// Arguments that say how much or how an answer is shown, or why it is asked; not what is asked.
const MANNER_KEYS: [&str; 38] = [
    "-A",
    "-B",
    "-C",
    "-i",
    "-n",
    "block",
    "correlation_id",
    "depth",
    "description",
    "explanation",
    "head_limit",
    "idempotency_key",
    "limit",
    "maxLength",
    "max_bytes",
    "max_chars",
    "max_length",
    "max_results",
    "max_tokens",
    "maxresults",
    "model",
    "multiline",
    "n_results",
    "nonce",
    "num_results",
    "output_mode",
    "page_size",
    "pagesize",
    "per_page",
    "reason",
    "requestId",
    "request_id",
    "timeout",
    "timeout_ms",
    "topK",
    "top_k",
    "topk",
    "trace_id",
];
/// Arguments that say where a look begins: its first page is the same without them.
const START_KEYS: [&str; 6] = ["offset", "start_line", "view_range", "start", "page", "skip"];

/// The digest of what the call asks about; `None` where nothing is named.
///
/// The same look at a file is one question for a tool that reads and for a shell.
pub(crate) fn target(
    tool: &Tool,
    line: Option<&CommandLine<'_>>,
    input: &Value,
    context: &SessionContext<'_>,
) -> Option<u64> {
    let mut sum = TargetSum::default();
    match (line, tool) {
        (Some(line), _) => visit_question(line, &mut |word| sum.add(context.relative_path(word))),
        (None, Tool::Read) => {
            text(input, "file_path")
                .or_else(|| text(input, "path"))
                .into_iter()
                .for_each(|path| sum.add(context.relative_path(path)));
            add_start(&mut sum, input);
        }
        (None, _) => {
            sum.add(&tool.name());
            add_values(&mut sum, input);
            add_start(&mut sum, input);
        }
    }
    sum.words.then_some(sum.digest.max(1))
}

/// The digest of what a look at a file from its first line on asks about.
pub(crate) fn of_file(path: &str) -> u64 {
    let mut sum = TargetSum::default();
    sum.add(path);
    sum.digest.max(1)
}

/// A sum of words: their order makes no difference.
#[derive(Default)]
struct TargetSum {
    digest: u64,
    words: bool,
}

impl TargetSum {
    fn add(&mut self, word: &str) {
        self.digest = self.digest.wrapping_add(digest::of_text(&without_sizes(word)));
        self.words = true;
    }
}

/// Words before a number that says how much is shown.
const SIZE_WORDS: [&str; 8] = ["limit", "top", "first", "head", "rows", "max", "take", "timeout"];

/// Words before a number that only counts how often something is said.
const COUNTER_WORDS: [&str; 15] = [
    "iteration",
    "request",
    "thoughtNumber",
    "thought_number",
    "round",
    "attempt",
    "message",
    "turn",
    "try",
    "revision",
    "draft",
    "take",
    "pass",
    "cycle",
    "retry",
];

/// The arguments without numbers that only count, where there are some: `Review the plan, round 3` says
/// what `round 2` said.
pub(crate) fn without_counters(input: &Value) -> Option<Value> {
    match input {
        Value::String(text) => match without_counted_numbers(text) {
            Cow::Borrowed(_) => None,
            Cow::Owned(plain) => Some(Value::String(plain)),
        },
        Value::Object(fields) => {
            let is_counter = |key: &str, value: &Value| {
                value.is_number() && COUNTER_WORDS.iter().any(|word| key.eq_ignore_ascii_case(word))
            };
            let plain = fields.iter().filter_map(|(key, value)| {
                let plain =
                    if is_counter(key, value) { Value::Null } else { without_counters(value)? };
                Some((key.clone(), plain))
            });
            let mut plain = plain.peekable();
            plain.peek()?;
            let mut fields = fields.clone();
            fields.extend(plain);
            Some(Value::Object(fields))
        }
        Value::Array(_) | Value::Number(_) | Value::Bool(_) | Value::Null => None,
    }
}

/// A text without the numbers that only count: `round 3`, `[3]` in front of it, and `(3)` behind it.
pub(crate) fn without_counted_numbers(text: &str) -> Cow<'_, str> {
    let said = text.trim_end().trim_end_matches(['.', '!', '?']);
    let counted = said.strip_suffix(')').and_then(|said| {
        let before = said.trim_end_matches(|sign: char| sign.is_ascii_digit());
        before.strip_suffix(" (").filter(|_| before.len() < said.len())
    });
    if let Some(said) = counted {
        return Cow::Owned(without_counted_numbers(said).into_owned());
    }
    let rest = text.trim_start().strip_prefix('[').and_then(|rest| {
        let said = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
        said.strip_prefix(']').filter(|_| said.len() < rest.len())
    });
    match rest {
        Some(rest) => Cow::Owned(without_numbers_after(rest, &COUNTER_WORDS).into_owned()),
        None => without_numbers_after(text, &COUNTER_WORDS),
    }
}

/// A shorter answer may name with its number what was done (`Plan 3: done`), but for that of a try.
const MIN_COUNTED_BYTES: usize = 60;

/// What another agent says without the numbers that only count its answers: `Review 3: …`, `… (round 3) …`. What it did,
/// such a number may name as well: `Request 17 is done`.
pub(crate) fn without_answer_number(text: &str) -> Cow<'_, str> {
    const COUNTED: [&str; 8] =
        ["iteration", "round", "attempt", "try", "revision", "turn", "cycle", "retry"];
    const TRIED: [&str; 3] = ["attempt", "try", "retry"];
    const HEADS: [&str; 4] = ["Review ", "Plan ", "Draft ", "Proposal "];
    if text.len() < MIN_COUNTED_BYTES {
        return without_numbers_after(text, &TRIED);
    }
    let said = HEADS.iter().find_map(|head| {
        let said = text.strip_prefix(head)?;
        let rest = said.trim_start_matches(|sign: char| sign.is_ascii_digit());
        (rest.len() < said.len() && rest.starts_with(':')).then_some(rest)
    });
    without_numbers_after(said.unwrap_or(text), &COUNTED)
}

/// A query or a piece of code without the numbers that say how much is shown.
fn without_sizes(word: &str) -> Cow<'_, str> {
    without_numbers_after(word, &SIZE_WORDS)
}

/// A text of several words without the numbers that follow one of the known words, in any case.
fn without_numbers_after<'t>(text: &'t str, known: &[&str]) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    if find_byte(b' ', bytes).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    let (mut done, mut from) = (0, 0);
    let mut numbers = BytePositions::of(bytes, begins_number);
    while let Some(before) = numbers.next_from(from) {
        let digits = &bytes[before + 1..];
        let end = before + 1 + digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        from = end;
        let is_number = !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
        if is_number && ends_with_word(&bytes[..=before], known) {
            plain.push_str(&text[done..=before]);
            // Together with the sign behind it.
            let sign = text[end..].chars().next();
            done = end + sign.map_or(0, char::len_utf8);
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(&text[done..]);
    Cow::Owned(plain)
}

/// Whether a number may begin behind this byte.
fn begins_number(byte: u8, behind: u8) -> bool {
    !byte.is_ascii_alphanumeric() & behind.is_ascii_digit()
}

/// Whether the last word is one of the known ones, in any case.
fn ends_with_word(bytes: &[u8], known: &[&str]) -> bool {
    let Some(last) = bytes.iter().rposition(u8::is_ascii_alphanumeric) else { return false };
    let words = &bytes[..=last];
    let start = words.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    let word = &words[start.map_or(0, |at| at + 1)..];
    known.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

fn add_start(sum: &mut TargetSum, input: &Value) {
    let starts = START_KEYS.iter().filter_map(|key| input.get(*key));
    for start in starts {
        let first = if let Value::Array(range) = start { range.first() } else { Some(start) };
        match first.and_then(Value::as_u64) {
            Some(0 | 1) | None => {}
            Some(line) => sum.add(&line.to_string()),
        }
    }
}

/// The first and the last line that a tool is asked to show: by where it begins and how many, or by both ends.
pub(crate) fn read_lines(input: &Value) -> Option<(u32, u32)> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    if let Some(Value::Array(range)) = input.get("view_range") {
        return number(range.first()?).zip(number(range.get(1)?));
    }
    let of = |key: &str| input.get(key).and_then(number);
    let first = of("offset").or_else(|| of("start_line")).unwrap_or(1).max(1);
    match (of("limit"), of("end_line")) {
        (Some(count), _) => Some((first, first.saturating_add(count.checked_sub(1)?))),
        (None, last) => last.map(|last| (first, last)),
    }
}

/// Arguments that hold what a search looks for.
const QUERY_KEYS: [&str; 2] = ["query", "q"];

/// The words of a search, in any order and with any signs around them. A query of a language for queries is
/// taken as it is.
fn add_query(sum: &mut TargetSum, query: &str) {
    if query.contains(['=', '(', '{', ';', '*', '<', '>', '|', '/']) {
        return sum.add(plain_query(query.trim()).trim_end_matches('/'));
    }
    let words = query.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '-');
    let words = words.filter(|word| !word.is_empty());
    words.for_each(|word| sum.add(&word.to_lowercase()));
}

fn add_values(sum: &mut TargetSum, value: &Value) {
    match value {
        Value::String(text) => match first_cell(text) {
            Some(cell) => sum.add(cell),
            None => sum.add(plain_query(without_fragment(text.trim())).trim_end_matches('/')),
        },
        Value::Number(number) => sum.add(&number.to_string()),
        Value::Array(list) => list.iter().for_each(|value| add_values(sum, value)),
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = key.as_str();
                // A time says which one, not where a look begins.
                let is_start = START_KEYS.contains(&key) && !value.is_string();
                if MANNER_KEYS.contains(&key) || is_start {
                    continue;
                }
                match value.as_str().filter(|_| QUERY_KEYS.contains(&key)) {
                    Some(query) => add_query(sum, query),
                    None => add_values(sum, value),
                }
            }
        }
        Value::Bool(_) | Value::Null => {}
    }
}

/// An address without the part of the page that is to be shown. A route of an application (`#/cart`) is another page.
fn without_fragment(text: &str) -> &str {
    match text.split_once('#') {
        Some((page, part)) if page.contains("://") && !part.starts_with(['/', '!']) => page,
        _ => text,
    }
}

/// The first cell of a range of a sheet that ends somewhere: `A1:F50` begins as `A1:F51` does.
fn first_cell(range: &str) -> Option<&str> {
    let is_cell = |cell: &str| {
        let row = cell.trim_start_matches(|sign: char| sign.is_ascii_uppercase() || sign == '$');
        (1..=4).contains(&(cell.len() - row.len()))
            && !row.is_empty()
            && row.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (first, last) = range.split_once(':').filter(|_| range.len() < 64)?;
    let cell = first.rsplit('!').next().unwrap_or(first);
    (is_cell(cell) && is_cell(last)).then_some(first)
}

/// The digest of the program that gives a command line its status, by how it is found: behind a path, another
/// program, an assignment or a preparation it may be there although its bare name is not.
pub(crate) fn program(line: &CommandLine<'_>) -> Option<u64> {
    let at = line.commands.iter().rposition(|command| !is_printer(command))?;
    let (before, command) = (&line.commands[..at], line.commands.get(at)?);
    let name = command.words().first()?.text.as_ref();
    let is_module = || command.wrappers().last().is_some_and(|word| word.text == "-m");
    // `python -m a.b` needs the package `a`.
    let name = name.split('.').next().filter(|_| is_module()).unwrap_or(name);
    let mut way = name.to_lowercase();
    let mut add = |word: &str| {
        way.push(' ');
        way.push_str(word);
    };
    way_words(command).for_each(&mut add);
    let prepares = before.iter().filter(|command| provides(command));
    prepares.flat_map(SimpleCommand::words).for_each(|word| add(&word.text));
    Some(digest::of_text(&way).max(1))
}

/// What says where a program is looked for: the programs that run it, and variables that hold paths.
fn way_words<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    const TRANSPARENT: [&str; 10] =
        ["sudo", "doas", "timeout", "nice", "nohup", "time", "stdbuf", "setsid", "exec", "env"];
    let wrappers = command.wrappers();
    let is_open = wrappers.first().is_some_and(|word| TRANSPARENT.contains(&basename(&word.text)));
    let runners = wrappers.iter().filter(move |_| !is_open).map(|word| word.text.as_ref());
    let variables = command.assignments.iter().filter(|assignment| {
        assignment.name.ends_with("PATH") || assignment.name.ends_with("HOME")
    });
    runners.chain(variables.map(|assignment| assignment.value.text.as_ref()))
}

/// What kind of work the call is.
pub(crate) fn work(tool: &Tool, line: Option<&CommandLine<'_>>, runs_tests: bool) -> WorkKind {
    match (line, tool) {
        // It passes whatever it gets.
        (Some(line), _) if runs_tests && accepts_output(line) => WorkKind::Act,
        (Some(_), _) if runs_tests => WorkKind::Check,
        (Some(line), _) if is_check(line) => WorkKind::Check,
        (Some(line), _) if asks_about_others(line) => WorkKind::Query,
        (Some(line), _) if installs(line) => WorkKind::Install,
        (Some(line), _) if does_nothing(line) => WorkKind::Nothing,
        (Some(line), _) if reads_log(line) => WorkKind::Log,
        (Some(line), _) if is_look(line) => WorkKind::Look,
        (Some(line), _) if line.commands.iter().any(selects_context) => WorkKind::Select,
        (Some(line), _) if only_sets(line) => WorkKind::Settings,
        (Some(line), _) if may_provide(line) => WorkKind::Setup,
        (_, Tool::Read | Tool::Web) => WorkKind::Look,
        (_, Tool::Edit | Tool::Write | Tool::ApplyPatch) => WorkKind::Edit,
        (_, Tool::Other(name)) if is_plan(name) => WorkKind::Plan,
        (_, Tool::Task) => WorkKind::Act,
        // A lookup asks others. A search in the project is none: that it finds nothing is no answer of somebody else.
        (_, Tool::Other(name)) if is_search_tool(tool) && is_file_search(name) => WorkKind::Other,
        _ if is_search_tool(tool) => WorkKind::Lookup,
        // Others go on with it.
        _ if is_reading_tool(tool) && names_what_goes_on(&tool.bare_name()) => WorkKind::Log,
        _ if is_reading_tool(tool) => WorkKind::Look,
        _ if is_acting_tool(tool) => WorkKind::Act,
        _ => WorkKind::Other,
    }
}

/// Whether the call searches the web: it has a query, and no address.
pub(crate) fn searches_web(tool: &Tool, input: Option<&Value>) -> bool {
    *tool == Tool::Web && input.is_some_and(|input| text(input, "query").is_some())
}

/// Whether the tool hands words to another agent or a server.
pub(crate) fn talks_to_agents(tool: &Tool) -> bool {
    matches!(tool, Tool::Task | Tool::Mcp { .. } | Tool::Other(_))
}

/// Whether the tool of a server searches: `search_messages`, `find_files`, `grep`.
pub(crate) fn is_search_tool(tool: &Tool) -> bool {
    const VERBS: [&str; 5] = ["search", "find", "grep", "lookup", "glob"];
    let (Tool::Mcp { .. } | Tool::Other(_)) = tool else { return false };
    let name = tool.bare_name();
    has_word(name.rsplit('/').next().unwrap_or_default(), &VERBS)
}

/// Whether a tool of the client that searches does so in the files of the project: `Glob`, `file_search`,
/// `search_files`.
fn is_file_search(name: &str) -> bool {
    ["glob", "grep", "file"].iter().any(|word| name.to_ascii_lowercase().contains(word))
}

/// Whether a tool is named for what goes on by itself, a conversation or a job: `get_thread_replies`, `get_job`.
fn names_what_goes_on(name: &str) -> bool {
    const WORDS: [&str; 24] = [
        "alert",
        "build",
        "channel",
        "chat",
        "deployment",
        "event",
        "health",
        "inbox",
        "incident",
        "job",
        "log",
        "mail",
        "message",
        "metric",
        "pipeline",
        "progress",
        "queue",
        "replies",
        "reply",
        "run",
        "status",
        "task",
        "thread",
        "workflow",
    ];
    // Words behind what is shown: `get_job_by_id`, `get_build_details`.
    const BEHIND: [&str; 10] =
        ["by", "detail", "details", "id", "info", "latest", "list", "result", "results", "state"];
    let words: Vec<&str> = tool_words(name).collect();
    let shown = words.iter().rposition(|word| !is_one_of(word, &BEHIND));
    // A `get_build_config` shows a document.
    shown.is_some_and(|at| {
        let one = words[at].strip_suffix(['s', 'S']).unwrap_or(words[at]);
        let is_pull_request = || {
            one.eq_ignore_ascii_case("request")
                && at
                    .checked_sub(1)
                    .is_some_and(|before| is_one_of(words[before], &["pull", "merge"]))
        };
        is_one_of(words[at], &WORDS) || is_one_of(one, &WORDS) || is_pull_request()
    })
}

/// Whether the tool of a server acts there: `browser_type`, `send_message`, `create_event`.
fn is_acting_tool(tool: &Tool) -> bool {
    const VERBS: [&str; 29] = [
        "add", "append", "apply", "assign", "click", "create", "delete", "drag", "edit", "fill",
        "insert", "move", "post", "press", "put", "remove", "rename", "save", "select", "send",
        "set", "submit", "type", "update", "upload", "write", "navigate", "goto", "visit",
    ];
    let (Tool::Mcp { .. } | Tool::Other(_)) = tool else { return false };
    has_word(&tool.bare_name(), &VERBS)
}

/// Whether the tool of a server only shows one thing: `get_job`, `read_thread`.
fn is_reading_tool(tool: &Tool) -> bool {
    let Tool::Mcp { tool, .. } = tool else { return false };
    let first = tool_words(tool).next().unwrap_or_default();
    is_one_of(first, &["get", "read", "show", "fetch", "view", "describe"])
}

/// Tools that write down a plan: `TodoWrite`, `update_plan`, `write_todos`.
fn is_plan(name: &str) -> bool {
    const WORDS: [&str; 5] = ["todo", "update_plan", "task_list", "tasklist", "plan_write"];
    // Names are shorter than what a search in a text pays off for.
    let has = |word: &str| {
        let mut parts = name.as_bytes().windows(word.len());
        parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    WORDS.iter().any(|word| has(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r06_numbers_that_only_say_how_much_are_left_out() {
        for (text, expected) in [
            ("select a from t limit 20", "select a from t limit "),
            ("TOP 5 rows of 2024", "TOP rows of 2024"),
            ("limit=3 5", "limit=5"),
            ("limit 3a", "limit 3a"),
            ("limit3 4", "limit3 4"),
            ("limit=3", "limit=3"),
        ] {
            assert_eq!(without_numbers_after(text, &SIZE_WORDS), expected, "{text}");
        }
    }

    #[test]
    fn r12_only_a_search_of_files_is_one() {
        for (name, expected) in [
            ("Glob", WorkKind::Other),
            ("file_search", WorkKind::Other),
            ("search_files", WorkKind::Other),
            ("search_orders", WorkKind::Lookup),
            ("searchOrders", WorkKind::Lookup),
            ("orders_find", WorkKind::Lookup),
            ("get_findings", WorkKind::Other),
            ("create_file", WorkKind::Act),
            ("createEvent", WorkKind::Act),
            ("update_profile", WorkKind::Act),
        ] {
            assert_eq!(work(&Tool::Other(name.to_owned()), None, false), expected, "{name}");
        }
    }

    #[test]
    fn r10_conversations_and_jobs_of_a_server_may_be_awaited_and_its_documents_not() {
        for (name, expected) in [
            ("mcp:slack/get_thread_replies", WorkKind::Log),
            ("mcp:ci/get_job", WorkKind::Log),
            ("mcp:ci/get_status", WorkKind::Log),
            ("mcp:ci/getJob", WorkKind::Log),
            ("mcp:github/getWorkflowRun", WorkKind::Log),
            ("mcp:ci/GetBuildDetails", WorkKind::Log),
            ("mcp:ci/get_task", WorkKind::Log),
            ("mcp:github/get_pull_request", WorkKind::Log),
            ("mcp:github/get_pull_request_files", WorkKind::Look),
            ("mcp:ci/get_build_config", WorkKind::Look),
            ("mcp:ci/get_job_definition", WorkKind::Look),
            ("mcp:docs/getRunbook", WorkKind::Look),
            ("mcp:code/getSymbol", WorkKind::Look),
            ("mcp:fs/read_file", WorkKind::Look),
            ("mcp:sheets/get_values", WorkKind::Look),
            ("mcp:text/get_truncated", WorkKind::Look),
            ("mcp:code/get_symbols_overview", WorkKind::Look),
        ] {
            assert_eq!(work(&Tool::from(name), None, false), expected, "{name}");
        }
    }

    /// The same, word by word.
    fn word_by_word(text: &str, known: &[&str]) -> String {
        if !text.contains(' ') {
            return text.to_owned();
        }
        let (mut plain, mut last) = (String::new(), "");
        for part in text.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric()) {
            let word = part.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            let is_after_known = known.iter().any(|known| known.eq_ignore_ascii_case(last));
            if !(is_number && is_after_known) {
                plain.push_str(part);
            }
            last = if word.is_empty() { last } else { word };
        }
        plain
    }

    proptest! {
        #[test]
        fn r06_numbers_are_those_that_a_walk_over_the_words_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "limit", "Top", "rows", "word", "7", "20", " ", " ", "=", "é", "\n", "  ", "(", "x9",
            ]), 0..24),
        ) {
            let text = parts.concat();
            prop_assert_eq!(without_numbers_after(&text, &SIZE_WORDS), word_by_word(&text, &SIZE_WORDS));
        }
    }
}
