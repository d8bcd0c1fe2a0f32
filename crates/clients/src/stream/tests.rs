//! Live outputs of real clients, and what is told of them.

use fusebox_engine::event::{ChangedFiles, ToolResult};

use super::*;
use crate::agent_named;

fn open(name: &str) -> OutputReader {
    OutputReader::new(agent_named(name).unwrap(), "run1", &ClientEnvironment::default())
}

/// All events of an output, one a line.
fn printed_events(stream: &mut OutputReader, output: &str) -> String {
    let mut events: Vec<Event> =
        output.lines().flat_map(|l| stream.read_line(l.as_bytes())).collect();
    events.extend(stream.finish());
    events.iter().map(shown).collect::<Vec<_>>().join("\n")
}

fn shown(event: &Event) -> String {
    assert_eq!(event.at, None, "the runtime stamps the time");
    let agent = if event.agent.is_main() { String::new() } else { format!("{}: ", event.agent) };
    let id = event.id.as_ref().map(|id| format!(" #{id}")).unwrap_or_default();
    let kind = &event.kind;
    let said = if let EventKind::SessionStart(start) = kind {
        let texts = [&start.client, &start.cwd].map(|one| one.clone().unwrap_or_default());
        format!("start {} {}", event.session, texts.join(" "))
    } else if let EventKind::ToolRequest(request) = kind {
        format!("call {} {}", request.tool, request.input.clone().unwrap_or_default())
    } else if let EventKind::ToolResult(result) = kind {
        shown_result(result)
    } else if let EventKind::Message { text, .. } = kind {
        format!("says {text:?}")
    } else if let EventKind::Usage(used) = kind {
        format!(
            "used {}+{}+{} context {:?} messages {:?} cost {:.4}",
            used.input_tokens,
            used.output_tokens,
            used.cache_read_tokens,
            used.context_tokens.unwrap_or_default(),
            used.messages.unwrap_or_default(),
            used.cost_usd,
        )
    } else if let EventKind::Idle { said } = kind {
        format!("idle {:?}", said.clone().unwrap_or_default())
    } else {
        format!("{kind:?}")
    };
    format!("{agent}{said}{id}")
}

fn shown_result(result: &ToolResult) -> String {
    let ok = match result.ok {
        Some(true) => "ok",
        Some(false) => "failed",
        None => "unknown",
    };
    let output = result.output.clone().unwrap_or_default();
    let code = result.exit_code.map(|code| format!(" code {code}")).unwrap_or_default();
    let changed = match &result.changed {
        Some(ChangedFiles::Files(files)) => {
            let file = |file: &fusebox_engine::event::ChangedFile| {
                format!("{}={:?}", file.path, file.content.clone().unwrap_or_default())
            };
            format!(" changed {:?}", files.iter().map(file).collect::<Vec<_>>())
        }
        Some(ChangedFiles::Count(n)) => format!(" changed {n}"),
        None => String::new(),
    };
    let refused = if result.refused { " refused" } else { "" };
    format!("{ok} {output:?}{code}{changed}{refused}")
}

/// Checks the events of recorded outputs, and their summaries as `ending error length questions denied
/// claims skipped`, with the text beside each recording.
fn check_recorded(client: &str, cases: &[&str]) {
    for case in cases {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let read = |ending: &str| {
            let path = format!("{folder}/{client}/fixtures/stream/{case}.{ending}");
            std::fs::read_to_string(path).unwrap()
        };
        let mut stream = open(client);
        let events = printed_events(&mut stream, &read("jsonl"));
        let found = format!("{events}\n{}\n", summed(&stream.summary()));
        assert_eq!(found, read("txt"), "{client} {case}");
    }
}

fn summed(summary: &RunSummary) -> String {
    let denied = summary.denied.iter().map(|denied| {
        format!("{}{}", denied.tool, if denied.compound { " (compound)" } else { "" })
    });
    format!(
        "{:?} error {:?} said {} asked {} denied {:?} claims {} skipped {}",
        summary.ending,
        summary.error.as_deref().unwrap_or_default(),
        summary.output_len,
        summary.questions,
        denied.collect::<Vec<_>>(),
        summary.claims_complete,
        summary.skipped,
    )
}

#[test]
fn l07_work_is_told_call_by_call_and_a_claim_is_noted() {
    check_recorded("claude", &["work", "partial"]);
    check_recorded("codex", &["work"]);
    check_recorded("gemini", &["work"]);
    check_recorded("opencode", &["work", "task"]);
}

#[test]
fn l09_permissions_that_were_refused_are_named_and_a_question_is_counted() {
    check_recorded("claude", &["denied"]);
    check_recorded("codex", &["denied"]);
    check_recorded("gemini", &["denied"]);
    check_recorded("opencode", &["denied"]);
}

#[test]
fn l10_an_end_that_the_client_calls_an_error_keeps_its_own_words() {
    check_recorded("claude", &["overload", "maxturns"]);
    check_recorded("codex", &["overload"]);
    check_recorded("gemini", &["apierror"]);
    check_recorded("opencode", &["apierror"]);
}

#[test]
fn plain_output_has_a_length_an_error_and_last_words() {
    for (client, output, summary) in [
        ("generic", "", r#"None error "" said 0 asked 0 denied [] claims false skipped 0"#),
        (
            "generic",
            "reading\nAll tests pass.\n",
            r#"None error "" said 22 asked 0 denied [] claims true skipped 0"#,
        ),
        (
            "generic",
            "error: a\n  ValueError: b\nShould I go on?",
            r#"None error "ValueError: b" said 38 asked 1 denied [] claims false skipped 0"#,
        ),
        // A client that cannot start says so in plain words.
        (
            "claude",
            "Error: Input must be provided\n{\"cut\n",
            r#"None error "Error: Input must be provided" said 34 asked 0 denied [] claims false skipped 0"#,
        ),
        (
            "claude",
            "{\"type\":\"novelty\"}\n{}\n[1]\n",
            r#"None error "" said 3 asked 0 denied [] claims false skipped 2"#,
        ),
    ] {
        let mut stream = open(client);
        assert_eq!(printed_events(&mut stream, output), "", "{output}");
        assert_eq!(summed(&stream.summary()), summary, "{output}");
    }
}

#[test]
fn a_chatty_child_costs_no_memory_and_an_overlong_line_is_only_counted() {
    let mut stream = open("generic");
    for _ in 0..20_000 {
        stream.read_line("é".repeat(50).as_bytes());
    }
    assert!(stream.last_text.len() <= 10 * MAX_PLAIN_BYTES, "{}", stream.last_text.len());
    assert_eq!(stream.summary().output_len, 2_000_000);
    let long = format!("{{\"type\":\"{}\"}}", "x".repeat(MAX_LINE_BYTES));
    stream.read_line(long.as_bytes());
    assert_eq!(stream.summary().skipped, 1);
}

#[test]
fn a_stream_never_speaks_for_a_person() {
    for (client, line) in [
        (
            "claude",
            r#"{"type":"user","message":{"role":"user","content":"go"},"parent_tool_use_id":null}"#,
        ),
        ("gemini", r#"{"type":"message","role":"user","content":"go"}"#),
        ("generic", r#"{"session":"s1","type":"guidance","text":"go on"}"#),
    ] {
        assert_eq!(
            printed_events(&mut open(client), line).lines().find(|l| !l.starts_with("start")),
            None
        );
    }
}

#[test]
fn what_hooks_tell_is_not_told_again() {
    let kinds = |hooks: HookCoverage| -> Vec<String> {
        let mut stream = open("claude");
        stream.set_hook_coverage(hooks);
        let output =
            printed_events(&mut stream, include_str!("../claude/fixtures/stream/partial.jsonl"));
        assert_eq!(stream.summary().output_len, 16, "the summary is whole all the same");
        output.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    let all = "start used says call ok RoundEnd used says RoundEnd used idle";
    assert_eq!(kinds(HookCoverage::Absent).join(" "), all);
    assert_eq!(kinds(HookCoverage::Calls).join(" "), "start used says used says used");
    assert_eq!(kinds(HookCoverage::Usage).join(" "), "start says says used");
    assert_eq!(kinds(HookCoverage::Conversation).join(" "), "start used");
}

#[test]
fn a_session_that_goes_on_counts_what_is_new() {
    // As recorded: the thread's totals go on; Claude's do since 2.1.330, and did not before.
    let codex = |n: u64, total: u64| {
        format!(
            r#"{{"type":"thread.started","thread_id":"t1"}}
{{"type":"item.completed","item":{{"id":"item_1","type":"command_execution","command":"/bin/bash -lc 'ls {n}'","aggregated_output":"","exit_code":0,"status":"completed"}}}}
{{"type":"turn.completed","usage":{{"input_tokens":{total}000,"cached_input_tokens":0,"output_tokens":{total}0}}}}"#
        )
    };
    let mut stream = open("codex");
    let first = printed_events(&mut stream, &codex(1, 1));
    stream.restart();
    let second = printed_events(&mut stream, &codex(2, 3));
    assert!(
        first.contains("#run1.0:item_1:request") && first.contains("used 1000+10+0"),
        "{first}"
    );
    assert!(second.contains("#run1.1:item_1:request"), "numbered anew: {second}");
    assert!(second.contains("used 2000+20+0"), "{second}");

    let claude = |cost: &str, new: &str| {
        format!(
            r#"{{"type":"result","subtype":"success","is_error":false,"total_cost_usd":{cost},"usage":{{"input_tokens":7,"output_tokens":2}}{new}}}"#
        )
    };
    let new = r#","model_usage_since_last_result":{"m":{"inputTokens":7,"outputTokens":2,"costUSD":0.5}}"#;
    for (lines, expected) in [
        ([claude("0.5", new), claude("1.0", new)], ["cost 0.5000", "cost 0.5000"]),
        ([claude("0.5", ""), claude("0.5", "")], ["cost 0.5000", "cost 0.5000"]),
    ] {
        let mut stream = open("claude");
        for (line, expected) in lines.iter().zip(expected) {
            let output = printed_events(&mut stream, line);
            assert!(output.contains("used 7+2+0") && output.contains(expected), "{output}");
            stream.restart();
        }
    }
}

#[test]
fn r08_changes_that_codex_tells_in_another_form_are_not_taken_for_none() {
    let item = |status: &str, changes: &str| {
        let line = format!(
            r#"{{"type":"item.completed","item":{{"id":"i1","type":"file_change","changes":{changes},"status":"{status}"}}}}"#
        );
        printed_events(&mut open("codex"), &line).lines().nth(2).unwrap_or_default().to_owned()
    };
    assert!(item("completed", r#"[{"path":"a","kind":"add"}]"#).contains(r#"changed ["a="#));
    assert!(!item("completed", r#"{"a":{"add":{}}}"#).contains("changed"));
    assert!(item("failed", r#"{"a":{"add":{}}}"#).contains("changed []"));
}

#[test]
fn a_session_begins_with_its_role_its_task_and_its_run() {
    use fusebox_engine::{RunId, TaskId};
    let environment = ClientEnvironment {
        role: Some("pm".to_owned()),
        task: TaskId::parse("42").ok(),
        run: RunId::parse("r7").ok(),
        ..ClientEnvironment::default()
    };
    let mut stream = OutputReader::new(agent_named("codex").unwrap(), "r7", &environment);
    let events = stream.read_line(br#"{"type":"thread.started","thread_id":"t1"}"#);
    let [Event { kind: EventKind::SessionStart(start), .. }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(
        (start.role.as_ref(), start.task.as_ref()),
        (environment.role.as_ref(), environment.task.as_ref())
    );
    assert_eq!(start.run, environment.run);
}
